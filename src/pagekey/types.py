"""What `explain` hands back. No logic but printing."""

from __future__ import annotations

from dataclasses import dataclass

STATUSES = ("page", "short-link", "opaque", "unparsed", "not-web", "self", "no-url", "empty")


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that changed something: the URL before it and after it."""

    rule: str
    before: str
    after: str


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
        lines += [f"{s.rule:{width}}  {s.after}" for s in self.steps]
        lines.append(f"{'key':{width}}  {self.key}")
        facts = [self.status, *self.flags]
        if self.host:
            facts.append(f"host {self.host}")
        if self.domain and self.domain != self.host:
            facts.append(f"domain {self.domain}")
        lines.append(f"{'':{width}}  {', '.join(facts)}; policy {self.policy}")
        return "\n".join(lines)
