"""Shares by engine, two ways that are never mixed: micro, where every citation weighs alike, and macro, where every engine does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Protocol

from pagekey.keying.pages import Rows, weighed
from pagekey.statistics.few import SMALL
from pagekey.study.count.figures import Engine, Interval, Shares, Split
from pagekey.study.count.lists import ratio
from pagekey.study.count.scope import Scope


class Known(Protocol):
    """The intervals of micro and macro shares, by level (site, page) and name."""

    @property
    def micro(self) -> Mapping[str, Mapping[str, Interval | None]]: ...

    @property
    def macro(self) -> Mapping[str, Mapping[str, Interval | None]]: ...


@dataclass(frozen=True, slots=True)
class Engines:
    """The engines by name: `n` of the unit of counting, and what each cites by site and by page. `equal`: those that macro shares are over:
    with a name, and with `SMALL` or more."""

    n: Mapping[str, int]
    sites: Mapping[str, Counter[str]]
    pages: Mapping[str, Counter[str]]
    equal: tuple[str, ...]


def engines(scope: Scope, by_engine: Mapping[str, Rows]) -> Engines:
    """What each engine cites, in the unit of counting. `by_engine` are the rows in scope."""
    n: Counter[str] = Counter()
    sites: dict[str, Counter[str]] = {}
    pages: dict[str, Counter[str]] = {}
    if scope.unit == "records":
        n.update({engine: sum(rows.values()) for engine, rows in by_engine.items()})
        sites |= {engine: weighed(rows, scope.sites) for engine, rows in by_engine.items()}
        pages |= {engine: weighed(rows, scope.keys) for engine, rows in by_engine.items()}
    else:
        for answer in scope.answers:
            n[answer.engine] += 1 if scope.unit == "answers" else len(answer.pages)
            cited = [scope.sites[i] for i in answer.pages]
            sites.setdefault(answer.engine, Counter()).update(set(cited) if scope.unit == "answers" else cited)
            pages.setdefault(answer.engine, Counter()).update(scope.keys[i] for i in answer.pages)
    return Engines(n, sites, pages, tuple(sorted(name for name, many in n.items() if name and many >= SMALL)))


def macro(parts: Sequence[int], wholes: Sequence[int]) -> float:
    """The mean of part/whole over engines; no whole may be 0."""
    return fsum(part / whole for part, whole in zip(parts, wholes, strict=True)) / len(parts)


def shares(found: Engines, unit: str, sites: Sequence[str], pages: Sequence[str], known: Known) -> Shares:
    """The named sites and pages by engine."""
    order = sorted(found.n, key=lambda name: (-found.n[name], name))
    listed = tuple(Engine(name, found.n[name], "" if name in found.equal else "few-records" if name else "blank") for name in order)
    total = sum(found.n.values())
    if total < SMALL or len(found.equal) < 2:
        return Shares(listed, len(found.equal), (), (), "few-records" if total < SMALL else "one-engine")

    def split(level: str, names: Sequence[str], cited: Mapping[str, Counter[str]]) -> tuple[Split, ...]:
        intervals = known.micro[level], known.macro[level]
        return tuple(_split(name, found, cited, order, unit, *(own.get(name) for own in intervals)) for name in names)

    return Shares(listed, len(found.equal), split("site", sites, found.sites), split("page", pages, found.pages), "")


def _split(
    name: str, found: Engines, cited: Mapping[str, Counter[str]], order: Sequence[str], unit: str, *intervals: Interval | None
) -> Split:
    """`intervals` are that of the micro and that of the macro share."""
    counts = {engine: cited[engine][name] if engine in cited else 0 for engine in order}
    share = f"share of {unit}"
    equal = {engine: ratio(counts[engine], found.n[engine], share) for engine in found.equal}
    highest = min(equal, key=lambda engine: (-(equal[engine].value or 0.0), engine))
    return Split(
        name=name,
        micro=ratio(sum(counts.values()), sum(found.n.values()), share),
        micro_interval=intervals[0],
        macro=macro([one.part for one in equal.values()], [one.whole for one in equal.values()]),
        macro_interval=intervals[1],
        counts=tuple(counts.values()),
        citing=sum(1 for one in equal.values() if one.part),
        highest=highest,
        highest_share=equal[highest],
    )
