"""Writing rows back: same dialect, nothing lost, no half files."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.errors import InputError
from pagekey.keying.io import Row, Separation, Writer, read_table, stream_table


def rewrite(data: bytes, format: str | None = None, by_block: bool = False) -> bytes:
    """The input with a column `key` added, which holds K and the number of the row."""
    out = io.BytesIO()
    with stream_table(None, stdin=io.BytesIO(data)) as stream:
        separation = stream.separation if format is None else None
        with Writer.open(out, format or stream.format, stream.columns, ["key"], separation=separation) as writer:
            number = 0
            if by_block:
                for block in stream.blocks():
                    writer.write_block(block, [[f"K{number + i}" for i in range(len(block.urls))]])
                    number += len(block.urls)
            else:
                for row in stream:
                    writer.write(row, [f"K{number}"])
                    number += 1
    return out.getvalue()


@pytest.mark.parametrize("by_block", [False, True])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("delimiter", [b",", b";", b"\t", b"|"])
def test_same_dialect(delimiter: bytes, line_end: bytes, by_block: bool) -> None:
    rows = [b"id,url,t", b'1,https://a.com/,"x;|,\t ""y"""', b"2,,z"]
    wanted = [rows[0] + b",key", rows[1] + b",K0", rows[2] + b",K1"]

    def joined(lines: list[bytes]) -> bytes:
        text = line_end.join(lines) + line_end
        head, quoted, tail = text.partition(b'"x;|,\t ""y"""')
        return head.replace(b",", delimiter) + quoted + tail.replace(b",", delimiter)

    assert rewrite(joined(rows), by_block=by_block) == joined(wanted)


def test_short_and_long_rows_keep_their_shape() -> None:
    data = b"id,url,t\n1,https://a.com/,x,more\n2,https://b.com/\n"
    assert rewrite(data) == b"id,url,t,key\n1,https://a.com/,x,K0,more\n2,https://b.com/,,K1\n"
    lines = [json.loads(line) for line in rewrite(data, "jsonl").splitlines()]
    assert lines[0] == {"id": "1", "url": "https://a.com/", "t": "x", "extra1": "more", "key": "K0"}
    assert lines[1] == {"id": "2", "url": "https://b.com/", "t": None, "key": "K1"}


@pytest.mark.parametrize("by_block", [False, True])
def test_jsonl_keeps_the_text_of_each_object(by_block: bool) -> None:
    data = b'{"url": "https://a.com/", "n": 1.50, "t": ["\\u4e2d"]}\n{ }\nbroken\n{"url": "x"}\n'
    lines = rewrite(data, by_block=by_block).splitlines()
    assert lines[0] == b'{"url": "https://a.com/", "n": 1.50, "t": ["\\u4e2d"], "key": "K0"}'
    assert json.loads(lines[1]) == {"key": "K1"}
    assert json.loads(lines[2]) == {"url": None, "n": None, "t": None, "key": "K2"}
    assert lines[3] == b'{"url": "x", "key": "K3"}'


@pytest.mark.parametrize("by_block", [False, True])
def test_lines_keep_their_number(by_block: bool) -> None:
    assert rewrite(b"https://a.com/\n\nx", by_block=by_block) == b"K0\nK1\nK2\n"
    out = io.BytesIO()
    with Writer.open(out, "lines", ["url"], ["key"]) as writer:
        writer.write(["a"], ["two\nlines\r"])
        writer.write(["b"], [None])
    with Writer.open(out, "lines", ["url"]) as writer:
        writer.write(["a"])
    assert out.getvalue() == b"two%0Alines%0D\n\na\n"


def test_raw_bytes_and_lone_surrogates_are_written() -> None:
    data = "n,url\n1,https://a.com/中文\n".encode() + b"2,https://b.com/\xff\n"
    assert rewrite(data).splitlines()[2] == b"2,https://b.com/\xff,K1"
    out = io.BytesIO()
    with Writer.open(out, "csv", ["url"], ["key"]) as writer:
        writer.write(["\udcff\ud800é"], ["k"])
    assert out.getvalue() == b"url,key\n\xff\xed\xa0\x80\xc3\xa9,k\n"
    out = io.BytesIO()
    with Writer.open(out, "jsonl", ["url"], ["key"]) as writer:
        writer.write(["\udcff"], ["\ud800é"])
    assert json.loads(out.getvalue()) == {"url": "\udcff", "key": "\ud800é"}


def test_formula_safe_touches_only_added_cells() -> None:
    starts = ["=", "+", "-", "@", "\t", "\r", "x", ""]
    out = io.BytesIO()
    with Writer.open(out, "csv", ["mine"], ["key"], formula_safe=True) as writer:
        for start in starts:
            writer.write([f"{start}1"], [f"{start}1"])
    rows = list(csv.reader(io.StringIO(out.getvalue().decode(), newline="")))[1:]
    assert [row[0] for row in rows] == [f"{start}1" for start in starts]
    assert [row[1] for row in rows] == [f"'{start}1" for start in starts[:6]] + ["x1", "1"]


