"""What `explain` hands back. No logic but printing."""

from __future__ import annotations

from dataclasses import dataclass

from pagekey.statuses import STATUSES as STATUSES


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that changed something: the URL before it and after it, and the entry of the site data that it rests on, if any."""

    rule: str
    before: str
    after: str
    source: str = ""

    def common_ends(self) -> tuple[int, int]:
        """How many characters `before` and `after` share at their start, then at their end: what lies between is what the rule changed."""
        before, after = self.before, self.after
        shorter = min(len(before), len(after))
        start = end = 0
        while start < shorter and before[start] == after[start]:
            start += 1
        while end < shorter - start and before[-1 - end] == after[-1 - end]:
            end += 1
        return start, end


@dataclass(frozen=True, slots=True)
class Trace:
    """How one raw string became its key. `host`, `domain` and `site` are None unless the status is `page`."""

    raw: str
    key: str
    status: str
    host: str | None
    domain: str | None
    site: str | None
    hits: tuple[str, ...]
    flags: tuple[str, ...]
    steps: tuple[Step, ...]
    policy: str

    def __str__(self) -> str:
        width = max((len(s.rule) for s in self.steps), default=0)
        width = max(width, len("raw"))
        lines = [f"{'raw':{width}}  {self.raw}"]
        for step in self.steps:
            lines.append(f"{step.rule:{width}}  {step.after}")
            if step.source:
                lines.append(f"{'':{width}}    by {step.source}")
        lines.append(f"{'key':{width}}  {self.key}")
        facts = [self.status, *self.flags]
        if self.host:
            facts.append(f"host {self.host}")
        if self.domain and self.domain != self.host:
            facts.append(f"domain {self.domain}")
        lines.append(f"{'':{width}}  {', '.join(facts)}; policy {self.policy}")
        return "\n".join(lines)
