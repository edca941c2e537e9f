"""How concentrated citations are on the units that get any, from the counts alone: pure functions, exact where whole numbers allow it.

`counts` holds how often each cited unit (site or page) is cited, in any order: m numbers of at least 1 that add up to N, and neither
is 0. Units that nobody cites are not known, so no figure here is about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import exp, fsum, log, prod

from pagekey.study.count.figures import Concentration, Point, Rarefied, Ratio

POINTS = 20


def hhi(counts: Sequence[int]) -> float:
    """The Herfindahl-Hirschman index, the sum of squared shares: 1/m (all alike) to 1 (one has all)."""
    return _squares(counts) / sum(counts) ** 2


def unbiased_hhi(counts: Sequence[int]) -> float:
    """The chance that two records drawn without replacement are of one unit (Simpson): unlike `hhi` it does not fall as N grows.

    Needs N of at least 2.
    """
    n = sum(counts)
    return (_squares(counts) - n) / (n * (n - 1))


def effective(counts: Sequence[int]) -> float:
    """The effective number of units, 1/HHI: so many equally cited ones would be as concentrated. 1 to m."""
    return float(sum(counts) ** 2 / _squares(counts))


def effective_by_entropy(counts: Sequence[int]) -> float:
    """exp of Shannon's entropy: an effective number in which the rarely cited weigh more (Hill number of order 1). `effective` to m."""
    n = sum(counts)
    return exp(log(n) - fsum(times * c * log(c) for c, times in Counter(counts).items()) / n)


def gini(counts: Sequence[int]) -> float:
    """Gini's coefficient over the cited units: 0 (all alike) to 1 - 1/m. Not comparable where m differs."""
    m, n = len(counts), sum(counts)
    return (2 * sum(i * c for i, c in enumerate(sorted(counts), 1)) - (m + 1) * n) / (m * n)


def lorenz(counts: Sequence[int], points: int = POINTS) -> tuple[Point, ...]:
    """The Lorenz curve at k/points of the units, least cited first, for k from 1 to `points`; the last point is (1, 1).

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
    """Good and Turing's sample coverage 1 - f1/N as (N - f1, N), where f1 units have one record.

    It estimates the share of all further records that would be of units seen already.
    """
    n = sum(counts)
    return n - sum(1 for c in counts if c == 1), n


def rarefied(counts: Sequence[int], n: int) -> float:
    """How many units `n` records drawn at random without replacement are expected to have (Hurlbert's rarefaction), 0 <= n <= N.

    A unit with c of N records is missed with the chance C(N-c, n) / C(N, n). From one c to the next larger it is multiplied up, by as many
    factors as the step or n is long, whichever is less: no large logarithms are subtracted from each other, and the error stays
    below 1e-9 of the result.
    """
    total = sum(counts)
    if not 0 <= n <= total:
        raise ValueError(f"expected n of 0 to {total}, got {n}")
    found, missed, at = [], 1.0, 0
    for c, times in sorted(Counter(counts).items()):
        if missed:
            missed *= _step(total - at, c - at, n)
            at = c
        found.append(times * (1.0 - missed))
    return fsum(found)


def _step(rest: int, step: int, n: int) -> float:
    """C(rest - step, n) / C(rest, n)."""
    if n > rest - step:
        return 0.0
    if step <= n:
        return prod((rest - n - j) / (rest - j) for j in range(step))
    return prod((rest - step - j) / (rest - j) for j in range(n))


def sizes(total: int, least: int) -> Iterator[int]:
    """Sample sizes 1, 2, 5, 10, 20 .. from `least` on and below `total`, then `total`: two tables of unlike size have most in common."""
    ten = 1
    while ten < total:
        yield from (size for size in (ten, 2 * ten, 5 * ten) if least <= size < total)
        ten *= 10
    yield total


def concentration(counts: Sequence[int], unit: str, *, least: int, few: bool) -> Concentration:
    """All figures of this module. `unit` is what the counts add up to (records ..); all withheld if `few` or where there is nothing.

    `least` is the smallest sample that is rarefied.
    """
    units, total = len(counts), sum(counts)
    share = f"share of {unit}"
    if few or not total:
        return Concentration(units, total, unit, None, None, None, None, None, Ratio(0, total, share, "few-records"), (), (), "few-records")
    return Concentration(
        units=units,
        total=total,
        of=unit,
        effective=effective(counts),
        effective_entropy=effective_by_entropy(counts),
        hhi=hhi(counts),
        hhi_unbiased=unbiased_hhi(counts) if total > 1 else None,
        gini=gini(counts),
        coverage=Ratio(*coverage(counts), share),
        lorenz=lorenz(counts),
        rarefied=tuple(Rarefied(size, rarefied(counts, size)) for size in sizes(total, least)),
        withheld="",
    )


def _squares(counts: Sequence[int]) -> int:
    return sum(times * c * c for c, times in Counter(counts).items())
