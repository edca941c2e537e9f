"""`suspects(keyed)`: one pass over the distinct rows, then over the distinct keys; time and memory grow with them, not with their pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pagekey.keying.columns import plain
from pagekey.keying.pages import distinct_rows, known, of_status, weighed
from pagekey.study.suspects.apart import Keys, keys_apart
from pagekey.study.suspects.evidence import Evidence, evidence
from pagekey.study.suspects.figures import KINDS, SHOWN, Found, Suspect, Suspects, ranked
from pagekey.study.suspects.lost import lost_values
from pagekey.study.suspects.names import CANONICALS, TITLES

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed


def suspects(keyed: Keyed) -> Suspects:
    """Keys that may merge two pages, and keys that may be one page, in rows of status `page`. Looks nothing up and changes nothing.

    Titles and canonicals are compared where the table has such a column, found by its name.
    """
    read: Sequence[str | None] = getattr(keyed, "target", None) or keyed.raw
    rows = of_status(keyed, distinct_rows(keyed), "page")
    title, canonical = _column(keyed, TITLES), _column(keyed, CANONICALS)
    records = weighed(rows, {i: known(keyed.key, i) for i in rows})
    keys = Keys(records, {keyed.key[i]: keyed.domain[i] for i in rows})
    titles = evidence(keyed, rows, read, title, "title") if title else None
    canonicals = evidence(keyed, rows, read, canonical, "canonical") if canonical else None
    found: dict[str, list[Suspect]] = {"lost-values": lost_values(keyed, rows, read)}
    told: list[Evidence] = [one for one in (titles, canonicals) if one is not None]
    for one in told:
        found[f"{one.kind}s-differ"] = one.differing(keyed.policy, records)
        found[f"same-{one.kind}"] = one.shared(keys, told)
    found |= keys_apart(keys, told)
    kinds = tuple(Found(kind, len(found[kind]), tuple(ranked(found[kind])[:SHOWN])) for kind in KINDS if kind in found)
    return Suspects(title, canonical, kinds)


def _column(keyed: Keyed, names: frozenset[str]) -> str | None:
    """The first column with such a name that is not the one with the URLs (nor its copy, which says nothing more)."""
    own = keyed.source.url_column if keyed.source else None
    for column in keyed.columns:  # not their cells: a store reads a column when it is asked for
        if plain(column) in names and column != own and keyed.columns[column] != keyed.raw:
            return column
    return None
