"""The Keyer, which keys blocks: the same keys and statuses as one URL at a time, on either way through it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagekey
from pagekey.keying.stream import NAMES, Keyer

PIECES = st.sampled_from(
    ["http://", "https://www.", "a.com", "中文.com", "ex\udcd6\udcd0.com", "/", "/x", "?a=1", "#y", " ", "mailto:", "é", "bit.ly/"]
)
URLS = st.lists(st.lists(PIECES, max_size=6).map("".join), max_size=12)
KEYER = Keyer()


@given(URLS)
def test_keys_and_statuses_are_those_of_explain(urls: list[str]) -> None:
    KEYER.statuses.clear()
    traces = [pagekey.explain(url) for url in urls]
    assert KEYER.columns(urls, ["key"]) == [[trace.key for trace in traces]]
    counted = Counter(trace.status for trace in traces)
    assert +KEYER.statuses == counted
    assert KEYER.columns(urls, ["key", "status"]) == [[trace.key for trace in traces], [trace.status for trace in traces]]
    assert +KEYER.statuses == counted + counted


@given(URLS)
def test_every_column_is_as_long_as_the_block_and_says_what_explain_says(urls: list[str]) -> None:
    columns = dict(zip(NAMES, KEYER.columns(urls, NAMES), strict=True))
    for i, trace in enumerate(map(pagekey.explain, urls)):
        row = {name: cells[i] for name, cells in columns.items()}
        wanted = {name: getattr(trace, name) for name in ("raw", "key", "status", "host", "domain", "site", "policy")}
        assert row == {**wanted, "hits": " ".join(trace.hits), "flags": " ".join(trace.flags)}


def test_a_missing_cell_has_no_key() -> None:
    assert Keyer().columns([None, "http://a.com"], ["key"]) == [[None, "a.com/"]]


def test_an_unknown_column() -> None:
    with pytest.raises(pagekey.PagekeyError, match="no such column"):
        Keyer().columns(["http://a.com"], ["keys"])