def test_bom() -> None:
    for format, mark in (("csv", b"\xef\xbb\xbf"), ("tsv", b"\xef\xbb\xbf"), ("jsonl", b""), ("lines", b"")):
        out = io.BytesIO()
        with Writer.open(out, format, ["url"], bom=True) as writer:
            writer.write(["https://a.com/"])
        assert out.getvalue().startswith(mark)
        assert out.getvalue().count(b"\xef\xbb\xbf") == (1 if mark else 0)


def test_added_names_that_are_taken() -> None:
    out = io.BytesIO()
    with Writer.open(out, "csv", ["url", "key"], ["key", "host"]) as writer:
        assert writer.columns == ("url", "key", "key_2", "host")
    assert out.getvalue() == b"url,key,key_2,host\n"


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with Writer.open(path, "csv", ["url"]) as writer:
        for _ in range(5000):
            writer.write(["https://a.com/"])
        assert path.read_bytes() == b"old"
    assert path.read_bytes().count(b"\n") == 5001
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["out.csv"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_interrupted_run_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    old = tmp_path / "old.csv"
    old.write_bytes(b"old")
    for path in (old, tmp_path / "new.csv", tmp_path / "new.csv.gz"):
        with pytest.raises(error), Writer.open(path, "csv", ["url"]) as writer:
            writer.write(["https://a.com/"])
            raise error
    assert os.listdir(tmp_path) == ["old.csv"]
    assert old.read_bytes() == b"old"


def test_in_place(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(b"id,url\n" + b"1,https://a.com/\n" * 9000)
    with stream_table(path) as stream, Writer.open(path, "csv", stream.columns, ["key"]) as writer:
        for row in stream:
            writer.write(row, ["k"])
    assert path.read_bytes() == b"id,url,key\n" + b"1,https://a.com/,k\n" * 9000


def test_special_targets(tmp_path: Path) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "real.csv")
    with Writer.open(link, "csv", ["url"]) as writer:
        writer.write(["x"])
    assert link.is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"url\nx\n"
    with Writer.open(os.devnull, "csv", ["url"]) as writer:
        writer.write(["x"])
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    packed = [tmp_path / "a.csv.gz", tmp_path / "b.csv.gz"]
    for path in packed:
        with Writer.open(path, "csv", ["url"]) as writer:
            writer.write(["x"])
    assert gzip.decompress(packed[0].read_bytes()) == b"url\nx\n"
    assert packed[0].read_bytes() == packed[1].read_bytes()
    assert packed[0].read_bytes()[4:8] == bytes(4)  # no time


def test_stdout(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for path in (None, "-"):
        with Writer.open(path, "lines", ["url"]) as writer:
            writer.write(["https://a.com/"])
    assert capfdbinary.readouterr().out == b"https://a.com/\n" * 2


def test_what_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "out.csv"):
        with pytest.raises(InputError, match="cannot be written"):
            Writer.open(path, "csv", ["url"])
    with pytest.raises(InputError, match="unknown output format"):
        Writer.open(tmp_path / "x", "xml", ["url"])
    assert os.listdir(tmp_path) == []


def test_too_few_added_cells_are_refused_in_a_block() -> None:
    stdin = io.BytesIO(b"id,url\n1,https://a.com/\n2,https://b.com/\n")
    with stream_table(None, stdin=stdin) as stream, Writer.open(io.BytesIO(), "csv", stream.columns, ["key"]) as writer:
        for block in stream.blocks():
            with pytest.raises(ValueError, match="differ in number"):
                writer.write_block(block, [["only one"]])


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\U0010fffe\U0010ffff"), max_size=10) | st.sampled_from(
    ["\r", "\n", '"', "'", "\\", ",", '\\"', ' "x"', "\r\n"]
)


@settings(max_examples=150, deadline=None)
@given(
    cells=st.lists(st.tuples(CELL, CELL), min_size=1, max_size=6),
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    line_end=st.sampled_from(["\n", "\r\n"]),
    escape=st.sampled_from([None, "\\"]),
)
def test_what_is_written_is_read_back(cells: list[tuple[str, str]], delimiter: str, line_end: str, escape: str | None) -> None:
    separation = Separation(delimiter, '"', escape, line_end)
    out = io.BytesIO()
    with Writer.open(out, separation.format, ["url", "note"], ["key"], separation=separation) as writer:
        for url, note in cells:
            writer.write(Row([f"https://a.com/{url}", note]), [f"k{note}"])
    text = out.getvalue().decode()
    rows = list(separation.parse(io.StringIO(text, newline="")))
    assert rows == [["url", "note", "key"]] + [[f"https://a.com/{url}", note, f"k{note}"] for url, note in cells]
    if escape is None:
        table = read_table(None, column="url", stdin=io.BytesIO(out.getvalue()))
        assert table.columns["note"] == [note for _, note in cells]
