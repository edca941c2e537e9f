"""Frozen plans back into running ones: the quick way to a shipped policy, without reading its TOML."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

_SUFFIXES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "engine", "tables", "suffixes.txt")


def thaw(name: str, engine: ModuleType) -> Any:
    """The engine's plan of a shipped policy, None for any other name."""
    from pagekey.policy.frozen import PLANS

    frozen = PLANS.get(name)
    if frozen is None:
        return None
    with open(_SUFFIXES, "rb") as file:
        hosts = engine.Hosts(file.read(), frozen["hosts"])
    return engine.Plan(frozen["rows"], frozen["plain"], frozen["tables"], hosts, frozen["switches"])
