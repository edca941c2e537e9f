"""Reading an input whole, or as a stream: the same steps, the same rows, the same notes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from pagekey.keying.io.detect import Layout, detect
from pagekey.keying.io.jsonl import JsonlReader
from pagekey.keying.io.lines import LinesReader
from pagekey.keying.io.open import PIECE, Progress, Source
from pagekey.keying.io.separated import SeparatedReader, Separation
from pagekey.keying.io.table import Block, Cells, Reader, Row, SourceInfo, Table, distinct_names

MOST_EXTRA = 32  # columns beyond the header
_HEAD_LINES = 100
_LONGEST_HEAD = 32 * PIECE


def read_table(
    path: str | Path | None, *, column: str | None = None, stdin: BinaryIO | None = None, progress: Progress | None = None
) -> Table:
    """The whole input as columns. Same arguments and errors as `stream_table`.

    A missing cell is None. Cells beyond the header are in columns `extra1`, `extra2` ...; if a row has more than 32 of them,
    the last of these columns holds the rest as CSV text, so that one odd row cannot blow up the table.
    """
    with stream_table(path, column=column, stdin=stdin, progress=progress) as stream:
        urls: Cells = []
        columns: list[Cells] = []
        for block in stream.blocks():
            append_cells(columns, block, len(urls), len(stream.columns) + MOST_EXTRA)
            urls += block.urls
        names = list(stream.columns)
        while len(columns) < len(names):
            columns.append([None] * len(urls))
        names += extra_names(names, len(columns))
        source = replace(stream.source, columns=tuple(names))
    table = dict(zip(names, columns, strict=True))
    table[source.url_column] = urls
    return Table(urls, table, source)


def extra_names(names: Sequence[str], width: int) -> list[str]:
    """Names of the columns beyond the header, where rows were `width` cells wide."""
    return distinct_names([f"extra{i + 1}" for i in range(width - len(names))], names)


def append_cells(columns: list[Cells], block: Block, done: int, most: int) -> None:
    """Adds the cells of a block to the columns; new columns begin with None for the `done` rows before. No row gets wider than `most`."""
    if block.cells is None:
        if not columns:
            columns.append([])
        columns[0] += block.urls
        return
    rows = block.cells
    width = max(map(len, rows))
    if width > most:
        rows = [row if len(row) <= most else [*row[: most - 1], _joined(row[most - 1 :])] for row in rows]
        width = most
    columns += ([None] * done for _ in range(width - len(columns)))
    width = len(columns)
    if set(map(len, rows)) != {width}:
        rows = [row + [None] * (width - len(row)) for row in rows]
    for cells, more in zip(columns, zip(*rows, strict=True), strict=True):
        cells += more


def _joined(cells: Cells) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


class Stream:
    """An opened input: its columns are known, its rows come once, by `blocks()` or by iterating. Close it, or use `with`.

    `columns`: distinct names; for JSONL, keys that are first seen late join at the end while rows are read.
    `separation`: the dialect to write alike, None for JSONL and lines.
    """

    def __init__(self, source: Source, layout: Layout, reader: Reader) -> None:
        self._source = source
        self._layout = layout
        self._reader = reader
        self._rows = 0
        self._done = False
        self.format = layout.format
        self.found_by = layout.found_by
        self.header = layout.header
        self.url_index = layout.url_index
        self.url_column = layout.columns[layout.url_index]
        self.separation: Separation | None = layout.separation if layout.format in ("csv", "tsv") else None

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self._reader.columns)

    @property
    def marked(self) -> bool:
        """True if the input began with a byte order mark."""
        return self._source.marked

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def head(self) -> str:
        """The text before the first row (a header, Excel's `sep=;`), where texts were asked for."""
        return self._reader.head

    def encoded(self, text: str) -> bytes:
        """Text of the input as the bytes that it was read from; to be asked once all is read, when the encoding is settled."""
        return self._source.encoded(text)

    def blocks(self) -> Iterator[Block]:
        """Some thousand rows at a time, for what works on columns."""
        for block in self._reader.blocks():
            self._rows += len(block.urls)
            yield block
        self._done = True

    def __iter__(self) -> Iterator[Row]:
        return chain.from_iterable(block.rows() for block in self.blocks())

    @property
    def source(self) -> SourceInfo:
        """Whole only after the last row: RuntimeError before, since hash and counts would be of a part."""
        if not self._done:
            raise RuntimeError("the stream has not been read to its end")
        layout, notes = self._layout, [*self._layout.notes, *self._source.notes(), *self._reader.notes()]
        if not self._rows and not notes:
            notes.append("no data rows")
        words = f", {layout.separation.words()}" if self.separation else ""
        return SourceInfo(
            name=self._source.name,
            sha256=self._source.sha256,
            rows=self._rows,
            columns=self.columns,
            url_column=self.url_column,
            found_by=layout.found_by,
            format=layout.format,
            dialect=f"{layout.format}{words}, {self._source.dialect()}",
            notes=tuple(notes),
        )

    def close(self) -> None:
        self._source.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def stream_table(
    path: str | Path | None, *, column: str | None = None, stdin: BinaryIO | None = None, progress: Progress | None = None,
    whole: bool = False,
) -> Stream:  # fmt: skip
    """An opened input whose format, columns and URL column are known; the rows are still to be read.

    `path` None or "-" is standard input (`stdin` stands in for it). `column` names the URL column, by its name or its number
    from 1; without it, the column is found by content. `progress` is called with the number of bytes read so far. `whole`: with the
    text of each row (see `Block.texts`). Raises InputError for what cannot be read at all, also while rows are read (gzip data that end
    too early).
    """
    source = Source(path, stdin, progress)
    try:
        texts = source.texts()
        head = _head(texts)
        layout = detect(head, source.suffix, source.where, column)
        return Stream(source, layout, _reader(layout, chain((head,), texts), whole=whole))
    except BaseException:
        source.close()
        raise


def _head(texts: Iterator[str]) -> str:
    """Enough of the text to judge by: a piece with a hundred lines, more if cells are huge."""
    parts: list[str] = []
    size = ends = 0
    for text in texts:
        parts.append(text)
        size += len(text)
        ends += text.count("\n") or text.count("\r")
        if size >= _LONGEST_HEAD or (ends >= _HEAD_LINES and size >= PIECE // 4):
            break
    return "".join(parts)


def _reader(layout: Layout, texts: Iterator[str], *, whole: bool) -> Reader:
    if layout.format == "jsonl":
        return JsonlReader(texts, layout.columns, layout.columns[layout.url_index], whole=whole)
    if layout.format == "lines":
        return LinesReader(texts, layout.old_mac, whole=whole)
    return SeparatedReader(
        texts, layout.separation, layout.columns, layout.url_index, header=layout.header, skip_line=layout.skip_line, whole=whole
    )
