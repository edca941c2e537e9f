"""Raw rows: added as parts, one a source file, and never changed. The one module that writes them, and nothing but the store imports it.

Columns of a part: `row` (from 1, in the source), `raw` (the cell of the URL column, as it stands), and every other column of the source
under its name. What is known of a part holds where it came from: file, SHA-256, time, and the names as they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, BinaryIO

from pagekey.errors import InputError
from pagekey.keying.caliber import EXTRACTOR
from pagekey.keying.io import SourceInfo, Stream, Table, stream_table
from pagekey.keying.io.open import Progress
from pagekey.keying.io.read import MOST_EXTRA, append_cells, extra_names
from pagekey.keying.store.layout import Aside, alone, checked_period, cleared, made_folder, unwritable
from pagekey.keying.store.parts import Cells, Part, PartWriter, distinct_fields

_TABLE_ROWS = 4096


@dataclass(frozen=True, slots=True)
class RawPart:
    """One source file in a period: where it came from, when (`imported`, as the importer said) and by what (`tool`) it was added."""

    period: str
    path: Path
    source: SourceInfo
    imported: str
    tool: str
    extractor: str


@dataclass(frozen=True, slots=True)
class Added:
    """What an import did. `new` is False where a part with the same bytes was there: then nothing was written, and `part` is that one.

    `cleared`: files of killed imports that were removed.
    """

    part: RawPart
    new: bool
    cleared: int


def add(
    root: Path, given: Table | str | Path | None, period: str, *, when: str = "", tool: str = "", column: str | None = None,
    stdin: BinaryIO | None = None, progress: Progress | None = None,
) -> Added:  # fmt: skip
    """Add the rows of a file (None or "-": standard input) or table to a period of the store in `root`.

    The part is seen whole or not at all. A file whose bytes are in the store already, in this period or another, is not added again.
    InputError for what cannot be read, and for what the system cannot write: then raw is as it was.
    """
    checked_period(period)
    known = {"period": period, "imported": when, "tool": tool, "extractor": EXTRACTOR}
    try:
        folder = made_folder(root / "raw" / period, root)
        removed = cleared(root)
        with Aside(folder) as aside:
            if isinstance(given, Table):
                source = _from_table(aside.file, given, known)
            else:
                with stream_table(given, column=column, stdin=stdin, progress=progress) as stream:
                    source = _from_stream(aside.file, stream, known)
            with alone(root):
                there = _same(root, source.sha256)
                if there is None and not aside.publish(f"{source.sha256}.parquet"):
                    there = folder / f"{source.sha256}.parquet"
        part = read_part(there or folder / f"{source.sha256}.parquet")
        return Added(part, there is None, removed)
    except OSError as error:
        raise unwritable(error, root) from error


def raw_parts(root: Path, period: str) -> list[RawPart]:
    """The parts of a period, in the order in which they were imported, then of their hashes."""
    found = [read_part(path) for path in (root / "raw" / period).glob("*.parquet")]
    return sorted(found, key=lambda part: (part.imported, part.source.sha256))


def read_part(path: Path) -> RawPart:
    """What is known of a part. InputError if it is not whole, or lies under another name than its own."""
    known = Part(path).known
    try:
        kept = {field.name: known[field.name] for field in fields(SourceInfo) if field.name in known}
        source = SourceInfo(**{**kept, "columns": tuple(known["columns"]), "notes": tuple(known["notes"])})
        part = RawPart(known["period"], path, source, known["imported"], known["tool"], known["extractor"])
    except (KeyError, TypeError) as error:
        raise InputError("no part of raw rows", got=f"no {error}", where=str(path)) from error
    if (part.period, source.sha256) != (path.parent.name, path.stem):
        where = f"raw/{part.period}/{source.sha256}.parquet"
        raise InputError("a part under another name", expected=where, where=str(path), hint="move it back: a part keeps its name")
    return part


def raw_strings(part: RawPart) -> Iterator[tuple[Cells, Any]]:
    """The distinct raw strings of a part, many rows at a time, and an Arrow array that says which of them each row holds."""
    return Part(part.path).coded(0, 1)


def raw_column(part: RawPart, name: str, shared: dict[str, str]) -> Cells:
    """One column of the source by its name. Equal strings of what is read with one `shared` are one object."""
    url = part.source.url_column
    place = 0 if name == url else 1 + [other for other in part.source.columns if other != url].index(name)
    return [cell for cells, in Part(part.path).blocks([place], 1, shared) for cell in cells]


def _same(root: Path, sha256: str) -> Path | None:
    return next(iter(sorted((root / "raw").glob(f"*/{sha256}.parquet"))), None)


def _from_stream(out: BinaryIO, stream: Stream, known: dict[str, Any]) -> SourceInfo:
    """Write all rows of an opened input; what is known of it is whole only at its end."""
    begun, at = len(stream.columns), stream.url_index
    width = 0
    with _writer(out, stream.columns, at) as writer:
        for block in stream.blocks():
            columns: list[Cells] = []
            append_cells(columns, block, 0, len(stream.columns) + MOST_EXTRA)
            width = max(width, len(columns))
            columns += ([None] * len(block.urls) for _ in range(begun - len(columns)))
            _write(writer, block.urls, [*columns[:at], *columns[at + 1 :]])
        names = [*stream.columns, *extra_names(stream.columns, width)]
        source = replace(stream.source, columns=tuple(names))
        writer.close({**known, **_as_json(source)})
    return source


def _from_table(out: BinaryIO, table: Table, known: dict[str, Any]) -> SourceInfo:
    source = replace(table.source, columns=tuple(table.columns))
    at = source.columns.index(source.url_column)
    with _writer(out, source.columns, at) as writer:
        for start in range(0, len(table.urls), _TABLE_ROWS):
            cut = slice(start, start + _TABLE_ROWS)
            others = [cells[cut] for name, cells in table.columns.items() if name != source.url_column]
            _write(writer, table.urls[cut], others)
        writer.close({**known, **_as_json(source)})
    return source


def _write(writer: PartWriter, urls: Cells, others: list[Cells]) -> None:
    writer.write([range(writer.rows + 1, writer.rows + 1 + len(urls))], [urls, *others])


@contextmanager
def _writer(out: BinaryIO, columns: Sequence[str], at: int) -> Iterator[PartWriter]:
    """A writer of the URL column and the others; nothing is finished after an exception."""
    others = [name for i, name in enumerate(columns) if i != at]
    writer = PartWriter(out, ["row"], ["raw", *distinct_fields(others, ["row", "raw"])])
    try:
        yield writer
    except BaseException:
        writer.abort()
        raise


def _as_json(source: SourceInfo) -> dict[str, Any]:
    return {field.name: getattr(source, field.name) for field in fields(source) if field.name != "parts"}
