"""The report as JSON: whole names, English field names in every language, each ratio with both its counts.

`units` gives the unit of a whole number by the name of its field, wherever in `counts` the field stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from pagekey.face.report.card import Card
from pagekey.face.report.names import json_text
from pagekey.face.report.words import Words
from pagekey.study.count import Counts
from pagekey.study.count.figures import UNITS, Ratio
from pagekey.study.marks import Marked, Marks
from pagekey.study.suspects import Suspect, Suspects

VERSION = 2  # of this layout: moves when a field changes its name or meaning


def as_json(counts: Counts, card: Card, words: Words) -> str:
    """One JSON object that ends in a newline. Only the sentences under `card.limits` are in the language asked for."""
    value = {
        "pagekey_report": VERSION,
        "units": UNITS,
        "counts": _plain(counts),
        "marks": _marks(card.marks),
        "suspects": _suspects(card.suspects),
        "card": _card(card, words),
    }
    return json_text(value, indent=2)


def card_json(card: Card, words: Words) -> str:
    """The method card alone, as it stands in the report; ends in a newline."""
    value = {"pagekey_report": VERSION, "card": _card(card, words)}
    return json_text(value, indent=2)


def _marks(found: Marks) -> object:
    """All web records; engines under their English names."""
    value = {field.name: getattr(found, field.name) for field in fields(found)}
    names = [field.name for field in fields(Marked) if field.name != "engine_zh"]
    value["engines"] = [{name: getattr(one, name) for name in names} for one in found.engines]
    return value


def _suspects(found: Suspects) -> object:
    """Each suspect with its line instead of what the line is made of."""
    names = [field.name for field in fields(Suspect) if field.name != "changes"]
    kinds = [
        {
            "kind": kind.kind,
            "found": kind.found,
            "suspects": [{n: getattr(one, n) for n in names} | {"line": one.line} for one in kind.suspects],
        }
        for kind in found.kinds
    ]
    return {"title_column": found.title_column, "canonical_column": found.canonical_column, "kinds": kinds}


def _card(card: Card, words: Words) -> object:
    value = {field.name: getattr(card, field.name) for field in fields(card) if field.name not in ("suspects", "marks")}
    value["bootstrap"] = _plain(card.bootstrap)
    value["left_out"] = [{"name": name, "why": why} for name, why in card.left_out]
    value["tables"] = [{"name": name, "date": date, "source": source} for name, date, source in card.tables]
    value["parts"] = [{"name": name, "rows": rows, "sha256": sha256} for name, rows, sha256 in card.parts]
    value["limits"] = [{"name": name, "text": words(f"limit.{name}")} for name in card.limits]
    return value


def _plain(value: object) -> object:
    """A value of `study.count` as JSON types."""
    if isinstance(value, Ratio):
        return {"value": value.value, "part": value.part, "whole": value.whole, "unit": value.unit, "withheld": value.withheld or None}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
