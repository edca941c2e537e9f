"""Marks of answer engines: what counts as one, how records and strings add up, and that it takes linear time."""

from __future__ import annotations

import time

import pytest
from fake import FakeKeyed, Row, keyed_of
from hypothesis import given
from hypothesis import strategies as st

from pagekey import keyed
from pagekey.policy.lists import lists
from pagekey.study.marks import Marks, listed, marks

A = "https://a.example/p"
FRAGMENT = "text fragment (Google AI Overviews, deep research)"


def table(*urls: str | None, status: str = "page") -> FakeKeyed:
    return keyed_of([Row(url, "a.example/p", status) for url in urls])


def by(found: Marks) -> dict[str, tuple[int, int]]:
    return {one.engine: (one.records, one.strings) for one in found.engines}


@pytest.mark.parametrize(
    ("url", "engines"),
    [
        (f"{A}?utm_source=openai", ["OpenAI API"]),
        (f"{A}?x=1&utm_source=chatgpt.com#top", ["ChatGPT"]),
        (f"{A}?utm_source=copilot.com#installation", ["Copilot"]),
        (f"{A}?utm_source=claude.ai", ["Claude"]),
        (f"{A}?utm_source=perplexity", ["Perplexity"]),
        (f"{A}?utm_source=perplexity.ai", ["Perplexity"]),
        (f"{A}?referrer=grok.com", ["Grok"]),
        ("http://m.toutiao.com/group/7/?upstream_biz=doubao", ["Doubao"]),
        (f"{A}?srsltid=AfmBOop", ["Google results"]),
        (f"{A}?msockid=1", ["Bing"]),
        (f"{A}#:~:text=one,two", [FRAGMENT]),
        (f"{A}#part:~:text=one&text=two", [FRAGMENT]),
        (f"{A}#:~:x=1&TEXT=raw words, “quoted”", [FRAGMENT]),
        (f"{A}?utm_source=chatgpt.com#:~:text=x", ["ChatGPT", FRAGMENT]),
        (f"{A}?UTM_Source=ChatGPT%2EcOm", ["ChatGPT"]),
        (f"{A}?x=1&amp;amp;utm_source=chatgpt.com", ["ChatGPT"]),
        (f"{A}?x=1?utm_source=chatgpt.com", ["ChatGPT"]),
        (f"{A}#/view?x=1&utm_source=chatgpt.com", ["ChatGPT"]),
        (f"{A}#:~:text=x&utm_source=openai", ["OpenAI API", FRAGMENT]),
        (f"{A}\udcff?utm_source=openai", ["OpenAI API"]),
    ],
)
def test_marks(url: str, engines: list[str]) -> None:
    assert sorted(by(marks(table(url)))) == sorted(engines)


@pytest.mark.parametrize(
    "url",
    [
        A,
        "",
        f"{A}/utm_source=chatgpt.com",
        f"{A}?utm_source=chatgpt.com.example",
        f"{A}?utm_source=chatgpt%252Ecom",
        f"{A}?my_utm_source=chatgpt.com",
        f"{A}?utm_medium=chatgpt.com",
        f"{A}?utm_%73ource=chatgpt.com",
        f"{A}?utm_source=",
        f"{A}?referrer=https://grok.com/",
        f"{A}?srsltid",
        f"{A}?q=%3Fsrsltid=1",
        f"{A}?:~:text=x",
        f"{A}#text=x",
        f"{A}#:~:texts=x",
        f"{A}?m\u017fockid=1",
    ],
)
def test_no_marks(url: str) -> None:
    found = marks(table(url))
    assert (found.engines, found.none, found.several) == ((), 1, 0)


def test_records_strings_none_and_several() -> None:
    both, one = f"{A}?utm_source=openai#:~:text=x", f"{A}?utm_source=openai&utm_source=openai"
    found = marks(table(both, both, one, A, A, A))
    assert by(found) == {"OpenAI API": (3, 2), FRAGMENT: (2, 1)}
    assert (found.records, found.strings, found.none, found.several) == (6, 3, 3, 2)
    assert [engine.marks for engine in found.engines] == [("utm_source=openai",), (":~:text=",)]


def test_web_rows_only() -> None:
    url = f"{A}?utm_source=openai"
    for status in ("page", "short-link", "opaque"):
        assert marks(table(url, status=status)).records == 1
    for status in ("unparsed", "not-web", "self", "no-url", "empty"):
        assert marks(table(url, None, status=status)) == Marks(0, 0, 0, 0, ())


def test_the_mark_is_gone_from_the_key_and_still_told() -> None:
    rows = keyed([f"{A}?utm_source=chatgpt.com", A])
    assert set(rows.key) == {"a.example/p"}
    assert by(marks(rows)) == {"ChatGPT": (1, 1)}


def test_the_list_stands_in_no_stamp() -> None:
    assert "marks" not in {name for name, _, _ in lists().dates}


PIECES = st.sampled_from(
    ["?", "&", "#", "&amp;", ":~:", "text=", "utm_source=", "srsltid=", "chatgpt.com", "openai", "%", "é", "\udcff", "/"]
)


@given(st.lists(st.lists(PIECES, max_size=12).map("".join), max_size=8))
def test_every_record_is_in_one_drawer(urls: list[str]) -> None:
    found = marks(table(*urls))
    assert found.records == len(urls) and found.strings == len(set(urls))
    single = found.records - found.none - found.several
    assert single >= 0
    assert sum(one.records for one in found.engines) >= single + 2 * found.several
    assert all(set(one.marks) <= {mark for entry in listed() for mark in entry.written} for one in found.engines)
    assert marks(table(*urls, *urls)).none == 2 * found.none


@pytest.mark.parametrize("piece", ["?", "&amp;", "#:~:text=", "amp;", "&utm_source=", "%63"])
def test_long_strings_take_linear_time(piece: str) -> None:
    text = f"{A}?srsltid=1&utm_source=" + piece * (400_000 // len(piece))
    start = time.perf_counter()
    marks(table(text))
    assert time.perf_counter() - start < 3
