"""Shares by engine, two ways that are never mixed: micro, where every citation weighs alike, and macro, where every engine does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Protocol

from pagekey.study.count.figures import Engine, Interval, Shares, Split
from pagekey.study.count.lists import SMALL, ratio
from pagekey.study.count.scope import Scope

Weights = Mapping[tuple[str, int], int]
"""(engine, first of the distinct rows) -> records."""


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


def engines(scope: Scope, weights: Weights, engine_of: Sequence[str]) -> Engines:
    """What each engine cites, in the unit of counting. `engine_of` has the engine of each answer."""
    n: Counter[str] = Counter()
    sites: dict[str, Counter[str]] = {}
    pages: dict[str, Counter[str]] = {}
    if scope.unit == "records":
        for (engine, i), records in weights.items():
            n[engine] += records
            sites.setdefault(engine, Counter())[scope.sites[i]] += records
            pages.setdefault(engine, Counter())[scope.keys[i]] += records
    else:
        pairs = scope.pairs()
        n.update(engine_of[answer] for answer in scope.answers()) if scope.unit == "answers" else n.update(engine_of[a] for a, _ in pairs)
        for answer, key in pairs:
            pages.setdefault(engine_of[answer], Counter())[key] += 1
        citing = [(answer, scope.sites[i]) for (answer, _), i in pairs.items()]
        for answer, site in set(citing) if scope.unit == "answers" else citing:
            sites.setdefault(engine_of[answer], Counter())[site] += 1
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
