"""The laws over every real string at hand; skipped where the inputs are not there."""

from __future__ import annotations

import csv
import gzip
import json
from itertools import islice
from pathlib import Path

import pytest

from pagekey.engine import engine, which
from pagekey.types import STATUSES
from tests.laws.test_laws import PAIRS, POLICIES, against_oracle, facts_of, key_of

csv.field_size_limit(10**9)


@pytest.fixture(scope="module")
def strings(shared: Path) -> list[str]:
    found: set[str] = set()
    for file in sorted((shared / "cases").glob("*.jsonl")):
        for line in file.read_text("utf-8").rstrip("\n").split("\n"):
            found |= {value for value in json.loads(line).values() if isinstance(value, str)}
    for file in sorted((shared / "data/citations").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as rows:
            found |= {row.get("url") or "" for row in csv.DictReader(rows)}
    for file in sorted((shared / "data/dust").glob("*.tsv.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            found |= {line.split("\t", 1)[0] for line in islice(lines, 20_000)}
    found |= set((shared / "data/bench/urls.txt").read_text("utf-8").split("\n"))
    return sorted(found)[:: 1 if which() == "compiled" else 200]


@pytest.mark.parametrize(("fine", "coarse"), PAIRS)
def test_absorption(strings: list[str], fine: str, coarse: str) -> None:
    broken = []
    for raw in strings:
        by_way, straight = key_of(engine, coarse, key_of(engine, fine, raw)), key_of(engine, coarse, raw)
        if by_way != straight:
            broken.append(f"{raw!a}: {straight!a}, by way of {fine} {by_way!a}")
    assert not broken, f"{len(broken)} of {len(strings)}, the first: {broken[0]}"


def test_the_oracle_agrees(strings: list[str]) -> None:
    assert not against_oracle(strings[::20])


def test_what_a_browser_reads_as_a_web_url_is_one(strings: list[str]) -> None:
    ada_url = pytest.importorskip("ada_url")
    assert set(POLICIES)
    unread = []
    for raw in strings:
        try:
            parsed = ada_url.URL(raw)
        except ValueError:
            continue
        web = parsed.protocol in ("http:", "https:") and parsed.hostname.strip(".") != ""
        if web and STATUSES[facts_of(engine, "citation", raw)[1]] in ("unparsed", "not-web", "empty"):
            unread.append(raw)
    assert not unread
