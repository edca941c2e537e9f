"""The snapshot of public suffixes: its shape, its header, and that the generator makes it again."""

from __future__ import annotations

import importlib.util
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from pagekey.engine import characters
from pagekey.engine.idna import host_to_ascii, host_to_unicode

TOOL = Path(__file__).parents[2] / "tools" / "make_suffixes.py"
TABLE = Path(characters.table_path()).parent / "suffixes.txt"
LINES = TABLE.read_text(encoding="ascii").splitlines()
HEADER = dict(line[2:].split(": ", 1) for line in LINES if line.startswith("# "))
RULES = [line for line in LINES if not line.startswith("# ")]


def host_of(rule: str) -> str:
    return rule.removeprefix("!").removeprefix("*.")


def test_header_says_whence_and_of_when() -> None:
    assert set(HEADER) >= {"source", "date", "licence", "section", "changes"}
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", HEADER["date"])
    assert HEADER["licence"].startswith("MPL-2.0")
    assert f"| {HEADER['date']} |" in (TABLE.parent / "NOTICE.md").read_text(encoding="utf-8")


def test_rules_are_sorted_and_stand_once() -> None:
    assert sorted(set(RULES)) == RULES
    assert len(RULES) > 6000


def test_rules_are_lower_case_a_labels() -> None:
    shape = re.compile(r"(?:!|\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")
    assert [rule for rule in RULES if not shape.fullmatch(rule)] == []


def test_every_host_of_a_rule_is_as_the_engine_writes_it() -> None:
    shown = {rule: host_to_unicode(host_of(rule)) for rule in RULES}
    assert [rule for rule in RULES if host_to_ascii(shown[rule].encode()) != host_of(rule).encode()] == []
    assert [rule for rule in RULES if "xn--" in shown[rule]] == [], "an A-label that cannot be shown"


@pytest.mark.parametrize("rule", ["com", "co.uk", "*.ck", "!www.ck", "xn--p1ai", "arpa"])
def test_holds(rule: str) -> None:
    assert rule in RULES


@pytest.mark.parametrize("rule", ["github.io", "blogspot.com", "s3.amazonaws.com", "localhost", "*"])
def test_holds_nothing_of_the_private_section(rule: str) -> None:
    assert rule not in RULES


def test_exceptions_stand_below_a_wildcard() -> None:
    parents = {f"*.{rule.removeprefix('!').partition('.')[2]}" for rule in RULES if rule.startswith("!")}
    assert parents <= set(RULES)


def test_generator_makes_the_same_file() -> None:
    spec = importlib.util.spec_from_file_location("make_suffixes", TOOL)
    assert spec and spec.loader
    pytest.importorskip("publicsuffixlist", reason="publicsuffixlist, the source of the table, is not installed")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    try:
        installed = version("publicsuffixlist")
    except PackageNotFoundError:
        installed = "of an unknown version"
    if installed != tool.PACKAGE:
        pytest.skip(f"publicsuffixlist is {installed}, the table was made from {tool.PACKAGE}")
    assert tool.build() == TABLE.read_text(encoding="ascii"), "run: python tools/make_suffixes.py"
