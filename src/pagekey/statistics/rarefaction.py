"""Rarefaction: how many units fewer observations would have had. What compares where samples differ in size.

`counts` holds how many observations each unit has, in any order, each at least 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import fsum, prod


def rarefied(counts: Sequence[int], n: int) -> float:
    """How many units `n` observations drawn at random without replacement are expected to have (Hurlbert's rarefaction), 0 <= n <= N.

    A unit with c of N observations is missed with the chance C(N-c, n) / C(N, n). From one c to the next larger it is multiplied up, by
    as many factors as the step or n is long, whichever is less: no large logarithms are subtracted from each other, and with N of a
    million the error stays below 1e-10 of the result (by log-gamma it is 1e-4 for small n).
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
