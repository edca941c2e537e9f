"""Does every alias and rewrite come to rest? A key that moves again when it is keyed again would be no key."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

from pagekey.errors import PolicyError
from pagekey.policy.model import Policy

_SAMPLES = {"digits": ("7", "1024"), "hex": ("7f", "c0ffee"), "slug": ("a-b", "x_9"), "any": ("a-b", "7", "x.y"), "": ("a-b", "7", "x.y")}
_HOLE = re.compile(r"\{(\*?)[^{}:]*(?::([^{}]*))?\}")


def check_rest(policy: Policy, plan: Any, engine: ModuleType) -> None:
    """Run each side with sample values, twice. Raises PolicyError for a cycle, or for a target that another rule moves on."""
    for alias in policy.aliases:
        for text in (alias.source, alias.target):
            for tail in ("", "/deep/er"):
                _check(text.rstrip("/") + tail, alias.where, plan, engine)
    for rewrite in policy.rewrites:
        host = "a." + rewrite.site[2:] if rewrite.site.startswith("*.") else rewrite.site
        for form in (rewrite.source, rewrite.target):
            for turn in range(2):
                path = _HOLE.sub(lambda hit, turn=turn: "more=1" if hit[1] else _SAMPLES[hit[2] or ""][turn], form)  # type: ignore[misc]
                _check(f"http://{host}{path}", rewrite.where, plan, engine)


def _check(url: str, where: str, plan: Any, engine: ModuleType) -> None:
    key, _, _, flags, *_ = engine.facts(plan, url)
    again = engine.facts(plan, key)[0]
    if again != key or flags & 1 << engine.FLAGS.index("unsettled"):
        raise PolicyError(
            "does not come to rest",
            expected="a key that stays when it is keyed again",
            got=f"{url} -> {key} -> {again}",
            where=where,
            hint="`to` is itself moved on, or two entries undo each other",
        )
