"""The comparison of two periods, or its refusal, as what a page shows of it beside a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pagekey.errors import PolicyMismatch
from pagekey.face.report.layout import Cell, Lines, Name, Section, Table
from pagekey.face.report.periods.as_json import as_json, refusal_as_json
from pagekey.face.report.periods.sections import sections
from pagekey.face.report.words import Words
from pagekey.policy import Policy, load, shipped
from pagekey.rules import NAMES
from pagekey.study.periods import Changes


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two periods: their sections, what charts are drawn of (None where they do not compare), and their JSON."""

    sections: tuple[Section, ...]
    changes: Changes | None
    data: str


def compared(
    changes: Changes, words: Words, display: Callable[[str], str], sources: tuple[Sequence[str], Sequence[str]]
) -> Comparison:  # fmt: skip
    """Two periods that compare; `words` are those of periods."""
    return Comparison(tuple(sections(changes, words, display, sources)), changes, as_json(changes, sources))


def refused(mismatch: PolicyMismatch, names: tuple[str, str], command: str | None, words: Words) -> Comparison:
    """Two periods that do not: every field that differs, the rules that do, and the way out.

    `command` keys both anew under one policy; None for keyed files, which must be made anew by the user.
    """
    rows: list[tuple[Cell, ...]] = [(words(f"field.{name}"), Name(old), Name(new)) for name, old, new in mismatch.differences]
    table = Table("lll", (words("refused.what"), words("then"), words("now")), tuple(rows))
    notes = (words("refused.why"), *(() if command else (words("refused.files"),)))
    title = words("refused", old=names[0], new=names[1], fields=len(mismatch.differences))
    found = [Section(title, (table,), notes, "compared")]
    if command:
        found.append(Section(words("refused.how"), (Lines((command,), "sh", words("refused.way")),), (), "compared-way"))
    stamps = next(((old, new) for name, old, new in mismatch.differences if name == "policy"), None)
    if stamps:
        found.append(_rules(stamps, words))
    return Comparison(tuple(found), None, refusal_as_json(mismatch))


def _rules(stamps: tuple[str, str], words: Words) -> Section:
    """The rules that are on under one of two stamps only, where both are of shipped policies."""
    policies = [_shipped(stamp) for stamp in stamps]
    title = words("refused.rules")
    old, new = (set(one.rules) if one else set() for one in policies)
    if None in policies:
        return Section(title, (), (words("refused.rules.unknown"),), "compared-rules")
    rows: list[tuple[Cell, ...]] = [
        (name, words("rules.then" if name in old else "rules.now")) for name in NAMES if (name in old) != (name in new)
    ]
    if not rows:
        return Section(title, (), (words("refused.rules.none"),), "compared-rules")
    return Section(title, (Table("ll", (words("rules.rule"), words("rules.on")), tuple(rows)),), (), "compared-rules")


def _shipped(stamp: str) -> Policy | None:
    """The shipped policy of that stamp; None where this version ships none."""
    name = stamp.partition(":")[0].removesuffix("-draft")
    found = load(name) if name in shipped() else None
    return found if found and found.stamp == stamp else None
