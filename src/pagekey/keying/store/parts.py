"""Rows in a Parquet part: columns of strings, whole whatever their bytes are, and what is to be known of them.

Parquet holds UTF-8 only. A cell that is none (bytes of another encoding read as U+DC80..DCFF, lone surrogates of JSON) stands with U+FFFD
in its column, and as it was in the column `beside`: a map from the column's place to the bytes of surrogatepass. Cells of columns that were
first seen after the part was begun stand there too. So a part gives back the very strings that it was given.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from pagekey.errors import InputError, PagekeyError

Cells = list[str | None]
_Odd = dict[int, list[tuple[int, bytes]]]

BESIDE = "beside"
_META = b"pagekey"
_GROUP_ROWS, _GROUP_BYTES = 1 << 16, 1 << 25
_READ_ROWS = 1 << 20  # read at a time
_DICTIONARY_BYTES = 1 << 28  # of the distinct strings of a group; beyond it Parquet writes every row in full
_SURROGATE = re.compile("[\ud800-\udfff]")


def arrow() -> tuple[Any, Any]:
    """pyarrow and pyarrow.parquet. PagekeyError if they are not installed: the store is the one part that needs them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        hint = "pip install 'pagekey[sql]'"
        raise PagekeyError("a store needs pyarrow, which is not installed", got=str(error), hint=hint) from None
    return pyarrow, pyarrow.parquet


class PartWriter:
    """Writes rows block by block; a block is in memory, and a group of rows in compressed form.

    `numbers` names columns of whole numbers from 0 to 2**64 - 1, which stand first; all others hold strings or None. `coded`: blocks are
    given as their distinct rows and say which of them each row is; a block is a group then, and its strings are written once.
    """

    def __init__(self, out: BinaryIO, numbers: Sequence[str], strings: Sequence[str], *, coded: bool = False) -> None:
        self._pa, parquet = arrow()
        pa = self._pa
        kind = pa.dictionary(pa.int32(), pa.string()) if coded else pa.string()
        fields = [(name, pa.uint64()) for name in numbers] + [(_shown(name), kind) for name in strings]
        self._schema = pa.schema([*fields, (BESIDE, pa.map_(pa.int32(), pa.binary()))])
        self._numbers, self._strings, self._coded = len(numbers), len(strings), coded
        self._writer = parquet.ParquetWriter(
            out, self._schema, compression="zstd", dictionary_pagesize_limit=_DICTIONARY_BYTES,
            write_statistics=False,  # the rows are in no order by which a reader could skip any
        )  # fmt: skip
        self._waiting: list[Any] = []
        self.rows = 0

    def write(
        self, numbers: Sequence[Sequence[int]], strings: Sequence[Sequence[str | None]], which: Any = None
    ) -> None:  # fmt: skip
        """Some rows, column by column. Columns of strings beyond those announced go beside.

        `which`: where blocks are coded, an Arrow array that has for each row to write its place in the rows given.
        """
        pa = self._pa
        rows = len(strings[0])
        odd: _Odd = {}
        arrays = [pa.array(column, pa.uint64()) for column in numbers]
        texts = [self._array(place, cells, odd) for place, cells in enumerate(strings[: self._strings])]
        arrays += [text.dictionary_encode() for text in texts] if self._coded else texts
        arrays += [pa.nulls(rows, pa.string())] * (self._strings - len(strings))
        for place, cells in enumerate(strings[self._strings :], self._strings):
            for row, cell in enumerate(cells):
                if cell is not None:
                    odd.setdefault(row, []).append((place, cell.encode("utf-8", "surrogatepass")))
        kind = self._schema.field(BESIDE).type
        arrays.append(pa.array([odd.get(row) for row in range(rows)], kind) if odd else pa.nulls(rows, kind))
        batch = pa.RecordBatch.from_arrays(arrays, schema=self._schema)
        self._waiting.append(batch.take(which) if self._coded else batch)
        self.rows += len(self._waiting[-1])
        if self._coded or sum(map(len, self._waiting)) >= _GROUP_ROWS or sum(batch.nbytes for batch in self._waiting) >= _GROUP_BYTES:
            self._flush()

    def _array(self, place: int, cells: Sequence[str | None], odd: _Odd) -> Any:
        try:
            return self._pa.array(cells, self._pa.string())
        except UnicodeEncodeError:
            shown: Cells = []
            for row, cell in enumerate(cells):
                shown.append(cell if cell is None else _shown(cell))
                if cell != shown[row] and cell is not None:
                    odd.setdefault(row, []).append((place, cell.encode("utf-8", "surrogatepass")))
            return self._pa.array(shown, self._pa.string())

    def _flush(self) -> None:
        if self._waiting:
            table = self._pa.Table.from_batches(self._waiting)
            self._writer.write_table(table, max(len(table), 1))
            self._waiting.clear()

    def close(self, known: dict[str, Any]) -> None:
        """Writes what is left, and what is to be known of the rows."""
        self._flush()
        self._writer.add_key_value_metadata({_META: json.dumps({**known, "rows": self.rows})})
        self._writer.close()

    def abort(self) -> None:
        """No more is written; the file is not whole."""
        self._writer.is_open = False  # or it would write its end when it goes


