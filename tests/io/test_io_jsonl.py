"""JSONL: one object a line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from pagekey.errors import InputError
from pagekey.keying.io import Table, read_table, stream_table
from pagekey.keying.io import jsonl as jsonl_module


def read(text: str, column: str | None = None) -> Table:
    return read_table(None, column=column, stdin=io.BytesIO(text.encode("utf-8", "surrogateescape")))


def test_values_become_cells() -> None:
    lines = [
        '{"id": 1, "url": "https://a.com/", "tags": ["x", {"y": "中"}], "ok": true, "r": 1.5}',
        '{"url": null, "id": 12345678901234567890}',
        '{"id": 3, "url": "", "late": "z"}',
        '{"id": 4}',
        '{"id": 5, "url": {"href": "https://b.com/"}}',
    ]
    table = read("\n".join(lines))
    assert table.source.format == "jsonl"
    assert table.urls == ["https://a.com/", None, "", None, '{"href": "https://b.com/"}']
    assert table.columns["id"] == ["1", "12345678901234567890", "3", "4", "5"]
    assert table.columns["tags"] == ['["x", {"y": "中"}]', None, None, None, None]
    assert table.columns["ok"][0] == "true"
    assert table.columns["r"][0] == "1.5"
    assert table.columns["late"] == [None, None, "z", None, None]
    assert table.source.columns == ("id", "url", "tags", "ok", "r", "late")


def test_broken_lines_are_rows_and_counted() -> None:
    good = '{"url": "https://a.com/"}\r\n'
    deep = '{"url": ' + "[" * 100_000 + "\n"
    huge = '{"url": ' + "9" * 5000 + "}\n"
    table = read(good + '{"url": "https://b.com/"\n' + '["https://c.com/"]\n' + "\n" + deep + huge + good)
    assert table.urls == ["https://a.com/", None, None, None, None, "https://a.com/"]
    assert table.source.notes == (
        "4 lines are no JSON objects: rows without URL (lines 2, 3, 5, 6)",
        "1 blank line skipped (line 4)",
    )


def test_keys_seen_after_the_sample_become_columns() -> None:
    lines = ['{"url": "https://a.com/"}'] * 6000 + ['{"url": "https://b.com/", "new": "x"}', "oops", '{"newer": "y"}']
    table = read("\n".join(lines))
    assert table.source.rows == 6003
    assert table.columns["new"][5999:] == [None, "x", None, None]
    assert table.columns["newer"][6000:] == [None, None, "y"]
    assert all(len(cells) == 6003 for cells in table.columns.values())


def test_keys_without_end_share_a_column() -> None:
    lines = [json.dumps({"url": "https://a.com/", f"k{i}": i}) for i in range(3000)]
    table = read("\n".join(lines))
    assert len(table.columns) == 1001
    assert table.columns["other_keys"][2999] == '{"k2999": 2999}'
    assert any("different keys" in note for note in table.source.notes)


def test_blocks_are_small_where_lines_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl_module, "BLOCK_CHARS", 1000)
    text = (json.dumps({"url": "https://a.com/", "t": "x" * 300}) + "\n") * 100
    with stream_table(None, stdin=io.BytesIO(text.encode())) as stream:
        assert max(len(block.urls) for block in stream.blocks()) == 3


def test_column_by_name_and_content() -> None:
    text = '{"q": "x", "target": "https://a.com/"}\n{"q": "y", "target": "https://b.com/"}\n'
    assert read(text).source.url_column == "target"
    assert read(text, "q").urls == ["x", "y"]
    with pytest.raises(InputError, match="no such column"):
        read(text, "z")
    with pytest.raises(InputError, match="no URLs found"):
        read('{"q": "x"}\n{"q": "y", "z": 1}\n')


def test_json_that_is_not_lines(tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    path.write_text('[\n  {"url": "https://a.com/"}\n]\n')
    with pytest.raises(InputError, match="no JSON objects, one a line") as caught:
        read_table(path)
    assert "jq" in caught.value.hint


def test_lone_surrogates_and_raw_bytes_survive() -> None:
    table = read('{"url": "https://a.com/\\ud800"}\n{"url": "https://b.com/\udcff中中中中"}\n')
    assert table.urls == ["https://a.com/\ud800", "https://b.com/\udcff中中中中"]


def test_stream_gives_the_text_of_each_line() -> None:
    text = ' {"url": "https://a.com/", "n": 1.0} \nbroken\n{"url": "https://b.com/"}\n'
    with stream_table(None, stdin=io.BytesIO(text.encode())) as stream:
        rows = list(stream)
    assert [row.text for row in rows] == ['{"url": "https://a.com/", "n": 1.0}', None, '{"url": "https://b.com/"}']
    assert rows[0].cells == ["https://a.com/", "1.0"]
    assert rows[1].cells == []
