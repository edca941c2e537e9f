"""Columns beside the URL, found by name: those that tell engines, answers and prompts, and any other that a caller names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches

from pagekey.errors import InputError

# How such columns are called in exports, as `plain` has them, the surest first. Query and prompt ids tell no answers: one query may have
# been asked many times, of many engines.
ENGINES = (
    *("engine", "aiengine", "answerengine", "enginename", "llmservice", "platform", "aiplatform", "provider", "system"),
    *("model", "aimodel", "llm", "引擎", "ai引擎", "回答引擎", "平台", "ai平台", "模型"),
)
ANSWERS = ("answerid", "responseid", "runid", "promptrunid", "messageid", "回答id", "回答编号", "答案id", "运行id")
WHOLE_ANSWERS = ("answer", "response", "report", "回答")
"""Columns that hold the answer itself or a name of it. Enough to draw its records together, too unsure to count answers by."""
PROMPTS = ("prompt", "promptid", "question", "query", "queryid", "提示词", "问题", "问句")


def plain(name: str) -> str:
    """The name as names of columns are compared: without case, blanks, - and _."""
    return name.strip().lower().translate(_GAPS)


def called(usual: Sequence[str], columns: Iterable[str]) -> Iterator[str]:
    """The columns with a usual name: in the order of those names, then of the columns."""
    names: dict[str, list[str]] = {}
    for column in columns:
        names.setdefault(plain(column), []).append(column)
    for name in usual:
        yield from names.get(name, ())


def require(columns: Collection[str], name: str, fault: str, where: str = "") -> None:
    """InputError, with what the fault is called, unless there is a column of that name."""
    if name not in columns:
        near = get_close_matches(name, columns, 1)
        expected = "one of " + ", ".join(columns) if columns else "a column beside the URL, and the table has none"
        raise InputError(fault, expected=expected, got=repr(name), where=where, hint=f"did you mean {near[0]!r}?" if near else "")


_GAPS = str.maketrans("", "", " -_")
