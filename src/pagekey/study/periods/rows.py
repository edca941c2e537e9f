"""What a comparison sees of a keyed table, and which columns tell engines, answers and prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pagekey.errors import InputError
from pagekey.keying.caliber import Caliber, caliber_of
from pagekey.rules import BIT

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

# How such columns are called in exports, compared without case, blanks and - read as _. The first that both periods have is taken.
USUAL = {
    "engine": ("engine", "engine_name", "model", "llm", "platform", "provider", "system", "引擎", "平台", "模型"),
    "answer": ("answer_id", "response_id", "run_id", "answer", "response", "report", "回答编号", "回答id", "回答"),
    "prompt": ("prompt", "prompt_id", "question", "query", "query_id", "提示词", "问题", "问句"),
}
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
            if named not in one.columns:
                near = get_close_matches(named, one.columns, 1)
                hint = f"did you mean {near[0]!r}?" if near else ""
                expected = f"one of {', '.join(one.columns)}" if one.columns else "a column beside the URL, and there is none"
                raise InputError(f"no column of the {kind}", expected=expected, got=repr(named), where=one.name, hint=hint)
        return named
    shared = {_plain(name): name for name in old.columns if name in new.columns}
    return next((shared[usual] for usual in USUAL[kind] if usual in shared), "")


def _plain(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")
