"""Short links and their targets: a mapping that was resolved before, an input of keying, never looked up on the network."""

from __future__ import annotations

import collections.abc
import os
from dataclasses import dataclass
from typing import Any

from pagekey.engine import engine
from pagekey.errors import InputError, PagekeyError
from pagekey.policy import Compiled, compiled, load

Mapping = collections.abc.Mapping[str, str | None] | str | os.PathLike[str]
DEEPEST = 8
"""So many targets are followed one after the other; a longer chain counts as failed."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where a string leads. `expanded`: the mapping has a target; `failed`: it says that there is none, or leads in a circle."""

    target: str
    expanded: bool
    failed: bool


def read_mapping(path: str | os.PathLike[str]) -> dict[str, str | None]:
    """The mapping in a CSV, TSV or JSONL file with the columns `raw` and `final`; an empty `final` means that resolving failed."""
    from pagekey.keying.io import read_table

    table = read_table(os.fspath(path), column="raw")
    if "final" not in table.columns:
        raise InputError("no target column", expected="the columns raw and final", got=", ".join(table.columns), where=str(path))
    finals = table.columns["final"]
    return {raw: (final or "").strip() or None for raw, final in zip(table.urls, finals, strict=True) if raw}


def mapped(mapping: Mapping | None, plan: Compiled) -> dict[str, str | None]:
    """The mapping by the citation key of the short link, so that its spelling does not matter. Empty if there is none.

    Raises PagekeyError where the policy has expand-short-link off: a mapping that does nothing would mislead."""
    if mapping is None:
        return {}
    if "expand-short-link" not in plan.policy.rules:
        raise PagekeyError("a mapping was given", expected="a policy with the rule expand-short-link", got=plan.stamp)
    rows = read_mapping(mapping) if isinstance(mapping, str | os.PathLike) else mapping
    lookup = _lookup_plan()
    return {engine.key(lookup, raw): final or None for raw, final in rows.items()}


def _lookup_plan() -> Any:
    """Short links are compared by their citation key, whatever the policy makes of pages."""
    return compiled(load("citation@1")).plan


def expand(raw: str, targets: dict[str, str | None]) -> Resolved | None:
    """Follow the mapping from a raw string on. None: the string is not in it."""
    lookup = _lookup_plan()
    key = engine.key(lookup, raw)
    if key not in targets:
        return None
    read = raw
    seen: set[str] = set()
    while key in targets:
        final = targets[key]
        if final is None or key in seen or len(seen) == DEEPEST:
            return Resolved(read, read != raw, True)
        seen.add(key)
        read = final
        key = engine.key(lookup, final)
    return Resolved(read, True, False)
