"""Where pagekey and a yardstick disagree over real strings, each disagreement with the verdict that verdicts.toml has for its form.

The strings and the yardstick are not part of this repository: `--root` names the directory that holds them.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pagekey
from pagekey.errors import InputError

KINDS = ("false", "missed")
VERDICTS = ("yardstick errs", "ours by choice", "fault")
_WORDS = {"kind": str, "verdict": str, "reason": str, "differ": list, "hosts": list, "same": str}
_OPTIONAL = {"hosts", "same"}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """`a` and `b` have one key of ours and two of the yardstick (`false`), or one of the yardstick and two of ours (`missed`)."""

    kind: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """An entry of verdicts.toml; no `hosts` stands for any host."""

    kind: str
    verdict: str
    reason: str
    differ: tuple[str, ...]
    hosts: tuple[str, ...]
    same: re.Pattern[str] | None

    def fits(self, pair: Disagreement) -> bool:
        parts = differing(pair.a, pair.b)
        return (
            pair.kind == self.kind
            and bool(parts)
            and all(any(fnmatchcase(part, pattern) for pattern in self.differ) for part in parts)
            and self._covers(pair.a)
            and self._covers(pair.b)
            and self._is_same(pair.a, pair.b)
        )

    def _covers(self, url: str) -> bool:
        name = host(url)
        return not self.hosts or any(name.endswith(h[1:]) if h.startswith("*.") else name == h for h in self.hosts)

    def _is_same(self, a: str, b: str) -> bool:
        if self.same is None:
            return True
        found, other = self.same.search(a), self.same.search(b)
        return found is not None and other is not None and found[1] == other[1]


def differing(a: str, b: str) -> set[str]:
    """What tells two URLs apart, in the words of `differ`; empty if it is only what neither side reads."""
    x, y = urlsplit(a), urlsplit(b)
    parts = {f"param:{name}" for name in _unequal(_parameters(x.query), _parameters(y.query))}
    if host(a) != host(b):
        parts.add("host")
    if path := _path(x.path, y.path):
        parts.add(path)
    if _route(x.fragment) != _route(y.fragment):
        parts.add("fragment")
    return parts


def host(url: str) -> str:
    """The host without www, in small letters, with a port that is no default one."""
    split = urlsplit(url)
    name = (split.hostname or "").rstrip(".").removeprefix("www.")
    return name if split.port in (None, 80, 443) else f"{name}:{split.port}"


def _path(a: str, b: str) -> str:
    """How two paths differ; "" if at most in their slashes, which both sides fold."""
    x, y = (tuple(filter(None, path.split("/"))) for path in (a, b))
    if x == y:
        return ""
    if [s for s in x if s != "."] == [s for s in y if s != "."]:
        return "path:dot"
    return "path:case" if [s.lower() for s in x] == [s.lower() for s in y] else "path"


def _parameters(query: str) -> dict[str, list[str]]:
    """The parameters by name, as they are spelt: `name` and `name=` are two things."""
    found: dict[str, list[str]] = defaultdict(list)
    for parameter in filter(None, query.split("&")):
        name, equals, value = parameter.partition("=")
        found[name].append(equals + value)
    return found


def _unequal(x: dict[str, list[str]], y: dict[str, list[str]]) -> set[str]:
    return {name for name in x.keys() | y.keys() if x.get(name) != y.get(name)}


def _route(fragment: str) -> str:
    return fragment if fragment.startswith(("/", "!")) else ""


def load_verdicts(path: Path) -> list[Verdict]:
    """The entries in their order. Raises InputError with the place of what is amiss."""
    with path.open("rb") as file:
        entries = tomllib.load(file)["verdict"]
    return [_verdict(entry, f"{path.name}: verdict[{i}]") for i, entry in enumerate(entries)]


def _verdict(entry: dict[str, Any], where: str) -> Verdict:
    for word in entry.keys() | (_WORDS.keys() - _OPTIONAL):
        if word not in _WORDS or not isinstance(entry.get(word), _WORDS[word]):
            raise InputError("a word is missing, unknown or of another type", expected=", ".join(_WORDS), got=word, where=where)
    for word, allowed in (("kind", KINDS), ("verdict", VERDICTS)):
        if entry[word] not in allowed:
            raise InputError(f"no such {word}", expected=" | ".join(allowed), got=entry[word], where=where)
    same = re.compile(entry["same"]) if "same" in entry else None
    if same is not None and same.groups != 1:
        raise InputError("`same` compares one group", expected="1 group", got=str(same.groups), where=where)
    return Verdict(entry["kind"], entry["verdict"], entry["reason"], tuple(entry["differ"]), tuple(entry.get("hosts", ())), same)


def load_yardstick(root: Path) -> Callable[[str], str]:
    """The yardstick's key of a URL. It raises ValueError for what it cannot read."""
    path = root / "tools" / "reference_key.py"
    spec = importlib.util.spec_from_file_location("reference_key", path)
    if spec is None or spec.loader is None or not path.exists():
        raise InputError("no yardstick", expected="tools/reference_key.py", where=str(root))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    key: Callable[[str], str] = module.key
    return key


