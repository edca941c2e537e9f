"""The rows of a keyed table as counting sees them: those of pages, what each weighs, and the units that it is counted by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from pagekey.errors import PagekeyError

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

Rows = Mapping[int, int]
"""Distinct rows: the place of the first of them -> how many there are."""
_Name = TypeVar("_Name", bound=Hashable)
APART = ("short-link", "opaque")
"""Statuses of web rows whose page nobody knows."""


def require_keyed(value: object, verb: str) -> None:
    """TypeError unless the value has what counting stands on: keys, statuses and the policy that made them."""
    policy = getattr(value, "policy", None)
    if hasattr(policy, "stamp") and all(hasattr(value, name) for name in ("status", "key", "hits")):
        return
    raise TypeError(
        f"{verb}() takes a Keyed table, got {type(value).__name__}: call pagekey.keyed(rows, url=...) first, "
        "so that every number says under which rules it was made"
    )


def page_rows(status: Sequence[str | None]) -> list[int]:
    """The rows of status `page`, of a column of statuses."""
    return [i for i, word in enumerate(status) if word == "page"]


def distinct_rows(keyed: Keyed) -> Counter[int]:
    """The distinct rows of the table, with how many there are of each."""
    return Counter(keyed.first)


def of_status(keyed: Keyed, rows: Rows, *statuses: str) -> dict[int, int]:
    """Those of the rows that have one of the statuses."""
    return {i: records for i, records in rows.items() if keyed.status[i] in statuses}


def weighed(rows: Rows, names: Mapping[int, _Name]) -> Counter[_Name]:
    """What the rows weigh, by name."""
    found: dict[_Name, int] = {}
    for name, records in zip(map(names.__getitem__, rows), rows.values(), strict=True):
        found[name] = found.get(name, 0) + records
    return Counter(found)


def known(column: Sequence[str | None], i: int) -> str:
    """The value of a row that must have one."""
    value = column[i]
    if value is None:
        raise PagekeyError("a page without key, host or string", where=f"row {i}", hint="this is a fault of pagekey, please report it")
    return value


def site_of(keyed: Keyed, i: int) -> str:
    """The site of a page. A host is its own site where the unit does not reach it (an IP, a host in no group)."""
    return keyed.site[i] or known(keyed.host, i)


def domain_of(keyed: Keyed, i: int) -> str:
    """The registrable domain of a page. An IP or a bare suffix has none: it stands for itself."""
    return keyed.domain[i] or known(keyed.host, i)
