"""The weight column, read exactly: sums of fractions do not depend on the order of the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pagekey.errors import InputError
from pagekey.keying.columns import require
from pagekey.study.merges.figures import Refused

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

LISTED = 10
# The bounds keep one cell from costing more than a row should.
_NUMBER = re.compile(r"\+?(?:\d{1,40}(?:\.\d{0,60})?|\.\d{1,60})(?:[eE][+-]?\d{1,2})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Column:
    """The numbers of the rows in scope (None: no number there), and what was no number."""

    name: str
    of: dict[int, Fraction]
    blank: int
    refused: int
    listed: tuple[Refused, ...]


def read_weights(keyed: Keyed, rows: Sequence[int], name: str) -> Column:
    """The weights of these rows. InputError if there is no such column, or no number in it although it is not empty."""
    require(keyed.columns, name, "no weight column")
    cells = keyed.columns[name]
    found: dict[int, Fraction] = {}
    refused: list[Refused] = []
    for i in rows:
        cell = (cells[i] or "").strip()
        if not cell:
            continue
        if _NUMBER.fullmatch(cell):
            found[i] = Fraction(cell)
        else:
            refused.append(Refused(i + 1, cell))
    if refused and not found:
        where = f"{keyed.source.name}, " if keyed.source else ""
        raise InputError(
            f"the weight column {name!r} holds no number",
            expected="numbers of 0 or more, such as 12 or 0.5",
            got=f"{refused[0].cell[:60]!r}",
            where=f"{where}row {refused[0].row}",
            hint="--weight names a column such as inlinks, clicks or pagerank",
        )
    return Column(name, found, len(rows) - len(found) - len(refused), len(refused), tuple(refused[:LISTED]))
