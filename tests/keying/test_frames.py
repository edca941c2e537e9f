"""keys and keyed over columns and tables of other libraries: the same answers, the same kind, and nothing imported."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pagekey
from pagekey import InputError, PagekeyError
from pagekey.engine import which
from pagekey.keying import arrow
from pagekey.keying.frames import FACTS, Chunks
from pagekey.keying.stream import Keyer

polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
duckdb = pytest.importorskip("duckdb")

class Capsule:
    """Anything that speaks Arrow: of what it wraps only the capsules are seen."""

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._wrapped.__arrow_c_stream__(requested_schema)


URLS = [
    *("HTTP://www.A.com/x/", None, "https://bit.ly/z", "N/A", "http://b\u00fccher.example/y?utm_source=q", ""),
    *("https://l.facebook.com/l.php?u=http%3A%2F%2Fa.com%2F", "https://user@news.a.co.uk:8080/%2F", "ftp://a.com/x", "http://1.2.3.4/"),
    *("a-host-name-of-more-than-twelve-bytes.example/with/a/path", "http://\u0430pple.com/"),
]
KEYS = pagekey.keys(URLS)
ROWS = list(zip(*Keyer().columns(URLS, FACTS), strict=True))

COLUMNS: dict[str, Callable[[], Any]] = {
    "pyarrow string": lambda: pyarrow.array(URLS),
    "pyarrow large_string": lambda: pyarrow.array(URLS, pyarrow.large_string()),
    "pyarrow string_view": lambda: pyarrow.array(URLS, pyarrow.string_view()),
    "pyarrow slice": lambda: pyarrow.array(["x", *URLS, "y"]).slice(1, len(URLS)),
    "pyarrow chunks": lambda: pyarrow.chunked_array([URLS[:5], [], URLS[5:]]),
    "polars": lambda: polars.Series("url", URLS),
    "polars slice": lambda: polars.Series("url", ["x", *URLS])[1:],
    "polars chunks": lambda: polars.concat([polars.Series(URLS[:3]), polars.Series(URLS[3:])], rechunk=False),
    "pandas objects": lambda: pandas.Series(URLS, index=range(7, 7 + len(URLS))),
    "pandas string": lambda: pandas.Series(URLS, dtype="string"),
    "capsule": lambda: Capsule(pyarrow.chunked_array([URLS[:5], URLS[5:]])),
}


def cells(column: Any) -> list[str | None]:
    """The cells of a column of any kind; what its library calls missing is None."""
    if type(column).__module__.startswith("pandas"):
        return [None if missing else cell for cell, missing in zip(column.tolist(), column.isna(), strict=True)]
    if isinstance(column, Chunks):
        column = polars.Series(column)
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column.to_list())


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_column_comes_back_as_its_kind(kind: str) -> None:
    column = COLUMNS[kind]()
    found = pagekey.keys(column)
    assert cells(found) == KEYS
    if kind == "pyarrow chunks":
        assert isinstance(found, pyarrow.ChunkedArray)
    elif kind.startswith("pyarrow"):
        assert isinstance(found, pyarrow.Array) and found.type in (pyarrow.string(), pyarrow.large_string())
    elif kind != "capsule":
        assert type(found) is type(column) and found.name == "key"
    if kind.startswith("pandas"):
        assert found.index.equals(column.index) and found.dtype == column.dtype


def rows_of(table: Any, names: tuple[str, ...] = FACTS) -> list[tuple[str | None, ...]]:
    """The rows of a table of any kind."""
    if type(table).__module__.startswith("duckdb"):
        table = polars.DataFrame(table)
    if isinstance(table, Chunks):
        table = polars.DataFrame(table)
    return list(zip(*(cells(table[name]) for name in names), strict=True))


TABLES: dict[str, Callable[[list[str | None]], Any]] = {
    "pyarrow table": lambda urls: pyarrow.table({"n": range(len(urls)), "url": pyarrow.array(urls, pyarrow.string())}),
    "pyarrow batch": lambda urls: pyarrow.record_batch({"n": range(len(urls)), "url": pyarrow.array(urls, pyarrow.string())}),
    "polars": lambda urls: polars.DataFrame({"n": range(len(urls)), "url": urls}, schema={"n": polars.Int64, "url": polars.String}),
    "pandas": lambda urls: pandas.DataFrame({"n": range(len(urls)), "url": pandas.Series(urls, dtype=object)}),
    "capsule": lambda urls: Capsule(pyarrow.table({"n": range(len(urls)), "url": pyarrow.array(urls, pyarrow.string())})),
}


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("rows", [len(URLS), 1, 0])
def test_a_table_comes_back_as_its_kind(kind: str, rows: int) -> None:
    table = TABLES[kind](URLS[:rows])
    found = pagekey.keyed(table)
    assert type(found) is (Chunks if kind == "capsule" else type(table))
    assert rows_of(found) == ROWS[:rows]
    assert cells(found["n"]) == list(range(rows)) if kind != "capsule" else True


def test_a_relation_of_duckdb() -> None:
    con = duckdb.connect()
    con.execute("create table cited (n integer, url varchar)")
    con.executemany("insert into cited values (?, ?)", list(enumerate(URLS)))
    assert [row[0] for row in pagekey.keys(con.sql("select url from cited order by n")).fetchall()] == KEYS
    keyed = pagekey.keyed(con.sql("select * from cited order by n"))
    assert keyed.columns == ["n", "url", *FACTS]
    pages = len({row[0] for row in ROWS if row[1] == "page"})
    assert con.sql("select count(distinct key) from keyed where status = 'page'").fetchall() == [(pages,)]


def test_a_reader_is_keyed_as_it_is_read() -> None:
    taken = []

    def batches() -> Any:
        for k in range(4):
            taken.append(k)
            yield pyarrow.record_batch({"url": pyarrow.array(URLS, pyarrow.string())})

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema([("url", pyarrow.string())]), batches())
    found = pagekey.keyed(reader)
    assert isinstance(found, pyarrow.RecordBatchReader) and not taken
    assert rows_of(found.read_next_batch()) == ROWS and len(taken) <= 2
    assert rows_of(found.read_all()) == ROWS * 3


def test_an_expression_of_polars() -> None:
    frame = polars.DataFrame({"url": URLS})
    assert frame.lazy().with_columns(pagekey.keys(polars.col("url"))).collect()["key"].to_list() == KEYS


def test_columns_that_are_there_already_stay() -> None:
    frame = polars.DataFrame({"url": URLS, "key": range(len(URLS)), "host": URLS})
    found = pagekey.keyed(frame)
    assert found.columns == ["url", "key", "host", "key_2", "status", "host_2", "domain", "site", "hits", "flags", "policy"]
    assert found.select(frame.columns).equals(frame) and found["key_2"].to_list() == KEYS


@pytest.mark.parametrize("kind", TABLES)
def test_a_mapping_of_short_links(kind: str) -> None:
    found = rows_of(pagekey.keyed(TABLES[kind](URLS), mapping={"https://bit.ly/z": "http://www.b.com/"}), ("key", "status", "hits"))
    assert found[2] == ("b.com/", "page", "expand-short-link drop-scheme strip-www")
    assert found[3] == ("N/A", "unparsed", "")


@pytest.mark.parametrize("site", ["host", "domain", "group"])
def test_the_site_is_the_policys(site: str) -> None:
    policy = pagekey.Policy.from_dict({"site": site, "sites": {"a.com": {"group": "letters"}}})
    urls = ["http://m.a.co.uk/", "http://a.com/", "N/A", None]
    assert cells(pagekey.keyed(polars.DataFrame({"url": urls}), policy=policy)["site"]) == Keyer(policy).columns(urls, ["site"])[0]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_keep_order_and_length(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow, "PIECE", 7)
    urls = [None if k % 11 == 0 else f"http://www.a{k}.example/{k}?utm_source=x" for k in range(1000 if which() == "compiled" else 100)]
    column = polars.Series(urls)
    assert pagekey.keys(column, threads=threads).to_list() == pagekey.keys(urls)
    alone = list(zip(*Keyer().columns(urls, FACTS), strict=True))
    assert rows_of(pagekey.keyed(polars.DataFrame({"url": column}), threads=threads)) == alone


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: polars.Series([1, 2]), "not a column of strings: expected string, large_string or string_view, got int64"),
        (lambda: pyarrow.array(URLS).dictionary_encode(), "got dictionary"),
        (lambda: pyarrow.table({"url": URLS}), "a table is no column"),
        (lambda: pandas.DataFrame({"url": URLS}), "a table is no column"),
        (lambda: polars.DataFrame({"url": URLS}).lazy(), "expected a Series or an expression, got LazyFrame"),
        (lambda: pandas.Series(["http://a.com/", 7]), "row 1: not a string: expected text or nothing, got 7"),
    ],
)
def test_what_is_no_column_of_strings_is_refused(wrong: Callable[[], Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        pagekey.keys(wrong())
    assert said in str(error.value) and "hint: " in str(error.value) or "row 1" in said


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: polars.DataFrame({"urls": URLS}), "no such column: expected one of urls, got 'url'\nhint: did you mean 'urls'?"),
        (lambda: pandas.DataFrame({"urls": URLS}), "no such column: expected one of urls, got 'url'\nhint: did you mean 'urls'?"),
        (lambda: pyarrow.array(URLS), "a column is no table"),
        (lambda: pandas.Series(URLS), "a column is no table"),
        (lambda: polars.DataFrame({"url": [1]}), "column 'url': not a column of strings"),
        (lambda: Capsule(pyarrow.table({"url": pyarrow.array(URLS, pyarrow.string_view())})), "views cannot be passed on"),
    ],
)
def test_what_is_no_table_with_the_column_is_refused(wrong: Callable[[], Any], said: str) -> None:
    with pytest.raises(PagekeyError) as error:
        pagekey.keyed(wrong())
    assert said in str(error.value)


@pytest.mark.parametrize("given", ["pyarrow", "polars", "pandas", "nanoarrow"])
def test_no_library_is_imported_that_the_caller_did_not_import(given: str) -> None:
    make = {
        "pyarrow": "pyarrow.array(['a.com'])",
        "polars": "polars.Series(['a.com'])",
        "pandas": "pandas.Series(['a.com'])",
        "nanoarrow": "nanoarrow.Array(['a.com'], nanoarrow.string())",
    }[given]
    others = [name for name in ("pyarrow", "polars", "pandas", "duckdb", "numpy") if name != given]
    code = f"import sys, {given}, pagekey; c = {make}; before = set(sys.modules); pagekey.keys(c); print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(pagekey.__file__).parents[1])
    imported = set(run.stdout.split())
    assert "pagekey.keying.arrow" in imported or given == "pandas"
    assert not imported & set(others)
