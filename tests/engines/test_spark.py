"""pagekey in Spark. What the workers do runs anywhere; a real session, a million rows in it, where PAGEKEY_SPARK=1 asks for it."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import pagekey
from pagekey import InputError, PagekeyError, PolicyMismatch
from pagekey.engines import spark as place
from pagekey.engines.spark import plan_of_worker, register, with_keys
from pagekey.keying.arrays import FIELDS, LISTS, keys_of_array
from pagekey.keying.frames import FACTS
from pagekey.keying.stream import Keyer
from tools import readme

pyarrow = pytest.importorskip("pyarrow")

ROOT = Path(__file__).resolve().parents[2]
ROWS = 1_000_000
URLS = [
    *("HTTP://www.A.com/x/?utm_source=q", None, "https://bit.ly/z", "N/A", "http://b\u00fccher.example/y", "", "//a.com:80/%7e"),
    *("https://user@news.a.co.uk:8080/%2F", "ftp://a.com/x", "http://1.2.3.4/", "http://\u0430pple.com/", "mailto:a@a.com"),
    *(" \u4e2d\u6587 ", "a.com/%zz"),
]


def why_not() -> str:
    """Why no session is started here, or ""."""
    if os.environ.get("PAGEKEY_SPARK") != "1":
        return "a session of Spark takes a minute: PAGEKEY_SPARK=1 asks for it"
    missing = [name for name in ("pyspark", "pandas") if find_spec(name) is None]
    if missing:
        return f"no {', no '.join(missing)}: pip install 'pagekey[spark]'"
    return "" if shutil.which("java") or os.environ.get("JAVA_HOME") else "no Java: Spark needs 17 or later"


asked = pytest.mark.skipif(bool(why_not()), reason=why_not() or "asked for")
quiet = pytest.mark.filterwarnings("default")  # what PySpark itself warns of is not ours to mend


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    settings = {"ui.enabled": "false", "sql.shuffle.partitions": "4", "driver.memory": "2g", "driver.host": "127.0.0.1"}
    builder = SparkSession.builder.master("local[2]").appName("pagekey")
    for name, value in settings.items():
        builder = builder.config(f"spark.{name}", value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def sent(policy: Any = "citation@1") -> dict[str, Any]:
    """What the driver sends, as it arrives."""
    policy = policy if isinstance(policy, pagekey.Policy) else pagekey.Policy.load(policy)
    return {"policy": pickle.loads(pickle.dumps(policy)), "stamp": policy.stamp}


def batches(*parts: list[str | None]) -> Iterator[Any]:
    for urls in parts:
        yield pyarrow.record_batch({"n": pyarrow.array(range(len(urls))), "url": pyarrow.array(urls, pyarrow.string())})


def test_a_worker_keys_batch_by_batch() -> None:
    wanted = ["n", "url", *FACTS]
    found = list(place._keyed_batches(batches(URLS, [], URLS[:3]), url="url", wanted=wanted, only="", **sent()))
    rows = list(zip(*Keyer().columns(URLS, FACTS), strict=True))
    assert [batch.schema.names for batch in found] == [wanted] * 3
    assert [list(zip(*(batch[name].to_pylist() for name in FACTS), strict=True)) for batch in found] == [rows, [], rows[:3]]
    some = next(place._keyed_batches(batches(URLS), url="url", wanted=["n", "url", "host", "key"], only="", **sent()))
    assert some.schema.names == ["n", "url", "host", "key"] and some["key"].to_pylist() == pagekey.keys(URLS)
    alone = list(place._keyed_batches(batches(URLS, []), url="url", wanted=[], only="key", **sent("crawl@1")))
    assert [batch["key"].to_pylist() for batch in alone] == [pagekey.keys(URLS, "crawl@1"), []]
    assert all(batch[name].type == pyarrow.string() for batch in (*found, *alone) for name in batch.schema.names[1:])


def test_a_worker_makes_its_plan_once() -> None:
    plan_of_worker.cache_clear()
    for _ in range(3):
        list(place._keyed_batches(batches(*[URLS] * 5), url="url", wanted=["key"], only="", **sent()))
    assert (plan_of_worker.cache_info().misses, plan_of_worker.cache_info().hits) == (1, 2)


def test_a_worker_that_would_make_other_keys_refuses() -> None:
    told = {**sent(), "stamp": "citation@1-draft:000000000000"}
    with pytest.raises(PolicyMismatch, match="driver and worker would make other keys") as error:
        next(place._keyed_batches(batches(URLS), url="url", wanted=["key"], only="", **told))
    assert "citation@1-draft:000000000000 | citation@1-draft" in str(error.value) and "one version of pagekey" in str(error.value)


@pytest.mark.parametrize("call", [lambda: with_keys(None), lambda: register(None)])
def test_missing_packages_are_one_hint(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyspark", "pandas"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(PagekeyError) as error:
        call()
    assert str(error.value).endswith("got no pyspark, no pandas\nhint: pip install 'pagekey[spark]'")


@asked
@quiet
def test_a_table_gets_the_columns_of_a_keyed_table(spark: Any) -> None:
    table = spark.createDataFrame(list(enumerate(URLS)), "key int, url string").repartition(3)
    found = with_keys(table, "url")
    assert found.columns == ["key", "url", "key_2", *FACTS[1:]] and found.rdd.getNumPartitions() == 3
    rows = [tuple(row)[2:] for row in sorted(found.collect())]
    assert rows == list(zip(*Keyer().columns(URLS, FACTS), strict=True))
    house = pagekey.Policy.from_dict({"sites": {"a.com": {"group": "letters"}}, "site": "group"})
    few = with_keys(table, "url", house, ("site", "key"))
    assert few.columns == ["key", "url", "site", "key_2"]
    assert {row.site for row in few.collect() if row.key == 0} == {"letters"}


@asked
@quiet
def test_sql_under_two_names(spark: Any) -> None:
    spark.createDataFrame(list(enumerate(URLS)), "n int, url string").createOrReplaceTempView("cited")
    assert register(spark) == pagekey.Policy.load("citation@1").stamp
    register(spark, "crawl@1", "crawl_key")
    rows = spark.sql("select pagekey(url), crawl_key(url), pagekey_struct(url) from cited order by n").collect()
    assert [row[0] for row in rows] == pagekey.keys(URLS)
    assert [row[1] for row in rows] == pagekey.keys(URLS, "crawl@1")
    cells = zip(*Keyer().columns(URLS, FIELDS), strict=True)
    told = [tuple((cell or "").split() if name in LISTS else cell for name, cell in zip(FIELDS, row, strict=True)) for row in cells]
    assert [tuple(row[2]) for row in rows] == told


@asked
@quiet
def test_what_cannot_be_keyed_is_said_by_the_driver(spark: Any) -> None:
    table = spark.createDataFrame([(1, "a.com")], "n int, url string")
    with pytest.raises(InputError, match="did you mean 'url'"):
        with_keys(table, "urls")
    with pytest.raises(InputError, match="column 'n': not a column of strings: expected string, got int"):
        with_keys(table, "n")
    with pytest.raises(InputError, match="columns: no such fact"):
        with_keys(table, columns=("keys",))


def made_url(number: int) -> str | None:
    """One of many URLs; about three write one page, and one in a thousand is missing."""
    page, form = divmod(number * 7919 % ROWS, 3)
    if number % 1000 == 999:
        return None
    ways = ("http://www.site{}.example/p/{}/", "https://site{}.example/p/{}?utm_source=x", "HTTPS://SITE{}.example/p/%7e/../{}")
    return ways[form].format(page % 997, page)


@asked
@quiet
def test_a_million_rows_equal_one_machine(spark: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow.parquet

    urls = [made_url(number) for number in range(ROWS)]
    file = str(tmp_path / "crawl.parquet")
    pyarrow.parquet.write_table(pyarrow.table({"url": urls}), file, row_group_size=100_000)
    began = time.perf_counter()
    table = spark.read.parquet(file).repartition(8)
    first = with_keys(table, "url", columns=("key",)).groupBy("key").count().toArrow()
    keyed = time.perf_counter() - began
    assert dict(zip(first["key"].to_pylist(), first["count"].to_pylist(), strict=True)) == Counter(pagekey.keys(urls))
    assert first.num_rows < ROWS / 2
    register(spark)
    table.createOrReplaceTempView("crawl")
    began = time.perf_counter()
    second = spark.sql("select pagekey(url) key, count(*) count from crawl group by 1").toArrow()
    in_sql = time.perf_counter() - began
    assert sorted(second.to_pylist(), key=str) == sorted(first.to_pylist(), key=str)
    with capsys.disabled():
        print(f"\n{ROWS:,} rows, local[2]: with_keys and group by {keyed:.1f} s, the same in SQL {in_sql:.1f} s")


@asked
@quiet
def test_each_worker_makes_its_plan_once(spark: Any) -> None:
    from pyspark.sql.functions import arrow_udf

    policy = pagekey.Policy.from_dict({"drop": ["once"]})  # which no worker has seen yet
    stamp = policy.stamp

    def probe(column: Any) -> Any:
        keys_of_array(column, plan_of_worker(policy, stamp))
        told = plan_of_worker.cache_info()
        return pyarrow.array([f"{os.getpid()} {told.misses} {told.hits}"] * len(column))

    probe.__annotations__ = {"column": pyarrow.Array, "return": pyarrow.Array}
    table = spark.range(300_000, numPartitions=12).selectExpr("concat('http://a.com/', id) url")
    seen = [tuple(map(int, row[0].split())) for row in table.select(arrow_udf(probe, "string")("url")).distinct().collect()]
    workers = {pid for pid, _, _ in seen}
    assert len({(pid, misses) for pid, misses, _ in seen}) == len(workers)
    assert len(seen) > 2 * len(workers)


@asked
@quiet
def test_the_page_in_the_docs_runs(spark: Any) -> None:
    page = (ROOT / "docs" / "engines" / "spark.md").read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "__main__", "spark": spark}
    blocks = [block for block in readme.blocks(page) if block.kind == "python"]
    assert blocks and [readme.renewed(block, names) for block in blocks] == [block.text for block in blocks]
