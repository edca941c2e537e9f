"""What a report costs over a table of citations, beside `csv.reader` alone over the same file, in the same run.

    python benchmarks/bench_report.py TABLE.csv... --rows 1000000

The rows of the tables are drawn at random until there are enough: real strings, as often as in life or oftener. Two ways are timed:
`pagekey report FILE`; and through a store, `pagekey import`, which keys the rows too, and then `pagekey report --store`. Each program is
a process of its own, Python's start included; a first round is thrown away.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from machine import facts_as_text, machine

ALONE = "import csv, sys\nfor row in csv.reader(open(sys.argv[1], encoding='utf-8', newline='')): pass\n"
COLUMNS = ("record_id", "engine", "answer_id", "position", "url", "title", "date")
ENGINES = ("engine", "system", "provider")
ANSWERS = ("answer_id", "run_id", "query_id", "report")
CLOCKS = {"cpu": "of the process", "wall": "of the clock"}
REPEATS = 8  # answers that share an id in the tables, so that a larger table has more of them


def drawn(paths: list[Path], rows: int, out: Path) -> int:
    """Write a table of so many rows; how many distinct URLs it can have."""
    found = []
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                engine = next((row[name] for name in ENGINES if name in row), path.stem)
                found.append((engine, next((row[name] for name in ANSWERS if name in row), ""), row["url"]))
    generator = Random(1)
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for i in range(rows):
            engine, answer, url = generator.choice(found)
            day = f"2026-10-{1 + i % 28:02}"
            writer.writerow([f"r{i:07}", engine, f"{answer}-{generator.randrange(REPEATS)}", i % 20, url, "A title of a page | Site", day])
    return len({url for _, _, url in found})


def once(command: list[str]) -> tuple[float, float, int]:
    """(seconds of the process, seconds of the clock, most memory in KiB) of one run."""
    start = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, perf_counter() - start, used.ru_maxrss


def commands_of(table: Path, store: Path) -> dict[str, list[str]]:
    """What is timed, by name, in the order in which it must run."""
    pagekey = [sys.executable, "-m", "pagekey"]
    period = ["--store", str(store), "--period", "p"]
    return {
        "csv.reader": [sys.executable, "-c", ALONE, str(table)],
        "report FILE": [*pagekey, "report", "-q", str(table)],
        "import": [*pagekey, "import", "-q", str(table), *period],
        "report --store": [*pagekey, "report", "-q", *period],
    }


def measured(table: Path, store: Path, rounds: int) -> list[dict[str, tuple[float, float, int]]]:
    """Round by round what each command took; every round begins without a store."""
    runs = []
    for _ in range(rounds + 1):
        shutil.rmtree(store, ignore_errors=True)
        runs.append({name: once(command) for name, command in commands_of(table, store).items()})
    return runs[1:]


def summary(runs: list[dict[str, tuple[float, float, int]]]) -> dict[str, dict[str, float]]:
    """By name the least seconds and the most memory of all rounds, with their ratio to csv.reader; import and report also together.

    The least, not the median: what else runs on the machine can only add.
    """
    best = {name: [min(run[name][k] for run in runs) for k in range(2)] for name in runs[0]}
    most = {name: max(run[name][2] for run in runs) for name in runs[0]}
    best["store, together"] = [a + b for a, b in zip(best["import"], best["report --store"], strict=True)]
    most["store, together"] = max(most["import"], most["report --store"])
    alone = best["csv.reader"]
    return {
        name: {
            "cpu": round(cpu, 3), "wall": round(wall, 3), "mib": round(most[name] / 1024),
            "cpu_ratio": round(cpu / alone[0], 2), "wall_ratio": round(wall / alone[1], 2),
        }
        for name, (cpu, wall) in best.items()
    }  # fmt: skip


def main() -> None:
    """Print machine, rows and times as JSON and as lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, help="CSV files with a column url")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.csv"
        distinct = drawn(said.tables, said.rows, table)
        runs = measured(table, Path(folder) / "store", said.rounds)
        size = table.stat().st_size
    found = summary(runs)
    facts = {"rows": said.rows, "distinct": distinct, "bytes": size, "rounds": said.rounds}
    print(json.dumps({"machine": machine(), **facts, "best": found, "runs": runs}, indent=2))
    print(facts_as_text(machine()))
    for name, one in found.items():
        times = (f"{one[clock]:6.2f} s {words} ({one[f'{clock}_ratio']:5.2f} x)" for clock, words in CLOCKS.items())
        print(f"{name:15}  {'  '.join(times)}  {one['mib']:5.0f} MiB")


if __name__ == "__main__":
    main()
