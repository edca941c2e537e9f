"""Rows in a Parquet part: columns of strings, whole whatever their bytes are, and what is to be known of them.

Parquet holds UTF-8 only. A cell that is none (bytes of another encoding read as U+DC80..DCFF, lone surrogates of JSON) stands with U+FFFD
in its column, and as it was in the column `beside`: a map from the column's place to the bytes of surrogatepass. Cells of columns that were
first seen after the part was begun stand there too. So a part gives back the very strings that it was given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from pagekey.errors import InputError, PagekeyError

Cells = list[str | None]
_Odd = dict[int, list[tuple[int, bytes]]]

BESIDE = "beside"
_META = b"pagekey"
_GROUP_ROWS, _GROUP_BYTES = 1 << 16, 1 << 25
_GROUPS = 8  # read at a time
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

    `numbers` names columns of whole numbers from 0 to 2**64 - 1, which stand first; all others hold strings or None.
    """

    def __init__(self, out: BinaryIO, numbers: Sequence[str], strings: Sequence[str]) -> None:
        self._pa, parquet = arrow()
        pa = self._pa
        fields = [(name, pa.uint64()) for name in numbers] + [(_shown(name), pa.string()) for name in strings]
        self._schema = pa.schema([*fields, (BESIDE, pa.map_(pa.int32(), pa.binary()))])
        self._numbers, self._strings = len(numbers), len(strings)
        self._writer = parquet.ParquetWriter(out, self._schema, compression="zstd")
        self._waiting: list[Any] = []
        self.rows = 0

    def write(
        self, numbers: Sequence[Sequence[int]], strings: Sequence[Sequence[str | None]], which: Any = None
    ) -> None:  # fmt: skip
        """Some rows, column by column. Columns of strings beyond those announced go beside.

        `which`: an Arrow array of places in the rows given, if the rows to write are those, in that order.
        """
        pa = self._pa
        rows = len(strings[0])
        odd: _Odd = {}
        arrays = [pa.array(column, pa.uint64()) for column in numbers]
        arrays += [self._array(place, cells, odd) for place, cells in enumerate(strings[: self._strings])]
        arrays += [pa.nulls(rows, pa.string())] * (self._strings - len(strings))
        for place, cells in enumerate(strings[self._strings :], self._strings):
            for row, cell in enumerate(cells):
                if cell is not None:
                    odd.setdefault(row, []).append((place, cell.encode("utf-8", "surrogatepass")))
        kind = self._schema.field(BESIDE).type
        arrays.append(pa.array([odd.get(row) for row in range(rows)], kind) if odd else pa.nulls(rows, kind))
        batch = pa.RecordBatch.from_arrays(arrays, schema=self._schema)
        self._waiting.append(batch if which is None else batch.take(which))
        self.rows += len(self._waiting[-1])
        if sum(map(len, self._waiting)) >= _GROUP_ROWS or sum(batch.nbytes for batch in self._waiting) >= _GROUP_BYTES:
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
            self._writer.write_table(self._pa.Table.from_batches(self._waiting), _GROUP_ROWS)
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

    def blocks(self, wanted: Sequence[int], first: int, shared: dict[str, str]) -> Iterator[list[Cells]]:
        """The string columns at these places, many rows at a time. `first`: how many columns of numbers stand before them.

        Equal strings are one object, of all parts that are read with one `shared`, which grows with them.
        """
        for rows, stored, beside in self._read(wanted, first):
            columns = {place: _strings(array, shared) for place, array in stored.items()}
            for place in wanted:
                columns.setdefault(place, [None] * rows)
            _restore(columns, beside)
            yield [columns[place] for place in wanted]

    def coded(self, place: int, first: int) -> Iterator[tuple[Cells, Any]]:
        """The distinct strings of a column, many rows at a time, and for each row which of them it holds, as an Arrow array.

        Where strings that are no UTF-8 make it unsafe to compare what is shown, every row has a string of its own.
        """
        pa, _ = arrow()
        for rows, stored, beside in self._read([place], first):
            if beside.null_count == len(beside):
                coded = stored[place].dictionary_encode("encode")
                yield coded.dictionary.to_pylist(), coded.indices
            else:
                cells = {place: _strings(stored[place], {})}
                _restore(cells, beside)
                yield cells[place], pa.array(range(rows), pa.int32())

    def _read(self, wanted: Sequence[int], first: int) -> Iterator[tuple[int, dict[int, Any], Any]]:
        """Some groups of rows: how many rows, the columns that are stored, by place, and what stands beside."""
        _, parquet = arrow()
        with parquet.ParquetFile(self.path) as file:
            leaves = {place: self.names[first + place] for place in wanted if place < len(self.names) - 1 - first}
            for start in range(0, file.num_row_groups, _GROUPS):
                groups = range(start, min(start + _GROUPS, file.num_row_groups))
                table = file.read_row_groups(groups, columns=[*leaves.values(), BESIDE])
                stored = {place: table.column(leaf).combine_chunks() for place, leaf in leaves.items()}
                yield len(table), stored, table.column(BESIDE).combine_chunks()

    def numbers(self, names: Sequence[str]) -> list[list[int]]:
        """The whole columns of numbers of these names."""
        _, parquet = arrow()
        with parquet.ParquetFile(self.path) as file:
            table = file.read(columns=list(names))
        return [table.column(name).to_pylist() for name in names]


def distinct_fields(names: Iterable[str], taken: Sequence[str]) -> list[str]:
    """Names for columns of a part: each once, none of those taken, and UTF-8."""
    from pagekey.keying.io.table import distinct_names

    return distinct_names(map(_shown, names), [*taken, BESIDE])


def _strings(array: Any, shared: dict[str, str]) -> Cells:
    """An Arrow array as a list in which equal strings are one object."""
    coded = array.dictionary_encode()
    words = [shared.setdefault(word, word) for word in coded.dictionary.to_pylist()]
    codes = coded.indices.to_pylist()
    if array.null_count:
        return [None if code is None else words[code] for code in codes]
    return [words[code] for code in codes]


def _restore(columns: dict[int, Cells], beside: Any) -> None:
    if beside.null_count == len(beside):
        return
    for row, pairs in enumerate(beside.to_pylist()):
        for place, data in pairs or ():
            if place in columns:
                columns[place][row] = data.decode("utf-8", "surrogatepass")


def _shown(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
