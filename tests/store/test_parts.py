"""A part gives back the very rows that it was given, whatever the input was."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import columns_of

from pagekey import InputError, Store, count, keyed, read_table
from pagekey.face.report import method_card
from pagekey.keying.io import SourceInfo, Table
from pagekey.keying.store.raw import RawPart, raw_column, raw_strings
from pagekey.keying.table import Keyed

LATE = [{"url": f"http://a.com/{i}"} for i in range(9000)] + [{"url": "http://b.com", "late": 'x "y"'}, {"url": None, "later": {"n": 1}}]
INPUTS = {
    "plain.txt": b"http://a.com\n\nhttp://b.com/\xff\xfe\nhttp://c.com\r\n",
    "commas.csv": "名,url,row,raw,beside\nä,http://a.com/\"q\",1,2,3\n,,,,\n".encode(),
    "odd.csv": b"engine,url\nk\xff,http://a.com/\xd6\xd0\nk,http://a.com/\xff\nk,\nonly\n",
    "long.csv": b"a,url\n1,http://a.com,2,3\n" + b"1,http://a.com," + b",".join(b"%d" % i for i in range(50)) + b"\n1,http://b.com\n",
    "header.csv": b"\xff,url,,url,\xfe\n1,http://a.com,2,3,4\n",
    "late.jsonl": "\n".join(map(json.dumps, LATE)).encode(),
    "lone.jsonl": rb'{"url": "http://a.com/\ud800", "t": "\udc80"}' + b'\n{"url": "http://a.com/\xff"}\nno json\n',
    "gb.csv": "网址,标题\nhttp://a.com/中文路径,热泵选购指南与使用成本\n".encode("gb18030") * 30,
    "excel.csv": "sep=;\r\nurl;n\r\nhttp://a.com;1\r\n".encode("utf-16"),
    "cut.csv.gz": gzip.compress(b"url\nhttp://a.com\n" * 3),
    "empty.csv": b"",
    "header only.csv": b"url,engine\n",
}  # fmt: skip


def same(one: Keyed, other: Keyed) -> None:
    for name in ("raw", "key", "status", "host", "domain", "site", "hits", "flags", "columns", "target"):
        assert getattr(one, name) == getattr(other, name), name
    assert list(one.columns) == list(other.columns)
    assert one.policy.stamp == other.policy.stamp


@pytest.mark.parametrize("name", INPUTS)
def test_every_input_comes_back_as_it_was_read(store: Store, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(INPUTS[name])
    table = read_table(path)
    part = store.add(path, period="p").part
    assert part.source == table.source
    assert columns_of(part) == table.columns
    same(store.keyed("p"), keyed(table))


def test_a_table_in_memory_is_the_same_as_its_file(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_bytes(INPUTS["long.csv"])
    table = read_table(path)
    assert store.add(table, period="table").new
    assert columns_of(store.parts("table")[0]) == table.columns
    again = store.add(path, period="file")
    assert (again.new, again.part.period) == (False, "table")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.none() | st.text(st.characters()), st.none() | st.text(st.characters())), max_size=30), st.integers())
def test_any_strings_survive(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str | None, str | None]], seed: int) -> None:
    store = Store.open(tmp_path_factory.mktemp("any") / "store", create=True)
    urls, others = [url for url, _ in rows], [other for _, other in rows]
    source = SourceInfo("memory", f"{seed:x}".replace("-", "m"), len(rows), ("url", "\udcff"), "url", "named", "csv", "memory", ())
    part = store.add(Table(urls, {"url": urls, "\udcff": others}, source), period="p").part
    assert columns_of(part) == {"url": urls, "\udcff": others}
    strings = [[words[i] for i in which.to_pylist()] for words, which in raw_strings(part)]
    assert [cell for block in strings for cell in block] == urls
    same(store.keyed("p"), keyed(Table(urls, {"url": urls, "\udcff": others}, source)))


def test_many_groups_of_rows(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("".join(f"http://a.com/{i % 70_000}\n" for i in range(600_000)))
    part = store.add(path, period="p").part
    table = read_table(path)
    assert columns_of(part) == table.columns
    found = store.keyed("p")
    assert (len(found), count(found).pages) == (600_000, 70_000)
    assert found.key[599_999] == f"a.com/{599_999 % 70_000}"


def test_rows_of_a_period_stand_in_the_order_of_import(store: Store, tmp_path: Path) -> None:
    for name, when, text in (("b", "2026-10-02", "url,b\nhttp://b.com,1\n"), ("a", "2026-10-01", "link,a\nhttp://a.com,2\n")):
        (tmp_path / f"{name}.csv").write_text(text)
        store.add(tmp_path / f"{name}.csv", period="p", when=when)
    found = store.keyed("p")
    assert found.raw == ["http://a.com", "http://b.com"]
    assert found.columns == {"link": ["http://a.com", None], "a": ["2", None], "url": [None, "http://b.com"], "b": [None, "1"]}
    assert found.source is not None
    assert [part.name for part in found.source.parts] == ["a.csv", "b.csv"]
    assert found.source.url_column == "link, url"


def test_a_column_is_read_when_it_is_asked_for(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some.csv").write_text("url,engine,title,other\nhttp://a.com,e,t,o\n")
    store.add(tmp_path / "some.csv", period="p")
    asked: list[str] = []

    def noted(part: RawPart, name: str, shared: dict[str, str]) -> list[str | None]:
        asked.append(name)
        return raw_column(part, name, shared)

    monkeypatch.setattr("pagekey.keying.store.raw.raw_column", noted)
    found = store.keyed("p")
    assert (list(found.columns), len(found.columns), asked) == (["url", "engine", "title", "other"], 4, ["url"])
    assert found.columns["title"] == found.columns["title"] == ["t"]
    assert asked == ["url", "title"]
    assert "none" not in found.columns
    method_card(found, count(found))
    assert asked == ["url", "title", "engine"]


def test_keys_are_read_at_the_rows_that_are_first_in_any_part(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagekey.keying.store.parts._GROUP_ROWS", 2)
    monkeypatch.setattr("pagekey.keying.store.parts._READ_ROWS", 4)
    monkeypatch.setattr("pagekey.keying.io.separated.FIRST_BLOCK", 3)
    monkeypatch.setattr("pagekey.keying.io.separated.BLOCK", 3)
    urls = [b"http://a.com/%d" % (i % 5) for i in range(17)] + [b"http://a.com/\xff", b"", b"no url", b"http://a.com/\xfe"]
    for name, own in (("1", urls), ("2", [b"http://b.com", *urls[3:], b"http://c.com"])):
        (tmp_path / f"{name}.csv").write_bytes(b"n,url\n" + b"".join(b"1,%s\n" % url for url in own))
        store.add(tmp_path / f"{name}.csv", period="p", when=name)
    raws = [raw for name in "12" for raw in read_table(tmp_path / f"{name}.csv").urls]
    found, plain = store.keyed("p"), keyed(raws)
    assert (found.raw, found.first) == (raws, plain.first)
    for name in ("key", "status", "host", "domain", "site", "hits", "flags", "target"):
        assert getattr(found, name) == getattr(plain, name), name


@pytest.mark.parametrize("harm", ["cut", "empty", "text", "renamed", "moved"])
def test_a_damaged_part_is_said(store: Store, file: Path, harm: str) -> None:
    path = store.add(file, period="p").part.path
    data = path.read_bytes()
    path.chmod(0o644)
    if harm in ("cut", "empty", "text"):
        path.write_bytes({"cut": data[: len(data) // 2], "empty": b"", "text": b"PAR1 no part PAR1"}[harm])
    elif harm == "renamed":
        path.rename(path.with_name("0" * 64 + ".parquet"))
    else:
        (path.parents[1] / "q").mkdir()
        path.rename(path.parents[1] / "q" / path.name)
    with pytest.raises(InputError) as caught:
        store.keyed("q" if harm == "moved" else "p")
    assert caught.value.where.endswith(".parquet")
    assert caught.value.hint
