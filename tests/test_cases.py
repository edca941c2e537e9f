"""Every case in tests/cases, on both engines and twice: the key of a key is the key."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pagekey import Policy, explain
from pagekey.rules import names_of

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
CASES = [
    pytest.param(case, id=f"{file.stem}-{n}") for file in FILES for n, case in enumerate(tomllib.loads(file.read_text("utf-8"))["case"], 1)
]
Facts = Callable[[ModuleType, Policy, str], tuple[Any, ...]]


def policy_of(case: dict[str, Any]) -> Policy:
    """`rule` or `rules` alone over rfc3986@1, or the policy that is named, with the words under `policy`."""
    words = case.get("policy", {})
    if isinstance(words, str):
        return Policy.load(words)
    if "rule" in case or "rules" in case:
        rules = case.get("rules") or [case["rule"], *case.get("also", [])]
        return Policy.from_dict({"rules": rules, **words}, base="rfc3986@1")
    return Policy.from_dict(words, base=case.get("base", "citation@1")) if words else Policy.load(case.get("base", "citation@1"))


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any], engine: ModuleType, facts_of: Facts) -> None:
    policy, why = policy_of(case), case["why"]
    if "mapping" in case:
        assert explain(case["raw"], policy, case["mapping"]).key == case["key"], why
        return
    key, status, hits, *_ = facts_of(engine, policy, case["raw"])
    if "key" in case:
        assert key == case["key"], f"{why}: {case['raw']!r} by {names_of(hits)}"
    if "status" in case:
        assert status == case["status"], why
    if "hits" in case:
        assert set(case["hits"]) <= set(names_of(hits)), why
    if "same_as" in case:
        assert key == facts_of(engine, policy, case["same_as"])[0], why
    if "other_than" in case:
        assert key != facts_of(engine, policy, case["other_than"])[0], why
    assert facts_of(engine, policy, key)[0] == key, f"{why}: the second pass moves {key!r}"
