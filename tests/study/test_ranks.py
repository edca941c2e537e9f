"""Ranks of sites in two periods: by hand, and their intervals against the binomial and the bootstrap of one period."""

from __future__ import annotations

import math

import pytest
from test_periods import period

from pagekey import diff
from pagekey.statistics.bootstrap import replicates
from pagekey.study.periods.ranks import leaders, leading


def test_ranks_by_hand() -> None:
    """Then a 40, b 30, c 30, d 10; now b 50, a 30, e 20: two share rank 2, a site that is not cited has none, d has too few records."""
    found = diff(period({"a/": 40, "b/": 30, "c/": 30, "d/": 10}), period({"b/": 50, "a/": 30, "e/": 20}))
    told = {one.name: (one.rank_then, one.rank_now, one.then, one.now, one.withheld) for one in found.leaders}
    assert told == {
        "b": (2, 1, 30, 50, ""), "a": (1, 2, 40, 30, ""), "e": (None, 3, 0, 20, ""), "c": (2, None, 30, 0, ""),
        "d": (None, None, 10, 0, "few-records"),
    }  # fmt: skip
    assert [one.name for one in found.leaders] == ["b", "a", "e", "c", "d"]
    shares = {one.name: (one.share_then, one.share_now) for one in found.leaders}
    assert shares["a"] == pytest.approx((40 / 110, 0.3)) and shares["d"] == (None, None)
    lost = next(one for one in found.leaders if one.name == "c")
    assert (lost.interval_now, lost.share_now) == (None, 0) and lost.interval_then is not None
    few = next(one for one in found.leaders if one.name == "d")
    assert (few.interval_then, few.interval_now) == (None, None)


def test_the_ten_of_either_period_are_there_once() -> None:
    then, now = ({f"{letter}{i:02}": 50 - i for i in range(15)} for letter in "ab")
    then |= {"b00": 99}
    names = leading(then, now)
    assert names == [*(f"b{i:02}" for i in range(10)), *(f"a{i:02}" for i in range(9))]


def test_too_few_records_have_no_ranks() -> None:
    assert diff(period({"a/": 19}), period({"a/": 90})).leaders == ()


def test_an_interval_is_of_its_period_alone() -> None:
    """Rows drawn one by one: about the share, as wide as the normal limit says, and not that of the other period."""
    one = next(one for one in diff(period({"a/": 60, "b/": 140}), period({"a/": 200, "b/": 200})).leaders if one.name == "a")
    assert one.interval_then is not None and one.interval_now is not None
    for span, share, n in ((one.interval_then, 0.3, 200), (one.interval_now, 0.5, 400)):
        wide = 1.96 * math.sqrt(share * (1 - share) / n)
        assert (span.low, span.high) == pytest.approx((share - wide, share + wide), abs=0.02)


def test_intervals_are_those_of_the_replicates() -> None:
    """Three answers: the 95 % interval of the share of s, sorted out by hand from the same replicates."""
    strata = [[[10, 10], [10, 0], [5, 5]]]
    (one,) = leaders(["s"], {"s": 25, "t": 10}, {"s": 25, "t": 10}, (strata, strata), 200, 7)
    shares = sorted(totals[0][1] / totals[0][0] for totals in replicates(strata, 200, 7))
    assert one.interval_now is not None
    assert (one.interval_now.low, one.interval_now.high) == (shares[4], shares[194])
