"""What a key costs where the rows are: a list, columns of pyarrow, polars and pandas, DuckDB's SQL, Spark; `--help`, README.md.

Each way runs over all rows once a round, one after the other, beside `can_ada.parse`, and the rounds are repeated; a first round is thrown
away. A query is timed with and without the function and the difference is taken. Memory is measured in a process of its own for each way:
the most that it held above what its input takes.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Any

from bench_key import compact, each, octets, read_rows
from machine import facts_as_text, machine, version
from peers import BASELINE, PEERS

import pagekey
from pagekey.keying.frames import FACTS
from pagekey.policy import load

MOST = 10_000_000
VERSIONS = ("can_ada", "pyarrow", "polars", "pandas", "duckdb", "pyspark")
Run = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to key rows. `make` turns them into what is timed, and into the same without pagekey where that is to be taken off."""

    name: str
    needs: tuple[str, ...]
    make: Callable[[list[str], str], tuple[Run, Run | None]]

    def missing(self) -> str:
        """What is not installed, or ""."""
        return ", ".join(name for name in self.needs if not version(name))


def baseline(rows: list[str], policy: str) -> tuple[Run, None]:
    call, why = next(peer for peer in PEERS if peer.name == BASELINE).find()
    if call is None:
        raise SystemExit(f"{BASELINE} {why}; without it there are no ratios")
    return each(call, list(rows)), None


def listed(rows: list[str], policy: str) -> tuple[Run, None]:
    return partial(pagekey.keys, list(rows), policy), None


def arrow(rows: list[str], policy: str, *, threads: int) -> tuple[Run, None]:
    import pyarrow

    return partial(pagekey.keys, pyarrow.array(rows, pyarrow.large_string()), policy, threads=threads), None


def polars_column(rows: list[str], policy: str, *, threads: int) -> tuple[Run, None]:
    import polars

    return partial(pagekey.keys, polars.Series(rows), policy, threads=threads), None


def pandas_column(rows: list[str], policy: str) -> tuple[Run, None]:
    import pandas

    return partial(pagekey.keys, pandas.Series(rows, dtype=object), policy), None


def in_duckdb(rows: list[str], policy: str, *, threads: int, term: str) -> tuple[Run, Run]:
    """count(distinct term), and of the URLs themselves."""
    import duckdb
    import pyarrow

    from pagekey.engines.duckdb import register

    con = duckdb.connect()
    con.execute(f"SET threads = {threads}")
    con.register("given", pyarrow.table({"url": pyarrow.array(rows, pyarrow.large_string())}))
    con.execute("CREATE TABLE cited AS SELECT url FROM given")
    con.unregister("given")
    register(con, policy)

    def run(what: str) -> object:
        return con.execute(f"SELECT count(DISTINCT {what}) FROM cited").fetchall()

    return partial(run, term), partial(run, "url")


def in_spark(rows: list[str], policy: str, *, columns: tuple[str, ...], grouped: bool = False) -> tuple[Run, Run]:
    """Parquet read, keyed and thrown away on two cores, and the same without keys; `grouped`: rows counted by key, or by URL."""
    import pyarrow
    import pyarrow.parquet
    from pyspark.sql import SparkSession

    from pagekey.engines.spark import with_keys

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
    spark = builder.config("spark.driver.memory", "4g").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    file = Path(tempfile.mkdtemp(prefix="bench-engines-")) / "urls.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"url": rows}), file, row_group_size=max(1, len(rows) // 8))
    table = spark.read.parquet(str(file))

    def run(keyed: bool) -> None:
        found = with_keys(table, "url", policy, columns) if keyed else table
        found = found.groupBy("key" if keyed else "url").count() if grouped else found
        found.write.format("noop").mode("overwrite").save()

    return partial(run, True), partial(run, False)


