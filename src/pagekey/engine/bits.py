"""What blocks.h does, byte by byte: only for the engine that runs uncompiled."""

from __future__ import annotations

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_")


def lowest(m: int) -> int:
    """The number of the lowest bit that is set; m is not 0."""
    return (m & -m).bit_length() - 1


def marked(b: bytearray, i: int, end: int, fold: int) -> int:
    """Bit k: b[i + k] is no letter, digit, '-' or '_', for the first 64 bytes of b[i:end]. With fold = 0, capitals are marked too."""
    m = 0
    for k in range(min(64, end - i)):
        c = b[i + k]
        if c not in _PLAIN and not (fold and 65 <= c <= 90):
            m |= 1 << k
    return m


def copy_over(to: bytearray, w: int, src: bytearray, i: int, n: int) -> None:
    """Copy n bytes from src[i:] to to[w:]."""
    to[w : w + n] = src[i : i + n]
