"""A list of URLs from a pipe or a terminal, each line keyed as soon as it is there: `tail -f LOG | pagekey key`.

A file is judged by its first 256 KiB, for which a live pipe may take hours. But if the first line begins with a URL and holds neither
tab nor quote, the judgement cannot be other than "one URL a line" (see keying/io/detect.py), so there is nothing to wait for. The rows
are then the same as those of a file with these bytes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import BinaryIO

_CHUNK = 1 << 16
_LONGEST = 1 << 20
_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Rejoined:
    """A stream whose beginning had been read, whole again."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def read(self, size: int) -> bytes:
        if not self._head:
            return self._rest.read(size)
        data, self._head = self._head[:size], self._head[size:]
        return data


def is_live(stdin: BinaryIO) -> bool:
    """True unless stdin is a regular file (or no file at all, as in a test): its end may be far off."""
    try:
        return not stat.S_ISREG(os.fstat(stdin.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def peek_line(stdin: BinaryIO) -> bytes:
    """What stdin holds up to and with its first line that is not blank, or a MiB, or all that there is; perhaps more."""
    head = b""
    while len(head) < _LONGEST:
        if b"\n" in head.removeprefix(_MARK).lstrip(b"\r\n "):
            break
        more = _some(stdin)
        if not more:
            break
        head += more
    return head


def begins_with_url(head: bytes) -> bool:
    """Whether the first line alone says that this is one URL a line."""
    from pagekey.keying.io.detect import looks_like_url

    lines = head.removeprefix(_MARK).lstrip(b"\r\n ").split(b"\n", 1)
    if len(lines) < 2 or head.startswith(_UTF16_MARKS):
        return False
    first = lines[0].decode("utf-8", "surrogateescape")
    return looks_like_url(first) and not set("\t\"'") & set(first)


def url_lines(head: bytes, stdin: BinaryIO, notes: list[str]) -> Iterator[list[str | None]]:
    """The lines as they come, some at a time. The encoding is that of a file: UTF-8 if the first lines beyond ASCII are, else guessed
    from a MiB, which is added to `notes`."""
    encoding = ""
    pending: list[bytes] = []
    chunk = head.removeprefix(_MARK)
    while chunk:
        pending.append(chunk)
        if b"\n" in chunk:
            data = b"".join(pending)
            whole, _, rest = data.rpartition(b"\n")
            if not encoding and not whole.isascii():
                data, encoding = _settle(data, whole, stdin)
                whole, _, rest = data.rpartition(b"\n")
                notes += [f"not valid UTF-8: read as {encoding}"] * (encoding != "utf-8")
            pending = [rest]
            yield _lines(whole, encoding)
        chunk = _some(stdin)
    last = b"".join(pending)
    if last:
        yield _lines(last, encoding or _encoding_of(last))


def _settle(data: bytes, whole: bytes, stdin: BinaryIO) -> tuple[bytes, str]:
    """The data, with more of it where it takes that to tell the encoding, and the encoding."""
    encoding = _encoding_of(whole + b"\n")  # with the line end, or a last byte might be half a character
    if encoding != "utf-8":
        data += stdin.read(_LONGEST)
        encoding = _encoding_of(data)
    return data, encoding


def _encoding_of(data: bytes) -> str:
    from pagekey.keying.io.open import guess_encoding

    return guess_encoding(data)


def _lines(data: bytes, encoding: str) -> list[str | None]:
    text = data.decode(encoding or "ascii", "surrogateescape")
    lines: list[str | None] = list(text.split("\n"))
    return [line.removesuffix("\r") for line in lines if line is not None] if "\r" in text else lines


def _some(stdin: BinaryIO) -> bytes:
    """What there is, or the next that comes; b"" at the end."""
    return stdin.read1(_CHUNK)  # type: ignore[attr-defined, no-any-return]
