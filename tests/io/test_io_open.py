"""Encodings, packing, and what cannot be opened."""

from __future__ import annotations

import builtins
import gzip
import hashlib
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.errors import InputError
from pagekey.keying.io import open as open_module
from pagekey.keying.io import read_table
from pagekey.keying.io.open import lines_of

CHINESE = "id,url,标题\n1,https://a.com/中文,你好世界欢迎\n2,https://b.com/,网页标题在这里\n"


@pytest.mark.parametrize(
    ("encoding", "words", "notes"),
    [
        ("utf-8", "utf-8", ()),
        ("utf-8-sig", "utf-8 with BOM", ()),
        ("utf-16", "utf-16-le with BOM", ()),
        ("gb18030", "gb18030", ("not valid UTF-8: read as gb18030",)),
    ],
)
@pytest.mark.parametrize("zipped", [False, True])
def test_encodings(tmp_path: Path, encoding: str, words: str, notes: tuple[str, ...], zipped: bool) -> None:
    data = CHINESE.encode(encoding)
    data = gzip.compress(data) if zipped else data
    path = tmp_path / "in.csv"
    path.write_bytes(data)
    table = read_table(path)
    assert table.urls == ["https://a.com/中文", "https://b.com/"]
    assert table.source.columns == ("id", "url", "标题")
    assert table.source.sha256 == hashlib.sha256(data).hexdigest()
    assert table.source.dialect == f"csv, delimiter ',', {words}" + (", gzip" if zipped else "")
    assert table.source.notes == notes
    assert table.source.name == "in.csv"


def test_big_endian_and_utf_32() -> None:
    for mark, encoding in ((b"\xfe\xff", "utf-16-be"), (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be")):
        table = read_table("-", stdin=io.BytesIO(mark + CHINESE.encode(encoding)))
        assert table.urls == ["https://a.com/中文", "https://b.com/"]
        assert encoding in table.source.dialect


def test_latin_1() -> None:
    text = "url,t\nhttps://a.fr/été,naïf été\nhttps://b.de/straße,größer\n"
    table = read_table(None, stdin=io.BytesIO(text.encode("latin-1")))
    assert table.urls == ["https://a.fr/été", "https://b.de/straße"]
    assert table.source.notes == ("not valid UTF-8: read as latin-1",)


def test_latin_1_that_decodes_as_gb18030() -> None:
    data = "https://a.fr/été\n".encode("latin-1") + "https://a.fr/mère\n".encode("latin-1")
    data = data.replace(b"\xe9\n", b"\xe9a\n")
    data.decode("gb18030")  # it does: this is the trap
    assert read_table(None, stdin=io.BytesIO(data)).urls == ["https://a.fr/étéa", "https://a.fr/mère"]


def test_bytes_that_are_not_utf_8_are_kept() -> None:
    data = "id,url\n1,https://a.com/中文中文\n".encode() + b"2,https://b.com/\xd6\xff\n3,https://c.com/\n"
    table = read_table(None, stdin=io.BytesIO(data))
    assert table.urls[1] is not None
    assert table.urls[1].encode("utf-8", "surrogateescape") == b"https://b.com/\xd6\xff"
    assert table.urls[2] == "https://c.com/"
    assert table.source.notes == ("2 byte(s) not of utf-8, kept as they are (first in line 3)",)


def test_the_encoding_is_settled_where_it_first_matters() -> None:
    ascii_part = b"".join(b"%d,https://a.com/%d\n" % (i, i) for i in range(120_000))
    assert len(ascii_part) > 2 << 20
    for encoding in ("gb18030", "utf-8"):
        data = b"id,url\n" + ascii_part + "0,https://a.com/中文网页\n".encode(encoding)
        table = read_table(None, stdin=io.BytesIO(data))
        assert table.urls[-1] == "https://a.com/中文网页"
        assert len(table.urls) == 120_001
        assert encoding in table.source.dialect


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 11, 64])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_pieces_may_end_anywhere(monkeypatch: pytest.MonkeyPatch, size: int, encoding: str) -> None:
    text = 'id,url,t\r\n1,https://a.com/中文,"你\r\n好"\r\n2,https://b.com/😀,"x\n"\r\n3,https://c.com/,\r\n'
    if encoding == "gb18030":  # guessed from the first bytes: let them be enough
        size = max(size, 24)
    monkeypatch.setattr(open_module, "PIECE", max(size, 4) if "utf-16" in encoding or "sig" in encoding else size)
    table = read_table(None, stdin=io.BytesIO(text.encode(encoding)))
    assert table.urls == ["https://a.com/中文", "https://b.com/😀", "https://c.com/"]
    assert table.columns["t"] == ["你\r\n好", "x\n", ""]
    assert not [note for note in table.source.notes if "blank" in note]


