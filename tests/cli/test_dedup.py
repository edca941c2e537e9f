"""`pagekey key --dedup`: one row for each key, as it was read, and a reason for every row that is left out."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import pytest
from command_line import Run

import pagekey

STAMP = pagekey.Policy.load("citation@1").stamp
LIST = b"""\
http://www.a.com/x?utm_source=k
https://b.com/
https://a.com/x
https://a.com/x

https://a.com/x#top
N/A
http://bit.ly/z
https://bit.ly/z
n/a
N/A
"""
TABLE = (
    b'"id", url ,note\n1,http://a.com/x,"first ""x"""\n"2",https://a.com/x,"two\nlines"\n3,,no url\n'
    b"4,https://a.com/x,third\n5,http://b.com/,\n6,,no url\n7,N/A,\n"
)


def test_a_list_keeps_what_stands_for_each_page_where_its_key_first_appears(run: Run) -> None:
    done = run("key", "--dedup", stdin=LIST)
    assert done.out == b"https://a.com/x\nhttps://b.com/\nN/A\nhttps://bit.ly/z\nn/a\n"
    assert done.said == (
        f"11 rows in, 5 out; dropped: other strings of a kept key 3, same string again 2, blank lines 1; policy {STAMP}",
    )


def test_pages_only(run: Run) -> None:
    done = run("key", "--dedup", "--pages-only", stdin=LIST)
    assert done.out == b"https://a.com/x\nhttps://b.com/\n"
    assert done.said[-1] == (
        "11 rows in, 2 out; dropped: other strings of a kept key 2, same string again 1, blank lines 1, "
        f"no page (short-link) 2, no page (unparsed) 3; policy {STAMP}"
    )


def test_rows_of_a_table_come_out_byte_for_byte(run: Run, tmp_path: Path) -> None:
    wanted = b'"id", url ,note\n"2",https://a.com/x,"two\nlines"\n3,,no url\n5,http://b.com/,\n6,,no url\n7,N/A,\n'
    file = tmp_path / "in.csv"
    file.write_bytes(TABLE)
    assert run("key", "--dedup", file).out == run("key", "--dedup", stdin=TABLE).out == wanted
    assert run("key", "--dedup", file, "-o", file).out == b""
    assert file.read_bytes() == wanted


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encoding_and_line_ends_stay(run: Run, encoding: str, end: str) -> None:
    rows = ["url,n", "http://a.com/中文的一个页面,一", "https://a.com/中文的一个页面,二", "http://b.com/,三"]
    data = (end.join(rows) + end).encode(encoding)
    assert run("key", "--dedup", stdin=data).out == (end.join([rows[0], *rows[2:]]) + end).encode(encoding)


def test_a_last_line_without_end_gets_one_where_it_moves_up(run: Run) -> None:
    assert run("key", "--dedup", stdin=b"http://a.com/\r\nhttp://b.com/\r\nhttps://a.com/").out == b"https://a.com/\r\nhttp://b.com/\r\n"
    assert run("key", "--dedup", stdin=b"http://a.com/\nhttp://b.com/").out == b"http://a.com/\nhttp://b.com/"


def test_jsonl_stays_as_it_is(run: Run) -> None:
    data = b'{"url":"http://a.com/" , "n":1.0}\n {"n": [1,2],"url":"https://a.com/"}\nno object\n{"url": null}\n'
    assert run("key", "--dedup", stdin=data).out == b' {"n": [1,2],"url":"https://a.com/"}\nno object\n{"url": null}\n'


def test_out_may_be_compressed_but_not_converted(run: Run, tmp_path: Path) -> None:
    assert run("key", "--dedup", "-o", tmp_path / "x.gz", stdin=LIST).code == 0
    assert gzip.decompress((tmp_path / "x.gz").read_bytes()) == run("key", "--dedup", stdin=LIST).out
    done = run("key", "--dedup", "-o", tmp_path / "x.jsonl", stdin=TABLE)
    assert (done.code, done.said[0]) == (2, "pagekey: --dedup writes rows as they were read: expected an output for csv, got jsonl")
    assert not (tmp_path / "x.jsonl").exists()


def test_a_key_is_shared_only_within_one_status(run: Run) -> None:
    """The key of what is no page is its raw string, and may look like the key of a page."""
    assert pagekey.key("http://b.example/") == pagekey.key("b.example/")
    assert run("key", "--dedup", stdin=b"b.example/\nhttp://b.example/\nb.example/\n").out == b"b.example/\nhttp://b.example/\n"


def test_a_short_link_never_stands_for_its_page(run: Run, tmp_path: Path) -> None:
    mapping = tmp_path / "map.csv"
    mapping.write_text("raw,final\nhttps://bit.ly/abc,https://a.com/x?id=1\n")
    data = b"https://bit.ly/abc\nhttp://a.com/x?id=1&utm_source=k\n"
    assert run("key", "--dedup", "--mapping", mapping, stdin=data).out == b"http://a.com/x?id=1&utm_source=k\n"


def test_the_policy_decides(run: Run) -> None:
    data = b"http://a.com/x\nhttps://a.com/x\nhttp://a.com:80/x\n"
    assert run("key", "--dedup", "--policy", "crawl@1", stdin=data).out == b"http://a.com/x\nhttps://a.com/x\n"


def test_the_sample_has_one_row_a_page_and_again_changes_nothing(run: Run, tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "examples" / "citations" / "citations.csv"
    done = run("key", "--dedup", sample)
    rows = list(csv.DictReader(io.StringIO(done.text)))
    found = pagekey.merges(pagekey.keyed(pagekey.read_table(sample)))
    assert len(rows) == found.pages == 294
    assert {page.representative for page in found.groups} <= {row["url"] for row in rows}
    assert set(done.text.splitlines()) <= set(sample.read_text("utf-8").splitlines())
    assert run("key", "--dedup", stdin=done.out).out == done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--dedup", "http://a.com"), "pagekey: --dedup is for files: got URLs"),
        (("--pages-only", "-"), "pagekey: --pages-only goes with --dedup"),
        (("--dedup", "--show", "key", "-"), "pagekey: --dedup writes rows as they were read: got --show, --bom or --unguarded"),
        (("--dedup", "--bom", "-"), "pagekey: --dedup writes rows as they were read: got --show, --bom or --unguarded"),
    ],
)
def test_misuse(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("key", *words)
    assert (done.code, done.out, done.said[0]) == (2, b"", said)


def test_strict_and_quiet(run: Run) -> None:
    done = run("key", "--dedup", "--strict", "-q", stdin=LIST)
    assert (done.code, done.said) == (1, ())
    assert run("key", "--dedup", "--strict", stdin=b"http://a.com\n").code == 0
    assert run("key", "--dedup", stdin=b"").out == b""
