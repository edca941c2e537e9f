"""pagekey in DuckDB's SQL: the same keys and facts, NULL, two policies, names that are taken, packages that are missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pagekey
from pagekey import PagekeyError, PolicyError
from pagekey.engine import which
from pagekey.engines.duckdb import register
from pagekey.keying.arrays import FIELDS, LISTS
from pagekey.keying.stream import Keyer

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

URLS = [
    *("HTTP://www.A.com/x/?utm_source=q", None, "https://bit.ly/z", "N/A", "http://b\u00fccher.example/y", "", "//a.com:80/%7e"),
    *("https://user@news.a.co.uk:8080/%2F", "ftp://a.com/x", "http://1.2.3.4/", "http://\u0430pple.com/", "mailto:a@a.com"),
    *(" \u4e2d\u6587 ", "a.com/%zz"),
]


@pytest.fixture
def con() -> Iterator[Any]:
    with duckdb.connect() as connection:
        yield connection


def load(con: Any, urls: list[str | None]) -> None:
    con.execute("create table cited as select unnest(range(len($urls))) n, unnest($urls) url", {"urls": urls})


def column(con: Any, term: str) -> list[Any]:
    return [row[0] for row in con.execute(f"select {term} from cited order by n").fetchall()]


def structs(urls: list[str | None], policy: str = "citation@1") -> list[dict[str, Any]]:
    """What pagekey_struct should give, by the way of a keyed list."""
    cells = Keyer(policy).columns(urls, FIELDS)
    rows = [dict(zip(FIELDS, row, strict=True)) for row in zip(*cells, strict=True)]
    return [{name: (cell or "").split() if name in LISTS else cell for name, cell in row.items()} for row in rows]


def test_keys_and_facts_are_those_of_python(con: Any) -> None:
    load(con, URLS)
    stamp = register(con)
    assert stamp == pagekey.Policy.load("citation@1").stamp
    assert column(con, "pagekey(url)") == pagekey.keys(URLS)
    assert column(con, "pagekey_struct(url)") == structs(URLS)


def test_null_is_a_row_whose_key_is_null(con: Any) -> None:
    register(con)
    key, row = con.execute("select pagekey(NULL), pagekey_struct(NULL)").fetchall()[0]
    assert key is None and (row["key"], row["status"], row["hits"]) == (None, "empty", [])
    load(con, [None] * 10)
    assert column(con, "pagekey(url)") == [None] * 10 and column(con, "pagekey_struct(url).status") == ["empty"] * 10
    assert con.execute("select count(pagekey(url)) from cited where n < 0").fetchall() == [(0,)]


@pytest.mark.parametrize("setting", ["threads = 1", "arrow_large_buffer_size = true", "arrow_output_version = '1.4'"])
def test_more_rows_than_one_vector(con: Any, setting: str) -> None:
    rows = 10_000 if which() == "compiled" else 2_100
    urls = [None if k % 11 == 0 else f"http://www.a{k}.example/{k}?utm_source=x" for k in range(rows)]
    load(con, urls)
    con.execute(f"set {setting}")
    if "version" in setting:
        con.execute("set produce_arrow_string_view = true")
    register(con)
    assert column(con, "pagekey(url)") == pagekey.keys(urls)
    assert column(con, "pagekey_struct(url).host") == [url and f"a{k}.example" for k, url in enumerate(urls)]


def test_two_policies_under_two_names(con: Any) -> None:
    load(con, URLS)
    register(con)
    register(con, "crawl@1", "crawl_key")
    house = pagekey.Policy.from_dict({"sites": {"a.com": {"group": "letters"}}, "site": "group"})
    assert register(con, house, "house") == house.stamp
    assert column(con, "pagekey(url)") == pagekey.keys(URLS)
    assert column(con, "crawl_key(url)") == pagekey.keys(URLS, "crawl@1") != pagekey.keys(URLS)
    assert column(con, "crawl_key_struct(url)") == structs(URLS, "crawl@1")
    assert column(con, "house_struct(url).site")[0] == "letters"


def test_a_name_of_this_connection_is_replaced(con: Any) -> None:
    url = "http://www.a.com/"
    register(con, "citation@1", "PageKey")
    register(con, "crawl@1", "pagekey")
    assert con.execute("select pagekey($1), pagekey_struct($1).key", [url]).fetchall() == [(pagekey.key(url, "crawl@1"),) * 2]
    con.execute("begin")
    register(con, "rfc3986@1")
    con.execute("rollback")
    register(con)
    assert con.cursor().execute("select PAGEKEY($1)", [url]).fetchall() == [("a.com/",)]


@pytest.mark.parametrize("taken", ["lower", "mine"])
def test_a_name_of_another_stays_as_it_is(con: Any, taken: str) -> None:
    con.execute("create macro mine_struct(x) as 'macro'")
    with pytest.raises(PagekeyError, match="DuckDB does not take the name") as error:
        register(con, name=taken)
    assert "hint: choose another name=" in str(error.value)
    assert con.execute("select lower('A'), mine_struct(1)").fetchall() == [("a", "macro")]
    assert con.execute("select count(*) from duckdb_functions() where function_name in ('mine', 'lower_struct')").fetchall() == [(0,)]


def test_another_connection_does_not_replace(con: Any) -> None:
    register(con)
    with pytest.raises(PagekeyError, match="on the connection that registered it"):
        register(con.cursor(), "crawl@1")
    assert con.execute("select pagekey('http://www.a.com/')").fetchall() == [("a.com/",)]


def test_what_cannot_be_registered_says_why(con: Any) -> None:
    with pytest.raises(PagekeyError, match="a function needs a name"):
        register(con, name="")
    with pytest.raises(PolicyError, match="citation"):
        register(con, "citaton@1")
    register(con)
    with pytest.raises(duckdb.BinderException, match=r"pagekey\(VARCHAR\)"):
        con.execute("select pagekey(1)")


@pytest.mark.parametrize("missing", [["numpy"], ["pyarrow"], ["numpy", "pyarrow"]])
def test_missing_packages_are_one_hint(con: Any, missing: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(PagekeyError) as error:
        register(con)
    assert str(error.value).endswith(f"got no {', no '.join(missing)}\nhint: pip install 'pagekey[duckdb]'")


def test_importing_the_engines_imports_nothing_heavy() -> None:
    heavy = ["pyarrow", "numpy", "duckdb", "pandas", "pyspark", "nanoarrow", "py4j"]
    code = f"import sys, pagekey.engines, pagekey.engines.duckdb, pagekey.engines.spark; print([n for n in {heavy} if n in sys.modules])"
    place = Path(pagekey.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=place)
    assert run.stdout.strip() == "[]"


def test_the_shared_urls(con: Any, shared: Path) -> None:
    if which() != "compiled":
        pytest.skip("too many rows for the uncompiled engine")
    lines = (shared / "data" / "bench" / "urls.txt").read_text(encoding="utf-8", errors="replace").split("\n")
    pyarrow = pytest.importorskip("pyarrow")
    con.register("cited", pyarrow.table({"n": range(len(lines)), "url": lines}))
    register(con)
    assert column(con, "pagekey(url)") == pagekey.keys(lines)
