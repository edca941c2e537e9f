"""A comparison of periods, or the refusal of one, as JSON: whole names, English field names in every language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pagekey.errors import PolicyMismatch
from pagekey.face.report.names import json_text
from pagekey.study.periods import Changes
from pagekey.study.periods.figures import UNITS

VERSION = 2  # of this layout: moves when a field changes its name or meaning


def as_json(changes: Changes, sources: tuple[Sequence[str], Sequence[str]]) -> str:
    """One JSON object that ends in a newline; changes in records and directions beside what they are made of."""
    value = asdict(changes)
    for name in ("top_pages", "top_sites"):
        ranked = getattr(changes, name)
        for side in ("gains", "losses"):
            value[name][side] = [asdict(one) | {"change": one.change, "direction": one.direction} for one in getattr(ranked, side)]
    value["columns"] = {kind: name or None for kind, name in changes.columns}
    found = {"pagekey_diff": VERSION, "comparable": True, "units": UNITS, **value, "sources": {"old": sources[0], "new": sources[1]}}
    return json_text(found, indent=2)


def refusal_as_json(mismatch: PolicyMismatch) -> str:
    """One JSON object that ends in a newline: the fields that differ, and what to do."""
    differences = [{"field": name, "old": old, "new": new} for name, old, new in mismatch.differences]
    found = {"pagekey_diff": VERSION, "comparable": False, "why": mismatch.message, "differences": differences, "hint": mismatch.hint}
    return json_text(found, indent=2)
