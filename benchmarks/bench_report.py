"""What `pagekey report` costs over a table of citations, beside `csv.reader` alone over the same file, in the same run.

    python benchmarks/bench_report.py TABLE.csv... --rows 1000000

The rows of the tables are drawn at random until there are enough: real strings, as often as in life or oftener. Both programs are
processes of their own, import included; a first round is thrown away.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from machine import facts_as_text, machine

ALONE = "import csv, sys\nfor row in csv.reader(open(sys.argv[1], encoding='utf-8', newline='')): pass\n"
COLUMNS = ("record_id", "engine", "answer_id", "position", "url", "title", "date")
ENGINES = ("engine", "system", "provider")
ANSWERS = ("answer_id", "run_id", "query_id", "report")
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


def main() -> None:
    """Print machine, rows and medians as JSON and as lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, help="CSV files with a column url")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.csv"
        distinct = drawn(said.tables, said.rows, table)
        commands = {
            "csv.reader": [sys.executable, "-c", ALONE, str(table)],
            "pagekey report": [sys.executable, "-m", "pagekey", "report", "-q", str(table)],
        }
        runs = [{name: once(command) for name, command in commands.items()} for _ in range(said.rounds + 1)][1:]
        size = table.stat().st_size
    medians = {name: [median(run[name][k] for run in runs) for k in range(3)] for name in commands}
    ratios = [round(medians["pagekey report"][k] / medians["csv.reader"][k], 2) for k in range(2)]
    facts = {"rows": said.rows, "distinct": distinct, "bytes": size, "rounds": said.rounds, "cpu_ratio": ratios[0], "wall_ratio": ratios[1]}
    print(json.dumps({"machine": machine(), **facts, "median": medians}, indent=2))
    print(facts_as_text(machine()))
    for name, (cpu, wall, memory) in medians.items():
        print(f"{name:14}  {cpu:6.2f} s of the process  {wall:6.2f} s of the clock  {memory / 1024:7.0f} MiB")
    print(f"ratio           {ratios[0]:6.2f}                    {ratios[1]:6.2f}")


if __name__ == "__main__":
    main()
