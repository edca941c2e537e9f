"""Marks of answer engines: `marks(keyed) -> Marks` says through which engine the links of a table were taken, by what it wrote into them.

Read from the raw strings, whatever the policy makes of them; the list is `policy/data/marks.toml`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from pagekey.keying.pages import APART, distinct_rows, known, of_status, weighed
from pagekey.policy.lists import DATA

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

DIRECTIVE = b":~:"  # a listed name that begins with it is one of a text directive, in the fragment
_SIGNS = re.compile(rb"[?&#]")  # no mark without one before it
_AMP = re.compile(rb"^(?:amp;)+")


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry of the list. No `values`: any value is a mark."""

    engine: str
    engine_zh: str
    name: str
    values: tuple[str, ...]

    @property
    def written(self) -> tuple[str, ...]:
        """The mark as it stands in a URL, once for each value."""
        return tuple(f"{self.name}={value}" for value in self.values or ("",))


@dataclass(frozen=True, slots=True)
class Marked:
    """Web records and distinct strings with a mark of the engine. `marks`: those of its marks that occur, as the list writes them."""

    engine: str
    engine_zh: str
    marks: tuple[str, ...]
    records: int
    strings: int


@dataclass(frozen=True, slots=True)
class Marks:
    """Only engines that occur, most records first. Each web record has no mark (`none`), those of one engine, or of `several`."""

    records: int
    strings: int
    none: int
    several: int
    engines: tuple[Marked, ...]


@cache
def listed() -> tuple[Listed, ...]:
    """The shipped list, read once."""
    with open(os.path.join(DATA, "marks.toml"), "rb") as file:
        entries = tomllib.load(file)["mark"]
    return tuple(Listed(one["engine"], one.get("engine_zh", one["engine"]), one["name"], tuple(one.get("values", ()))) for one in entries)


def marks(keyed: Keyed) -> Marks:
    """The marks in all web rows: pages, short links and opaque redirects. A string counts once an engine."""
    web = of_status(keyed, distinct_rows(keyed), "page", *APART)
    strings = weighed(web, {i: known(keyed.raw, i) for i in web})
    records: Counter[str] = Counter()
    distinct: Counter[str] = Counter()
    seen: dict[str, set[str]] = {}
    none = several = 0
    for raw, count in strings.items():
        found = _found(raw)
        none += 0 if found else count
        several += count if len(found) > 1 else 0
        for engine, written in found.items():
            records[engine] += count
            distinct[engine] += 1
            seen.setdefault(engine, set()).update(written)
    chinese = {one.engine: one.engine_zh for one in listed()}
    engines = [Marked(engine, chinese[engine], tuple(sorted(seen[engine])), records[engine], distinct[engine]) for engine in records]
    return Marks(strings.total(), len(strings), none, several, tuple(sorted(engines, key=lambda one: (-one.records, one.engine))))


@cache
def _wanted() -> dict[bytes, dict[bytes | None, tuple[str, str]]]:
    """Name -> value -> (engine, mark as written); the value is None where any will do."""
    wanted: dict[bytes, dict[bytes | None, tuple[str, str]]] = {}
    for one in listed():
        values = wanted.setdefault(one.name.encode(), {})
        for value, written in zip(one.values or ("",), one.written, strict=True):
            values[value.encode() or None] = one.engine, written
    return wanted


def _found(raw: str) -> dict[str, set[str]]:
    """Engine -> its marks in this string. Bytes, since `lower` then leaves alone whatever is not ASCII."""
    found: dict[str, set[str]] = {}
    if "?" not in raw and "&" not in raw and "#" not in raw:
        return found
    wanted = _wanted()
    text = raw.encode("utf-8", "surrogatepass").lower()
    if not any(name in text for name in wanted) and DIRECTIVE not in text:  # most strings end here
        return found
    for name, value in _pairs(text):
        values = wanted.get(name, {})
        hit = values.get(None) or values.get(unquote_to_bytes(value).lower())
        if hit:
            found.setdefault(hit[0], set()).add(hit[1])
    return found


def _pairs(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    """(name, value) of whatever stands behind a `?`, `&` or `#`, in the fragment too, since marks are glued on without care.

    Those behind `:~:` in a fragment come a second time, with it before the name.
    """
    for piece in _SIGNS.split(text)[1:]:
        name, equals, value = _AMP.sub(b"", piece).partition(b"=")
        if equals and not name.startswith(DIRECTIVE):
            yield name, value
    for directive in text.partition(b"#")[2].partition(DIRECTIVE)[2].split(b"&"):
        name, equals, value = directive.partition(b"=")
        if equals:
            yield DIRECTIVE + name, value
