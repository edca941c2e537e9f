"""`pagekey key` over tables: every column kept, ours beside them."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import pytest
from command_line import Run

ROWS = [
    'id,url,note',
    '1,https://www.a.com/x/?utm_source=y,"said ""so"", twice"',
    '2,,"two\nlines"',
    "3,=1+1, blanks ",
    "4,http://b.com/中文,é",
]  # fmt: skip
ADDED = [
    "key,host,domain,status,hits",
    "a.com/x,a.com,a.com,page,drop-tracking drop-scheme strip-www strip-slash",
    ",,,empty,",
]


def table(end: str = "\n") -> bytes:
    return "".join(row + end for row in ROWS).encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "in.csv"
    path.write_bytes(table())
    return path


def test_every_column_is_kept_byte_for_byte_and_ours_follow(run: Run, file: Path) -> None:
    done = run("key", file)
    assert done.code == 0
    text = done.text
    for row in ROWS:
        at = text.index(row + ",")
        assert at == 0 or text[at - 1] == "\n"
        text = text[at + len(row) + 1 :]
    first, second, third = (line for line in csv.reader(io.StringIO(done.text)) if line[0] in ("id", "1", "2"))
    assert [",".join(line[3:]) for line in (first, second, third)] == ADDED
    assert done.said[-1].startswith("4 rows: page 2, unparsed 1, empty 1; policy citation@1")


def test_needless_quotes_go_and_the_cell_stays(run: Run) -> None:
    data = b'id,url,n\n"1","http://a.com",say "hi"\n'
    assert list(csv.reader(io.StringIO(run("key", "--show", "key", stdin=data).text)))[1] == ["1", "http://a.com", 'say "hi"', "a.com/"]


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "bom"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
def test_the_dialect_is_kept(run: Run, tmp_path: Path, end: str, mark: bytes, delimiter: str) -> None:
    rows = [["id", "url", "n"], ["1", "http://a.com/x", "a"], ["2", "http://b.com/", "b"]]
    data = mark + "".join(delimiter.join(row) + end for row in rows).encode()
    for done in (run("key", "--show", "key", stdin=data), run("key", "-o", tmp_path / "out", "--show", "key", stdin=data)):
        assert done.code == 0
    wanted = [[*row, key] for row, key in zip(rows, ("key", "a.com/x", "b.com/"), strict=True)]
    whole = mark + "".join(delimiter.join(row) + end for row in wanted).encode()
    assert (tmp_path / "out").read_bytes() == whole
    assert run("key", "--show", "key", stdin=data).out == whole


def test_out_may_be_the_input_itself(run: Run, file: Path) -> None:
    shown = run("key", file).out
    done = run("key", file, "-o", file)
    assert (done.code, done.out) == (0, b"")
    assert file.read_bytes() == shown
    assert [path.name for path in file.parent.iterdir()] == ["in.csv"]


@pytest.mark.parametrize("name", ["out.csv.gz", "out.tsv", "out.jsonl", "out.ndjson", "out.CSV"])
def test_the_suffix_of_out_chooses_the_format(run: Run, file: Path, name: str) -> None:
    out = file.with_name(name)
    assert run("key", file, "-o", out, "--show", "key").code == 0
    data = out.read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    if name.endswith(("jsonl", "ndjson")):
        assert json.loads(text.splitlines()[0]) == {
            "id": "1", "url": "https://www.a.com/x/?utm_source=y", "note": 'said "so", twice', "key": "a.com/x",
        }  # fmt: skip
    else:
        assert text.splitlines()[0] == ("\t" if name.endswith("tsv") else ",").join(("id", "url", "note", "key"))


def test_gzip_in(run: Run, file: Path) -> None:
    packed = file.with_name("in.csv.gz")
    packed.write_bytes(gzip.compress(file.read_bytes()))
    assert run("key", packed).out == run("key", file).out == run("key", stdin=packed.read_bytes()).out


def test_lines_to_a_table(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert run("key", "-o", out, stdin=b"http://www.a.com\n\n").code == 0
    assert out.read_text().splitlines() == [
        "url,key,host,domain,status,hits",
        "http://www.a.com,a.com/,a.com,a.com,page,slash-empty-path drop-scheme strip-www",
        ",,,,empty,",
    ]


def test_jsonl_keeps_types_and_nesting(run: Run) -> None:
    line = '{"url": "http://a.com/x/", "n": 1.50, "deep": {"a": [1, null]}}'
    done = run("key", "--show", "key,status", stdin=f'{line}\n{{"url": null}}\n'.encode())
    assert done.text == f'{line[:-1]}, "key": "a.com/x", "status": "page"}}\n{{"url": null, "key": null, "status": "empty"}}\n'


def test_a_key_that_is_seen_late_is_told_where_it_has_no_column(run: Run, tmp_path: Path) -> None:
    rows = [{"url": "http://a.com", "n": str(i)} for i in range(20_000)] + [{"url": "http://b.com", "late": "x"}]
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    done = run("key", "-o", tmp_path / "out.csv", stdin=data)
    assert done.code == 0
    assert "note: keys first seen after the header was written stand in cells without a name: late" in done.said
    assert run("key", "-o", tmp_path / "out.jsonl", stdin=data).said[:-1] == ()


def test_a_column_of_that_name_stays(run: Run) -> None:
    assert run("key", "--show", "key", stdin=b"key,url\n7,http://a.com\n").text == "key,url,key_2\n7,http://a.com,a.com/\n"


def test_the_column_can_be_named(run: Run) -> None:
    data = b"url,final\nhttp://a.com,http://b.com\n"
    assert run("key", "--show", "key", "--column", "final", stdin=data).text.splitlines()[1] == "http://a.com,http://b.com,b.com/"
    done = run("key", "--column", "finall", stdin=data)
    assert (done.code, done.out) == (2, b"")
    assert done.said == ("pagekey: stdin: no such column: expected one of url, final, got 'finall'", "hint: did you mean 'final'?")


def test_a_cell_that_a_spreadsheet_would_run_is_guarded_in_our_columns_only(run: Run) -> None:
    data = b"id,url\n1,http://a.com\n2,=1+1\n"
    assert run("key", "--show", "key", stdin=data).text.splitlines()[2] == "2,=1+1,'=1+1"
    assert run("key", "--show", "key", "--unguarded", stdin=data).text.splitlines()[2] == "2,=1+1,=1+1"


def test_bom(run: Run) -> None:
    assert run("key", "--bom", stdin=b"id,url\n1,http://a.com\n").out.startswith(b"\xef\xbb\xbfid,url,key")
    assert not run("key", "--bom", stdin=b"http://a.com\n").out.startswith(b"\xef\xbb\xbf")


def test_odd_rows_are_kept_and_told(run: Run) -> None:
    done = run("key", "--show", "key", stdin=b"id,url,n\n1\n2,http://a.com,x,more\n3,http://b.com,y\n")
    assert done.lines == ["id,url,n,key", "1,,,", "2,http://a.com,x,a.com/,more", "3,http://b.com,y,b.com/"]
    assert done.said[0].startswith("note: 1 short row")
    assert done.said[1].startswith("note: 1 long row")


def test_a_table_without_urls(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"a,b\n1,2\n3,4\n")
    done = run("key", file)
    assert (done.code, done.out) == (2, b"")
    assert done.said[0].endswith("no URLs found: expected a column with URLs, got columns a, b")
    named = run("key", "--column", "b", stdin=b"a,b\n1,2\n3,4\n")
    assert (named.code, named.lines[1]) == (0, "1,2,2,,,unparsed,")


def test_an_out_that_cannot_be_written(run: Run, file: Path) -> None:
    done = run("key", file, "-o", file.parent / "nowhere" / "out.csv")
    assert (done.code, done.out) == (2, b"")
    assert "cannot be written" in done.said[0]


def test_broken_gzip_leaves_no_half_file(run: Run, tmp_path: Path) -> None:
    cut = tmp_path / "cut.csv.gz"
    cut.write_bytes(gzip.compress(table() * 2000)[:-40])
    done = run("key", cut, "-o", tmp_path / "out.csv")
    assert done.code == 2
    assert "the gzip data ends too early" in done.said[0]
    assert [path.name for path in tmp_path.iterdir()] == ["cut.csv.gz"]
