"""The intervals of one table: what each answer holds, drawn again and again, and the shares and means that come of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pagekey.statistics.bootstrap import Interval, drawn, interval, replicates
from pagekey.statistics.few import SMALL
from pagekey.study.count.figures import Bootstrap
from pagekey.study.count.scope import Scope
from pagekey.study.count.shares import macro

# The numbers of a cluster: how many of the unit of counting; 1 for an answer, 0 for a record without one; the records and the pages of an
# answer; its citations of the listed sites and of the listed pages; then of each of these.
N, ANSWER, RECORDS, PAIRS, SITES, PAGES, NAMED = range(7)

Loose = Mapping[str, Sequence[int]]
"""By engine the rows that name no answer, one for each record."""


@dataclass(frozen=True, slots=True)
class Intervals:
    """By level (site, page) and name: the micro and macro shares, under "" the share of all listed. Empty where there are none."""

    bootstrap: Bootstrap
    micro: Mapping[str, Mapping[str, Interval | None]] = field(default_factory=lambda: {"site": {}, "page": {}})
    macro: Mapping[str, Mapping[str, Interval | None]] = field(default_factory=lambda: {"site": {}, "page": {}})
    records_per_answer: Interval | None = None
    pages_per_answer: Interval | None = None


def intervals(
    scope: Scope, loose: Loose, sites: Sequence[str], pages: Sequence[str], equal: Sequence[str], times: int, seed: int
) -> Intervals:
    """Intervals for the listed `sites` and `pages`, macro shares over the `equal` engines (none if fewer than two)."""
    answers = len(scope.answers)
    why = "off" if not times else "" if scope.answered else "no-answers"
    why = why or ("few-records" if scope.n < SMALL else "few-answers" if answers < SMALL else "")
    if why:
        return Intervals(Bootstrap(times, seed, answers, 0, why))
    strata = _strata(scope, loose if scope.unit == "records" else {}, sites, pages)
    order = sorted(strata)
    clusters = [strata[engine] for engine in order]
    at = [order.index(engine) for engine in equal] if len(equal) > 1 else []
    return _summary(clusters, at, sites, pages, Bootstrap(times, seed, answers, drawn(clusters), ""))


def _summary(
    clusters: Sequence[Sequence[Sequence[int]]], at: Sequence[int], sites: Sequence[str], pages: Sequence[str], bootstrap: Bootstrap
) -> Intervals:
    """The intervals of all replicates. `at` are the strata that macro shares are over. A replicate in which nothing is left to divide by
    tells nothing, and is left out."""
    width = NAMED + len(sites) + len(pages)
    micro: list[list[float]] = [[] for _ in range(width)]
    mean: list[list[float]] = [[] for _ in range(width)]
    for totals in replicates(clusters, bootstrap.replicates, bootstrap.seed):
        whole = [sum(column) for column in zip(*totals, strict=True)]
        for k in range(width):
            below = whole[ANSWER if k in (RECORDS, PAIRS) else N]
            if below:
                micro[k].append(whole[k] / below)
        wholes = [totals[i][N] for i in at]
        if at and all(wholes):
            for k in range(NAMED, width):
                mean[k].append(macro([totals[i][k] for i in at], wholes))
    names = {"site": {"": SITES, **{name: NAMED + k for k, name in enumerate(sites)}}}
    names["page"] = {"": PAGES, **{name: NAMED + len(sites) + k for k, name in enumerate(pages)}}
    return Intervals(
        bootstrap,
        {level: {name: interval(micro[k]) for name, k in own.items()} for level, own in names.items()},
        {level: {name: interval(mean[k]) for name, k in own.items()} for level, own in names.items()},
        interval(micro[RECORDS]),
        interval(micro[PAIRS]),
    )


def _strata(scope: Scope, loose: Loose, sites: Sequence[str], pages: Sequence[str]) -> dict[str, list[list[int]]]:
    """The clusters of each engine. Where records are counted, one that names no answer (`loose`) is a cluster of its own."""
    width = NAMED + len(sites) + len(pages)
    places = _places(scope, sites, pages)
    strata: dict[str, list[list[int]]] = {}
    for answer in scope.answers:
        rows = answer.rows if scope.unit == "records" else answer.pages
        one = _cluster(rows, places, width)
        one[ANSWER], one[RECORDS], one[PAIRS] = 1, len(answer.rows), len(answer.pages)
        if scope.unit == "answers":
            for k in (N, SITES, PAGES, *range(NAMED, width)):
                one[k] = min(one[k], 1)
        strata.setdefault(answer.engine, []).append(one)
    for engine, rows in loose.items():
        strata.setdefault(engine, []).extend(_cluster((i,), places, width) for i in rows)
    return strata


def _places(scope: Scope, sites: Sequence[str], pages: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """Row -> the numbers of a cluster that it adds to, for the rows of listed sites and pages."""
    site_at = {name: NAMED + k for k, name in enumerate(sites)}
    page_at = {name: NAMED + len(sites) + k for k, name in enumerate(pages)}
    found: dict[int, tuple[int, ...]] = {}
    for i, key in scope.keys.items():
        site, page = site_at.get(scope.sites[i]), page_at.get(key)
        at = (() if site is None else (SITES, site)) + (() if page is None else (PAGES, page))
        if at:
            found[i] = at
    return found


def _cluster(rows: Collection[int], places: Mapping[int, tuple[int, ...]], width: int) -> list[int]:
    one = [0] * width
    one[N] = len(rows)
    for i in rows:
        if i in places:
            for k in places[i]:
                one[k] += 1
    return one
