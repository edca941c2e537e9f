"""Conditions on path and query under which a listed parameter goes, as shapes that the engine knows by number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pagekey.errors import PolicyError
from pagekey.policy.forms import Programs
from pagekey.policy.lists import Listed
from pagekey.policy.rows import GUARDS, SHAPES
from pagekey.policy.spelling import escaped

_MOST = 256 - GUARDS["first"]  # a shape is one byte


@dataclass(slots=True)
class Guards:
    """The guards of a plan, each once. A guard is (shape of the value, "below", "unless" or "together", paths, words or names)."""

    known: dict[tuple[str, str, tuple[bytes, ...]], int] = field(default_factory=dict)

    def below(self, paths: Iterable[str]) -> int:
        """The shape of a parameter that goes at and below these paths, whatever its value."""
        return self._number("any", "below", sorted({escaped(path).rstrip(b"/") for path in paths}))

    def shape_of(self, one: Listed) -> int:
        """The shape of a listed parameter, with what the list says of the path and of its partners."""
        for kind, words in (("unless", one.unless), ("together", one.together)):
            if words:
                return self._number(one.shape, kind, [word.encode() for word in words])
        return SHAPES[one.shape]

    def _number(self, shape: str, kind: str, texts: Iterable[bytes]) -> int:
        number = self.known.setdefault((shape, kind, tuple(texts)), len(self.known))
        if number >= _MOST:
            hint = "parameters with the same paths share one"
            raise PolicyError("too many sets of paths", expected=f"at most {_MOST}", got="more", hint=hint)
        return GUARDS["first"] + number

    def write(self, programs: Programs) -> list[int]:
        """Put the guards into the programs: where each begins."""
        places = []
        for shape, kind, texts in self.known:
            numbers = [SHAPES[shape], GUARDS[kind], len(texts)]
            for text in texts:
                numbers += programs.put(text)
            places.append(programs.add(numbers))
        return places
