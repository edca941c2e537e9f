"""Intervals for the change of shares, by resampling whole answers: records of one answer are not independent of each other.

Only shares: a resample loses units that were cited once, so the number of pages in it is too low, and its interval would be wrong.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Cluster = tuple[str, str]
"""Stratum (the engine, or "") and number of an answer."""

MOST_RESAMPLED = 1000
"""With more answers than these in a period, resamples are so near their normal limit that it takes their place."""
_NORMAL = 1.959963984540054  # the 97.5 % point of the normal distribution


@dataclass(frozen=True, slots=True)
class Clusters:
    """Records by answer: `totals` of all sites, `counts` of each site asked for, and the answers of each stratum by their place."""

    totals: list[int]
    counts: dict[str, list[int]]
    strata: list[list[int]]


def clusters(answers: Sequence[Cluster], sites: Sequence[str], wanted: Sequence[str]) -> Clusters:
    """The clusters of records, which are told by the answer and the site of each."""
    places: dict[Cluster, int] = {}
    of = [places.setdefault(answer, len(places)) for answer in answers]
    totals = [0] * len(places)
    counts = {site: [0] * len(places) for site in wanted}
    for place, site in zip(of, sites, strict=True):
        totals[place] += 1
        if site in counts:
            counts[site][place] += 1
    strata: dict[str, list[int]] = {}
    for (stratum, _), place in places.items():
        strata.setdefault(stratum, []).append(place)
    return Clusters(totals, counts, list(strata.values()))


def is_resampled(old: Clusters, new: Clusters) -> bool:
    """Whether the intervals come of resampling, or of its normal limit."""
    return max(len(old.totals), len(new.totals)) <= MOST_RESAMPLED


def intervals(old: Clusters, new: Clusters, resamples: int, seed: int) -> dict[str, tuple[float, float]]:
    """For each site the 95 % interval of its change in share, new minus old; the same for a seed on every machine.

    The 2.5 % and 97.5 % percentiles of the resamples; or their normal limit, where `is_resampled` is False.
    """
    if not is_resampled(old, new):
        widths = {site: _NORMAL * math.sqrt(_variance(old, site) + _variance(new, site)) for site in old.counts}
        changes = {site: _share(new, site) - _share(old, site) for site in old.counts}
        return {site: (changes[site] - widths[site], changes[site] + widths[site]) for site in old.counts}
    dice = random.Random(seed)
    found: dict[str, list[float]] = {site: [] for site in old.counts}
    for then, now in zip(_shares(old, resamples, dice), _shares(new, resamples, dice), strict=True):
        for site, drawn in found.items():
            drawn.append(now[site] - then[site])
    low, high = int(0.025 * resamples), math.ceil(0.975 * resamples) - 1
    return {site: ((ranked := sorted(drawn))[low], ranked[high]) for site, drawn in found.items()}


def _shares(given: Clusters, resamples: int, dice: random.Random) -> Iterator[dict[str, float]]:
    """The shares of the sites in one resample after the other: as many answers of each stratum as there are, drawn with return."""
    for _ in range(resamples):
        drawn = [place for one in given.strata for place in dice.choices(one, k=len(one))]
        whole = sum(map(given.totals.__getitem__, drawn))
        yield {site: sum(map(counts.__getitem__, drawn)) / whole for site, counts in given.counts.items()}


def _share(given: Clusters, site: str) -> float:
    return sum(given.counts[site]) / sum(given.totals)


def _variance(given: Clusters, site: str) -> float:
    """The variance of a share over resamples: of a ratio of sums, by its linear part (Cochran, Sampling Techniques, 6.5)."""
    share = _share(given, site)
    off = [count - share * total for count, total in zip(given.counts[site], given.totals, strict=True)]
    squares = []
    for one in given.strata:
        mean = math.fsum(off[place] for place in one) / len(one)
        squares += [(off[place] - mean) ** 2 for place in one]
    return math.fsum(squares) / sum(given.totals) ** 2


def rarefied(counts: Sequence[int], records: int) -> float:
    """The units expected among so many records, drawn without return from all; `counts` are the records of each unit. By log-gamma."""
    every = sum(counts)
    if records >= every:
        return float(len(counts))
    ways = _choose(every, records)
    times = Counter(counts)
    return math.fsum(
        often * (1.0 if every - size < records else -math.expm1(_choose(every - size, records) - ways)) for size, often in times.items()
    )


def _choose(n: int, k: int) -> float:
    """The logarithm of n over k."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