class Part:
    """A part on the disk. `known`: what was to be known of its rows. InputError if it is no whole part."""

    def __init__(self, path: Path) -> None:
        pa, parquet = arrow()
        self.path = path
        try:
            with parquet.ParquetFile(path) as file:
                meta = file.metadata
                self.known: dict[str, Any] = json.loads((meta.metadata or {})[_META])
                self.names: list[str] = file.schema_arrow.names
                self.rows: int = meta.num_rows
            if self.known["rows"] != self.rows:
                raise ValueError(f"{self.rows} rows, not {self.known['rows']}")
        except (OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
            hint = "it was changed or damaged after it was written; put it back from a copy, or take it away and import its source again"
            raise InputError("no whole part of a store", got=str(error).split("\n")[0], where=str(path), hint=hint) from error

    def blocks(
        self, wanted: Sequence[int], first: int, shared: dict[str, str], rows: Sequence[int] | None = None
    ) -> Iterator[list[Cells]]:  # fmt: skip
        """The string columns at these places, many rows at a time, or of these rows (in ascending order) only.

        `first`: how many columns of numbers stand before them. Equal strings are one object, of all parts that are read with one
        `shared`, which grows with them.
        """
        for count, stored, beside in self._read(wanted, first, rows):
            columns = {place: _strings(array, shared) for place, array in stored.items()}
            for place in wanted:
                columns.setdefault(place, [None] * count)
            _restore(columns, beside)
            yield [columns[place] for place in wanted]

    def coded(self, place: int, first: int) -> Iterator[tuple[Cells, Any]]:
        """The distinct strings of a column, many rows at a time, and for each row which of them it holds, as an Arrow array.

        Where strings that are no UTF-8 make it unsafe to compare what is shown, every row has a string of its own.
        """
        pa, _ = arrow()
        for rows, stored, beside in self._read([place], first):
            if beside.null_count == len(beside):
                words: Cells = stored[place].dictionary.to_pylist()
                yield [*words, None], stored[place].indices.fill_null(len(words))
            else:
                cells = {place: _strings(stored[place], {})}
                _restore(cells, beside)
                yield cells[place], pa.array(range(rows), pa.int32())

    def _read(
        self, wanted: Sequence[int], first: int, rows: Sequence[int] | None = None
    ) -> Iterator[tuple[int, dict[int, Any], Any]]:  # fmt: skip
        """Many rows at a time, or these of them: how many, the columns that are stored, by place and as codes, and what stands beside."""
        leaves = {place: self.names[first + place] for place in wanted if place < len(self.names) - 1 - first}
        for table in self._tables(list(leaves.values()), [BESIDE], rows):
            stored = {place: _encoded(table.column(leaf)) for place, leaf in leaves.items()}
            yield len(table), stored, table.column(BESIDE).combine_chunks()

    def _tables(self, coded: Sequence[str], others: Sequence[str], rows: Sequence[int] | None) -> Iterator[Any]:
        """The columns of these names as Arrow tables, those of strings as codes, some groups at a time; or of `rows` (ascending) only."""
        pa, parquet = arrow()
        with parquet.ParquetFile(self.path, read_dictionary=list(coded)) as file:
            done = group = 0
            while group < file.num_row_groups:
                start = done
                groups: list[int] = []
                while group < file.num_row_groups and (not groups or done - start < _READ_ROWS):
                    groups.append(group)
                    done += file.metadata.row_group(group).num_rows
                    group += 1
                table = file.read_row_groups(groups, columns=[*coded, *others])
                if rows is None:
                    yield table
                else:
                    own = rows[bisect_left(rows, start) : bisect_left(rows, done)]
                    yield table.take(pa.array([row - start for row in own], pa.int64()))

    def numbers(self, names: Sequence[str], rows: Sequence[int] | None = None) -> list[list[int]]:
        """The columns of numbers of these names, whole or at these rows (in ascending order)."""
        found: list[list[int]] = [[] for _ in names]
        for table in self._tables((), names, rows):
            for column, name in zip(found, names, strict=True):
                column += table.column(name).to_pylist()
        return found


def distinct_fields(names: Iterable[str], taken: Sequence[str]) -> list[str]:
    """Names for columns of a part: each once, none of those taken, and UTF-8."""
    from pagekey.keying.io.table import distinct_names

    return distinct_names(map(_shown, names), [*taken, BESIDE])


def _encoded(column: Any) -> Any:
    """A column of strings as one Arrow array of codes and words."""
    array = column.combine_chunks()
    return array if hasattr(array, "dictionary") else array.dictionary_encode()


def _strings(coded: Any, shared: dict[str, str]) -> Cells:
    """Codes and words as a list in which equal strings are one object."""
    words: Cells = [shared.setdefault(word, word) for word in coded.dictionary.to_pylist()]
    words.append(None)
    codes = coded.indices.fill_null(len(words) - 1) if coded.null_count else coded.indices
    return [words[code] for code in codes.to_pylist()]


def _restore(columns: dict[int, Cells], beside: Any) -> None:
    if beside.null_count == len(beside):
        return
    for row, pairs in enumerate(beside.to_pylist()):
        for place, data in pairs or ():
            if place in columns:
                columns[place][row] = data.decode("utf-8", "surrogatepass")


def _shown(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