DUCKDB, SPARK = ("duckdb", "numpy", "pyarrow"), ("pyspark", "pandas", "pyarrow")
WAYS = (
    Way(BASELINE, ("can_ada",), baseline),
    Way("list", (), listed),
    Way("pyarrow, 1 thread", ("pyarrow",), partial(arrow, threads=1)),
    Way("pyarrow, 2 threads", ("pyarrow",), partial(arrow, threads=2)),
    Way("polars, 1 thread", ("polars",), partial(polars_column, threads=1)),
    Way("polars, 2 threads", ("polars",), partial(polars_column, threads=2)),
    Way("pandas objects", ("pandas",), pandas_column),
    Way("DuckDB pagekey(), 1 thread", DUCKDB, partial(in_duckdb, threads=1, term="pagekey(url)")),
    Way("DuckDB pagekey(), 2 threads", DUCKDB, partial(in_duckdb, threads=2, term="pagekey(url)")),
    Way("DuckDB pagekey_struct(), 1 thread", DUCKDB, partial(in_duckdb, threads=1, term="pagekey_struct(url).key")),
    Way("Spark key, local[2]", SPARK, partial(in_spark, columns=("key",))),
    Way("Spark key, group by, local[2]", SPARK, partial(in_spark, columns=("key",), grouped=True)),
    Way("Spark all columns, local[2]", SPARK, partial(in_spark, columns=FACTS)),
)


def as_many(rows: list[str], wanted: int | None) -> list[str]:
    """So many rows, the given ones over and over where there are fewer, as new strings side by side in memory."""
    return compact([rows[k % len(rows)] for k in range(wanted)]) if wanted is not None and wanted > len(rows) else rows


def timed(run: Run) -> tuple[int, int]:
    """(cpu, wall) in nanoseconds of one run. The collector runs as users have it, but begins clean."""
    gc.collect()
    wall, cpu = perf_counter_ns(), process_time_ns()
    run()
    return process_time_ns() - cpu, perf_counter_ns() - wall


def rounds(made: dict[str, tuple[Run, Run | None]], repeat: int, rows: int) -> dict[str, dict[str, list[float]]]:
    """Nanoseconds per URL by way, round by round: of the process (cpu), of the clock (wall), of the clock with all else (whole)."""
    found: dict[str, dict[str, list[float]]] = {name: {"cpu": [], "wall": [], "whole": []} for name in made}
    for number in range(repeat + 1):
        for name, (run, without) in made.items():
            cpu, wall = timed(run)
            less = timed(without) if without else (0, 0)
            if number:
                for clock, spent in (("cpu", cpu - less[0]), ("wall", wall - less[1]), ("whole", wall)):
                    found[name][clock].append(spent / rows)
    return found


def resident(field: str) -> int:
    """KiB of this process as Linux counts them: VmRSS is held now, VmHWM the most since it was reset."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


def memory_here(way: Way, rows: list[str], policy: str) -> dict[str, int]:
    """MiB that the input takes in this process, and the most above it while the way runs once."""
    way.make(rows[:2], policy)[0]()  # imports and the plan are no row's memory
    run, _ = way.make(rows, policy)
    rows.clear()
    gc.collect()
    before = resident("VmRSS")
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    run()
    return {"before": before >> 10, "above": (resident("VmHWM") - before) >> 10}


def memory_of(way: Way, options: argparse.Namespace) -> dict[str, int]:
    """The same in a process of its own; nothing where Linux does not tell."""
    if not Path("/proc/self/clear_refs").exists():
        return {}
    words = [sys.executable, __file__, "--memory-of", way.name, "--policy", options.policy]
    words += ["--rows", str(options.rows)] if options.rows else []
    words += ["--data", str(options.data)] if options.data else []
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{way.name}: {done.stderr}")
    return dict(json.loads(done.stdout))


def cells(column: Any) -> list[str | None]:
    """The cells of a column of any library."""
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def check(made: dict[str, tuple[Run, Run | None]], rows: list[str], policy: str) -> None:
    """A benchmark of wrong keys is none: every way must give the keys of the list, a query as many distinct ones."""
    keys = pagekey.keys(rows, policy)
    for name, (run, _) in made.items():
        if name == BASELINE or name.startswith("Spark"):
            continue
        found = run()
        right = found == [(len(set(keys)),)] if name.startswith("DuckDB") else cells(found) == keys
        if not right:
            raise SystemExit(f"{name} does not give the keys of the list; nothing was measured")


@contextmanager
def ended() -> Iterator[None]:
    """Spark's session is stopped at the end where there is one."""
    yield
    if "pyspark" in sys.modules:
        session = sys.modules["pyspark.sql"].SparkSession.getActiveSession()
        if session is not None:
            session.stop()


