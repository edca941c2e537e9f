"""At which level two URLs are one, and what brought them there."""

from __future__ import annotations

from dataclasses import dataclass

from pagekey.keying.single import AnyPolicy, explain
from pagekey.rules import LEVELS
from pagekey.types import Step

_NAMES = {level: f"{level}@1" for level in LEVELS}


@dataclass(frozen=True, slots=True)
class Comparison:
    """`level` is the finest at which the two agree: string, rfc3986, crawl, citation (or the policy that was named), None if none.

    `rules` are those that changed one of them and not the other, or changed them differently, at that level; `keys` the two keys there.
    """

    level: str | None
    rules: tuple[str, ...]
    keys: tuple[str, str]
    policy: str

    def __str__(self) -> str:
        if self.level is None:
            return f"different under {self.policy}\n  {self.keys[0]}\n  {self.keys[1]}"
        by = f", by {', '.join(self.rules)}" if self.rules else ""
        return f"same at level {self.level}{by}\n  {self.keys[0]}"


def compare(a: str, b: str, policy: AnyPolicy = "citation@1") -> Comparison:
    """Climb the ladder string, rfc3986, crawl, then `policy`, until the two strings have one key."""
    if a == b:
        return Comparison("string", (), (a, b), "")
    for name in _ladder(policy):
        one, two = explain(a, name), explain(b, name)
        if one.key == two.key and one.status == two.status:
            level = name.partition("@")[0] if isinstance(name, str) and name in _NAMES.values() else one.policy.partition(":")[0]
            mine, other = {(s.rule, _piece(s)) for s in one.steps}, {(s.rule, _piece(s)) for s in two.steps}
            differ = {rule for rule, _ in mine ^ other}
            return Comparison(level, tuple(r for r in dict.fromkeys((*one.hits, *two.hits)) if r in differ), (one.key, two.key), one.policy)
    return Comparison(None, (), (one.key, two.key), one.policy)


def _ladder(policy: AnyPolicy) -> list[AnyPolicy]:
    """The shipped levels below the policy, then the policy itself."""
    names: list[AnyPolicy] = ["rfc3986@1", "crawl@1"]
    return [*names[: names.index(policy)], policy] if policy in names else [*names, policy]


def _piece(step: Step) -> tuple[str, str]:
    """What a step took and gave, without what it left alone on both sides."""
    start, end = step.common_ends()
    return step.before[start : len(step.before) - end], step.after[start : len(step.after) - end]
