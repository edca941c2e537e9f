"""`suspects(keyed)`: one pass over the distinct rows, then over the distinct keys; time and memory grow with them, not with their pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    rows = {i: records for i, records in Counter(keyed.first).items() if keyed.status[i] == "page"}
    title, canonical = _column(keyed, TITLES), _column(keyed, CANONICALS)
    totals: dict[str, int] = {}
    for i, times in rows.items():
        key = keyed.key[i] or ""
        totals[key] = totals.get(key, 0) + times
    records = Counter(totals)
    keys = Keys(records, {keyed.key[i]: keyed.domain[i] for i in rows})
    titles = evidence(keyed, rows, read, title, "title") if title else None
    canonicals = evidence(keyed, rows, read, canonical, "canonical") if canonical else None
    found: dict[str, list[Suspect]] = {"lost-values": lost_values(keyed, rows, read)}
    known: list[Evidence] = [one for one in (titles, canonicals) if one is not None]
    for one in known:
        found[f"{one.kind}s-differ"] = one.differing(keyed.policy, records)
        found[f"same-{one.kind}"] = one.shared(keys, known)
    found |= keys_apart(keys, known)
    kinds = tuple(Found(kind, len(found[kind]), tuple(ranked(found[kind])[:SHOWN])) for kind in KINDS if kind in found)
    return Suspects(title, canonical, kinds)


def _column(keyed: Keyed, names: frozenset[str]) -> str | None:
    """The first column with such a name that is not the one with the URLs (nor its copy, which says nothing more)."""
    own = keyed.source.url_column if keyed.source else None
    for column in keyed.columns:
        plain = column.strip().lower().replace("_", "").replace("-", "").replace(" ", "")
        if plain in names and column != own and keyed.columns[column] != keyed.raw:
            return column
    return None
