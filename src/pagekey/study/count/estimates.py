"""The intervals of one table: what each answer holds, drawn again and again, and the shares and means that come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pagekey.study.count.figures import Bootstrap, Interval
from pagekey.study.count.interval import drawn, interval, replicates
from pagekey.study.count.lists import SMALL
from pagekey.study.count.scope import Scope
from pagekey.study.count.shares import Weights, macro

# The numbers of a cluster: how many of the unit of counting; 1 for an answer, 0 for a record without one; the records and the pages of an
# answer; its citations of the listed sites and of the listed pages; then of each of these.
N, ANSWER, RECORDS, PAIRS, SITES, PAGES, NAMED = range(7)


@dataclass(frozen=True, slots=True)
class Answered:
    """The rows in scope by answer. `records`: (number of the answer, row) -> records; `loose`: (engine, row) -> records that name no
    answer; `engine_of` each answer."""

    records: Mapping[tuple[int, int], int]
    loose: Weights
    engine_of: Sequence[str]


@dataclass(frozen=True, slots=True)
class Intervals:
    """By level (site, page) and name: the micro and macro shares, under "" the share of all listed. Empty where there are none."""

    bootstrap: Bootstrap
    micro: Mapping[str, Mapping[str, Interval | None]] = field(default_factory=lambda: {"site": {}, "page": {}})
    macro: Mapping[str, Mapping[str, Interval | None]] = field(default_factory=lambda: {"site": {}, "page": {}})
    records_per_answer: Interval | None = None
    pages_per_answer: Interval | None = None


def intervals(
    scope: Scope, answered: Answered | None, sites: Sequence[str], pages: Sequence[str], equal: Sequence[str], times: int, seed: int
) -> Intervals:
    """Intervals for the listed `sites` and `pages`, macro shares over the `equal` engines (none if fewer than two)."""
    answers = len(scope.answers())
    why = "off" if not times else "no-answers" if answered is None else "few-records" if scope.n() < SMALL else ""
    why = why or ("few-answers" if answers < SMALL else "")
    if why or answered is None:
        return Intervals(Bootstrap(times, seed, answers, 0, why))
    strata = _strata(scope, answered, sites, pages)
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


def _strata(scope: Scope, answered: Answered, sites: Sequence[str], pages: Sequence[str]) -> dict[str, list[list[int]]]:
    """The clusters of each engine. Where records are counted, one that names no answer is a cluster of its own."""
    site_at = {name: NAMED + k for k, name in enumerate(sites)}
    page_at = {name: NAMED + len(sites) + k for k, name in enumerate(pages)}
    width = NAMED + len(sites) + len(pages)
    by_answer = [[0] * width for _ in answered.engine_of]
    weights = answered.records if scope.unit == "records" else dict.fromkeys(((a, i) for (a, _), i in scope.pairs().items()), 1)
    for (answer, i), times in weights.items():
        _add(by_answer[answer], site_at.get(scope.sites[i]), page_at.get(scope.keys[i]), times)
    for (answer, _), records in answered.records.items():
        by_answer[answer][RECORDS] += records
    for answer, pairs in Counter(answer for answer, _ in scope.pairs()).items():
        by_answer[answer][PAIRS] = pairs
    strata: dict[str, list[list[int]]] = {}
    for answer in sorted(scope.answers()):
        one = by_answer[answer]
        one[ANSWER] = 1
        if scope.unit == "answers":
            for k in (N, SITES, PAGES, *range(NAMED, width)):
                one[k] = min(one[k], 1)
        strata.setdefault(answered.engine_of[answer], []).append(one)
    for engine, one in _loose(scope, answered, site_at, page_at, width) if scope.unit == "records" else ():
        strata.setdefault(engine, []).append(one)
    return strata


def _loose(
    scope: Scope, answered: Answered, site_at: Mapping[str, int], page_at: Mapping[str, int], width: int
) -> Iterator[tuple[str, list[int]]]:
    for (engine, i), times in answered.loose.items():
        one = [0] * width
        _add(one, site_at.get(scope.sites[i]), page_at.get(scope.keys[i]), 1)
        for _ in range(times):
            yield engine, one


def _add(cluster: list[int], site: int | None, page: int | None, times: int) -> None:
    cluster[N] += times
    if site is not None:
        cluster[site] += times
        cluster[SITES] += times
    if page is not None:
        cluster[page] += times
        cluster[PAGES] += times
