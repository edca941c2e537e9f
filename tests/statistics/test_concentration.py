"""Concentration: worked by hand, against scipy, and as laws over random counts."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import exp, isclose
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.statistics import concentration as c

COUNTS = (8, 1, 3, *[1] * 10)  # N = 22, m = 13
counts_of = st.lists(st.integers(1, 60), min_size=1, max_size=40)


def close(found: float, wanted: float | Fraction) -> bool:
    return isclose(found, float(wanted), rel_tol=1e-9, abs_tol=1e-12)


class TestByHand:
    def test_hhi(self) -> None:
        """8^2 + 3^2 + 11 = 84 of 22^2 = 484; without replacement (84 - 22) of 22 * 21 = 462."""
        assert close(c.hhi(COUNTS), Fraction(84, 484))
        assert close(c.unbiased_hhi(COUNTS), Fraction(62, 462))
        assert close(c.effective(COUNTS), Fraction(484, 84))

    def test_entropy(self) -> None:
        """Two of two thirds and a third: H = 2/3 ln 3/2 + 1/3 ln 3, e^H = (3/2)^(2/3) * 3^(1/3)."""
        assert close(c.effective_by_entropy((2, 1)), 1.5 ** (2 / 3) * 3 ** (1 / 3))

    def test_gini(self) -> None:
        """Ascending: 1 to 11 sum to 66, 12 * 3 = 36, 13 * 8 = 104, together 206; 2 * 206 / 286 - 14/13 = 104/286."""
        assert close(c.gini(COUNTS), Fraction(104, 286))

    def test_lorenz(self) -> None:
        """Of 1, 1, 2, 6 the lower half has 2 of 10; a quarter of the way from the third to the fourth it has 4 + 6/4 of 10."""
        points = c.lorenz((6, 1, 2, 1), 16)
        assert [(p.k, Fraction(p.part, p.whole)) for p in points if p.k in (4, 8, 12, 13, 16)] == [
            (4, Fraction(1, 10)), (8, Fraction(2, 10)), (12, Fraction(4, 10)), (13, Fraction(55, 100)), (16, Fraction(1)),
        ]  # fmt: skip

    def test_coverage(self) -> None:
        """The published figures: 62 of 902 records stand alone on their host, so 93.1 % of the mass is on hosts seen before."""
        assert c.coverage([1] * 62 + [840]) == (840, 902)
        assert c.coverage(COUNTS) == (11, 22)

    def test_one_unit(self) -> None:
        assert (c.hhi([25]), c.unbiased_hhi([25]), c.effective([25]), c.gini([25])) == (1.0, 1.0, 1.0, 0.0)
        assert (c.effective_by_entropy([25]), c.coverage([25])) == (1.0, (25, 25))


@pytest.fixture(scope="module")
def scipy() -> ModuleType:
    """scipy with the parts that are asked for here; the independent computation where it is installed."""
    for part in ("stats", "integrate"):
        pytest.importorskip(f"scipy.{part}", reason="scipy is not installed")
    return import_module("scipy")


class TestAgainstScipy:
    @settings(deadline=None)
    @given(counts_of)
    def test_entropy_and_gini(self, scipy: ModuleType, counts: list[int]) -> None:
        assert close(c.effective_by_entropy(counts), float(exp(scipy.stats.entropy(counts))))
        points = c.lorenz(counts, len(counts))  # one point a unit: the trapezoids are the curve
        area = scipy.integrate.trapezoid([0.0, *(p.part / p.whole for p in points)], dx=1 / len(counts))
        assert isclose(c.gini(counts), 1 - 2 * float(area), abs_tol=1e-9)


class TestLaws:
    @settings(deadline=None)
    @given(counts_of)
    def test_effective_numbers_lie_between_one_and_all(self, counts: list[int]) -> None:
        m = len(counts)
        by_square, by_entropy = c.effective(counts), c.effective_by_entropy(counts)
        assert 1 - 1e-9 <= by_square <= by_entropy * (1 + 1e-9) <= m * (1 + 2e-9)
        assert 1 / m - 1e-12 <= c.hhi(counts) <= 1

    @settings(deadline=None)
    @given(st.integers(1, 50), st.integers(1, 50))
    def test_all_alike(self, m: int, each: int) -> None:
        counts = [each] * m
        assert c.gini(counts) == 0
        assert close(c.effective(counts), m) and close(c.effective_by_entropy(counts), m)
        assert all(p.part * p.points == p.k * p.whole for p in c.lorenz(counts))

    @settings(deadline=None)
    @given(counts_of)
    def test_gini_is_below_one_minus_one_over_m(self, counts: list[int]) -> None:
        assert 0 <= c.gini(counts) < 1 - 1 / len(counts) + 1e-12

    @settings(deadline=None)
    @given(counts_of, st.integers(1, 30))
    def test_lorenz_is_convex_below_the_diagonal_and_ends_at_one(self, counts: list[int], points: int) -> None:
        curve = [Fraction(0), *(Fraction(p.part, p.whole) for p in c.lorenz(counts, points))]
        steps = [after - before for before, after in zip(curve, curve[1:], strict=False)]
        assert steps == sorted(steps)
        assert curve[-1] == 1
        assert all(share <= Fraction(k, points) for k, share in enumerate(curve))