def read_corpus(root: Path, yardstick: Callable[[str], str]) -> dict[str, str]:
    """The yardstick's key of each distinct web URL in the corpus, in the order of the URLs."""
    place = next((p for p in (root / "data" / "citations", root / "citations") if p.exists()), None)
    if place is None:
        raise InputError("no corpus", expected="data/citations/*.csv", where=str(root))
    csv.field_size_limit(10**9)
    found: dict[str, str] = {}
    for path in sorted(place.glob("*.csv")):
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                url = (row.get("url") or "").strip()
                if url.lower().startswith("http"):
                    try:
                        found[url] = yardstick(url)
                    except ValueError:
                        # No URL for the yardstick: nothing to compare with.
                        continue
    return dict(sorted(found.items()))


def disagreements(references: dict[str, str], keys: Iterable[str]) -> list[Disagreement]:
    """Every key of a group after its first, beside that first; a key is shown by its first URL. `keys` are ours, in the same order."""
    shown: dict[tuple[str, str], str] = {}
    by_key: dict[str, set[str]] = defaultdict(set)
    by_reference: dict[str, set[str]] = defaultdict(set)
    for (url, reference), key in zip(references.items(), keys, strict=True):
        by_key[key].add(reference)
        by_reference[reference].add(key)
        shown.setdefault((key, reference), url)
    out = [Disagreement("false", a, b) for a, b in _pairs(by_key, lambda key, reference: shown[key, reference])]
    return out + [Disagreement("missed", a, b) for a, b in _pairs(by_reference, lambda reference, key: shown[key, reference])]


def _pairs(groups: dict[str, set[str]], show: Callable[[str, str], str]) -> Iterator[tuple[str, str]]:
    for name, members in sorted(groups.items()):
        first, *others = [show(name, member) for member in sorted(members)]
        for other in others:
            yield first, other


def write_exceptions(path: Path, judged: Iterable[tuple[Disagreement, Verdict]]) -> None:
    """A line for each: raw a, raw b, verdict, reason, with tabs between."""
    lines = ["# raw a\traw b\tverdict\treason"]
    for pair, verdict in judged:
        fields = (pair.a, pair.b, verdict.verdict, verdict.reason)
        if any(c in field for field in fields for c in "\t\r\n"):
            raise InputError("a tab or a line break inside a field", got=repr(fields))
        lines.append("\t".join(fields))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def report(pairs: list[Disagreement], judged: list[tuple[Disagreement, Verdict]], verdicts: list[Verdict]) -> int:
    """Prints counts by verdict and what is open; how many disagreements have no verdict."""
    counts = Counter((pair.kind, verdict.verdict) for pair, verdict in judged)
    for kind in KINDS:
        print(f"{kind} merges: {sum(pair.kind == kind for pair in pairs)}")
        for name in VERDICTS:
            print(f"  {name:16} {counts[kind, name]:4}")
    settled, used = {pair for pair, _ in judged}, {id(verdict) for _, verdict in judged}
    for verdict in verdicts:
        if id(verdict) not in used:
            print(f"fits nothing: {verdict.kind}, {', '.join(verdict.hosts) or 'any host'}, {', '.join(verdict.differ)}")
    unsettled = [pair for pair in pairs if pair not in settled]
    print(f"without a verdict: {len(unsettled)}")
    for pair in unsettled:
        print(f"  {pair.kind}: {', '.join(sorted(differing(pair.a, pair.b))) or 'nothing that can be named'}\n    {pair.a}\n    {pair.b}")
    return len(unsettled)


def main() -> int:
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=here.parents[1] / "shared", help="holds tools/reference_key.py and data/citations")
    parser.add_argument("--policy", default="citation@1")
    parser.add_argument("-o", "--output", type=Path, help="where the exceptions are written, tab-separated")
    options = parser.parse_args()
    try:
        verdicts = load_verdicts(here / "verdicts.toml")
        references = read_corpus(options.root, load_yardstick(options.root))
        keys = [key for key in pagekey.keys(list(references), policy=options.policy) if key is not None]
        pairs = disagreements(references, keys)
        judged = [(pair, found) for pair in pairs if (found := next((v for v in verdicts if v.fits(pair)), None))]
        if options.output:
            write_exceptions(options.output, judged)
    except pagekey.PagekeyError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(references)} strings, policy {options.policy}")
    return 1 if report(pairs, judged, verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
