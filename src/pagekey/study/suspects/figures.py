"""Suspects as values, and the lines of a policy that would act on them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

LOST = 20  # more distinct values of one parameter than this, lost by one path, are a suspect
SHOWN = 10  # suspects of a kind that are kept, those with most records
EXAMPLES = 3

# What may be one page too few, then what may be one page too many; each kind in the order in which it is reported.
WRONG = ("lost-values", "titles-differ", "canonicals-differ")
MISSED = ("same-canonical", "same-title", "host-label", "letter-case", "parameter", "locale", "extension")
KINDS = (*WRONG, *MISSED)


@dataclass(frozen=True, slots=True)
class Change:
    """Words of a policy under one header; "" is the top of a policy. `cuts`: its lists say what remains, not what is added."""

    header: str
    words: tuple[tuple[str, str | tuple[str, ...]], ...]
    cuts: bool = False


@dataclass(frozen=True, slots=True)
class Suspect:
    """`place` is the path, page or host in question and `by` what was lost there or tells the keys apart ("" where the kind says it).

    `count`: distinct values lost, distinct titles or canonicals of one key, or keys that the change would take away or make one.
    `records`: those on the keys in question. `examples`: raw strings, titles, canonicals or keys. `line`: TOML for a policy, "" where
    no single entry does it.
    """

    kind: str
    place: str
    by: str
    count: int
    records: int
    examples: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def line(self) -> str:
        return to_toml(self.changes)


@dataclass(frozen=True, slots=True)
class Found:
    """All suspects of one kind: how many there are, and the first ten by records."""

    kind: str
    found: int
    suspects: tuple[Suspect, ...]


@dataclass(frozen=True, slots=True)
class Suspects:
    """By kind, only the kinds that could be looked for: without a title or canonical column (None) there are fewer."""

    title_column: str | None
    canonical_column: str | None
    kinds: tuple[Found, ...]

    def of(self, kind: str) -> tuple[Suspect, ...]:
        """The suspects of that kind; none if it was not looked for."""
        return next((found.suspects for found in self.kinds if found.kind == kind), ())


def ranked(found: Iterable[Suspect]) -> list[Suspect]:
    """Most records first, then most values or keys, then by name: the same order on every machine."""
    return sorted(found, key=lambda one: (-one.records, -one.count, one.place, one.by))


def quoted(text: str) -> str:
    """A TOML basic string in which nothing is hidden; TOML has no way to write a stray byte."""
    return "".join(char if char.isprintable() else _escape(char) for char in json.dumps(text, ensure_ascii=False))


def _escape(char: str) -> str:
    code = ord(char)
    return "\ufffd" if 0xD800 <= code < 0xE000 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def to_toml(changes: Iterable[Change]) -> str:
    """The changes as one piece of TOML that can be pasted: what stands under one header of a site comes together."""
    headers: dict[tuple[str, int], dict[str, str | tuple[str, ...]]] = {}
    for k, change in enumerate(dict.fromkeys(changes)):
        words = headers.setdefault((change.header, k if change.header.startswith("[[") else -1), {})
        for word, value in change.words:
            words[word] = _joined(words.get(word), value, cuts=change.cuts)
    blocks = []
    for header, _ in sorted(headers, key=lambda at: at[0] != ""):  # what belongs to no header must come first
        lines = [header] * bool(header)
        lines += [f"{word} = {_value(value)}" for word, value in headers[header, _].items()]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _joined(old: str | tuple[str, ...] | None, new: str | tuple[str, ...], *, cuts: bool) -> str | tuple[str, ...]:
    if not isinstance(old, tuple) or not isinstance(new, tuple):
        return new
    return tuple(name for name in old if name in new) if cuts else tuple(dict.fromkeys((*old, *new)))


def _value(value: str | tuple[str, ...]) -> str:
    return quoted(value) if isinstance(value, str) else f"[{', '.join(map(quoted, value))}]"
