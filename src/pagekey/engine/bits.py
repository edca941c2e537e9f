"""What blocks.h does, byte by byte: only for the engine that runs uncompiled."""

from __future__ import annotations

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-._")
_CAPITALS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HOST_TEXT, _PATH_TEXT = 0, 1


def lowest(m: int) -> int:
    """The number of the lowest bit that is set; m is not 0."""
    return (m & -m).bit_length() - 1


def marked(b: bytearray, i: int, end: int, kind: int) -> int:
    """Bit k: b[i + k] is worth a look, for the first 64 bytes of b[i:end]. kind: HOST_TEXT, PATH_TEXT, QUERY_TEXT.

    Letters (in a host, small ones), digits, '-', '_' and '.' never are, but for a '.' behind a '.' in a host and behind a '/' in a path.
    A '/' is one in hosts and queries, in a path only behind another."""
    m = 0
    for k in range(min(64, end - i)):
        c = b[i + k]
        pair = bytes(b[max(0, i + k - 1) : i + k + 1])
        if kind == _PATH_TEXT:
            plain = c in _PLAIN or c in _CAPITALS or c == 47
            odd = pair in (b"//", b"/.")
        else:
            plain = c in _PLAIN or (c in _CAPITALS and kind != _HOST_TEXT)
            odd = kind == _HOST_TEXT and pair == b".."
        m |= (odd or not plain) << k
    return m


def copy_over(to: bytearray, w: int, src: bytearray, i: int, n: int) -> None:
    """Copy n bytes from src[i:] to to[w:]."""
    to[w : w + n] = src[i : i + n]
