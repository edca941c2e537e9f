"""The cluster bootstrap: reproducible, blind to the order of rows, as wide as it should be."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.statistics import bootstrap as drawing
from pagekey.statistics.bootstrap import Interval, interval, paired, replicates

FIXED = [[(5, 10), (40, 0)], [(10, 7), (40, 0)], [(8, 11), (40, 0)]]
cluster = st.tuples(st.integers(1, 9), st.integers(0, 9))


def share(strata: list[list[tuple[int, ...]]], times: int = 500, seed: int = 1) -> Interval:
    """The interval of part / whole, where a cluster is (whole, part)."""
    values = []
    for totals in replicates(strata, times, seed):
        whole, part = (sum(column) for column in zip(*totals, strict=True))
        values.append(part / whole)
    found = interval(values)
    assert found is not None
    return found


def answers(count: int, seed: int, spread: float = 0.3) -> list[tuple[int, int]]:
    """(records, of them on a site): each answer has a leaning of its own, so its records are not independent."""
    generator = Random(seed)
    made = []
    for _ in range(count):
        leaning = min(1.0, max(0.0, 0.3 + spread * (generator.random() - 0.5) * 2))
        records = 5 + int(generator.random() * 20)
        made.append((records, sum(generator.random() < leaning for _ in range(records))))
    return made


class TestReplicates:
    def test_the_sequence_is_fixed(self) -> None:
        """Written down once: another Python or machine must draw the same."""
        strata = [[(1, 0), (2, 5), (4, 1)], [(10, 3), (20, 0)]]
        assert list(replicates(strata, 3, 1)) == FIXED

    @settings(deadline=None)
    @given(st.lists(cluster, min_size=1, max_size=12), st.integers(0, 99))
    def test_order_does_not_matter_and_the_seed_does_all(self, clusters: list[tuple[int, int]], seed: int) -> None:
        turned = list(replicates([clusters[::-1]], 20, seed))
        assert list(replicates([clusters], 20, seed)) == turned

    def test_another_seed_draws_otherwise(self) -> None:
        assert list(replicates([answers(30, 1)], 5, 1)) != list(replicates([answers(30, 1)], 5, 2))

    @settings(deadline=None)
    @given(st.lists(st.lists(cluster, min_size=1, max_size=8), min_size=1, max_size=4))
    def test_each_stratum_draws_as_many_clusters_as_it_has(self, strata: list[list[tuple[int, int]]]) -> None:
        counted = [[(1, *one) for one in stratum] for stratum in strata]
        for totals in replicates(counted, 5, 3):
            assert [total[0] for total in totals] == [len(stratum) for stratum in strata]

    def test_what_is_alike_has_no_width(self) -> None:
        assert share([[(4, 1)] * 30]) == Interval(0.25, 0.25)

    def test_nothing_to_draw(self) -> None:
        assert list(replicates([], 2, 1)) == [[], []]


class TestInterval:
    def test_nearest_rank(self) -> None:
        """2.5 % of 2,000 is the 50th, 97.5 % the 1,950th; of 39 values the first and the last but none."""
        assert interval([float(i) for i in range(1, 2001)]) == Interval(50.0, 1950.0)
        assert interval([float(i) for i in range(39, 0, -1)]) == Interval(1.0, 39.0)

    def test_none_of_nothing(self) -> None:
        assert interval([]) is None

    @pytest.mark.parametrize("seed", range(5))
    def test_holds_the_share_it_is_about(self, seed: int) -> None:
        data = answers(100, seed)
        point = sum(part for _, part in data) / sum(whole for whole, _ in data)
        found = share([data])
        assert found.low < point < found.high

    def test_holds_the_truth_about_as_often_as_it_says(self) -> None:
        """The share that the answers are made with is 0.3: 95 % of the intervals should hold it, 88 of 100 at the very least."""
        held = [share([answers(60, seed)], 300) for seed in range(100)]
        assert sum(one.low <= 0.3 <= one.high for one in held) >= 88

    def test_whole_answers_are_drawn_and_not_records(self) -> None:
        """Answers that cite one site only: records drawn one by one would give an interval a third as wide (1 / sqrt(9))."""
        data = [(9, 9)] * 20 + [(9, 0)] * 40
        clustered, single = share([data], 2000), share([[(1, one % 2) for one in (1,) * 180 + (2,) * 360]], 2000)
        ratio = (clustered.high - clustered.low) / (single.high - single.low)
        assert 2.5 < ratio < 3.5

    def test_engines_are_strata(self) -> None:
        """What differs between engines only has no width: each keeps its number of answers."""
        assert share([[(5, 5)] * 20, [(5, 0)] * 30]) == Interval(0.4, 0.4)

    def test_as_scipy_has_it(self) -> None:
        stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
        data = answers(80, 7)
        wholes, parts = zip(*data, strict=True)
        theirs = stats.bootstrap(
            (wholes, parts), lambda whole, part, axis: part.sum(axis) / whole.sum(axis), paired=True, vectorized=True, method="percentile",
            n_resamples=20_000, rng=5,
        ).confidence_interval  # fmt: skip
        ours = share([data], 20_000)
        width = theirs.high - theirs.low
        assert abs(ours.low - theirs.low) < 0.03 * width and abs(ours.high - theirs.high) < 0.03 * width


class TestRandomGroups:
    def test_many_answers_are_drawn_in_groups_and_the_width_stays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        data = answers(1900, 11)
        monkeypatch.setattr(drawing, "DRAWN", 1900)
        whole = share([data], 1000)
        monkeypatch.setattr(drawing, "DRAWN", 400)
        assert drawing.drawn([data]) == 400
        grouped = share([data], 1000)
        assert 0.85 < (grouped.high - grouped.low) / (whole.high - whole.low) < 1.15
        assert grouped.low < whole.high and whole.low < grouped.high

    def test_no_record_is_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each group of equal answers holds as many as it should, so any draw adds up to all."""
        monkeypatch.setattr(drawing, "DRAWN", 50)
        assert set(map(tuple, replicates([[(1, 2)] * 200], 20, 4))) == {((200, 400),)}

    def test_a_small_engine_keeps_its_answers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(drawing, "DRAWN", 60)
        assert drawing.drawn([answers(200, 1), answers(25, 2)]) == 30 + 25
        assert drawing.drawn([answers(40, 1), answers(10, 2)]) == 50


class TestPaired:
    def test_two_samples_are_drawn_independently(self) -> None:
        """The variance of a difference is the sum of both; drawn alike, two equal samples would differ in nothing."""
        data = answers(60, 3)
        gaps = []
        for one, other in paired([data], [data], 2000, 1):
            gaps.append(one[0][1] / one[0][0] - other[0][1] / other[0][0])
        single, both = share([data], 2000), interval(gaps)
        assert both is not None
        assert (both.high - both.low) / (single.high - single.low) == pytest.approx(2**0.5, rel=0.08)

    def test_each_has_its_own_size_and_the_seed_does_all(self) -> None:
        strata = [[(1,)] * 3], [[(1,)] * 5, [(1,)] * 2]
        assert list(paired(*strata, 2, 1)) == [([(3,)], [(5,), (2,)])] * 2
        data = [answers(20, 1)], [answers(30, 2)]
        assert list(paired(*data, 5, 1)) == list(paired(*data, 5, 1)) != list(paired(*data, 5, 2))
