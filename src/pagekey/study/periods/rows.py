"""What a comparison sees of a keyed table, and which columns tell engines, answers and prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekey.keying.caliber import Caliber, caliber_of
from pagekey.keying.columns import ANSWERS, ENGINES, PROMPTS, WHOLE_ANSWERS, called, require
from pagekey.rules import BIT

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

_USUAL = {"engine": ENGINES, "answer": (*ANSWERS, *WHOLE_ANSWERS), "prompt": PROMPTS}
_EXPANDED = 1 << BIT["expand-short-link"]


@dataclass(frozen=True, slots=True, eq=False)
class Period:
    """Rows of one period: columns of one length. `expanded` is True for a short link that reached its page by a mapping."""

    name: str
    caliber: Caliber
    key: Sequence[str | None]
    status: Sequence[str | None]
    site: Sequence[str | None]
    expanded: Sequence[bool]
    columns: Mapping[str, Sequence[str | None]]

    @staticmethod
    def of(keyed: Keyed, name: str = "", caliber: Caliber | None = None) -> Period:
        """A keyed table as a period. Without a caliber, its mapping and extractor are not stated: a table does not hold them."""
        source = keyed.source
        if caliber is None:
            scope = f"column {source.url_column}, all rows" if source else None
            caliber = replace(caliber_of(keyed.policy, None, scope), mapping=None, extractor=None)
        sites = [site or host for site, host in zip(keyed.site, keyed.host, strict=True)]
        expanded = [bool(hits & _EXPANDED) for hits in keyed.hits]
        return Period(name or (source.name if source else "a table"), caliber, keyed.key, keyed.status, sites, expanded, keyed.columns)


def column_of(kind: str, named: str | None, old: Period, new: Period) -> str:
    """The column that tells engines, answers or prompts: the one named, or one of a usual name that both have; "" if there is none."""
    if named is not None:
        for one in (old, new):
            require(one.columns, named, f"no column of the {kind}", one.name)
        return named
    return next(called(_USUAL[kind], (name for name in old.columns if name in new.columns)), "")
