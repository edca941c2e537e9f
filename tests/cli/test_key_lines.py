"""`pagekey key` over words and lines."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import quote

import pytest
from command_line import Run

import pagekey

RAW = "https://www.Example.com/a/?utm_source=x"
LINES = [RAW, "", "http://b.example.com/", "N/A", "  ", "https://中文.example.com/路?b=2&a=1", "mailto:a@example.com"]
LINES += ["http://example.com/%zz", ""]


def test_words_give_one_key_each_in_their_order(run: Run) -> None:
    done = run("key", RAW, "HTTP://b.com:80/x#y", "example.org/a")
    assert (done.code, done.text, done.said) == (0, "example.com/a\nb.com/x\nexample.org/a\n", ())


@pytest.mark.parametrize("options", [(), ("--policy", "citation@1")], ids=["short way", "long way"])
def test_a_blank_word_is_a_blank_line(run: Run, options: tuple[str, ...]) -> None:
    assert run("key", *options, "").out == b"\n"


@pytest.mark.parametrize("options", [(), ("-q",)], ids=["short way", "long way"])
def test_a_word_that_is_no_file_and_no_url(run: Run, options: tuple[str, ...]) -> None:
    done = run("key", *options, RAW, "urls.csv")
    assert (done.code, done.out) == (2, b"")
    assert done.said[0] == "pagekey: no such file and no URL: got 'urls.csv'"
    assert done.said[1].startswith("hint: ")


def test_a_word_with_a_scheme_is_a_url_whatever_it_is(run: Run) -> None:
    assert run("key", "http://:1/").text == "http://:1/\n"
    assert run("key", "--strict", "http://:1/").code == 1


def test_files_and_urls_do_not_mix(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a.com\n")
    done = run("key", file, RAW)
    assert (done.code, done.out) == (2, b"")
    assert "do not mix" in done.said[0]
    assert "one file at a time" in run("key", file, file).said[0]


@pytest.mark.parametrize("way", ["file", "pipe", "dash", "gz"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_line_i_is_the_key_of_line_i(run: Run, tmp_path: Path, way: str, end: str) -> None:
    data = end.join([*LINES, "http://last.example.com/x/"]).encode()
    file = tmp_path / ("urls.txt" if way != "gz" else "urls.txt.gz")
    file.write_bytes(gzip.compress(data) if way == "gz" else data)
    done = run("key", file) if way in ("file", "gz") else run("key", *["-"] * (way == "dash"), stdin=data)
    assert done.text.split("\n") == [*pagekey.keys(LINES), "last.example.com/x", ""]
    assert done.said == (f"10 rows: page 5, unparsed 1, not-web 1, empty 3; policy {pagekey.Policy.load('citation@1').stamp}",)


def test_bytes_that_are_no_utf_8_come_out_as_they_were(run: Run) -> None:
    assert run("key", "http://:1/\udcd6\udcd0").out == b"http://:1/\xd6\xd0\n"
    assert run("key", stdin=b"http://a.com\nN/A \xd6\xd0 and text that is UTF-8: \xe4\xb8\xad\xe6\x96\x87\n").out.splitlines()[1] == (
        b"N/A \xd6\xd0 and text that is UTF-8: \xe4\xb8\xad\xe6\x96\x87"
    )


@pytest.mark.parametrize("first", [b"http://a.com/1\n", b"a note without any URL\n"], ids=["list at once", "judged whole"])
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "latin-1"])
def test_a_pipe_and_a_file_give_the_same_bytes(run: Run, tmp_path: Path, first: bytes, encoding: str) -> None:
    word = "中文路径" if encoding != "latin-1" else "caf\xe9"
    data = first + f"http://b.com/{word}?q={word}{word}\n".encode(encoding) * 40 + b"\n\nhttp://c.com/x"
    file = tmp_path / "urls.txt"
    file.write_bytes(data)
    piped, read = run("key", stdin=data), run("key", file)
    assert piped.out == read.out
    assert piped.out.count(b"\n") == 44
    assert f"b.com/{quote(word)}?".encode() in piped.out
    assert piped.said == read.said
    assert piped.said[:-1] == ((f"note: not valid UTF-8: read as {encoding}",) if encoding != "utf-8" else ())


def test_a_byte_order_mark_is_no_part_of_the_first_url(run: Run) -> None:
    assert run("key", stdin=b"\xef\xbb\xbfhttp://a.com/x/\n").out == b"a.com/x\n"


def test_several_names_give_cells_with_tabs(run: Run) -> None:
    done = run("key", "-q", "--show", "status,raw,key,host,domain,site,hits,flags", stdin=b"http://user@www.a.co.uk/b\tc\n\nN/A\n")
    assert done.text == (
        "page\thttp://user@www.a.co.uk/b%09c\ta.co.uk/bc\ta.co.uk\ta.co.uk\ta.co.uk\t"
        "remove-tabs drop-userinfo drop-scheme strip-www\tcredentials\n"
        "\n"
        "unparsed\tN/A\tN/A\t\t\t\t\t\n"
    )


def test_one_other_name(run: Run) -> None:
    assert run("key", "--show", "status", RAW, "N/A.").code == 2
    assert run("key", "--show", "status", RAW, "mailto:x@a.com").text == "page\nnot-web\n"
    assert run("key", "--show", "policy", RAW).text == f"{pagekey.Policy.load('citation@1').stamp}\n"


def test_an_unknown_name_is_told_with_the_nearest(run: Run) -> None:
    done = run("key", "--show", "key,hosts", RAW)
    assert (done.code, done.out) == (2, b"")
    assert done.said == (
        "pagekey: --show: expected names out of raw, key, status, host, domain, site, hits, flags, policy, got 'hosts'",
        'hint: did you mean "host"?',
    )


def test_a_policy_by_name_and_by_file(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "citation@1"\ndrop = ["ref"]\n')
    assert run("key", "--policy", "crawl@1", RAW).text == "https://www.example.com/a/\n"
    assert run("key", "--policy", mine, "http://a.com/?ref=1&b=2").text == "a.com/?b=2\n"
    wrong = run("key", "--policy", "citaton", RAW)
    assert (wrong.code, wrong.out) == (2, b"")
    assert 'did you mean "citation@1"?' in wrong.said[1]


def test_a_mapping_expands_short_links(run: Run, tmp_path: Path) -> None:
    mapping = tmp_path / "map.csv"
    mapping.write_text("raw,final\nhttps://bit.ly/abc,https://www.a.com/x/\n")
    done = run("key", "--mapping", mapping, stdin=b"http://bit.ly/abc\nhttp://bit.ly/other\n")
    assert done.text == "a.com/x\nbit.ly/other\n"
    assert done.said[0].startswith("2 rows: page 1, short-link 1;")


def test_strict_is_exit_1_and_the_same_output(run: Run) -> None:
    strict, loose = run("key", "--strict", stdin=b"http://a.com\nN/A\n"), run("key", stdin=b"http://a.com\nN/A\n")
    assert (strict.code, loose.code) == (1, 0)
    assert strict.out == loose.out == b"a.com/\nN/A\n"
    assert run("key", "--strict", stdin=b"http://a.com\n\n").code == 0


def test_quiet_says_nothing_but_errors(run: Run) -> None:
    assert run("key", "-q", stdin=b"http://a.com\n").said == ()
    assert run("key", "-q", "--column", "nope", stdin=b"url,x\nhttp://a.com,1\n").said[0].startswith("pagekey: stdin: no such column")


def test_no_input_at_all(run: Run) -> None:
    done = run("key", stdin=b"")
    assert (done.code, done.out) == (0, b"")
    assert done.said[-1].startswith("0 rows; policy citation@1")


def test_options_of_files_are_refused_for_urls(run: Run) -> None:
    done = run("key", "-o", "keys.txt", RAW)
    assert (done.code, done.out) == (2, b"")
    assert "are for files" in done.said[0]
