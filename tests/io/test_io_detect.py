"""Which format it is, and which column holds the URLs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pagekey.errors import InputError
from pagekey.keying.io import Table, read_table
from pagekey.keying.io.detect import looks_like_url


def read(tmp_path: Path, name: str, text: str, column: str | None = None) -> Table:
    path = tmp_path / name
    path.write_bytes(text.encode())
    return read_table(path, column=column)


@pytest.mark.parametrize(
    "cell",
    [
        "http://a",
        "HTTPS://A.com",
        "//a.com/x",
        "www.a.com",
        " \thttps://a.com",
        "a.com/x",
        "sub.a.co.uk:8080/x",
        "例子.公司/路径",
        "a.xn--p1ai/",
    ],
)
def test_looks_like_url(cell: str) -> None:
    assert looks_like_url(cell)


@pytest.mark.parametrize(
    "cell", [None, "", "a.com", "N/A", "image/png", "1.5/2", "v1.0/api", "see https://a.com", "a b.com/x", "mailto:a@b.com"]
)
def test_does_not_look_like_url(cell: str | None) -> None:
    assert not looks_like_url(cell)


CASES = [
    # name, text, URL column, found by, first URL
    ("a.csv", "id,target\n1,https://a.com/\n", "target", "content", "https://a.com/"),
    ("b.csv", "image,url\nhttps://i.com/1,https://a.com/\n", "url", "content", "https://a.com/"),
    ("c.csv", "Link,引用链接\nhttps://l.com/,https://a.com/\n", "Link", "content", "https://l.com/"),
    ("d.csv", "x,Page URL\nhttps://i.com/1,https://a.com/\n", "Page URL", "content", "https://a.com/"),
    ("e.csv", "x,网址\nhttps://i.com/1,https://a.com/\n", "网址", "content", "https://a.com/"),
    ("f.csv", "url,target\nsee notes,https://a.com/\nnone,https://b.com/\n", "target", "content", "https://a.com/"),
    ("g.csv", "id,url\n1,a.com\n2,b.org\n", "url", "header", "a.com"),
    ("k.csv", "id,url,note\n" + "1,a.com,\n" * 20 + "2,b.org,https://c.com/\n", "url", "header", "a.com"),
    ("h.csv", "website\na.com\nb.org\n", "website", "only column", "a.com"),
    ("i.csv", "a.com\nb.org\n", "column1", "only column", "a.com"),
    ("j.csv", "Landing Page\nhttps://a.com/\n", "Landing Page", "only column", "https://a.com/"),
]


@pytest.mark.parametrize(("name", "text", "column", "found_by", "first"), CASES)
def test_finds_the_column(tmp_path: Path, name: str, text: str, column: str, found_by: str, first: str) -> None:
    table = read(tmp_path, name, text)
    assert (table.source.url_column, table.source.found_by, table.urls[0]) == (column, found_by, first)


def test_a_few_blanks_do_not_make_another_column_win(tmp_path: Path) -> None:
    rows = "".join(f"https://i.com/{i},{'' if i % 20 == 0 else f'https://a.com/{i}'}\n" for i in range(100))
    table = read(tmp_path, "in.csv", "favicon,url\n" + rows)
    assert table.source.url_column == "url"
    assert table.source.notes == ("URLs are also in 'favicon'; 'url' was taken (--column chooses)",)


@pytest.mark.parametrize("column", ["Page URL", "page_url", "PAGE-URL", "2"])
def test_column_by_name_or_number(tmp_path: Path, column: str) -> None:
    table = read(tmp_path, "in.csv", "url,Page URL\nhttps://a.com/,https://b.com/\n", column)
    assert table.urls == ["https://b.com/"]
    assert table.source.found_by == "named"


def test_a_header_that_is_a_number_wins_over_the_position(tmp_path: Path) -> None:
    assert read(tmp_path, "in.csv", "url,1\nhttps://a.com/,https://b.com/\n", "1").urls == ["https://b.com/"]


def test_column_number_without_header(tmp_path: Path) -> None:
    table = read(tmp_path, "in.csv", "1,a.com\n2,b.org\n", "2")
    assert table.urls == ["a.com", "b.org"]
    assert read(tmp_path, "in.csv", "1,https://a.com\n2,https://b.org\n", "column2").urls == ["https://a.com", "https://b.org"]


@pytest.mark.parametrize("column", ["ur", "3", "0", "-1", "٣", "9" * 5000])
def test_unknown_column(tmp_path: Path, column: str) -> None:
    with pytest.raises(InputError, match="no such column") as caught:
        read(tmp_path, "in.csv", "id,url\n1,https://a.com/\n", column)
    assert caught.value.expected == "one of id, url"
    assert ("did you mean 'url'?" if column == "ur" else "a number from 1 to 2") in caught.value.hint


def test_no_urls_at_all(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no URLs found") as caught:
        read(tmp_path, "in.csv", "id,title\n1,a\n2,b\n")
    assert caught.value.got == "columns id, title"
    assert "--column" in caught.value.hint
    assert str(tmp_path) in str(caught.value)


def test_cells_with_several_urls_are_noted(tmp_path: Path) -> None:
    table = read(tmp_path, "in.csv", "id,sources\n1,https://a.com/; https://b.com/\n2,https://web.archive.org/web/1/https://c.com/\n")
    assert table.source.notes == ("1 of the first 2 cells of 'sources' seem to hold more than one URL; each is read as one",)


LINES = [
    ("urls.txt", "https://a.com/1,2\nhttps://b.com/3,4\n"),  # even, and still no CSV
    ("urls.csv", "https://a.com/1,2\nhttps://b.com/\nhttps://c.com/3,4,5\n"),  # called .csv, but uneven
    ("urls.txt", "https://a.com/\n\n  https://b.com/ \nN/A\n"),
    ("urls.txt", "N/A, none\nhttps://a.com/\nhttps://b.com/\n"),
    ("urls.txt", "a.com\nb.org\n"),
    ("urls.txt", "just words\n"),
    ("urls.txt", "\n\n"),
    ("urls", "https://a.com/'x\n\"https://b.com/\n"),
    ("urls.txt", "{not json\nhttps://a.com/\n"),
    ("urls.txt", "https://a.com/\u2028x\x0cy\x85z\nhttps://b.com/"),
    ("urls.txt", "https://a.com/x\ry\nhttps://b.com/\n"),
]


@pytest.mark.parametrize(("name", "text"), LINES)
def test_plain_lines_come_back_byte_for_byte(tmp_path: Path, name: str, text: str) -> None:
    table = read(tmp_path, name, text)
    assert table.source.found_by == "plain lines"
    assert table.source.format == "lines"
    assert "\n".join(url or "" for url in table.urls) == text.removesuffix("\n")
    assert table.columns == {"url": table.urls}


def test_line_ends_are_no_part_of_lines() -> None:
    for data in (b"https://a.com/\r\n\r\nhttps://b.com/\r\n", b"https://a.com/\r\rhttps://b.com/\r", b"https://a.com/\n\nhttps://b.com/"):
        assert read_table(None, stdin=io.BytesIO(data)).urls == ["https://a.com/", "", "https://b.com/"]


@pytest.mark.parametrize("name", ["in.csv", "in.tsv", "in.jsonl", "in.txt"])
def test_empty_file(tmp_path: Path, name: str) -> None:
    table = read(tmp_path, name, "")
    assert table.urls == []
    assert table.source.notes == ("the input is empty",)
    assert table.source.rows == 0
    assert read(tmp_path, name, "", "url").urls == []


@pytest.mark.parametrize(
    "text",
    [
        "url,n\nhttps://a.com/1,2\n",
        "https://a.com/\tx\nhttps://b.com/\ty\n",
        "1;https://a.com/\n2;https://b.com/\n",
        "url\nhttps://a.com/\n",
    ],
)
def test_tables_on_stdin(text: str) -> None:
    table = read_table(None, stdin=io.BytesIO(text.encode()))
    assert table.source.format in ("csv", "tsv")
    assert table.urls[0] in ("https://a.com/", "https://a.com/1")


def test_a_huge_first_row_does_not_hide_the_others(tmp_path: Path) -> None:
    table = read(tmp_path, "in.csv", f"id,t,target\n1,{'x' * 3_000_000},\n2,y,https://a.com/\n")
    assert table.source.url_column == "target"
    assert table.urls == ["", "https://a.com/"]


def test_only_the_first_thousand_rows_decide_and_a_cut_row_does_not(tmp_path: Path) -> None:
    rows = "".join(f"{i},https://a.com/{i},t\n" for i in range(90_000))  # more than the first MiB, which ends inside a row
    table = read(tmp_path, "in.csv", "id,url,t\n" + rows)
    assert len(table.urls) == 90_000
    assert table.urls[-1] == "https://a.com/89999"
    assert table.source.notes == ()
