"""A table ready to be counted: its distinct rows, and which answer and engine each row in scope stands in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekey.study.count.answers import names, numbered
from pagekey.study.count.estimates import Answered
from pagekey.study.count.scope import firsts, scope

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.study.count.figures import Column
    from pagekey.study.count.scope import Rows, Scope
    from pagekey.study.count.shares import Weights

APART = ("short-link", "opaque")


@dataclass(frozen=True, slots=True)
class Standing:
    """`first` and `numbers` have, row by row, the first row that is the same, and the number of the answer (-1: none, empty without a
    column). `web` are pages and rows that may become one. `by_engine` is empty without a column of engines."""

    keyed: Keyed
    answer: Column | None
    engine: Column | None
    first: Sequence[int]
    numbers: Sequence[int]
    engine_of: Sequence[str]
    distinct: Rows
    web: Rows
    scope: Scope
    answered: Answered | None
    by_engine: Weights
    unanswered: int


def standing(keyed: Keyed, answer: Column | None, engine: Column | None, unit: str) -> Standing:
    """The table with these columns of answers and engines, and the rows of status `page` as its scope."""
    first = firsts(keyed)
    distinct = Counter(first)
    status = keyed.status
    rows = {i: records for i, records in distinct.items() if status[i] == "page"}
    web = {i: records for i, records in distinct.items() if status[i] == "page" or status[i] in APART}
    of_row = names(keyed, engine) if engine or answer else []
    by_engine = {at: n for at, n in Counter(zip(of_row, first, strict=True)).items() if at[1] in rows} if engine else {}
    if answer is None:
        return Standing(keyed, None, engine, first, (), (), distinct, web, scope(keyed, rows, (), unit), None, by_engine, 0)
    numbers, engine_of = numbered(names(keyed, answer), of_row)
    found = {at: n for at, n in Counter(zip(numbers, first, strict=True)).items() if at[0] >= 0 and at[1] in rows}
    loose = Counter((name, i) for name, number, i in zip(of_row, numbers, first, strict=True) if number < 0 and i in rows)
    answered = Answered(found, loose, engine_of)
    whole = scope(keyed, rows, found, unit)
    return Standing(keyed, answer, engine, first, numbers, engine_of, distinct, web, whole, answered, by_engine, loose.total())
