"""How concentrated observations are on the units that have any, from the counts alone: exact where whole numbers allow it.

`counts` holds how many observations each unit has, in any order: m numbers of at least 1 that add up to N, and neither is 0. Units
without an observation are not known, so no figure here is about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, fsum, log

POINTS = 20


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the Lorenz curve: the k/points of the units with the fewest observations have part/whole of all observations."""

    k: int
    points: int
    part: int
    whole: int


def hhi(counts: Sequence[int]) -> float:
    """The Herfindahl-Hirschman index, the sum of squared shares: 1/m (all alike) to 1 (one has all)."""
    return _squares(counts) / sum(counts) ** 2


def unbiased_hhi(counts: Sequence[int]) -> float:
    """The chance that two observations drawn without replacement are of one unit (Simpson): unlike `hhi` it does not fall as N grows.

    Needs N of at least 2.
    """
    n = sum(counts)
    return (_squares(counts) - n) / (n * (n - 1))


def effective(counts: Sequence[int]) -> float:
    """The effective number of units, 1/HHI: so many units with equal counts would be as concentrated. 1 to m."""
    return float(sum(counts) ** 2 / _squares(counts))


def effective_by_entropy(counts: Sequence[int]) -> float:
    """exp of Shannon's entropy: an effective number in which small units weigh more (Hill number of order 1). `effective` to m."""
    n = sum(counts)
    return exp(log(n) - fsum(times * c * log(c) for c, times in Counter(counts).items()) / n)


def gini(counts: Sequence[int]) -> float:
    """Gini's coefficient over the units counted: 0 (all alike) to 1 - 1/m. Not comparable where m differs."""
    m, n = len(counts), sum(counts)
    return (2 * sum(i * c for i, c in enumerate(sorted(counts), 1)) - (m + 1) * n) / (m * n)


def lorenz(counts: Sequence[int], points: int = POINTS) -> tuple[Point, ...]:
    """The Lorenz curve at k/points of the units, smallest first, for k from 1 to `points`; the last point is (1, 1).

    Between two units the curve is a straight line, so each point is an exact fraction.
    """
    ordered = sorted(counts)
    m, n = len(ordered), sum(ordered)
    below = [0, *accumulate(ordered)]
    found = []
    for k in range(1, points + 1):
        units, rest = divmod(k * m, points)
        found.append(Point(k, points, points * below[units] + (rest * ordered[units] if rest else 0), points * n))
    return tuple(found)


def coverage(counts: Sequence[int]) -> tuple[int, int]:
    """Good and Turing's sample coverage 1 - f1/N as (N - f1, N), where f1 units have one observation.

    It estimates the share of all further observations that would be of units seen already.
    """
    n = sum(counts)
    return n - sum(1 for c in counts if c == 1), n


def _squares(counts: Sequence[int]) -> int:
    return sum(times * c * c for c, times in Counter(counts).items())
