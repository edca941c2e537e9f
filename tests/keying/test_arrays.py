"""One array of pyarrow at a time: keys and structs are those of a list, whatever the layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pagekey
from pagekey import InputError
from pagekey.keying.arrays import FIELDS, LISTS, keys_of_array, struct_of_array
from pagekey.keying.single import ready
from pagekey.keying.stream import Keyer

pyarrow = pytest.importorskip("pyarrow")

URLS = ["HTTP://www.A.com/x/", None, "N/A", "http://b\u00fccher.example/y?utm_source=q", "", "https://bit.ly/z", None, "//a.com:80/%7e"]
ROWS = [dict(zip(FIELDS, row, strict=True)) for row in zip(*Keyer().columns(URLS, FIELDS), strict=True)]
STRUCTS = [{name: (cell or "").split() if name in LISTS else cell for name, cell in row.items()} for row in ROWS]

ARRAYS: dict[str, Callable[[Any], Any]] = {
    "whole": lambda kind: pyarrow.array(URLS, kind),
    "slice": lambda kind: pyarrow.array(["http://before.example/", None, "x", *URLS, "after"], kind).slice(3, len(URLS)),
    "slice without nulls before": lambda kind: pyarrow.array(["a.com"] * 9 + URLS, kind)[9:],
    "one chunk": lambda kind: pyarrow.chunked_array([pyarrow.array(URLS, kind)]),
    "chunks": lambda kind: pyarrow.chunked_array([pyarrow.array(part, kind) for part in (URLS[:3], [], URLS[3:])]),
}


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
@pytest.mark.parametrize("layout", ARRAYS)
def test_every_layout(kind: str, layout: str) -> None:
    array = ARRAYS[layout](getattr(pyarrow, kind)())
    plan = ready("citation@1")
    keys, structs = keys_of_array(array, plan), struct_of_array(array, plan)
    wide = pyarrow.string() if kind == "string" else pyarrow.large_string()
    assert isinstance(keys, pyarrow.Array) and keys.type == wide and keys.to_pylist() == pagekey.keys(URLS)
    assert isinstance(structs, pyarrow.StructArray) and structs.to_pylist() == STRUCTS
    assert [structs.type.field(k).name for k in range(len(FIELDS))] == list(FIELDS) and structs.null_count == 0
    assert keys.validate(full=True) is None and structs.validate(full=True) is None


@pytest.mark.parametrize("urls", [[], [None], [None, None], [""]])
def test_no_bytes_at_all(urls: list[str | None]) -> None:
    plan = ready("crawl@1")
    for array in (pyarrow.array(urls, pyarrow.string()), pyarrow.chunked_array([pyarrow.array(urls, pyarrow.large_string())])):
        assert keys_of_array(array, plan).to_pylist() == urls
        assert [row["status"] for row in struct_of_array(array, plan).to_pylist()] == ["empty"] * len(urls)
    assert keys_of_array(pyarrow.chunked_array([], pyarrow.string()), plan).to_pylist() == []


@pytest.mark.parametrize("call", [keys_of_array, struct_of_array])
def test_other_types_are_refused(call: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="expected string, large_string or string_view, got int64"):
        call(pyarrow.array([1, 2]), ready("citation@1"))