def line_of(name: str, times: dict[str, list[float]], base: dict[str, list[float]], memory: dict[str, int]) -> dict[str, Any]:
    """A line of the table as data. CPU time of Spark is spent in other processes and is not told."""
    told = [clock for clock in ("cpu", "wall", "whole") if not (name.startswith("Spark") and clock == "cpu")]
    line: dict[str, Any] = {"name": name, **memory}
    for clock in told:
        line[clock] = median(times[clock])
        line[f"{clock}_ratio"] = median(times[clock]) / median(base["wall" if clock == "whole" else clock])
    return line | {"rounds": times}


def as_text(line: dict[str, Any]) -> str:
    told = [(line.get(clock), line.get(f"{clock}_ratio")) for clock in ("cpu", "wall", "whole")]
    cells = [f"{'-':>7} {'-':>6}" if one is None else f"{one:7,.0f} {ratio:6.2f}" for one, ratio in told]
    memory = f"{line['above']:8,} {line['before']:8,}" if "above" in line else f"{'-':>8} {'-':>8}"
    return f"  {line['name']:34} {'  '.join(cells)} {memory}"


def page(report: dict[str, Any], missing: list[str]) -> list[str]:
    """The report as lines: machine, what was keyed, a table, what could not be measured."""
    data, versions = report["data"], ", ".join(f"{name} {number}" for name, number in report["versions"].items())
    rows = f"{data['name']}: {data['rows']:,} rows, {data['mean_bytes']:.0f} bytes on average"
    clocks = "  ".join(f"{clock:>7} {'ratio':>6}" for clock in ("cpu", "wall", "whole"))
    return [
        facts_as_text({**report["machine"], "versions": versions}),
        *("", f"{rows}; {report['policy']}, median of {report['repeat']}"),
        f"  {'ns/URL, ratio to ' + BASELINE:34} {clocks} {'MiB +':>8} {'MiB in':>8}",
        *(as_text(line) for line in report["results"]),
        *missing,
    ]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Nanoseconds per URL of pagekey in lists, columns and engines, in one run.")
    parser.add_argument("--rows", type=int, metavar="N", help="N rows, at most 10,000,000: spread over the data, or the data over and over")
    parser.add_argument("--data", type=Path, metavar="FILE", help="one URL a line (default: see README.md)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures, round by round")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="rounds after the first (default 5)")
    parser.add_argument("--policy", default="citation@1")
    parser.add_argument("--spark", action="store_true", help="Spark too, on Java 17 or later")
    parser.add_argument("--no-memory", action="store_true", help="times only")
    parser.add_argument("--memory-of", metavar="WAY", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.repeat < 1 or (options.rows is not None and not 2 <= options.rows <= MOST):
        parser.error(f"--repeat is at least 1, --rows from 2 to {MOST:,}")
    return options


def main() -> None:
    options = parse()
    name, rows = read_rows(options.data, options.rows)
    rows = as_many(rows, options.rows)
    if options.memory_of:
        print(json.dumps(memory_here(next(way for way in WAYS if way.name == options.memory_of), rows, options.policy)))
        return
    ways = [way for way in WAYS if options.spark or not way.name.startswith("Spark")]
    made = {way.name: way.make(rows, options.policy) for way in ways if not way.missing()}
    if BASELINE not in made:
        raise SystemExit(f"{BASELINE} is not installed; without it there are no ratios")
    with ended():
        check(made, rows, options.policy)
        times = rounds(made, options.repeat, len(rows))
    # In Spark the memory is that of Java and its workers.
    weighed = [way for way in ways if way.name in made and not way.name.startswith("Spark") and not options.no_memory]
    counted = {way.name: memory_of(way, options) for way in weighed}
    lines = [line_of(one, times[one], times[BASELINE], counted.get(one, {})) for one in made]
    data = {"name": name, "rows": len(rows), "mean_bytes": sum(len(octets(row)) for row in rows) / len(rows)}
    versions = {one: version(one) or "not installed" for one in VERSIONS}
    settings = {"policy": load(options.policy).stamp, "repeat": options.repeat}
    report = {"machine": machine(), "versions": versions, "data": data, **settings, "results": lines}
    print("\n".join(page(report, [f"{way.name}: not installed: {way.missing()}" for way in ways if way.missing()])))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
