"""Which answer and which engine a row stands in, by columns of the table."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pagekey.errors import InputError
from pagekey.study.count.figures import Column

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

# How such columns are called in exports, the surest first; compared without case, blanks, - and _. Not query or prompt ids: one query may
# have been asked many times, of many engines.
ANSWERS = ("answerid", "responseid", "runid", "promptrunid", "messageid", "回答id", "回答编号", "答案id", "运行id")
ENGINES = (
    *("engine", "aiengine", "answerengine", "llmservice", "platform", "aiplatform", "provider", "system", "model", "aimodel", "llm"),
    *("引擎", "ai引擎", "回答引擎", "平台", "ai平台", "模型"),
)
UNITS = ("records", "pairs", "answers")


def answer_column(keyed: Keyed, said: str | None, unit: str) -> Column | None:
    """The column that tells the answer: the one said ("" is none), else one with a usual name. InputError if the unit needs one."""
    if unit not in UNITS:
        raise InputError("no such unit", expected=f"one of {', '.join(UNITS)}", got=repr(unit))
    found = _column(keyed, said, ANSWERS, "no column of answers")
    if found is None and unit != "records":
        raise InputError(
            f"the unit {unit} needs a column that tells the answers apart",
            expected="one called answer_id, response_id, run_id or alike",
            got=", ".join(keyed.columns) or "no column beside the URL",
            hint="say which one: answer='NAME', on the command line --answer NAME",
        )
    return found


def engine_column(keyed: Keyed, said: str | None) -> Column | None:
    """The column that tells the engine: the one said ("" is none), else one with a usual name."""
    return _column(keyed, said, ENGINES, "no column of engines")


def required(keyed: Keyed, name: str, fault: str) -> None:
    """InputError, with what the fault is called, unless the table has the column."""
    if name not in keyed.columns:
        near = get_close_matches(name, keyed.columns, 1)
        expected = "one of " + ", ".join(keyed.columns) if keyed.columns else "a column beside the URL, and the table has none"
        raise InputError(fault, expected=expected, got=repr(name), hint=f"did you mean {near[0]!r}?" if near else "")


def engines_of(keyed: Keyed, column: Column | None) -> list[str]:
    """The engine of each row; "" where the cell is missing or blank, and everywhere without a column."""
    if column is None:
        return [""] * len(keyed.status)
    cells = keyed.columns[column.name]
    said = {cell: "" if is_blank(cell) else cell or "" for cell in set(cells)}
    return list(map(said.__getitem__, cells))


def is_blank(cell: str | None) -> bool:
    """True if the cell says nothing."""
    return not cell or cell.isspace()


def _column(keyed: Keyed, said: str | None, usual: Sequence[str], fault: str) -> Column | None:
    """A column found by its name has a cell that is not blank and is not the one with the URLs."""
    if said is not None:
        if said:
            required(keyed, said, fault)
        return Column(said, "named") if said else None
    own = keyed.source.url_column if keyed.source else None
    plain = {name.lower().translate(_GAPS): name for name in reversed(list(keyed.columns)) if name != own}
    for name in usual:
        column = plain.get(name)
        if column is not None and not all(map(is_blank, keyed.columns[column])):
            return Column(column, "header")
    return None


_GAPS = str.maketrans("", "", " -_")
