"""blocks.h, with the vector instructions of this machine and without any, against bits.py."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from pagekey.engine import bits

HEADER = Path(bits.__file__).parent / "blocks.h"
SOURCE = f"""
#include "{HEADER}"
unsigned long long mark(const unsigned char *b, ptrdiff_t i, ptrdiff_t end, int kind) {{ return pk_marked(b, i, end, kind); }}
int low(unsigned long long m) {{ return pk_lowest(m); }}
void put(unsigned char *to, ptrdiff_t w, const unsigned char *from, ptrdiff_t i, ptrdiff_t n) {{ pk_copy_over(to, w, from, i, n); }}
"""
KINDS = (0, 1, 2)
"""HOST_TEXT, PATH_TEXT and QUERY_TEXT of the engine."""
ROOM = 64
"""Bytes behind a buffer that may be read and written: SLACK of the engine."""


@pytest.fixture(scope="module", params=["vector", "exact"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc here")
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "blocks.c").write_text(SOURCE, encoding="utf-8")
    flags = ["-DPAGEKEY_EXACT"] if request.param == "exact" else []
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", *flags, "blocks.c", "-o", "blocks.so"], cwd=folder, check=True)
    made = ctypes.CDLL(str(folder / "blocks.so"))
    made.mark.argtypes = [ctypes.c_char_p, ctypes.c_ssize_t, ctypes.c_ssize_t, ctypes.c_int]
    made.mark.restype = ctypes.c_ulonglong
    made.low.argtypes = [ctypes.c_ulonglong]
    made.put.argtypes = [ctypes.c_char_p, ctypes.c_ssize_t, ctypes.c_char_p, ctypes.c_ssize_t, ctypes.c_ssize_t]
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_every_byte_is_marked_as_written_down(library: ctypes.CDLL, kind: int) -> None:
    for before in b"/.a":
        every = b"".join(bytes([before, one]) for one in range(256))
        for start in (*range(0, 512, 64), 1, 17):
            assert library.mark(every + bytes(ROOM), start, 512, kind) == bits.marked(bytearray(every), start, 512, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_no_byte_behind_the_end_counts(library: ctypes.CDLL, kind: int) -> None:
    draw = random.Random(7)
    for size in range(1, 140):
        text = bytes(draw.choice(b"ab-/./.%?&=AZ\xc3\x00") for _ in range(size))
        for start in (0, size // 2, size - 1):
            found = library.mark(text + b"/" * ROOM, start, size, kind)
            assert found == bits.marked(bytearray(text), start, size, kind), text


def test_the_lowest_bit(library: ctypes.CDLL) -> None:
    for k in range(64):
        for above in (0, 1 << 63, ~0 << k & (1 << 64) - 1):
            assert library.low(1 << k | above & ~0 << k & (1 << 64) - 1) == bits.lowest(1 << k | above & ~0 << k & (1 << 64) - 1) == k


def test_copies_of_every_length(library: ctypes.CDLL) -> None:
    text = bytes(range(1, 200))
    for n in range(len(text)):
        to = ctypes.create_string_buffer(400)
        library.put(to, 3, text + bytes(ROOM), 5, n - 5 if n > 5 else 0)
        n = max(n - 5, 0)
        expected = bytearray(3 + n)
        bits.copy_over(expected, 3, bytearray(text), 5, n)
        assert to.raw[: 3 + n] == bytes(expected)
