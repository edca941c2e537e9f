"""Columns of strings through the Arrow PyCapsule interface: chunk by chunk, on several threads, without the Python objects of a row.

nanoarrow reads and makes the capsules; the engine works in their buffers."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagekey.engine import engine
from pagekey.errors import InputError
from pagekey.rules import names_of
from pagekey.statuses import STATUSES

if TYPE_CHECKING:
    from pagekey.policy import Compiled

WIDTHS = {"u": 4, "U": 8, "vu": 16}
"""Formats of Arrow that are text: string, large_string, string_view -> what `engine.Texts` calls the width of their places."""
PIECE = 1 << 17
"""Rows that are keyed in one go: a thread's turn."""


@dataclass(frozen=True, slots=True)
class Column:
    """A chunk of a column of strings: `rows` rows of an array of Arrow, from its row `first` on; `table`: the chunk that it is part of."""

    array: Any
    first: int
    rows: int
    width: int
    table: Any = None

    @property
    def wide(self) -> int:
        """How many bytes an end of the answers has: as many as in the input; views get eight."""
        return 4 if self.width == 4 else 8

    def texts(self) -> Any:
        """The chunk as the engine reads it. It has a cursor, so it is for one thread."""
        view = self.array.view()
        buffers = [_as_bytes(view.buffer(k)) for k in range(self.array.n_buffers)]
        data = buffers[2:-1] if self.width == 16 else buffers[2:]
        validity = buffers[0] if self.array.null_count else memoryview(b"")
        return engine.Texts(self.width, self.rows, self.array.offset + self.first, validity, buffers[1], data)


def column_of(array: Any, first: int, rows: int, table: Any = None, where: str = "") -> Column:
    """Rows of an array of Arrow as a column of strings. InputError if it is of another type."""
    width = WIDTHS.get(array.schema.format)
    if width is None:
        import nanoarrow

        got = nanoarrow.Schema(array.schema).type.name.lower()
        hint = "cast the column to text"
        raise InputError("not a column of strings", expected="string, large_string or string_view", got=got, where=where, hint=hint)
    return Column(array, first, rows, width, table)


def _as_bytes(buffer: Any) -> memoryview:
    """The buffer as single bytes; views of strings are copied, for Python cannot read their format otherwise."""
    view = memoryview(buffer)
    return memoryview(view.tobytes()) if view.itemsize > 8 else view.cast("B")


def pieces(columns: Iterable[Column], plan: Compiled, *, facts: bool, threads: int | None = None) -> Iterator[tuple[Column, int, Any]]:
    """The answers of the engine, piece by piece in the order of the rows: (the chunk, the first row of the piece in it, Answers).

    Every chunk has a piece, an empty one too. `threads` None: one a core. At most `2 * threads` pieces are under way at once."""
    count = threads or cores()
    runs = ((one, start, min(start + PIECE, one.rows)) for one in columns for start in range(0, one.rows or 1, PIECE))

    def run(column: Column, start: int, stop: int) -> tuple[Column, int, Any]:
        return column, start, engine.column(plan.plan, column.texts(), start, stop, column.wide, facts)

    if count == 1:
        yield from (run(*one) for one in runs)
        return
    waiting: deque[Future[tuple[Column, int, Any]]] = deque()
    with ThreadPoolExecutor(count) as pool:
        for one in runs:
            waiting.append(pool.submit(run, *one))
            if len(waiting) >= 2 * count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def key_array(answers: Any, wide: int) -> Any:
    """The keys of one piece as an array of Arrow: string for ends of four bytes, else large_string; null where the input is null."""
    rows, nulls, _ = answers.counts()
    buffers = answers.buffers()
    return _text(rows, nulls, buffers["key_valid"], buffers["key_ends"], buffers["key"], wide)


def fact_arrays(answers: Any, wide: int, plan: Compiled) -> dict[str, Any]:
    """What is known of each row of one piece, as arrays of text: key, status, host, domain, site, hits, flags, policy.

    hits and flags are names with a blank between them. A row that is null has no key and the status `empty`; host, domain and site
    are null unless the status is `page`."""
    rows, _, others = answers.counts()
    buffers = answers.buffers()
    host = _text(rows, others, buffers["host_valid"], buffers["host_ends"], buffers["host"], wide)
    domain = _text(rows, others, buffers["host_valid"], buffers["domain_ends"], buffers["domain"], wide)

    def words(name: str, width: int, spell: Callable[[int], str]) -> Any:
        data, ends = engine.in_words(buffers[name], width, lambda number: spell(number).encode(), wide)
        return _text(rows, 0, None, ends, data, wide)

    return {
        "key": key_array(answers, wide),
        "status": words("status", 1, lambda number: STATUSES[number] if number < len(STATUSES) else "empty"),
        "host": host,
        "domain": domain,
        "site": _sites(buffers["site"], host, domain, plan),
        "hits": words("hits", 8, lambda number: " ".join(names_of(number))),
        "flags": words("flags", 4, lambda number: " ".join(flag for bit, flag in enumerate(engine.FLAGS) if number >> bit & 1)),
        "policy": words("status", 1, lambda number: plan.stamp),
    }


def _sites(numbers: memoryview, host: Any, domain: Any, plan: Compiled) -> Any:
    """The site of each row by the policy's unit: host, registrable domain, or the group of the host where it has one."""
    if plan.policy.site != "group":
        return domain if plan.policy.site == "domain" else host
    import nanoarrow

    groups = [site.group for site in plan.sites]
    names = nanoarrow.Array(host).to_pylist()
    return nanoarrow.c_array([name and (groups[k] or name) for name, k in zip(names, numbers.cast("I"), strict=True)], host.schema)


def _text(rows: int, nulls: int, validity: memoryview | None, ends: memoryview, data: memoryview, wide: int) -> Any:
    import nanoarrow

    kind = nanoarrow.string() if wide == 4 else nanoarrow.large_string()
    buffers = [validity if nulls else None, ends, data]
    return nanoarrow.c_array_from_buffers(kind, rows, buffers, null_count=nulls, validation_level="none")
