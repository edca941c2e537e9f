"""Forms -> the engine's programs. `/t/{slug}-{id:digits=6}?page={n}&{*}` says what a URL looks like, `/t/{id}` what becomes of it.

Between braces: a name, its type and length (`any digits hex slug alnum lower base58 mid`, `=6`, `=6-12`); `**` any number of segments,
`*` other parameters that go, `*rest` others that stay, `name...` the rest of path and query (or, behind '?', the whole query). In a
target a name may have a transform (`|lower |upper |title |head |bv |mid |photo`), and `label` is the first label of the present host.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pagekey.errors import PolicyError
from pagekey.policy.rows import CODE, TRANSFORMS, TYPES

_HOLE = re.compile(r"\{([^{}]*)\}")
_INSIDE = re.compile(
    r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<tail>\.\.\.)?"
    r"(?::(?P<type>[a-z0-9]+)(?:=(?P<least>\d+)(?:-(?P<most>\d+))?)?)?(?:\|(?P<how>[a-z]+))?\Z"
)
MARK = re.compile(rb"zq(\d)hole(?:zqt(\d)zq)?|zqlabelzq|zqfolderzq")
MANY, DROP, REST, TAIL, LABEL, FOLDER = b"zqmanyzq", b"zqdropzq", b"zqrestzq", b"zqtailzq", b"zqlabelzq", b"zqfolderzq"


class Marked(NamedTuple):
    """A form in which marks that no rule changes stand for what is between braces, and the types of its names by slot."""

    text: str
    slots: dict[str, int]
    types: dict[int, int]


def marked(form: str, where: str, slots: dict[str, int] | None = None, first: str = "") -> Marked:
    """Put marks for braces. `slots` are those of the source when `form` is a target; the name `first` gets slot 0 wherever it stands.

    Raises PolicyError for what is between braces and means nothing."""
    known = ({first: 0} if first else {}) if slots is None else slots
    types: dict[int, int] = {}

    def mark(hit: re.Match[str]) -> str:
        inside = hit[1]
        plain = {"**": MANY, "*": DROP, "label": LABEL}.get(inside)
        if plain is not None:
            return plain.decode()
        if inside.startswith("*"):
            return REST.decode()
        found = _INSIDE.match(inside)
        if found is None or (slots is not None and found["name"] not in known):
            raise PolicyError("not a form", expected="{name}, {name:type=length} or {*}", got=repr(f"{{{inside}}}"), where=where)
        slot = known.setdefault(found["name"], len(known))
        if found["tail"]:
            return TAIL.decode()
        if slots is None:
            types[slot] = _type_of(found, where)
        how = TRANSFORMS.get(found["how"] or "")
        if how is None or slot > 7:
            raise PolicyError("not a form", expected=f"at most 8 names, transforms {', '.join(TRANSFORMS)}", got=repr(form), where=where)
        return f"zq{slot}hole" + (f"zqt{how}zq" if how else "")

    return Marked(_HOLE.sub(mark, form), known, types)


def _type_of(found: re.Match[str], where: str) -> int:
    """The type with its lengths, as the engine reads it: 8 bits, 12 bits, the rest."""
    kind = TYPES.get(found["type"] or "any")
    least = int(found["least"] or 1)
    most = int(found["most"] or found["least"] or 0)
    if kind is None or least > 4095 or most > 2047:
        raise PolicyError("not a type", expected=f"{', '.join(TYPES)}, lengths up to 2047", got=repr(found[0]), where=where)
    return kind | least << 8 | most << 20


@dataclass(slots=True)
class Programs:
    """The numbers of all programs, and the literals that they point at."""

    code: list[int] = field(default_factory=lambda: [0])
    text: bytearray = field(default_factory=lambda: bytearray(b"\0"))
    _places: dict[bytes, int] = field(default_factory=dict)
    _lists: dict[tuple[tuple[int, ...], ...], int] = field(default_factory=dict)

    def put(self, literal: bytes) -> tuple[int, int]:
        """Offset and length of a literal."""
        at = self._places.get(literal)
        if at is None:
            at = self._places[literal] = len(self.text)
            self.text += literal
        return at, len(literal)

    def add(self, numbers: Sequence[int]) -> int:
        """Append numbers; where they begin."""
        at = len(self.code)
        self.code += numbers
        return at

    def add_list(self, programs: Sequence[Sequence[int]]) -> int:
        """How many, then where each begins; 0 for none. Hosts with the same programs share one list."""
        if not programs:
            return 0
        known = tuple(tuple(program) for program in programs)
        if known not in self._lists:
            places = [self.add(program) for program in programs]
            self._lists[known] = self.add([len(places), *places])
        return self._lists[known]

    def source(self, path: bytes, query: bytes | None, types: dict[int, int], where: str) -> list[int]:
        """The program of a form, up to and with TO."""
        out: list[int] = []
        segments = path.rstrip(b"/").split(b"/")[1:]
        for segment in segments:
            if segment == MANY:
                out.append(CODE["many"])
            elif segment == TAIL:
                out += [CODE["tail"], 0]
            else:
                out += [CODE["segment"], *self.pieces(segment, types, where), CODE["end"]]
        rest = False
        for pair in query.split(b"&") if query else ():
            if pair == TAIL:
                return [*out, CODE["all"], CODE["to"]]
            if pair in (REST, DROP):
                rest = True
                continue
            name, equals, value = pair.partition(b"=")
            if MARK.search(name):
                raise PolicyError("a name stands for a value, not for a parameter's name", got=repr(name), where=where)
            out += [CODE["param"], *self.put(name), *self.pieces(equals + value, types, where), CODE["end"]]
        if rest or segments[-1:] == [TAIL]:
            out.append(CODE["rest"])
        return [*out, CODE["to"]]

    def target(self, host: bytes, path: bytes | None, query: bytes, where: str) -> list[int]:
        """What to write. host '' stays, path None stays."""
        out: list[int] = []
        if host:
            out += [CODE["host"], 0, 0, *self.pieces(host, {}, where), CODE["path"], 0, 0]
        out += [CODE["same_path"], 0, 0] if path is None else self.pieces(path, {}, where)
        started = False
        for pair in query.split(b"&") if query else ():
            if pair == REST:
                out += [CODE["rest"], 0, 0]
                continue
            mark = [] if started else [CODE["query"], 0, 0]
            out += [*mark, *self.pieces((b"&" if started else b"?") + pair, {}, where)]
            started = True
        return [*out, CODE["end"]]

    def pieces(self, text: bytes, types: dict[int, int], where: str) -> list[int]:
        """LITERAL offset length and CAPTURE slot type (in a source) or transform (in a target), in the order of the text."""
        out: list[int] = []
        at = 0
        for hit in MARK.finditer(text):
            if hit.start() > at:
                out += [CODE["literal"], *self.put(text[at : hit.start()])]
            elif out and out[-3] == CODE["capture"] and types:
                raise PolicyError("two names side by side", expected="something between them", got=repr(text), where=where)
            slot = int(hit[1] or 0)
            other = CODE["folder" if hit[0] == FOLDER else "label"]
            out += [CODE["capture"], slot, types.get(slot, int(hit[2] or 0))] if hit[1] else [other, 0, 0]
            at = hit.end()
        return [*out, CODE["literal"], *self.put(text[at:])] if at < len(text) else out
