"""What a rule is, for people: its name, its place and its text. The code that runs it lives in the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LEVELS = ("rfc3986", "crawl", "citation")
"""Finest first. Two URLs that are equal at one level are equal at every later one."""

TIERS = ("standard", "convention", "site")
"""On whose word a rule folds two spellings: the standard, what most servers do, or what is known or decided about a site."""


@dataclass(frozen=True, slots=True)
class Example:
    """A URL before and after one rule: base rfc3986@1, that rule alone switched on, plus the policy words and the mapping given here."""

    before: str
    after: str
    policy: Mapping[str, object] = field(default_factory=dict, hash=False)
    mapping: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Its name is the same word in TOML, hits, tables, docs and `pagekey rule NAME`."""

    name: str
    level: str
    """The level from which on the rule is on."""
    stage: int
    """1..12: the lap of the pipeline in which it runs. A policy switches rules on and off and never reorders them."""
    tier: str
    step: int
    """The step of the five-step citation key to which it belongs: 1 scheme, 2 www, host case and port, 3 parameters,
    4 slashes, index files and case of escapes, 5 letter case; 0 for a rule that the five steps do not name."""
    does: str
    why: str
    example: Example
    merges_wrongly: str
    """When it can make one page of two. Begins with "Cannot" for a rule that is safe by the standard."""
    source: str
    label_en: str
    label_zh: str
    until: str | None = None
    """The last level at which the rule is on; None when it stays on to the coarsest."""

    def on_at(self, level: str) -> bool:
        """Whether the shipped policy of `level` switches the rule on. Raises ValueError for a word that is no level."""
        place = LEVELS.index(level)
        last = len(LEVELS) - 1 if self.until is None else LEVELS.index(self.until)
        return LEVELS.index(self.level) <= place <= last
