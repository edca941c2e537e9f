"""Opening an input: bytes counted and hashed as they lie on disk, gunzipped, decoded, cut into lines.

One pass, whatever the size, so that a file, a pipe and standard input are read alike and give the same table. The
encoding is settled at the first piece (1 MiB) that holds a byte beyond ASCII; until then there is nothing to settle.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pagekey.errors import InputError

PIECE = 1 << 20

Progress = Callable[[int], None]

_OTHER_ENDS = ("\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")  # that str.splitlines knows
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_HIGH_BYTES = bytes(range(0x80, 0x100))
_ESCAPED = re.compile("[\udc80-\udcff]")  # what surrogateescape makes of a byte that is not of the encoding
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_NO_TEXT = (
    (b"PK\x03\x04", "a ZIP archive or an Excel workbook", "save the sheet as CSV, or unpack the archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook", "save the sheet as CSV"),
    (b"SQLite format 3\x00", "an SQLite database", "export the table as CSV"),
    (b"PAR1", "a Parquet file", "export it as CSV"),
    (b"%PDF-", "a PDF document", ""),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", "decompress it first: zstd -dc FILE | pagekey ... -"),
    (b"BZh", "a bzip2 archive", "decompress it first: bzcat FILE | pagekey ... -"),
    (b"\xfd7zXZ\x00", "an xz archive", "decompress it first: xzcat FILE | pagekey ... -"),
)


def guess_encoding(window: bytes) -> str:
    """`utf-8`, `gb18030` or `latin-1` for a window that holds bytes beyond ASCII and may end inside a character.

    UTF-8 also where some bytes are not: text in another encoding hardly ever has two bytes in valid UTF-8 sequences for each
    one outside (short Chinese cells in GB18030 were seen at 1.7 at most). GB18030 only if its two-byte form is the rule:
    accented Latin-1 text often decodes as GB18030 too, but then one high byte takes an ASCII letter along.
    """
    text = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode(window)
    broken = len(_ESCAPED.findall(text))
    high = len(window) - len(window.translate(None, _HIGH_BYTES))
    if high - broken >= 2 * broken:
        return "utf-8"
    try:
        text = codecs.getincrementaldecoder("gb18030")("strict").decode(window)
    except UnicodeDecodeError:
        return "latin-1"
    return "gb18030" if high >= 1.5 * sum(char > "\x7f" for char in text) else "latin-1"


class _Counted(io.RawIOBase):
    """The raw bytes of a file, hashed and counted on their way."""

    def __init__(self, file: BinaryIO, owned: bool, progress: Progress | None) -> None:
        self._file = file
        self._owned = owned
        self._progress = progress
        self.hash = hashlib.sha256()
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        self.hash.update(data)
        self.count += len(data)
        if self._progress is not None and data:
            self._progress(self.count)
        return len(data)

    def close(self) -> None:
        if self._owned:
            self._file.close()
        super().close()


class Source:
    """One opened input. `texts()` may be read once; `sha256`, `notes()` and `dialect()` are whole only after its end."""

    def __init__(self, path: str | Path | None, stdin: BinaryIO | None, progress: Progress | None) -> None:
        from_stdin = path is None or str(path) == "-"
        self.name = "stdin" if from_stdin else Path(str(path)).name
        self.where = "stdin" if from_stdin else str(path)
        self.suffix = "" if from_stdin else _suffix(self.name)
        self._encoding = "utf-8"
        self._marked = False
        self._lines = self._nuls = self._escaped = 0
        self._first_nul = self._first_escaped = 0
        self._cut = 0
        file = (stdin or sys.stdin.buffer) if from_stdin else _open_file(str(path))
        self._raw = _Counted(file, not from_stdin, progress)
        self._bytes: io.BufferedIOBase = io.BufferedReader(self._raw, PIECE)
        try:
            self._unwrap()
        except BaseException:
            self.close()
            raise

    def _unwrap(self) -> None:
        head = self._peek()
        self.zipped = head.startswith(b"\x1f\x8b")
        if self.zipped:
            self._bytes = gzip.GzipFile(fileobj=self._bytes)
        for magic, what, hint in _NO_TEXT:
            if head.startswith(magic):
                raise InputError("not a text file", expected="CSV, TSV, JSONL or one URL a line", got=what, where=self.where, hint=hint)

    def _peek(self) -> bytes:
        assert isinstance(self._bytes, io.BufferedReader)
        try:
            return self._bytes.peek(16)
        except OSError as error:
            raise self._unreadable(error) from error

    def _read(self) -> bytes:
        try:
            return self._bytes.read(PIECE)
        except EOFError as error:
            raise InputError(
                "the gzip data ends too early", where=self.where, hint="the file was cut off; fetch or write it again"
            ) from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise InputError("broken gzip data", got=str(error), where=self.where) from error
        except OSError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: OSError) -> InputError:
        return InputError("cannot be read", got=error.strerror or str(error), where=self.where)

    def texts(self) -> Iterator[str]:
        """The decoded text in pieces that end anywhere. Never raises for what the bytes are: bytes outside the encoding become
        U+DC80..DCFF, one each (PEP 383), and are counted."""
        decoder: codecs.IncrementalDecoder | None = None
        piece = self._read()
        mark = next(((mark, name) for mark, name in _MARKS if piece.startswith(mark)), None)
        if mark is not None:
            self._marked = True
            piece = piece[len(mark[0]) :]
            decoder = self._decoder(mark[1])
        while piece:
            if decoder is None and not piece.isascii():
                piece += self._more(piece)
                decoder = self._decoder(guess_encoding(piece))
            text = piece.decode("ascii") if decoder is None else decoder.decode(piece)
            self._look(text)
            yield text
            piece = self._read()
        if decoder is not None:
            yield self._finish(decoder)

    def _more(self, piece: bytes) -> bytes:
        """Some more bytes, if the first one beyond ASCII stands so near the end that there is little to judge by."""
        first = _BEYOND_ASCII.search(piece)
        assert first is not None
        return self._read() if len(piece) - first.start() < 4096 else b""

    def _decoder(self, name: str) -> codecs.IncrementalDecoder:
        self._encoding = name
        return codecs.getincrementaldecoder(name)(self._errors())

    def _errors(self) -> str:
        return "surrogatepass" if self._encoding.startswith("utf-16") else "surrogateescape"

    def encoded(self, text: str) -> bytes:
        """The bytes from which the text was decoded."""
        return text.encode(self._encoding, self._errors())

    def _finish(self, decoder: codecs.IncrementalDecoder) -> str:
        try:
            text = decoder.decode(b"", True)
        except UnicodeDecodeError:  # UTF-16 or UTF-32 that ends inside a character: nothing to show for it but a note
            self._cut = 1
            return ""
        self._look(text)
        return text

    def _look(self, text: str) -> None:
        nul = text.find("\0")
        if nul >= 0:
            self._first_nul = self._first_nul or self._lines + text.count("\n", 0, nul) + 1
            self._nuls += text.count("\0")
        if not _is_whole(text):
            escaped = _ESCAPED.search(text)
            if escaped and not self._encoding.startswith("utf-16"):
                self._first_escaped = self._first_escaped or self._lines + text.count("\n", 0, escaped.start()) + 1
                self._escaped += len(_ESCAPED.findall(text))
        self._lines += text.count("\n")

    @property
    def sha256(self) -> str:
        return self._raw.hash.hexdigest()

    @property
    def marked(self) -> bool:
        """True if the input began with a byte order mark."""
        return self._marked

    def dialect(self) -> str:
        """Encoding and packing in words, such as `utf-8 with BOM, gzip`."""
        return f"{self._encoding}{' with BOM' if self._marked else ''}{', gzip' if self.zipped else ''}"

    def notes(self) -> list[str]:
        notes = []
        if self._encoding in ("latin-1", "gb18030"):
            notes.append(f"not valid UTF-8: read as {self._encoding}")
        if self._escaped:
            notes.append(f"{self._escaped:,} byte(s) not of {self._encoding}, kept as they are (first in line {self._first_escaped:,})")
        if self._nuls:
            notes.append(f"{self._nuls:,} NUL character(s), kept (first in line {self._first_nul:,})")
        if self._cut:
            notes.append(f"the last character is cut off: the {self._encoding} data ends inside it")
        return notes

    def close(self) -> None:
        self._bytes.close()
        self._raw.close()


def _is_whole(text: str) -> bool:
    """True if no half of a surrogate pair is in the text: the encoder looks ten times as fast as a search."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def _suffix(name: str) -> str:
    """The extension that tells the format: `.csv` also for `a.CSV.gz`."""
    lower = name.lower().removesuffix(".gz")
    return Path(lower).suffix