@settings(deadline=None)
@given(pieces=st.lists(st.text(st.sampled_from("ab\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"), max_size=4)), newline=st.sampled_from(["", "\n"]))
def test_lines_do_not_depend_on_the_pieces(pieces: list[str], newline: str) -> None:
    assert list(lines_of(pieces, newline)) == list(io.StringIO("".join(pieces), newline=newline))


def test_the_first_byte_beyond_ascii_may_be_the_last_of_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    head = b"id,url\n1,https://a.com/"
    monkeypatch.setattr(open_module, "PIECE", len(head) + 1)
    table = read_table(None, stdin=io.BytesIO(head + "中文网页\n".encode("gb18030")))
    assert table.urls == ["https://a.com/中文网页"]


def test_utf_16_with_a_lone_surrogate() -> None:
    table = read_table(None, stdin=io.BytesIO(b"\xff\xfe" + "https://a.com/\ud800x\n".encode("utf-16-le", "surrogatepass")))
    assert table.urls == ["https://a.com/\ud800x"]


def test_utf_16_cut_inside_a_character() -> None:
    data = "url\nhttps://a.com/\nhttps://b.com/x".encode("utf-16")[:-1]
    table = read_table(None, stdin=io.BytesIO(data))
    assert table.urls == ["https://a.com/", "https://b.com/"]
    assert any("cut off" in note for note in table.source.notes)


def test_several_gzip_members(tmp_path: Path) -> None:
    path = tmp_path / "in.txt.gz"
    path.write_bytes(gzip.compress(b"https://a.com/\n") + gzip.compress(b"https://b.com/\n"))
    assert read_table(path).urls == ["https://a.com/", "https://b.com/"]


@pytest.mark.parametrize("cut", [5, 12, 2000, -9, -4])
def test_gzip_cut_off(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "in.csv.gz"
    path.write_bytes(gzip.compress(b"".join(hashlib.sha256(b"%d" % i).hexdigest().encode() + b",\n" for i in range(4000)))[:cut])
    with pytest.raises(InputError, match="gzip data ends too early"):
        read_table(path)


def test_broken_gzip(tmp_path: Path) -> None:
    path = tmp_path / "in.csv.gz"
    data = bytearray(gzip.compress(b"url\n" + b"https://a.com/\n" * 100))
    data[-6] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(InputError, match="broken gzip data"):
        read_table(path)


def test_what_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no such file") as caught:
        read_table(tmp_path / "none.csv")
    assert str(caught.value).startswith(str(tmp_path / "none.csv"))
    with pytest.raises(InputError, match="is a directory"):
        read_table(tmp_path)
    with pytest.raises(InputError, match="cannot be opened"):
        read_table("a\0b")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(builtins, "open", refuse)
    with pytest.raises(InputError, match="no permission"):
        read_table(tmp_path / "x.csv")


@pytest.mark.parametrize(
    ("head", "what"), [(b"PK\x03\x04", "Excel"), (b"SQLite format 3\0", "SQLite"), (b"PAR1", "Parquet"), (b"BZh9", "bzip2")]
)
def test_what_is_no_text(tmp_path: Path, head: bytes, what: str) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(head + b"\0" * 100)
    with pytest.raises(InputError, match="not a text file") as caught:
        read_table(path)
    assert what in caught.value.got
    assert caught.value.hint


def test_a_read_that_fails_is_an_input_error() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(InputError, match="Input/output error"):
        read_table(None, stdin=Failing())


def test_stdin_stays_open_and_is_hashed() -> None:
    stdin = io.BytesIO(b"https://a.com/\n")
    table = read_table("-", stdin=stdin)
    assert not stdin.closed
    assert table.source.name == "stdin"
    assert table.source.sha256 == hashlib.sha256(b"https://a.com/\n").hexdigest()
