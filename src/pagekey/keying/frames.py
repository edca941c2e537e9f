"""Columns and tables of other libraries: their strings as chunks of Arrow, and the answers as the kind that came in.

No library is imported here that the caller has not imported, but nanoarrow."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagekey.engine import engine
from pagekey.errors import InputError
from pagekey.keying.arrow import Column, column_of, fact_arrays, key_array, pieces
from pagekey.keying.columns import require
from pagekey.keying.io.table import distinct_names
from pagekey.keying.libraries import library_of
from pagekey.keying.stream import Keyer

if TYPE_CHECKING:
    from pagekey.policy import Compiled

FACTS = ("key", "status", "host", "domain", "site", "hits", "flags", "policy")
"""The columns that a keyed table gains."""


def keys_of(value: Any, plan: Compiled, threads: int | None = None) -> Any:
    """The keys of a column of another library, as the same kind: as many, in order, null where it is null; named `key`."""
    library = library_of(value)
    if library == "pandas":
        return _pandas_keys(value, plan)
    if library == "polars" and not hasattr(value, "__arrow_c_stream__"):
        return _expression(value, plan, threads)
    found = [key_array(answers, column.wide) for column, _, answers in pieces(_strings(value), plan, facts=False, threads=threads)]
    if library == "pyarrow":
        return _pyarrow_column(value, found)
    if library == "polars":
        return _polars_column("key", found)
    return _relation(value, "key", found) if library == "duckdb" else Chunks(found)


def keyed_of(value: Any, url: str, plan: Compiled, threads: int | None = None, keyer: Keyer | None = None) -> Any:
    """The table with what keying made of its column `url`, as the same kind: see FACTS. A name that it has already gets `_2` behind it.

    `keyer` keys row by row where a mapping of short links is given."""
    library = library_of(value)
    if library == "pandas":
        return _pandas_table(value, url, keyer or Keyer(plan.policy))
    if library == "pyarrow" and type(value).__name__ == "RecordBatchReader":
        return _reader(value, url, plan, threads, keyer)
    parts = _parts(value, url, plan, threads) if keyer is None else _mapped_parts(value, url, keyer)
    if library == "pyarrow":
        return _pyarrow_table(value, parts)
    if library == "polars":
        return _polars_table(value, parts)
    found = [_joined(part) for part in parts]
    return sys.modules["duckdb"].from_arrow(Chunks(found), connection=value._con) if library == "duckdb" else Chunks(found)


@dataclass(frozen=True, slots=True)
class _Part:
    """What keying made of `rows` rows of a table, from the row `start` of a chunk on: arrays by the names of FACTS."""

    column: Column
    start: int
    rows: int
    facts: Mapping[str, Any]


def _strings(value: Any) -> Iterator[Column]:
    """The chunks of a column of strings; of a relation of one column too. InputError for a table."""
    for chunk in _chunks(value):
        if chunk.schema.format != "+s":
            yield column_of(chunk, 0, chunk.length)
        elif library_of(value) == "duckdb" and chunk.n_children == 1:
            yield column_of(chunk.child(0), chunk.offset, chunk.length)
        else:
            hint = "pagekey.keyed(table, url='NAME') keys a table, pagekey.keys(table['NAME']) one column of it"
            raise InputError("a table is no column", expected="one column of strings", got=", ".join(_names(chunk.schema)), hint=hint)


def _parts(value: Any, url: str, plan: Compiled, threads: int | None) -> Iterator[_Part]:
    columns = (_url_column(chunk, url) for chunk in _chunks(value))
    for column, start, answers in pieces(columns, plan, facts=True, threads=threads):
        yield _Part(column, start, answers.counts()[0], fact_arrays(answers, column.wide, plan))


def _mapped_parts(value: Any, url: str, keyer: Keyer) -> Iterator[_Part]:
    """The same, row by row."""
    import nanoarrow

    for chunk in _chunks(value):
        column = _url_column(chunk, url)
        found = keyer.columns(engine.strings(column.texts()), FACTS)
        facts = [nanoarrow.c_array(cells, nanoarrow.large_string()) for cells in found]
        yield _Part(column, 0, column.rows, dict(zip(FACTS, facts, strict=True)))


def _joined(part: _Part) -> Any:
    """The rows of the table with the facts behind its own columns: an array of structs."""
    import nanoarrow

    table = part.column.table
    names = _names(table.schema)
    begin = table.offset + part.start
    for k, name in enumerate(names):
        if table.child(k).schema.format in ("vu", "vz"):
            hint = "cast it to string, or key the one column with pagekey.keys"
            raise InputError("views cannot be passed on", expected="string or large_string", got="string_view", where=name, hint=hint)
    kept = [table.child(k)[begin : begin + part.rows] for k in range(table.n_children)]
    children = [*kept, *(part.facts[name] for name in FACTS)]
    named = [child.schema.modify(name=name) for child, name in zip(children, (*names, *distinct_names(FACTS, names)), strict=True)]
    kind = nanoarrow.struct(named)
    return nanoarrow.c_array_from_buffers(kind, part.rows, [None], children=children, null_count=0, validation_level="none")


def _url_column(chunk: Any, url: str) -> Column:
    if chunk.schema.format != "+s":
        raise InputError("a column is no table", expected="a table", got="one column", hint="pagekey.keys(column) keys a column")
    names = _names(chunk.schema)
    require(names, url, "no such column")
    return column_of(chunk.child(names.index(url)), chunk.offset, chunk.length, chunk, f"column {url!r}")


def _chunks(value: Any) -> Iterator[Any]:
    """The chunks of a column or table; one that is empty where there is none. InputError where it speaks no Arrow."""
    import nanoarrow

    if not hasattr(value, "__arrow_c_stream__") and not hasattr(value, "__arrow_c_array__"):
        hint = "collect() a lazy frame first" if library_of(value) == "polars" else ""
        raise InputError("no column", expected="a column or table that speaks Arrow", got=type(value).__name__, hint=hint)
    if not hasattr(value, "__arrow_c_stream__"):
        yield nanoarrow.c_array(value)
        return
    stream = nanoarrow.c_array_stream(value)
    empty = True
    for chunk in stream:
        empty = False
        yield chunk
    if empty:
        yield nanoarrow.c_array([], stream.get_schema())


def _names(schema: Any) -> list[str]:
    return [schema.child(k).name for k in range(schema.n_children)]


class Chunks:
    """Chunks of one type, one at least, of Arrow: what comes back for a value of which nothing is known but that it speaks Arrow."""

    def __init__(self, chunks: list[Any]) -> None:
        self._chunks = chunks

    def __len__(self) -> int:
        return sum(chunk.length for chunk in self._chunks)

    def __arrow_c_schema__(self) -> object:
        return self._chunks[0].schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A stream of the chunks, from the first on each time."""
        from nanoarrow.c_array_stream import CArrayStream

        return CArrayStream.from_c_arrays(self._chunks, self._chunks[0].schema).__arrow_c_stream__(requested_schema)


