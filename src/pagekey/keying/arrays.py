"""One array of pyarrow at a time, for engines that call once a batch: its keys, or a struct of what is known of each row.

What `frames` does for a column, without the detour over capsules: with batches of 2,048 rows it would cost a tenth of a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pagekey.engine import engine
from pagekey.keying.arrow import WIDTHS, column_of, fact_arrays, key_array

if TYPE_CHECKING:
    from pagekey.policy import Compiled

FIELDS = ("key", "status", "host", "domain", "site", "hits", "flags")
"""What `struct_of` tells of a row, in its order."""
LISTS = ("hits", "flags")
"""Those of FIELDS that are lists of names; the others are text."""


def keys_of_array(array: Any, plan: Compiled) -> Any:
    """The keys of an Array or ChunkedArray of strings, as an Array: as many, in order, null where it is null.

    string gives string; large_string and string_view give large_string. Runs in the thread that calls it, without the GIL.
    InputError if the array is of another type."""
    import pyarrow

    found = [_keys(pyarrow, chunk, plan) for chunk in _chunks(array)]
    return found[0] if len(found) == 1 else pyarrow.concat_arrays(found)


def struct_of_array(array: Any, plan: Compiled) -> Any:
    """A struct of FIELDS for each row of an Array or ChunkedArray of strings, as a StructArray.

    hits and flags are lists of names, empty ones where there are none. A row that is null has a struct all the same, as it has a row in a
    keyed table: its key is null and its status `empty`. InputError if the array is of another type."""
    import pyarrow

    found = [_structs(pyarrow, chunk, plan) for chunk in _chunks(array)]
    return found[0] if len(found) == 1 else pyarrow.concat_arrays(found)


def _chunks(array: Any) -> list[Any]:
    """The chunks of a ChunkedArray, an empty one where it has none; else the array itself."""
    if not hasattr(array, "chunks"):
        return [array]
    return list(array.chunks) or [array.combine_chunks()]


def _keys(pyarrow: Any, array: Any, plan: Compiled) -> Any:
    kinds = {pyarrow.string(): (4, pyarrow.StringArray), pyarrow.large_string(): (8, pyarrow.LargeStringArray)}
    wide, kind = kinds.get(array.type, (0, None))
    if kind is None or not len(array):
        answers, width = _answers(array, plan, facts=False)
        return pyarrow.array(key_array(answers, width))
    validity, ends, data = (memoryview(buffer or b"").cast("B") for buffer in array.buffers())
    texts = engine.Texts(wide, len(array), array.offset, validity, ends, [data])
    answers = engine.column(plan.plan, texts, 0, len(array), wide, False)
    rows, nulls, _ = answers.counts()
    made = answers.buffers()
    # A buffer without bytes has no address, with which pyarrow ends the process.
    lent = {name: pyarrow.py_buffer(made[name] if made[name].nbytes else b"") for name in ("key_ends", "key", "key_valid")}
    return kind.from_buffers(rows, lent["key_ends"], lent["key"], lent["key_valid"] if nulls else None, nulls)


def _structs(pyarrow: Any, array: Any, plan: Compiled) -> Any:
    answers, wide = _answers(array, plan, facts=True)
    facts = fact_arrays(answers, wide, plan)
    text = pyarrow.string() if wide == WIDTHS["u"] else pyarrow.large_string()
    arrays = [pyarrow.array(facts[name]) for name in FIELDS]
    cells = [_lists(pyarrow, one, text) if name in LISTS else one for name, one in zip(FIELDS, arrays, strict=True)]
    return pyarrow.StructArray.from_arrays(cells, FIELDS)


def _answers(array: Any, plan: Compiled, *, facts: bool) -> tuple[Any, int]:
    """The answers of the engine to one array, and how many bytes their ends have."""
    import nanoarrow

    column = column_of(nanoarrow.c_array(array), 0, len(array))
    return engine.column(plan.plan, column.texts(), 0, column.rows, column.wide, facts), column.wide


def _lists(pyarrow: Any, words: Any, text: Any) -> Any:
    """Names with a blank between them as lists of names. Few combinations occur, so that each is split once."""
    coded = words.dictionary_encode()
    return pyarrow.array([one.split() for one in coded.dictionary.to_pylist()], pyarrow.list_(text)).take(coded.indices)
