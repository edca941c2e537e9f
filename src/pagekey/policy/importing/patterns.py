"""What a regular expression of a foreign list means, where it means whole names or beginnings of names. No expression is ever run:
they are a stranger's, and one of them may take for ever."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 256  # texts that one expression may stand for
_SPECIAL = frozenset(".^$*+?{}[]|()\\")
_REPEAT = re.compile(r"(?:\?|\*|\+|\{(?P<low>\d{1,4})(?P<comma>,(?P<high>\d{0,4}))?\})\??")
_CLASS = re.compile(r"\[(?:\\.|[^\]\\])+\]", re.DOTALL)


class Text(NamedTuple):
    """What an expression matches: exactly this, or, where it is open, what begins with it (and perhaps not all of that)."""

    text: str
    open: bool = False


class Beyond(Exception):
    """The expression stands for no list of texts."""


def texts(pattern: str) -> tuple[Text, ...]:
    """All texts that the whole expression matches, in its order. Raises Beyond where it is more than names and beginnings of names."""
    reader = _Reader(pattern)
    found = reader.either()
    if reader.at < len(pattern):
        raise Beyond
    return tuple(dict.fromkeys(found))


class _Reader:
    """One pass over the expression, from left to right."""

    __slots__ = ("at", "depth", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.depth = 0

    def either(self) -> list[Text]:
        """a|b|c, up to the end or a closing bracket."""
        found = self.run()
        while self.pattern.startswith("|", self.at):
            self.at += 1
            found += self.run()
            if len(found) > MOST:
                raise Beyond
        return found

    def run(self) -> list[Text]:
        """Atoms, one behind the other."""
        found = [Text("")]
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            more = self.repeated(self.atom())
            if more == [Text("")]:
                continue
            if any(one.open for one in found) or len(found) * len(more) > MOST:
                raise Beyond  # something follows what has no end, or the list has none
            found = [Text(one.text + two.text, two.open) for one in found for two in more]
        return found

    def atom(self) -> list[Text]:
        """One letter, one escaped sign, one of a class, or a group. An open empty text is any sign."""
        char = self.pattern[self.at]
        if char == "(":
            return self.group()
        if char == "[":
            hit = _CLASS.match(self.pattern, self.at)
            if hit is None:
                raise Beyond
            self.at = hit.end()
            return _class(hit[0][1:-1])
        if char == ".":
            self.at += 1
            return [Text("", True)]
        if char == "\\" and self.at + 1 < len(self.pattern):
            char = self.pattern[self.at + 1]
            self.at += 2
            if char in "wd":
                return [Text("", True)]
            if char.isalnum():
                raise Beyond
            return [Text(char)]
        if char in _SPECIAL:
            raise Beyond
        self.at += 1
        return [Text(char)]

    def group(self) -> list[Text]:
        self.at += 3 if self.pattern.startswith("(?:", self.at) else 1
        self.depth += 1
        if self.depth > 16 or self.pattern.startswith("?", self.at):  # (?=, (?!, (?<name>
            raise Beyond
        found = self.either()
        if not self.pattern.startswith(")", self.at):
            raise Beyond
        self.at += 1
        self.depth -= 1
        return found

    def repeated(self, once: list[Text]) -> list[Text]:
        """The atom as often as what follows it says."""
        hit = _REPEAT.match(self.pattern, self.at)
        any_sign = once == [Text("", True)]
        if hit is None:
            if any_sign:
                raise Beyond  # one sign, whichever
            return once
        self.at = hit.end()
        least, most = _times(hit)
        if (least, most) == (1, 1) and not any_sign:
            return once
        if any_sign and most is not None:
            raise Beyond  # so many signs, no more
        if most == 1:
            return [Text(""), *once]
        many = [Text(one.text, True) for one in once]
        return many if least or any_sign else [Text(""), *many]


def _times(hit: re.Match[str]) -> tuple[int, int | None]:
    sign = hit[0][0]
    if sign != "{":
        return {"?": (0, 1), "*": (0, None), "+": (1, None)}[sign]
    least = int(hit["low"])
    if hit["comma"] is None:
        return least, least
    return least, int(hit["high"]) if hit["high"] else None


def _class(inside: str) -> list[Text]:
    """The signs of a class that lists a few; any sign where it is wider."""
    signs = re.sub(r"\\([^\w])", r"\1", inside)
    if inside[0] == "^" or re.search(r"\\\w|.-.", inside) or len(signs) > 8:
        return [Text("", True)]
    return [Text(sign) for sign in dict.fromkeys(signs)]