def _pyarrow_column(value: Any, chunks: list[Any]) -> Any:
    """A ChunkedArray for a ChunkedArray, else an Array."""
    pyarrow = sys.modules["pyarrow"]
    column = pyarrow.chunked_array([pyarrow.array(chunk) for chunk in chunks])
    return column if isinstance(value, pyarrow.ChunkedArray) else column.combine_chunks()


def _pyarrow_table(value: Any, parts: Iterable[_Part]) -> Any:
    """The Table, or RecordBatch, with the facts behind its columns."""
    pyarrow = sys.modules["pyarrow"]
    found = list(parts)
    for name, named in zip(FACTS, distinct_names(FACTS, value.schema.names), strict=True):
        chunks = [pyarrow.array(part.facts[name]) for part in found]
        whole = isinstance(value, pyarrow.RecordBatch)
        value = value.append_column(named, pyarrow.concat_arrays(chunks) if whole else pyarrow.chunked_array(chunks))
    return value


def _reader(value: Any, url: str, plan: Compiled, threads: int | None, keyer: Keyer | None) -> Any:
    """A RecordBatchReader, which keys as it is read: memory holds one batch."""
    batches = (keyed_of(batch, url, plan, threads, keyer) for batch in value)
    schema = keyed_of(value.schema.empty_table(), url, plan, threads, keyer).schema
    return sys.modules["pyarrow"].RecordBatchReader.from_batches(schema, batches)


