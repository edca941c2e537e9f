"""Every labelled pair under its policy: all pairs of one page reached, no two pages merged. The form of the files: README.md."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from pagekey import Policy, explain, key

Pair = dict[str, Any]
FILES = sorted(Path(__file__).parent.glob("*.toml"))
PAIRS: list[tuple[str, Pair]] = [(file.stem, pair) for file in FILES for pair in tomllib.loads(file.read_text("utf-8"))["pair"]]
WORDS = {"theme", "same", "a", "b", "why", "policy", "choice"}


def policy_of(pair: Pair) -> Policy:
    words = pair.get("policy")
    return Policy.from_dict(words, base="citation@1") if words else Policy.load("citation@1")


def report(pair: Pair, policy: Policy) -> str:
    """Both URLs, both keys, and the rules from the first one on in which they part."""
    one, two = explain(pair["a"], policy), explain(pair["b"], policy)
    steps = [(x and x.rule, y and y.rule) for x, y in zip_longest(one.steps, two.steps)]
    parted = next((place for place, (x, y) in enumerate(steps) if x != y), len(steps))
    wanted = "one key" if pair["same"] else "two keys"
    rules = ", ".join(f"{x or '-'} / {y or '-'}" for x, y in steps[parted:]) or "the same rules"
    return f"{wanted} wanted: {pair['why']}\n  a {pair['a']!r}\n  b {pair['b']!r}\n  a {one.key!r}\n  b {two.key!r}\n  rules: {rules}"


@pytest.mark.parametrize("pair", [pytest.param(pair, id=f"{stem}-{pair['theme']}-{n}") for n, (stem, pair) in enumerate(PAIRS, 1)])
def test_pair(pair: Pair) -> None:
    policy = policy_of(pair)
    one, two = key(pair["a"], policy), key(pair["b"], policy)
    if (one == two) != pair["same"]:
        pytest.fail(report(pair, policy), pytrace=False)


def test_words_are_known_and_complete() -> None:
    for stem, pair in PAIRS:
        assert not pair.keys() - WORDS, f"{stem}: {pair}"
        assert all(isinstance(pair[word], str) and pair[word] for word in ("theme", "a", "b", "why")), f"{stem}: {pair}"
        assert isinstance(pair["same"], bool) and isinstance(pair.get("choice", False), bool), f"{stem}: {pair}"


def test_there_are_enough_of_both_kinds() -> None:
    kinds = Counter(pair["same"] for _, pair in PAIRS)
    assert len(PAIRS) >= 400
    assert 0.5 <= kinds[True] / len(PAIRS) <= 0.65, kinds


def test_every_theme_has_both_kinds() -> None:
    by_theme = Counter((pair["theme"], pair["same"]) for _, pair in PAIRS)
    assert not [theme for theme, _ in by_theme if not (by_theme[theme, True] and by_theme[theme, False])]


def test_a_theme_stands_in_one_file() -> None:
    places = {(stem, pair["theme"]) for stem, pair in PAIRS}
    assert len(places) == len({theme for _, theme in places})


def test_no_pair_stands_twice() -> None:
    """Nor beside its own opposite: one pair of strings has one label, unless a policy asks for another."""
    seen = Counter((frozenset((pair["a"], pair["b"])), "policy" in pair) for _, pair in PAIRS)
    assert all(len(strings) == 2 for strings, _ in seen)
    assert not [strings for strings, n in seen.items() if n > 1]


def rows_of(shared: Path) -> Iterator[tuple[str, ...]]:
    """The rows of other people's cases and data, each as the strings that it holds."""
    for file in sorted((shared / "cases").glob("*.jsonl")):
        for line in file.read_text("utf-8").rstrip("\n").split("\n"):
            case = json.loads(line)
            yield tuple(value for value in (case.get("input"), case.get("expected"), case.get("output")) if isinstance(value, str))
    for line in (shared / "cases" / "citation_pairs.tsv").read_text("utf-8").rstrip("\n").split("\n"):
        yield tuple(line.split("\t")[2:])
    urls = shared / "data" / "bench" / "urls.txt"
    yield from ((line,) for line in urls.read_text("utf-8", "surrogateescape").split("\n"))


def test_nothing_is_copied(shared: Path) -> None:
    """No string of ours is a row of the shared inputs, so no pair is one either."""
    ours = {string: stem for stem, pair in PAIRS for string in (pair["a"], pair["b"])}
    assert not {string: ours[string] for row in rows_of(shared) for string in row if string in ours}
