"""Labelled pairs put to pagekey and to other libraries: `python benchmarks/league.py --help`, README.md for how to read the table.

Each of them makes a string of both URLs of a pair. Equal strings of one page are a merge reached, equal strings of two pages a wrong one.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import tomllib
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench_key import Measure, compact, each, measure, read_rows
from contenders import CONTENDERS, Contender, Key
from league_text import markdown, table
from machine import machine, version

from pagekey.policy import compiled, load

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"


@dataclass(frozen=True, slots=True)
class Question:
    """Two URLs, and whether they are one page."""

    a: str
    b: str
    same: bool
    theme: str


@dataclass(slots=True)
class Questions:
    """A set of them. `left_out`: how many were not asked, and why."""

    name: str
    place: str
    asked: list[Question] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def facts(self) -> dict[str, Any]:
        same = sum(one.same for one in self.asked)
        return {"place": self.place, "same": same, "different": len(self.asked) - same, "left_out": dict(self.left_out)}


def own_pairs() -> Questions:
    """The pairs of tests/pairs that every careful reader answers alike."""
    found = Questions("own", "tests/pairs")
    for file in sorted((ROOT / "tests" / "pairs").glob("*.toml")):
        for pair in tomllib.loads(file.read_text("utf-8"))["pair"]:
            if "policy" in pair:
                found.left_out["hold under a policy of their own"] += 1
            elif pair.get("choice"):
                found.left_out["are a matter of choice"] += 1
            else:
                found.asked.append(Question(pair["a"], pair["b"], pair["same"], pair["theme"]))
    return found


def shared_pairs() -> list[Questions]:
    """The sets beside the repository, where they are."""
    probes, cited = Questions("probes", "../shared/cases/pairs.jsonl"), Questions("citations", "../shared/cases/citation_pairs.tsv")
    file = SHARED / "cases" / "pairs.jsonl"
    lines = file.read_text("utf-8").split("\n") if file.exists() else []
    for case in (json.loads(line) for line in lines if line):
        if "policy" in case:
            probes.left_out["hold under a policy of their own"] += 1
        else:
            options = case["options"]
            probes.asked.append(Question(case["input"], case["expected"], options["relation"] == "same", options["rule"]))
    file = SHARED / "cases" / "citation_pairs.tsv"
    for line in file.read_text("utf-8").rstrip("\n").split("\n")[1:] if file.exists() else ():
        relation, why, a, b = line.split("\t")
        cited.asked.append(Question(a, b, relation == "same", why))
    return [found for found in (probes, cited) if found.asked]


def key_of(call: Key, url: str) -> str | None:
    """What the function makes of a URL as a string; None if it raises, refuses, or gives nothing back."""
    try:
        made = call(url)
    except Exception:
        return None
    return None if made is None else str(made) or (None if url else "")


def score(call: Key, asked: Iterable[Question]) -> dict[str, Any]:
    """How many were answered well, and by theme: pairs of one page, reached, pairs of two, merged wrongly."""
    total: Counter[str] = Counter()
    themes: dict[str, Counter[str]] = {}
    wrong: list[tuple[str, str]] = []
    for one in asked:
        a, b = key_of(call, one.a), key_of(call, one.b)
        equal = a is not None and a == b
        words = {"same": one.same, "different": not one.same, "reached": one.same and equal, "wrong": equal and not one.same}
        words["no_key"] = a is None or b is None
        for counter in (total, themes.setdefault(one.theme, Counter())):
            counter.update({word: int(is_so) for word, is_so in words.items()})
        if words["wrong"]:
            wrong.append((one.a, one.b))
    return {**total, "themes": {theme: dict(counter) for theme, counter in themes.items()}, "merged_wrongly": wrong}


def bare(call: Key) -> Key:
    """The function, and what people cut off its string to compare pages: the scheme, and www. behind it."""

    def run(url: str) -> object:
        made = key_of(call, url)
        return made and made.removeprefix("https://").removeprefix("http://").removeprefix("www.")

    return run


def steadiness(call: Key, again: str | None, urls: Sequence[str]) -> dict[str, Any]:
    """How many strings get no key, and how many keys are another one when they are asked for once more."""
    no_key = unsteady = 0
    for url in urls:
        first = key_of(call, url)
        if first is None:
            no_key += 1
        elif again is not None:
            unsteady += key_of(call, again + first) != first
    return {"strings": len(urls), "no_key": no_key, "unsteady": None if again is None else unsteady}


def judge(one: Contender, sets: Sequence[Questions], strings: dict[str, list[str]]) -> dict[str, Any]:
    """All that does not depend on time about one contender."""
    call, why = one.make()
    line: dict[str, Any] = {
        "name": one.name,
        "call": one.call,
        "pip": one.pip,
        "version": version(one.pip) if one.pip else "",
        "first": one.first,
    }
    if call is None:
        return line | {"missing": why}
    line["sets"] = {found.name: score(call, found.asked) for found in sets}
    line["bare"] = {found.name: score(bare(call), found.asked) for found in sets}
    line["strings"] = {name: steadiness(call, one.again, urls) for name, urls in strings.items()}
    return line


def clock(rows: list[str], repeat: int) -> dict[str, float]:
    """Nanoseconds per URL, median of the rounds; every round asks all contenders in turn."""
    measures = []
    for one in CONTENDERS:
        call, _ = one.make()
        if call is not None:
            measures.append(Measure("league", one.name, len(rows), 1, each(call, rows)))
    measure(measures, repeat)
    return {one.name: median(one.per_url()) for one in measures}


def golden_strings() -> list[str]:
    """The repository's own odd strings, whatever lies beside it."""
    spec = importlib.util.spec_from_file_location("make_golden", ROOT / "tests" / "golden" / "make_golden.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.golden_strings())


def run(options: argparse.Namespace) -> dict[str, Any]:
    sets = [own_pairs(), *shared_pairs()]
    name, rows = read_rows(options.data, options.rows)
    strings = {"pairs": sorted({url for found in sets for one in found.asked for url in (one.a, one.b)}), "golden": golden_strings()}
    strings["rows"] = rows
    lines = [judge(one, sets, strings) for one in CONTENDERS]
    times = clock(compact(rows), options.repeat)
    for line in lines:
        line["ns"] = times.get(line["name"])
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "command": options.command,
        "machine": machine(),
        "policies": {one: compiled(load(one)).stamp for one in ("citation@1", "crawl@1")},
        "rows": {"name": name, "rows": len(rows), "repeat": options.repeat},
        "sets": {found.name: found.facts() for found in sets},
        "contenders": lines,
    }


def parse(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Labelled pairs put to pagekey and to other libraries.")
    parser.add_argument(
        "--rows", type=int, default=5_000, metavar="N", help="strings for the times and for the last columns (default 5000)"
    )
    parser.add_argument("--data", type=Path, metavar="FILE", help="where these come from, one URL a line (default: as bench_key.py)")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="rounds of the times after the first (default 5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything, with the pairs that were merged wrongly")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the page docs/league.md")
    options = parser.parse_args(words)
    if options.repeat < 1 or options.rows < 2:
        parser.error("--repeat is at least 1, --rows at least 2")
    more = [f"--rows {options.rows}"] if options.rows != 5_000 else []
    more += [f"--data {options.data.name}"] if options.data else []
    more += [f"--repeat {options.repeat}"] if options.repeat != 5 else []
    options.command = " ".join(["python benchmarks/league.py", *more, "--markdown docs/league.md"])
    return options


def main(words: Sequence[str] | None = None) -> None:
    options = parse(words)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = run(options)
    print(table(report))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.markdown:
        options.markdown.write_text(markdown(report), encoding="utf-8")


if __name__ == "__main__":
    main()
