"""The frozen plans are those that the shipped policies compile to."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from pagekey.policy import shipped
from pagekey.policy.frozen import PLANS

TOOL = Path(__file__).parents[2] / "tools" / "make_plans.py"


def test_frozen_plans_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("make_plans", TOOL)
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.TARGET.read_text("utf-8") == tool.text(), "out of date: python tools/make_plans.py"


def test_every_shipped_policy_is_frozen() -> None:
    assert tuple(PLANS) == shipped()
