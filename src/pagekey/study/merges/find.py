"""`merges(keyed)`: the strings of each page, what stands for them, and where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pagekey.keying.pages import Rows, distinct_rows, known, of_status, page_rows, require_keyed, site_of
from pagekey.keying.representative import Candidate, representative
from pagekey.study.merges.figures import Merges, Page, Spelling, Weight
from pagekey.study.merges.parts import differences
from pagekey.study.merges.weights import Column, read_weights

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed


def merges(keyed: Keyed, weight: str | None = None) -> Merges:
    """The pages that several strings of the table became, most records first, each with what stands for it and where its strings differ.

    Rows of status `page` only, as in `count`, whose number of strings merged is the same. `weight` names a column of numbers (inlinks,
    clicks, PageRank) that is added up by string and by page. TypeError if `keyed` is no Keyed table, InputError for a column that is not
    there or holds no number.
    """
    require_keyed(keyed, "merges")
    rows = of_status(keyed, distinct_rows(keyed), "page")
    weights = None if weight is None else read_weights(keyed, page_rows(keyed.status), weight)
    by_string = _by_string(keyed, weights)
    strings = _strings(keyed, rows)
    groups = [_page(keyed, key, one, by_string) for key, one in strings.items() if len(one) > 1]
    groups.sort(key=lambda page: (-page.records, page.key))
    several, distinct = sum(len(page.spellings) for page in groups), len(rows)
    return Merges(
        policy=keyed.policy.stamp,
        rows=len(keyed.raw),
        records=sum(rows.values()),
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
    rows = {i: records for i, records in of_status(keyed, distinct_rows(keyed), "page").items() if keyed.key[i] == key}
    weights = None if weight is None else read_weights(keyed, page_rows(keyed.status), weight)
    return _page(keyed, key, rows, _by_string(keyed, weights)) if rows else None


def _strings(keyed: Keyed, rows: Rows) -> dict[str, dict[int, int]]:
    """The rows, each the first of a string, by the page."""
    found: dict[str, dict[int, int]] = {}
    for i, records in rows.items():
        found.setdefault(known(keyed.key, i), {})[i] = records
    return found


def _by_string(keyed: Keyed, weights: Column | None) -> dict[int, Fraction]:
    """What each string weighs, by its first row; none where no cell of it is a number."""
    found: dict[int, Fraction] = {}
    for i, number in weights.of.items() if weights else ():
        first = keyed.first[i]
        found[first] = found.get(first, Fraction(0)) + number
    return found


def _page(keyed: Keyed, key: str, rows: Rows, by_string: Mapping[int, Fraction]) -> Page:
    """The page of these rows, each the first of one of its strings."""
    of = {known(keyed.raw, i): i for i in rows}
    stands, why = representative(Candidate(raw, rows[i], keyed.hits[i]) for raw, i in of.items())
    spellings = []
    for raw in sorted(of, key=lambda raw: (raw != stands, -rows[of[raw]], raw)):
        parts, spans = differences(raw, stands)
        weight = by_string.get(of[raw])
        spellings.append(Spelling(raw, rows[of[raw]], keyed.rules(of[raw]), parts, spans, None if weight is None else float(weight)))
    weights = [by_string[i] for i in rows if i in by_string]
    records = sum(rows.values())
    return Page(
        key=key,
        site=site_of(keyed, of[stands]),
        records=records,
        moved=records - rows[of[stands]],
        representative=stands,
        why=why,
        spellings=tuple(spellings),
        weight=float(sum(weights)) if weights else None,
        largest=float(max(weights)) if weights else None,
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
