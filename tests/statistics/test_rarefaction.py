"""Rarefaction: worked by hand, against exact fractions, against scipy, and as laws over random counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.statistics.concentration import unbiased_hhi
from pagekey.statistics.rarefaction import rarefied, sizes

COUNTS = (8, 1, 3, *[1] * 10)  # N = 22, m = 13
counts_of = st.lists(st.integers(1, 60), min_size=1, max_size=40)
MILLION = {
    "large and small": [27_000, 4_000, *[7] * 50_000, *[1] * 619_000],
    "small": [5] * 100_000 + [1] * 500_000,
    "middling": [20_000, *[2_000] * 10, *[10] * 50_000, *[1] * 460_000],
}


def close(found: float, wanted: float | Fraction) -> bool:
    return isclose(found, float(wanted), rel_tol=1e-9, abs_tol=1e-12)


def exact(counts: list[int], n: int) -> Fraction:
    """C(N-c, n) / C(N, n) is C(N-n, c) / C(N, c), which has smaller numbers where n is large."""
    total = sum(counts)
    found = Fraction(0)
    for c, times in Counter(counts).items():
        missed = Fraction(comb(total - n, c), comb(total, c)) if c < n else Fraction(comb(total - c, n), comb(total, n))
        found += times * (1 - missed)
    return found


class TestByHand:
    def test_rarefied(self) -> None:
        """Two of 22 are of one unit with the chance 62/462: else they are two. Of (2, 1) two records have 1 + 2/3 units."""
        assert close(rarefied(COUNTS, 2), 2 - Fraction(62, 462))
        assert close(rarefied((2, 1), 2), Fraction(5, 3))

    def test_one_unit(self) -> None:
        assert rarefied([25], 3) == 1.0

    def test_nothing(self) -> None:
        assert rarefied([], 0) == rarefied([3, 1], 0) == 0.0

    def test_sizes(self) -> None:
        assert list(sizes(22, 20)) == [20, 22]
        assert list(sizes(1000, 20)) == [20, 50, 100, 200, 500, 1000]
        assert list(sizes(7, 20)) == [7]

    def test_a_sample_is_not_larger_than_all(self) -> None:
        with pytest.raises(ValueError, match="expected n of 0 to 22, got 23"):
            rarefied(COUNTS, 23)


class TestAgainstExactFractions:
    @pytest.mark.parametrize("n", [1, 2, 17, 400, 2_999, 3_000, 5_000, 6_000])
    def test_thousands(self, n: int) -> None:
        counts = [3_000, 1_500, 700, 400, *[3] * 50, *[1] * 250]
        assert close(rarefied(counts, n), exact(counts, n))

    @pytest.mark.parametrize("n", [1, 2, 20, 1_000, 50_000, 500_000, 999_999])
    @pytest.mark.parametrize("name", MILLION)
    def test_a_million(self, name: str, n: int) -> None:
        """By differences of log-gamma the first of these are off by 1e-4."""
        counts = MILLION[name]
        assert sum(counts) == 1_000_000
        assert close(rarefied(counts, n), exact(counts, n))

    @settings(deadline=None)
    @given(counts_of, st.data())
    def test_any(self, counts: list[int], data: st.DataObject) -> None:
        n = data.draw(st.integers(0, sum(counts)))
        assert close(rarefied(counts, n), exact(counts, n))


class TestAgainstScipy:
    @settings(deadline=None)
    @given(counts_of, st.data())
    def test_hypergeometric(self, counts: list[int], data: st.DataObject) -> None:
        stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
        n = data.draw(st.integers(0, sum(counts)))
        assert close(rarefied(counts, n), sum(float(stats.hypergeom.sf(0, sum(counts), one, n)) for one in counts))


class TestLaws:
    @settings(deadline=None)
    @given(counts_of)
    def test_rises_from_one_to_all(self, counts: list[int]) -> None:
        total = sum(counts)
        curve = [rarefied(counts, n) for n in range(total + 1)]
        assert curve[0] == 0 and close(curve[1], 1) and close(curve[-1], len(counts))
        assert all(before <= after + 1e-9 for before, after in zip(curve, curve[1:], strict=False))

    @settings(deadline=None)
    @given(counts_of.filter(lambda counts: sum(counts) > 1))
    def test_two_drawn_records_are_of_one_unit_by_the_unbiased_index(self, counts: list[int]) -> None:
        assert close(rarefied(counts, 2), 2 - unbiased_hhi(counts))
