"""What a key costs, beside what other libraries take for less: `python benchmarks/bench_key.py --help`, README.md for how to read it.

Every function is run over all its rows once a round, one function after the other, and the rounds are repeated: what disturbs the
machine for a while disturbs all of them. A first round, which warms caches, is thrown away.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Any

from machine import facts_as_text, machine, taken_elsewhere, version
from peers import BASELINE, PEERS, Call

import pagekey
from pagekey.engine import engine, load_uncompiled, which
from pagekey.errors import PagekeyError
from pagekey.policy import compiled, load

ROOT = Path(__file__).resolve().parents[1]
URLS = ROOT.parent / "shared" / "data" / "bench" / "urls.txt"
LEAST = 1_000
"""A slice is never cut to fewer rows than this."""
POLICIES = ("citation@1", "crawl@1", "rfc3986@1")


@dataclass(slots=True)
class Measure:
    """One function over its rows, and what it took: nanoseconds a round, of the process (cpu) and of the clock (wall)."""

    group: str
    name: str
    rows: int
    one_in: int
    run: Callable[[], int] | None
    note: str = ""
    raised: int = 0
    cpu: list[int] = field(default_factory=list)
    wall: list[int] = field(default_factory=list)

    def once(self) -> tuple[int, int]:
        """One round: (cpu, wall). The collector runs as users have it, but begins clean."""
        assert self.run is not None
        gc.collect()
        wall, cpu = perf_counter_ns(), process_time_ns()
        self.raised = self.run()
        return process_time_ns() - cpu, perf_counter_ns() - wall

    def per_url(self) -> list[float]:
        """Nanoseconds of the process per URL, round by round."""
        return [ns / self.rows for ns in self.cpu]


@dataclass(slots=True)
class Column:
    """Rows as the buffers of an Arrow string column with offsets of eight bytes."""

    rows: int
    offsets: memoryview[int]
    data: bytes

    @classmethod
    def of(cls, rows: Sequence[str]) -> Column:
        offsets = memoryview(bytearray(8 * (len(rows) + 1))).cast("q")
        encoded = [octets(row) for row in rows]
        for place, one in enumerate(encoded):
            offsets[place + 1] = offsets[place] + len(one)
        return cls(len(rows), offsets.cast("B"), b"".join(encoded))

    def run(self, plan: object) -> Any:
        """The answers to all rows: keys, hits and statuses."""
        texts = engine.Texts(8, self.rows, 0, b"", self.offsets, [self.data])
        return engine.column(plan, texts, 0, self.rows, 8, False)

    def keys(self, plan: object) -> list[bytes]:
        answers = self.run(plan).buffers()
        content, ends = bytes(answers["key"]), answers["key_ends"].cast("q")
        return [content[ends[i] : ends[i + 1]] for i in range(self.rows)]


def octets(row: str) -> bytes:
    """The bytes that a string stands for; a lone surrogate is the byte of surrogateescape where it is one."""
    try:
        return row.encode()
    except UnicodeEncodeError:
        return b"".join(c.encode("utf-8", "surrogateescape" if "\udc80" <= c <= "\udcff" else "surrogatepass") for c in row)


def read_rows(data: Path | None, most: int | None) -> tuple[str, list[str]]:
    """A name of the data, and its rows: lines of a file that are not blank, or the repository's own golden strings."""
    if data is None and URLS.exists():
        data = URLS
    if data is None:
        spec = importlib.util.spec_from_file_location("make_golden", ROOT / "tests" / "golden" / "make_golden.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        name, rows = "golden strings of tests/golden", list(module.golden_strings())
    else:
        text = data.read_bytes().decode("utf-8", "surrogateescape")
        name, rows = data.name, [line.rstrip("\r") for line in text.split("\n") if line.strip()]
    if most is not None and most < len(rows):
        rows = compact([rows[place * len(rows) // most] for place in range(most)])
    return name, rows


def slice_of(rows: list[str], one_in: int) -> tuple[int, list[str]]:
    """Every nth row, and that n: less than asked for where too few would be left."""
    step = max(1, min(one_in, len(rows) // LEAST))
    return step, compact(rows[::step]) if step > 1 else rows


def compact(rows: Sequence[str]) -> list[str]:
    """The rows as new strings, one behind the other in memory: fetching scattered ones costs more than parsing some of them."""
    return [row[:1] + row[1:] for row in rows]


def each(call: Call, rows: list[str]) -> Callable[[], int]:
    """A round of single calls. It gives back how many of them raised."""

    def run() -> int:
        raised = 0
        for row in rows:
            try:
                call(row)
            except Exception:
                raised += 1
        return raised

    return run


def whole(call: Callable[..., object], *values: object, **named: object) -> Callable[[], int]:
    """A round that is one call; an error ends the benchmark."""

    def run() -> int:
        call(*values, **named)
        return 0

    return run


def threads(rows: list[str], policy: str, pool: ThreadPoolExecutor, turns: int) -> dict[str, Any]:
    """Nanoseconds per URL by the clock: one thread over a column, then two over its halves, turn by turn.

    `ratio` says how many times faster two are, `best` the same of the best turns. `elsewhere` is how many cores other processes had
    meanwhile, None if unknown: where they leave but one, two threads cannot be faster."""
    plan = compiled(load(policy)).plan
    _, some = slice_of(rows, 1 if which() == "compiled" else 100)
    whole_column, halves = Column.of(some), [Column.of(some[: len(some) // 2]), Column.of(some[len(some) // 2 :])]
    one: list[float] = []
    two: list[float] = []
    before, start = taken_elsewhere(), perf_counter_ns()
    for turn in range(turns + 1):
        began = perf_counter_ns()
        whole_column.run(plan)
        between = perf_counter_ns()
        list(pool.map(lambda half: half.run(plan), halves))
        if turn:
            one.append((between - began) / len(some))
            two.append((perf_counter_ns() - between) / len(some))
    after, passed = taken_elsewhere(), (perf_counter_ns() - start) / 1e9
    elsewhere = None if before is None or after is None else max(0.0, (after - before) / passed)
    return {"ratio": median(one) / median(two), "best": min(one) / min(two), "elsewhere": elsewhere, "one": one, "two": two}


def policies(policy: str) -> list[str]:
    """The policy measured in every way, then the others, which are measured over a column."""
    return list(dict.fromkeys((policy, *POLICIES)))


def check(rows: list[str], policy: str) -> None:
    """A benchmark of wrong keys is none: column, list and single call must agree."""
    plan = compiled(load(policy)).plan
    _, some = slice_of(rows, len(rows))
    single = [pagekey.key(row, policy) for row in some]
    if single != pagekey.keys(some, policy) or [octets(one) for one in single] != Column.of(some).keys(plan):
        raise SystemExit(f"{policy}: key(), keys() and column() do not agree; nothing was measured")


def ours(rows: list[str], policy: str) -> list[Measure]:
    """What pagekey does, from the column to the traces. Uncompiled, every way is measured on a slice."""
    slow = 1 if which() == "compiled" else 100
    step, some = slice_of(rows, slow)
    column = Column.of(some)
    plans = {name: compiled(load(name)).plan for name in policies(policy)}
    found = [Measure("pagekey", f"column, {name}", len(some), step, whole(column.run, one)) for name, one in plans.items()]
    named = {} if policy == "citation@1" else {"policy": policy}
    found.append(Measure("pagekey", "keys(list)", len(some), step, whole(pagekey.keys, some, **named)))
    found.append(Measure("pagekey", "key(url)", len(some), step, each(partial(pagekey.key, **named) if named else pagekey.key, some)))
    step, some = slice_of(rows, max(slow, 2))
    found.append(Measure("pagekey", "keyed(list)", len(some), step, whole(pagekey.keyed, some, **named)))
    step, some = slice_of(rows, max(slow, 5))
    found.append(Measure("pagekey", "explain(url)", len(some), step, each(partial(pagekey.explain, **named), some)))
    if slow == 1:
        module = load_uncompiled()
        step, some = slice_of(rows, 100)
        call = partial(module.key, compiled(load(policy), module).plan)
        found.append(Measure("pagekey", "key(url), uncompiled engine", len(some), step, each(call, some)))
    return found


def theirs(rows: list[str]) -> list[Measure]:
    """The peers, and an empty loop for what Python itself takes to call something once a row."""
    found = [Measure("peers", "len(url)", len(rows), 1, each(len, rows), "the loop itself")]
    for peer in PEERS:
        call, why = peer.find()
        step, some = slice_of(rows, peer.one_in)
        run = each(call, some) if call else None
        found.append(Measure("peers", peer.name, len(some), step, run, peer.does if call else why))
    return found


def baselines(rows: list[str], measures: list[Measure]) -> dict[int, Measure]:
    """The baseline over each slice that something is measured on, so that a ratio is of the same rows. Empty if it is not installed."""
    call, _ = next(peer for peer in PEERS if peer.name == BASELINE).find()
    if call is None:
        return {}
    found = {}
    for step in {one.one_in for one in measures}:
        same = [one for one in measures if one.name == BASELINE and one.one_in == step]
        _, some = slice_of(rows, step)
        found[step] = same[0] if same else Measure("baseline", BASELINE, len(some), step, each(call, some))
    return found


def measure(measures: list[Measure], repeat: int) -> None:
    """All rounds, the first of them for nothing."""
    for number in range(repeat + 1):
        for one in measures:
            if one.run is None:
                continue
            cpu, wall = one.once()
            if number:
                one.cpu.append(cpu)
                one.wall.append(wall)


def result(one: Measure, base: dict[int, Measure]) -> dict[str, Any]:
    """One line of the table as data; times are nanoseconds per URL."""
    line: dict[str, Any] = {"group": one.group, "name": one.name, "note": one.note, "rows": one.rows, "one_in": one.one_in}
    if one.run is None:
        return line
    times = one.per_url()
    line |= {"median": median(times), "min": min(times), "max": max(times), "raised": one.raised}
    line["ratio"] = median(times) / median(base[one.one_in].per_url()) if one.one_in in base else None
    return line | {"cpu": times, "wall": [ns / one.rows for ns in one.wall]}


def study(kind: str, rows: list[str], options: argparse.Namespace, pool: ThreadPoolExecutor) -> dict[str, Any]:
    """Everything over one kind of rows."""
    measures = [*ours(rows, options.policy), *theirs(rows)]
    base = baselines(rows, measures)
    measure([*measures, *(one for one in base.values() if one.group == "baseline")], options.repeat)
    return {
        "kind": kind,
        "rows": len(rows),
        "mean_bytes": sum(len(octets(row)) for row in rows) / len(rows),
        "threads": threads(rows, options.policy, pool, 5 * options.repeat),
        "results": [result(one, base) for one in measures],
        "baseline": [result(one, base) for _, one in sorted(base.items())],
    }


def table(found: dict[str, Any]) -> str:
    """One kind of rows as text."""
    lines = ["", f"{found['kind']}: {found['rows']:,} rows, {found['mean_bytes']:.0f} bytes on average; CPU time, median of the rounds"]
    lines.append(f"  {'':36} {'ns/URL':>8} {'min':>8} {'max':>8} {'ratio':>8} {'raised':>7}  rows")
    group = ""
    for line in found["results"]:
        if line["group"] != group:
            group = line["group"]
            lines.append(group)
        if "median" not in line:
            lines.append(f"  {line['name']:36} {line['note']}")
            continue
        ratio = "-" if line["ratio"] is None else f"{line['ratio']:.3f}" if line["ratio"] < 10 else f"{line['ratio']:.1f}"
        rows = "all" if line["one_in"] == 1 else f"1 in {line['one_in']}"
        figures = " ".join(f"{line[name]:8,.0f}" for name in ("median", "min", "max"))
        lines.append(f"  {line['name']:36} {figures} {ratio:>8} {line['raised']:7,}  {rows:8} {line['note']}".rstrip())
    return "\n".join([*lines, thread_line(found["threads"])])


def thread_line(turns: dict[str, Any]) -> str:
    """Two threads over one, with what else ran."""
    one, two = median(turns["one"]), median(turns["two"])
    figures = f"{one:.0f} and {two:.0f} ns/URL of {len(turns['one'])} turns, best turns {turns['best']:.2f}x"
    others = "" if turns["elsewhere"] is None else f"; other processes had {turns['elsewhere']:.2f} of a core"
    return f"two threads over one, wall time: {turns['ratio']:.2f}x ({figures}{others})"


def parse(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="CPU nanoseconds per URL of pagekey and of other libraries, in one run.")
    parser.add_argument("--rows", type=int, metavar="N", help="measure N rows, spread evenly over the data")
    parser.add_argument("--data", type=Path, metavar="FILE", help="one URL a line (default: see README.md)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures, round by round")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="rounds after the first (default 5)")
    parser.add_argument("--policy", default="citation@1", help="the policy of pagekey's lines (default citation@1)")
    options = parser.parse_args(words)
    if options.repeat < 1 or (options.rows is not None and options.rows < 2):
        parser.error("--repeat is at least 1, --rows at least 2")
    try:
        load(options.policy)
    except PagekeyError as error:
        parser.error(str(error))
    return options


def main(words: Sequence[str] | None = None) -> None:
    options = parse(words)
    name, rows = read_rows(options.data, options.rows)
    report: dict[str, Any] = {
        "machine": machine(),
        "versions": {peer.pip or "urllib": version(peer.pip) or "not installed" for peer in PEERS},
        "policies": {one: compiled(load(one)).stamp for one in policies(options.policy)},
        "data": {"name": name, "rows": len(rows), "distinct": len(set(rows))},
        "settings": {"repeat": options.repeat, "policy": options.policy, "ratio_to": BASELINE},
        "studies": [],
    }
    for part in ("machine", "versions", "policies", "data", "settings"):
        print(f"{part}\n{facts_as_text({str(k): str(v) for k, v in report[part].items()})}\n")
    for one in report["policies"]:
        check(rows, one)
    kinds = {"all": rows, "without '?'": compact([r for r in rows if "?" not in r]), "with '?'": compact([r for r in rows if "?" in r])}
    with ThreadPoolExecutor(2) as pool:
        for kind, some in kinds.items():
            if len(some) > 1:
                report["studies"].append(study(kind, some, options, pool))
                print(table(report["studies"][-1]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
