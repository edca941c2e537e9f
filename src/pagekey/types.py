"""What `explain` hands back. No logic but printing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pagekey.statuses import STATUSES as STATUSES


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that changed something: the URL before it and after it, and the entries of lists, site data or policy that it rests on."""

    rule: str
    before: str
    after: str
    sources: tuple[str, ...] = ()

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
class Line:
    """One line of a printed trace. `part`: raw, step, source (the entry behind the step), key or facts. `step`: that of a step line."""

    part: str
    label: str
    text: str
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """How one raw string became its key. `host`, `domain` and `site` are None unless the status is `page`.

    `status_source`: the entry by which it is a short link or an opaque redirect, "" for any other status."""

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
    status_source: str = ""

    def __str__(self) -> str:
        return self.printed(lambda line: line.text)

    def printed(self, show: Callable[[Line], str]) -> str:
        """The trace in two columns, labels and what `show` makes of each line; no line end after the last."""
        lines = self.lines()
        width = max(len(line.label) for line in lines)
        return "\n".join(f"{line.label:{width}}  {show(line)}" for line in lines)

    def lines(self) -> list[Line]:
        """What is printed of a trace, line by line: the raw string, each step with the entry behind it, the key, what it is."""
        lines = [Line("raw", "raw", self.raw)]
        for step in self.steps:
            lines.append(Line("step", step.rule, step.after, step))
            lines += [Line("source", "", f"  by {source}") for source in step.sources]
        facts = [self.status, *self.flags]
        facts += [f"host {self.host}"] * (self.host is not None)
        facts += [f"domain {self.domain}"] * (self.domain not in (None, self.host))
        facts += [f"site {self.site}"] * (self.site not in (None, self.host, self.domain))
        by = [Line("source", "", f"  by {self.status_source}")] * bool(self.status_source)
        return [*lines, Line("key", "key", self.key), Line("facts", "", f"{', '.join(facts)}; policy {self.policy}"), *by]
