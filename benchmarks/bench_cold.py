"""What one key costs from a shell: whole processes, by the clock, beside a Python that does nothing.

Only the ratios hold. The commands take turns; a first turn, which fills the disk cache and writes byte code, is thrown away.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Any

from machine import facts_as_text, machine

URL = "http://www.example.com/a?utm_source=x"
BARE = "python -c pass"
Commands = dict[str, list[str]]


def commands() -> tuple[Commands, dict[str, str]]:
    """What is run, and what cannot be, with the reason."""
    script = shutil.which("pagekey", path=str(Path(sys.executable).parent)) or shutil.which("pagekey")
    found = {
        BARE: [sys.executable, "-c", "pass"],
        "python -c 'import pagekey'": [sys.executable, "-c", "import pagekey"],
        "python -c 'pagekey.key(URL)'": [sys.executable, "-c", f"import pagekey; pagekey.key({URL!r})"],
        "python -m pagekey key URL": [sys.executable, "-m", "pagekey", "key", URL],
        "pagekey key URL": [script or "", "key", URL],
    }
    absent = {}
    for name, command in list(found.items()):
        why = refuses(command)
        if why:
            del found[name]
            absent[name] = why
    return found, absent


def refuses(command: list[str]) -> str:
    """Why a command cannot be measured; "" if it runs."""
    if not command[0]:
        return "no console script; pip install . makes it"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stderr.strip().splitlines() or ["it failed in silence"])[-1] if done.returncode else ""


def measure(found: Commands, repeat: int) -> dict[str, list[float]]:
    """Milliseconds of every command, turn by turn."""
    times: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(repeat):
        for name, command in found.items():
            began = perf_counter_ns()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times[name].append((perf_counter_ns() - began) / 1e6)
    return times


def table(times: dict[str, list[float]], absent: dict[str, str]) -> str:
    lines = [f"{'process':36} {'ms':>7} {'min':>7} {'max':>7} {'ratio':>6} {'of min':>6}"]
    for name, taken in times.items():
        figures = f"{median(taken):7.1f} {min(taken):7.1f} {max(taken):7.1f}"
        lines.append(f"{name:36} {figures} {median(taken) / median(times[BARE]):6.2f} {min(taken) / min(times[BARE]):6.2f}")
    return "\n".join([*lines, *(f"{name:36} {why}" for name, why in absent.items())])


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Wall time of whole processes that make one key.")
    parser.add_argument("--repeat", type=int, default=20, metavar="N", help="turns after the first (default 20)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures, turn by turn")
    options = parser.parse_args(words)
    about = machine()
    print(facts_as_text(about) + "\n")
    found, absent = commands()
    times = measure(found, max(1, options.repeat))
    print(table(times, absent))
    if options.json:
        report: dict[str, Any] = {"machine": about, "ratio_to": BARE, "milliseconds": times, "absent": absent}
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
