"""`merges(keyed)`: the strings of each page, what stands for them, and where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from pagekey.keying.pages import known, page_rows, require_keyed, site_of
from pagekey.keying.representative import Candidate, representative
from pagekey.study.merges.figures import Merges, Page, Spelling, Weight
from pagekey.study.merges.parts import differences
from pagekey.study.merges.weights import Column, read_weights

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed


@dataclass(slots=True)
class _Strings:
    """The strings of one page: records, first row and weight of each."""

    records: Counter[str] = field(default_factory=Counter)
    first: dict[str, int] = field(default_factory=dict)
    weight: dict[str, Fraction] = field(default_factory=dict)


def merges(keyed: Keyed, weight: str | None = None) -> Merges:
    """The pages that several strings of the table became, most records first, each with what stands for it and where its strings differ.

    Rows of status `page` only, as in `count`, whose number of strings merged is the same. `weight` names a column of numbers (inlinks,
    clicks, PageRank) that is added up by string and by page. TypeError if `keyed` is no Keyed table, InputError for a column that is not
    there or holds no number.
    """
    require_keyed(keyed, "merges")
    rows = page_rows(keyed.status)
    weights = None if weight is None else read_weights(keyed, rows, weight)
    strings = _strings(keyed, rows, weights)
    groups = [_page(keyed, key, one) for key, one in strings.items() if len(one.records) > 1]
    groups.sort(key=lambda page: (-page.records, page.key))
    several, distinct = sum(len(page.spellings) for page in groups), sum(len(one.records) for one in strings.values())
    return Merges(
        policy=keyed.policy.stamp,
        rows=len(keyed.raw),
        records=len(rows),
        strings=distinct,
        pages=len(strings),
        merged=distinct - len(strings),
        several=several,
        grouped=sum(page.records for page in groups),
        moved=sum(page.moved for page in groups),
        groups=tuple(groups),
        weight=None if weights is None else _weight(weights, groups),
    )


def page(keyed: Keyed, key: str, weight: str | None = None) -> Page | None:
    """The page of that key with all its strings, also where it is only one; None if no row of status `page` has the key."""
    require_keyed(keyed, "merges")
    rows = page_rows(keyed.status)
    weights = None if weight is None else read_weights(keyed, rows, weight)
    strings = _strings(keyed, (i for i in rows if keyed.key[i] == key), weights)
    return _page(keyed, key, strings[key]) if strings else None


def _strings(keyed: Keyed, rows: Iterable[int], weights: Column | None) -> dict[str, _Strings]:
    found: dict[str, _Strings] = {}
    for i in rows:
        key, raw = known(keyed.key, i), known(keyed.raw, i)
        one = found.get(key)
        if one is None:
            one = found[key] = _Strings()
        one.records[raw] += 1
        one.first.setdefault(raw, i)
        if weights is not None and i in weights.of:
            one.weight[raw] = one.weight.get(raw, Fraction(0)) + weights.of[i]
    return found


def _page(keyed: Keyed, key: str, one: _Strings) -> Page:
    stands, why = representative(Candidate(raw, records, keyed.hits[one.first[raw]]) for raw, records in one.records.items())
    order = sorted(one.records, key=lambda raw: (raw != stands, -one.records[raw], raw))
    spellings = []
    for raw in order:
        parts, spans = differences(raw, stands)
        rules = keyed.rules(one.first[raw])
        weight = one.weight.get(raw)
        spellings.append(Spelling(raw, one.records[raw], rules, parts, spans, None if weight is None else float(weight)))
    first, records = one.first[stands], one.records.total()
    return Page(
        key=key,
        site=site_of(keyed, first),
        records=records,
        moved=records - one.records[stands],
        representative=stands,
        why=why,
        spellings=tuple(spellings),
        weight=float(sum(one.weight.values())) if one.weight else None,
        largest=float(max(one.weight.values())) if one.weight else None,
    )


def _weight(column: Column, groups: list[Page]) -> Weight:
    """Sums over the floats of the groups would depend on their order: `fsum` does not."""
    from math import fsum

    return Weight(
        column=column.name,
        numbers=len(column.of),
        blank=column.blank,
        refused=column.refused,
        listed=column.listed,
        total=float(sum(column.of.values())),
        pages=fsum(page.weight or 0 for page in groups),
        representatives=fsum(page.spellings[0].weight or 0 for page in groups),
        largest=fsum(page.largest or 0 for page in groups),
    )