def _open_file(path: str) -> BinaryIO:
    try:
        return open(path, "rb")
    except FileNotFoundError as error:
        raise InputError("no such file", where=path) from error
    except IsADirectoryError as error:
        raise InputError("is a directory", expected="a file", where=path, hint="name one file in it") from error
    except PermissionError as error:
        raise InputError("no permission to read it", where=path) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path
        raise InputError("cannot be opened", got=getattr(error, "strerror", None) or str(error), where=path) from error


def whole_lines(texts: Iterable[str], newline: str) -> Iterator[str]:
    """The same text in pieces that end at a line end (the last one: anywhere). Linear also where one line fills many pieces."""
    waiting: list[str] = []
    for text in texts:
        # A CR at the very end does not count yet: an LF may follow it.
        cut = text.rfind("\n") + 1 or (text.rfind("\r", 0, len(text) - 1) + 1 if newline == "" else 0)
        if cut:
            waiting.append(text[:cut])
            yield "".join(waiting)
            waiting = [text[cut:]] if cut < len(text) else []
        elif text:
            waiting.append(text)
    if waiting:
        yield "".join(waiting)


def lines_of(texts: Iterable[str], newline: str) -> Iterator[str]:
    """The lines with their ends on them. `newline` as in `open`: "" ends a line at LF, CR LF or CR, LF at LF alone.

    str.splitlines is fast, but would also cut at U+2028, U+0085 and others, which are content here.
    """
    others = _OTHER_ENDS if newline == "" else ("\r", *_OTHER_ENDS)
    return chain.from_iterable(
        io.StringIO(text, newline=newline) if any(end in text for end in others) else text.splitlines(True)
        for text in whole_lines(texts, newline)
    )
