"""Instructions and mispredicted branches per URL, as valgrind counts them: figures that no other load on the machine moves.

    python benchmarks/bench_instructions.py --rows 10000

Only what runs inside `engine.column` is counted. The predictor is valgrind's, simpler than a processor's: its figures tell two versions
of the engine apart, not two machines. Instructions are those of this build: another compiler, another count.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench_key import POLICIES, Column, compact, read_rows
from machine import facts_as_text, machine

from pagekey.engine import engine, which
from pagekey.policy import compiled, load

COUNTED = "__pyx_pw_7pagekey_6engine_7_engine_*column"
"""Cython's name of the function in which valgrind counts."""
EVENTS = ("instructions", "branches", "mispredicted", "indirect", "mispredicted indirect")


def rows_of(kind: str, data: Path | None, most: int) -> list[str]:
    """Rows spread evenly over the data: all, those with a query, or those without."""
    _, rows = read_rows(data, None)
    some = [row for row in rows if kind == "all" or ("?" in row) == (kind == "with '?'")]
    return compact([some[place * len(some) // most] for place in range(min(most, len(some)))])


def inside(kind: str, data: Path | None, most: int, policy: str) -> None:
    """What valgrind watches: one run over the column."""
    column = Column.of(rows_of(kind, data, most))
    engine.column(compiled(load(policy)).plan, column.offsets, column.data, column.ends, column.hits, memoryview(column.status))


def counted(words: Sequence[str], rows: int) -> dict[str, float]:
    """Events per URL of this script with these words. SystemExit if valgrind says nothing."""
    with tempfile.TemporaryDirectory() as folder:
        watch = ["--tool=callgrind", "--branch-sim=yes", "--collect-atstart=no", f"--toggle-collect={COUNTED}"]
        command = ["valgrind", *watch, f"--callgrind-out-file={folder}/out", sys.executable, __file__, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if "Collected" in line]
    if done.returncode or not lines:
        raise SystemExit(f"valgrind failed: {done.stderr[-500:]}")
    return {name: int(value) / rows for name, value in zip(EVENTS, lines[-1].rpartition(":")[2].split(), strict=True)}


def parse(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Instructions per URL of a column, counted by valgrind.")
    parser.add_argument("--rows", type=int, default=10_000, metavar="N", help="so many rows, spread evenly over the data (default 10000)")
    parser.add_argument("--data", type=Path, metavar="FILE", help="one URL a line (default: as bench_key.py)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    parser.add_argument("--inside", nargs=2, metavar=("KIND", "POLICY"), help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.rows < 1:
        parser.error("--rows is at least 1")
    return options


def main(words: Sequence[str] | None = None) -> None:
    options = parse(words)
    if which() != "compiled":
        raise SystemExit("the engine is not compiled: there is nothing to count")
    if options.inside:
        inside(options.inside[0], options.data, options.rows, options.inside[1])
        return
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is not installed")
    print(f"{facts_as_text(machine())}\n\n{'':28} {'rows':>7} {' '.join(f'{name:>{max(9, len(name))}}' for name in EVENTS)}")
    found = {}
    for kind in ("all", "without '?'", "with '?'"):
        rows = len(rows_of(kind, options.data, options.rows))
        for policy in POLICIES if rows else ():
            data = ["--data", str(options.data)] if options.data else []
            events = counted(["--rows", str(options.rows), *data, "--inside", kind, policy], rows)
            found[f"{policy}, {kind}"] = events | {"rows": rows}
            figures = " ".join(f"{events[name]:{max(9, len(name))},.1f}" for name in EVENTS)
            print(f"{policy + ', ' + kind:28} {rows:7,} {figures}", flush=True)
    if options.json:
        options.json.write_text(json.dumps({"machine": machine(), "per url": found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
