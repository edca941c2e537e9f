"""Writing keyed rows. A file appears under its name only when it is whole; an interrupted run leaves the old one, or none."""

from __future__ import annotations

import gzip
import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Iterable, Sequence
from itertools import repeat
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Protocol, cast

from pagekey.errors import InputError
from pagekey.keying.io.jsonl import JsonlText
from pagekey.keying.io.lines import LinesText
from pagekey.keying.io.separated import SeparatedText, Separation
from pagekey.keying.io.table import Block, Row, distinct_names

FORMATS = ("csv", "tsv", "jsonl", "lines")
_PENDING = 2000  # rows
# U+DC80..DCFF in the bytes of surrogatepass: what surrogateescape would have written as one byte.
_ESCAPED_BYTE = re.compile(rb"\xed([\xb2\xb3])([\x80-\xbf])")


class _Text(Protocol):
    def header(self) -> str: ...

    def lines(self, rows: Iterable[Row], added: Iterable[Sequence[str | None]]) -> str: ...


def encode(text: str) -> bytes:
    """UTF-8 that never fails: bytes that were not UTF-8 when read come out as they were, other lone surrogates as three bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogatepass")
        return _ESCAPED_BYTE.sub(lambda found: bytes([((found[1][0] & 3) << 6) | (found[2][0] & 0x3F)]), data)


class Writer:
    """Rows out, as CSV, TSV, JSONL or plain lines; always UTF-8. Use it in a `with`: an exception there throws the output away."""

    def __init__(self, out: BinaryIO, text: _Text, columns: tuple[str, ...], target: Path | None, part: Path | None) -> None:
        self.columns = columns
        self._out = out
        self._text = text
        self._target = target
        self._part = part
        self._pending: list[str] = []
        self._open = True

    @classmethod
    def open(
        cls,
        path: str | Path | BinaryIO | None,
        format: str,
        columns: Sequence[str],
        added: Sequence[str] = (),
        *,
        bom: bool = False,
        formula_safe: bool = False,
        separation: Separation | None = None,
    ) -> Writer:
        """A writer whose header, if the format has one, is already on its way.

        `path`: a file (`.gz` is compressed), an open binary file, or None or "-" for standard output. What is not a regular
        file (a pipe, /dev/null) and an open file are written straight to, and an open file is not closed. `columns` are the
        user's, `added` ours; an added name that the user has already becomes `key_2` (see `.columns`). `separation`: the
        dialect of the input (`Stream.separation`), to write alike. `bom` marks CSV and TSV as UTF-8 for spreadsheets.
        `formula_safe` concerns the added cells only: see SeparatedText.
        """
        names = tuple(distinct_names(added, columns))
        text = _text_of(format, columns, names, formula_safe, separation)
        out, target, part = _open_output(path)
        writer = cls(out, text, (*columns, *names), target, part)
        writer._pending.append(("\ufeff" if bom and format in ("csv", "tsv") else "") + text.header())
        return writer

    def write(self, row: Row | list[str | None], added: Sequence[str | None] = ()) -> None:
        """One row: the cells as read (they may be fewer or more than the columns), then ours, as many as were announced."""
        self._pending.append(self._text.lines((row if isinstance(row, Row) else Row(row),), (added,)))
        if len(self._pending) >= _PENDING:
            self._flush()

    def write_block(self, block: Block, added: Sequence[Sequence[str | None]] = ()) -> None:
        """All rows of a block, with the added cells as columns of the same length."""
        if any(len(cells) != len(block.urls) for cells in added):
            raise ValueError("added cells and rows of the block differ in number")
        # Plain lines show nothing of the row but the added cell: no need to make rows of a million URLs.
        rows = repeat(Row([])) if added and isinstance(self._text, LinesText) else block.rows()
        self._pending.append(self._text.lines(rows, zip(*added, strict=True) if added else repeat(())))
        self._flush()

    def write_bytes(self, data: bytes) -> None:
        """Bytes as they are, after all rows that were written before."""
        self._flush()
        self._out.write(data)

    def _flush(self) -> None:
        data = encode("".join(self._pending))
        self._pending.clear()
        self._out.write(data)

    def close(self) -> None:
        """Writes what is left and gives the file its name. Raises OSError (a full disk, a broken pipe) as the system does."""
        if not self._open:
            return
        try:
            self._flush()
            self._out.flush()
        except BaseException:
            self.abort()
            raise
        self._open = False
        if self._part is not None and self._target is not None:
            self._out.close()
            if self._target.exists():
                shutil.copymode(self._target, self._part)
            os.replace(self._part, self._target)
        elif self._target is not None:
            self._out.close()

    def abort(self) -> None:
        """Throws the output away; a file that was there before stays as it was."""
        if not self._open:
            return
        self._open = False
        self._pending.clear()
        if self._target is not None:
            self._out.close()
        if self._part is not None:
            self._part.unlink(missing_ok=True)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self.close()
        else:
            self.abort()


def _text_of(format: str, columns: Sequence[str], added: Sequence[str], formula_safe: bool, separation: Separation | None) -> _Text:
    if format == "jsonl":
        return JsonlText(columns, added)
    if format == "lines":
        return LinesText()
    if format not in FORMATS:
        raise InputError("unknown output format", expected=f"one of {', '.join(FORMATS)}", got=repr(format))
    return SeparatedText(separation or Separation("\t" if format == "tsv" else ","), columns, added, formula_safe)


def _open_output(path: str | Path | BinaryIO | None) -> tuple[BinaryIO, Path | None, Path | None]:
    """The open file; its final path, if it is ours to close; the path that it has until then, if it is renamed."""
    if path is None or path == "-":
        return sys.stdout.buffer, None, None
    if not isinstance(path, (str, Path)):
        return path, None, None
    target = Path(os.path.realpath(path))  # a link stays a link
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            return target.open("wb"), target, None
        out, part = _open_part(target)
    except OSError as error:
        raise InputError("cannot be written", got=error.strerror or str(error), where=str(path)) from error
    return cast("BinaryIO", _Zipped(out)) if target.suffix == ".gz" else out, target, part


def _open_part(target: Path) -> tuple[BinaryIO, Path]:
    """A new hidden file beside the target: on the same disk, so that the renaming is one step."""
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    return part.open("xb"), part


class _Zipped(gzip.GzipFile):
    """gzip that closes the file under it, and holds no name and no time: same rows, same bytes."""

    def __init__(self, out: BinaryIO) -> None:
        super().__init__(filename="", mode="wb", fileobj=out, mtime=0)
        self._under = out

    def close(self) -> None:
        super().close()
        self._under.close()
