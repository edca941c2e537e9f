"""Rows with the text that they were read from: nothing is lost between them, in any format and encoding."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekey.keying.io import separated as by_csv
from pagekey.keying.io import stream_table


def read(data: bytes) -> tuple[list[str | None], list[str], bytes]:
    """The URLs, the texts of the rows, and head and texts as bytes."""
    with stream_table(None, stdin=io.BytesIO(data), whole=True) as stream:
        urls: list[str | None] = []
        texts: list[str] = []
        for block in stream.blocks():
            urls += block.urls
            texts += [text or "" for text in block.texts or ()]
        mark = "\ufeff" if stream.marked else ""
        return urls, texts, stream.encoded(mark + stream.head + "".join(texts))


def plain(data: bytes) -> list[str | None]:
    with stream_table(None, stdin=io.BytesIO(data)) as stream:
        return [url for block in stream.blocks() for url in block.urls]


TABLES = [
    'id,url,note\n1,http://a.com/,x\n2,http://b.com/,"y ""z"""\n',
    '"id", "url" ,note\r\n"1",http://a.com/,"two\r\nlines"\r\n2,http://b.com/,y',
    "sep=;\r\nid;url\r\n1;http://a.com/\r\n",
    "id\turl\n1\thttp://a.com/\n2\n3\thttp://c.com/\textra\n",
    'id,url,n\n1,http://a.com/,x\n2,http://b.com/,"open\n3,http://c.com/,y\n4,http://d.com/,say "hi"\n',
    "http://a.com/\r\n\r\n http://b.com/ \nhttp://c.com/\x0bx",
    "http://a.com/\rhttp://b.com/\r",
    '  {"url":"http://a.com/"  , "n":1.0}  \n{"url": "http://b.com/"}\nno object\n{"url": "http://c.com/"}',
    "url\nhttp://a.com/\n",
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("table", TABLES)
def test_head_and_texts_are_the_input(table: str, encoding: str) -> None:
    data = table.replace("a.com/", "a.com/中文之页面" if encoding != "utf-8" else "a.com/").encode(encoding)
    urls, texts, whole = read(data)
    assert whole == data
    assert urls == plain(data) and len(texts) == len(urls)


def test_bytes_of_no_encoding_come_back() -> None:
    data = "url,n\nhttp://a.com/é中文,1\n".encode() + b"http://b.com/\xff\xfe,2\n"
    assert read(data)[2] == data


def test_blank_lines_of_a_table_belong_to_no_row() -> None:
    urls, texts, whole = read(b"\nurl,n\n\nhttp://a.com/,1\n\n\nhttp://b.com/,2\n")
    assert (urls, texts) == (["http://a.com/", "http://b.com/"], ["http://a.com/,1\n", "http://b.com/,2\n"])
    assert whole == b"\nurl,n\nhttp://a.com/,1\nhttp://b.com/,2\n"


CELL = st.text(alphabet='ab",\n\r é', max_size=5)


@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=12), st.sampled_from([1, 3, 4096]))
def test_any_table_in_blocks_of_any_size(rows: list[tuple[str, str]], block: int) -> None:
    """Cells quoted or not, so that some quotes are stray: the second look at lines must not lose or repeat any."""
    body = "".join(f'http://a.com/,{one},"{two}"\n' for one, two in rows)
    data = ("url,x,y\n" + body).encode()
    before, by_csv.BLOCK = by_csv.BLOCK, block
    try:
        urls, texts, whole = read(data)
        assert urls == plain(data)
    finally:
        by_csv.BLOCK = before
    blank = [line for line in data.decode().splitlines(keepends=True) if not line.strip("\r\n")]
    assert whole == data or blank
    assert "".join(texts).replace("\n", "").replace("\r", "") == body.replace("\n", "").replace("\r", "")
