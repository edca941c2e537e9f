"""The cases of the shipped site data, on both engines: each names its file and why."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any
from urllib.parse import unquote

import pytest

from pagekey import Policy
from pagekey.policy.sitedata import site_data

CASES = [pytest.param(name, case, id=f"{name}-{n}") for n, (name, case) in enumerate(site_data().cases)]
Facts = Callable[[ModuleType, Policy, str], tuple[Any, ...]]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_case(name: str, case: dict[str, Any], engine: ModuleType, facts_of: Facts) -> None:
    policy = Policy.from_dict(case["policy"]) if "policy" in case else Policy.load("citation@1")
    key, status, *_ = facts_of(engine, policy, case["raw"])
    said = f"{name}: {case.get('why', '')} {case['raw']}"
    if "key" in case:
        assert key == case["key"], said
    if "status" in case:
        assert status == case["status"], said
    if "same_as" in case:
        assert key == facts_of(engine, policy, case["same_as"])[0], said
    if "other_than" in case:
        assert key != facts_of(engine, policy, case["other_than"])[0], said
    assert facts_of(engine, policy, key)[0] == key, f"{said}: the second pass moves {key!r}"


def test_every_file_has_cases_that_merge_and_cases_that_must_not() -> None:
    by_file: dict[str, list[dict[str, Any]]] = {}
    for name, case in site_data().cases:
        by_file.setdefault(name, []).append(case)
    for name, cases in by_file.items():
        assert any("key" in case or "same_as" in case for case in cases), name
        apart = [case for case in cases if "other_than" in case or case.get("status") == "opaque"]
        assert apart or any(case["raw"].endswith(case["key"][-8:]) for case in cases), name


def test_titles_begin_with_the_capital_that_unicode_gives(engine: ModuleType, facts_of: Facts) -> None:
    """Of all letters of two bytes: what is moved goes to its one capital, and whole alphabets are moved."""
    policy = Policy.load("citation@1")
    moved, left = set(), set()
    for letter in map(chr, range(0x80, 0x800)):
        key = facts_of(engine, policy, f"https://en.wikipedia.org/wiki/{letter}x")[0]
        first = unquote(key.removeprefix("en.wikipedia.org/wiki/"))[:-1]
        (left if first == letter else moved).add(letter)
        assert first in (letter, letter.upper()), (letter, first)
    assert set("àéîõüøþÿāčęğłőśžơưșțάέήίόύώαωϊжяёѓџҗӂӏәյաֆ") <= moved
    assert not moved & set("ßŉſςıϐµΑЖÀ÷")
