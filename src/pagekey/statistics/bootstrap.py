"""Intervals by the cluster bootstrap: whole clusters are drawn, since the observations of one cluster are not independent of each other.

Only for shares and means, and their differences. Never for a number of distinct things: drawing with replacement loses those that are
there once, so such an interval lies too low; coverage and rarefaction say what can be said of them.

The same everywhere: of Python's generator only `random()` is used, whose sequence for a seed is promised to stay, and the clusters are
ordered by what they hold, so neither the order of the rows nor their names matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from struct import Struct

REPLICATES = 2000
SEED = 1
LEVEL = 95  # per cent
DRAWN = 1000  # clusters that one replicate draws in all, if there are more
FEWEST = 20  # but at least so many in each stratum that has them

Strata = Sequence[Sequence[Sequence[int]]]
"""For each stratum its clusters, each as whole numbers of at least 0, all equally many."""
Totals = list[tuple[int, ...]]
"""For each stratum the sums of the clusters drawn from it."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval of a share, a mean or a difference of such, from the replicates of a bootstrap."""

    low: float
    high: float


def replicates(strata: Strata, times: int, seed: int) -> Iterator[Totals]:
    """For each of `times` replicates, the totals of every stratum: as many clusters as it has, drawn with replacement, added up.

    Where there are more than `DRAWN` clusters they are put into groups at random first, and groups are drawn: the method of random
    groups, whose variance is that of the clusters.
    """
    return _replicates(strata, times, Random(seed))


def paired(one: Strata, other: Strata, times: int, seed: int) -> Iterator[tuple[Totals, Totals]]:
    """Replicates of two samples side by side, drawn independently of each other: for figures of both, such as a difference of shares.

    Two runs of `replicates` from one seed would draw alike, and a difference of them would vary too little.
    """
    generator = Random(seed)
    return zip(_replicates(one, times, generator), _replicates(other, times, generator), strict=True)


def _replicates(strata: Strata, times: int, generator: Random) -> Iterator[Totals]:
    width = max((len(cluster) for stratum in strata for cluster in stratum), default=0)
    form = Struct(f"<{width}Q")
    packed = [_grouped([_packed(cluster, form) for cluster in stratum], _limit(strata), generator) for stratum in strata]
    draw = generator.random
    for _ in range(times):
        yield [
            form.unpack(sum([clusters[int(draw() * size)] for _ in range(size)]).to_bytes(form.size, "little"))
            for clusters, size in ((clusters, len(clusters)) for clusters in packed)
        ]


def drawn(strata: Strata) -> int:
    """How many clusters, or groups of them, one replicate draws."""
    return sum(min(len(stratum), _limit(strata)) for stratum in strata)


def interval(values: Sequence[float]) -> Interval | None:
    """The percentile interval of the replicates' values (nearest rank); None where there are none."""
    if not values:
        return None
    ordered = sorted(values)
    low, high = (ceil(len(ordered) * tail / 200) for tail in (100 - LEVEL, 100 + LEVEL))
    return Interval(ordered[max(low, 1) - 1], ordered[high - 1])


def _limit(strata: Strata) -> int:
    return DRAWN if sum(map(len, strata)) <= DRAWN else max(FEWEST, DRAWN // len(strata))


def _packed(cluster: Sequence[int], form: Struct) -> int:
    """All numbers of a cluster in one, 64 bits each: they are added up at once."""
    return int.from_bytes(form.pack(*cluster), "little")


def _grouped(clusters: list[int], limit: int, generator: Random) -> list[int]:
    clusters.sort()
    if len(clusters) <= limit:
        return clusters
    for i in range(len(clusters) - 1, 0, -1):
        j = int(generator.random() * (i + 1))
        clusters[i], clusters[j] = clusters[j], clusters[i]
    return [sum(clusters[k::limit]) for k in range(limit)]