def _polars_table(value: Any, parts: Iterable[_Part]) -> Any:
    found = list(parts)
    named = zip(FACTS, distinct_names(FACTS, value.columns), strict=True)
    return value.with_columns([_polars_column(name, [part.facts[of] for part in found]) for of, name in named])


def _polars_column(name: str, chunks: list[Any]) -> Any:
    polars = sys.modules["polars"]
    return polars.concat([polars.Series(chunk) for chunk in chunks], rechunk=False).alias(name)


def _relation(value: Any, name: str, chunks: list[Any]) -> Any:
    import nanoarrow

    kind = nanoarrow.struct([chunks[0].schema.modify(name=name)])
    tables = [nanoarrow.c_array_from_buffers(kind, chunk.length, [None], children=[chunk], null_count=0) for chunk in chunks]
    return sys.modules["duckdb"].from_arrow(Chunks(tables), connection=value._con)


def _expression(value: Any, plan: Compiled, threads: int | None) -> Any:
    """An expression of polars that keys when it is run."""
    polars = sys.modules["polars"]
    if not isinstance(value, polars.Expr):
        raise InputError("no column", expected="a Series or an expression", got=type(value).__name__, hint="collect() a lazy frame first")
    return value.map_batches(lambda column: keys_of(column, plan, threads), return_dtype=polars.String).alias("key")


def _pandas_keys(value: Any, plan: Compiled) -> Any:
    """A Series with the index of the Series, of its type where that is one of text."""
    pandas = sys.modules["pandas"]
    if isinstance(value, pandas.DataFrame):
        hint = "pagekey.keyed(table, url='NAME') keys a table, pagekey.keys(table['NAME']) one column of it"
        raise InputError("a table is no column", expected="one column of strings", got=", ".join(map(str, value.columns)), hint=hint)
    rows = _pandas_strings(value, "")
    keys = engine.keys(plan.plan, rows)
    return pandas.Series(keys, index=value.index, name="key", dtype=_pandas_type(value))


def _pandas_table(value: Any, url: str, keyer: Keyer) -> Any:
    pandas = sys.modules["pandas"]
    if not isinstance(value, pandas.DataFrame):
        raise InputError("a column is no table", expected="a DataFrame", got="a Series", hint="pagekey.keys(column) keys a column")
    names = [str(name) for name in value.columns]
    require(names, url, "no such column")
    cells = keyer.columns(_pandas_strings(value[url], f"column {url!r}"), FACTS)
    kind = _pandas_type(value[url])
    named = zip(distinct_names(FACTS, names), cells, strict=True)
    columns = [pandas.Series(column, index=value.index, name=name, dtype=kind) for name, column in named]
    return pandas.concat([value, *columns], axis=1)


def _pandas_type(value: Any) -> Any:
    return value.dtype if sys.modules["pandas"].api.types.is_string_dtype(value.dtype) else object


def _pandas_strings(value: Any, where: str) -> list[str | None]:
    """The strings of a Series; None where pandas says that there is none."""
    rows = [None if missing else text for text, missing in zip(value.tolist(), value.isna().tolist(), strict=True)]
    for k, text in enumerate(rows):
        if text is not None and not isinstance(text, str):
            raise InputError("not a string", expected="text or nothing", got=repr(text)[:60], where=f"{where} row {k}".strip())
    return rows
