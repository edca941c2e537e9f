"""Comparison of periods: refusals, turnover, cautions, intervals, rarefaction."""

from __future__ import annotations

import math
import random
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekey import InputError, Policy, PolicyMismatch, diff, keyed
from pagekey.keying.caliber import EXTRACTOR, Caliber, caliber_of, digest_of
from pagekey.statistics.bootstrap import Interval
from pagekey.study.periods import Changes, Period
from pagekey.study.periods.resample import changes, strata

CALIBER = Caliber("citation@1:0", "none", "none", EXTRACTOR, "record", "host", "column url, all rows")
OTHER = Caliber("citation@1:1", "0123456789ab", "ba9876543210", "cell@2", "answer-page pair", "domain", "column link, all rows")
REASONS = [field.name for field in fields(Caliber)]


def period(pages: dict[str, int], name: str = "p", caliber: Caliber = CALIBER, **columns: list[str | None]) -> Period:
    """One record after the other of each page, in their order; a key of `!` is a short link without a target."""
    keys = [key for key, records in pages.items() for _ in range(records)]
    status = ["short-link" if key.startswith("!") else "page" for key in keys]
    sites = [key.partition("/")[0] for key in keys]
    return Period(name, caliber, keys, status, sites, ["+" in key for key in keys], columns)


@pytest.mark.parametrize("reason", REASONS)
def test_each_difference_is_a_refusal(reason: str) -> None:
    other = replace(CALIBER, **{reason: getattr(OTHER, reason)})
    with pytest.raises(PolicyMismatch) as caught:
        diff(period({"a.com/": 1}, "2026-09"), period({"a.com/": 1}, "2026-10", other))
    error = caught.value
    assert error.differences == ((reason, getattr(CALIBER, reason), getattr(OTHER, reason)),)
    lines = str(error).splitlines()
    assert lines[0] == "2026-09 and 2026-10 do not compare:"
    assert lines[1].split() == [reason, *f"{getattr(CALIBER, reason)} | {getattr(OTHER, reason)}".split()]
    assert lines[2].startswith("hint: ")


def test_all_differences_are_named_at_once() -> None:
    with pytest.raises(PolicyMismatch) as caught:
        diff(period({}), period({}, caliber=OTHER))
    assert [name for name, _, _ in caught.value.differences] == REASONS


def test_what_one_does_not_state_is_a_difference() -> None:
    with pytest.raises(PolicyMismatch, match="not stated"):
        diff(period({}), period({}, caliber=replace(CALIBER, mapping=None)))
    found = diff(*[period({}, caliber=replace(CALIBER, mapping=None, scope=None))] * 2)
    assert found.caliber.unstated() == ("mapping", "scope")


def test_a_caliber_tells_the_exceptions_of_a_policy_and_the_rows_of_a_mapping() -> None:
    plain, other = Policy.load("citation@1"), Policy.from_dict({"name": "h", "version": 1, "sites": {"a.com": {"www": "distinct"}}})
    assert (caliber_of(plain).exceptions, caliber_of(plain).mapping) == ("none", "none")
    assert caliber_of(other).exceptions != "none" and caliber_of(other).policy == other.stamp
    assert digest_of({"a": "b", "c": None}) == digest_of({"c": None, "a": "b"}) != digest_of({"a": "b"})
    assert digest_of({}) == "none"


def test_keyed_tables_under_two_policies_do_not_compare() -> None:
    urls = ["http://a.com", "https://www.b.com/x"]
    with pytest.raises(PolicyMismatch, match="policy"):
        diff(keyed(urls), keyed(urls, policy="crawl@1"))
    found = diff(keyed(urls), keyed([*urls, "https://a.com/new"]))
    assert (found.pages.new, found.pages.lost, found.pages.kept) == (1, 0, 2)


def test_turnover_by_hand() -> None:
    found = diff(period({"a.com/1": 3, "a.com/2": 1, "b.com/": 2, "c.com/": 5}), period({"a.com/1": 4, "a.com/3": 7, "b.com/": 1}))
    pages, sites = found.pages, found.sites
    assert (pages.new, pages.lost, pages.kept) == (1, 2, 2)
    assert (pages.records_new, pages.records_lost, pages.kept_then, pages.kept_now) == (7, 6, 5, 5)
    assert (sites.new, sites.lost, sites.kept) == (0, 1, 2)
    assert (sites.records_new, sites.records_lost, sites.kept_then, sites.kept_now) == (0, 5, 6, 12)
    assert [(one.name, one.then, one.now, one.change) for one in found.top_pages.gains] == [("a.com/3", 0, 7, 7), ("a.com/1", 3, 4, 1)]
    assert [one.name for one in found.top_pages.losses] == ["c.com/", "a.com/2", "b.com/"]


def test_lists_are_cut_and_say_so() -> None:
    found = diff(period({}), period({f"h{i:02}.com/": 1 for i in range(13)}))
    assert (len(found.top_pages.gains), found.top_pages.more_gains, found.top_pages.more_losses) == (10, 3, 0)
    assert [one.name for one in found.top_sites.gains] == [f"h{i:02}.com" for i in range(10)]


def test_few_records_have_no_share_and_no_direction() -> None:
    few = diff(period({"a.com/": 19}), period({"b.com/": 500}))
    assert all(one.withheld == "few-records" and one.direction == 0 for one in (*few.top_sites.gains, *few.top_sites.losses))
    assert few.resampling is None
    many = diff(period({"a.com/": 19, "b.com/": 19, "c.com/": 30}), period({"a.com/": 20, "b.com/": 5, "c.com/": 30}))
    told = {one.name: one.withheld for one in (*many.top_sites.gains, *many.top_sites.losses)}
    assert told == {"a.com": "", "b.com": "few-records", "c.com": ""}


def test_size_and_answers_are_cautions_beyond_a_fifth() -> None:
    def names(then: int, now: int) -> list[str]:
        sides = [period({"a.com/": n}, answer_id=[str(i) for i in range(n)]) for n in (then, now)]
        return [one.name for one in diff(*sides).cautions]

    assert names(100, 120) == names(120, 100) == []
    assert names(100, 121) == names(121, 100) == ["size", "answers"]


def test_rarefied_where_sizes_differ() -> None:
    then, now = period({"a.com/1": 2, "a.com/2": 2}), period({f"a.com/{i}": 1 for i in range(10)})
    found = diff(then, now).rarefied
    assert found is not None
    assert (found.records, found.then, found.now) == (4, 2.0, pytest.approx(4.0))
    assert diff(then, then).rarefied is None


def test_engines_are_a_caution_and_a_table() -> None:
    then = period({"a.com/": 60, "b.com/": 40}, engine=["x"] * 50 + ["y"] * 50)
    now = period({"a.com/": 60, "b.com/": 40}, engine=["x"] * 44 + ["y"] * 55 + [None])
    found = diff(then, now)
    (caution,) = found.cautions
    assert (caution.name, caution.then, caution.now, caution.names) == ("engines", 2, 3, ("x", ""))
    assert [(one.name, one.then, one.now, one.pages_then, one.pages_now, one.kept) for one in found.engines] == [
        ("y", 50, 55, 2, 2, 2), ("x", 50, 44, 1, 1, 1), ("", 0, 1, 0, 1, 0),
    ]  # fmt: skip
    assert [one.withheld for one in found.engines] == ["", "", "few-records"]


def test_short_links_without_a_target_are_a_caution_beyond_two_points() -> None:
    def names(failed: int) -> list[str]:
        return [one.name for one in diff(period({"a.com/+": 90, "!x": 10}), period({"a.com/+": 100 - failed, "!x": failed})).cautions]

    assert names(12) == names(8) == []
    assert names(13) == names(7) == ["failures"]
    assert diff(period({"a.com/": 90}), period({"a.com/": 80, "!x": 10})).cautions == ()


def test_prompts_are_a_caution_and_the_common_ones_are_compared() -> None:
    then = period({"a.com/": 2, "b.com/": 1}, prompt=["one", "two", "one"])
    now = period({"a.com/": 1, "c.com/": 2}, prompt=["two", "one", "three"])
    found = diff(then, now)
    assert [(one.name, one.then, one.now) for one in found.cautions] == [("prompts", 0, 1)]
    assert found.common is not None
    assert (found.common.new, found.common.lost, found.common.kept, found.common.records_new) == (1, 1, 1, 1)


def test_columns_are_named_or_found() -> None:
    both = period({"a.com/": 1}, Engine=["x"], question=["q"], mine=["1"], **{"run id": ["7"]})
    assert diff(both, both).columns == (("engine", "Engine"), ("answer", "run id"), ("prompt", "question"))
    assert dict(diff(both, both, answer="mine").columns)["answer"] == "mine"
    with pytest.raises(InputError, match="no column of the answer.*\nhint: did you mean 'mine'"):
        diff(both, both, answer="mime")
    assert dict(diff(both, period({"a.com/": 1}, Engine=["x"])).columns) == {"engine": "Engine", "answer": "", "prompt": ""}


def test_no_rows_at_all() -> None:
    found = diff(period({}), period({}))
    assert (found.pages.kept, found.old.records, found.cautions, found.resampling) == (0, 0, (), None)


def test_too_few_resamples() -> None:
    with pytest.raises(InputError, match="at least 100"):
        diff(period({}), period({}), resamples=99)


def by_answers(shares: list[int], size: int = 10) -> tuple[list[tuple[str, str]], list[str]]:
    """Answers of ten records each, so many of which cite site s."""
    answers = [("", str(i)) for i in range(len(shares)) for _ in range(size)]
    return answers, [site for s in shares for site in ["s"] * s + ["t"] * (size - s)]


def interval(then: list[int], now: list[int], seed: int = 1, resamples: int = 2000) -> tuple[float, float]:
    found = changes(*(strata(*by_answers(one), ["s"]) for one in (then, now)), ["s"], resamples, seed)["s"]
    return found.low, found.high


def test_answers_hold_their_records_and_those_of_each_site() -> None:
    answers = [("y", "1"), ("x", "1"), ("y", "1"), ("x", "2")]
    assert strata(answers, ["s", "t", "u", "s"], ["s", "u"]) == [[[1, 0, 0], [1, 1, 0]], [[2, 1, 1]]]


def test_an_interval_comes_again_by_its_seed() -> None:
    then, now = [1, 2, 3, 4] * 5, [2, 3, 4, 5] * 5
    assert interval(then, now) == interval(then, now) == interval(then[::-1], now[::-1]) != interval(then, now, seed=2)
    low, high = interval(then, now)
    assert low < 0.1 < high


def test_the_numbers_of_a_seed_are_the_same_everywhere() -> None:
    low, high = interval([1, 2, 3, 4] * 5, [2, 3, 4, 5] * 5)
    assert (round(low, 6), round(high, 6)) == (0.035, 0.17)


def test_the_periods_are_drawn_independently() -> None:
    """The same 30 % of the records, by whole answers: as wide as that of two times 20 draws; drawn alike, it would have no width."""
    together, spread = [10] * 6 + [0] * 14, [3] * 20
    low, high = interval(together, together)
    assert interval(spread, spread) == (0.0, 0.0)
    expected = 2 * 1.96 * math.sqrt(2 * 0.3 * 0.7 / 20)
    assert high - low == pytest.approx(expected, rel=0.15)


def test_strata_keep_the_mix_of_engines() -> None:
    """One engine always cites the site, the other never: within engines there is nothing left to chance."""
    answers = [(engine, str(i)) for engine in ("x", "y") for i in range(10)]
    sites = ["s"] * 10 + ["t"] * 10
    within = strata(answers, sites, ["s"])
    assert changes(within, within, ["s"], 500, 1)["s"] == Interval(0.0, 0.0)
    across = strata([("", f"{engine}{i}") for engine, i in answers], sites, ["s"])
    found = changes(across, across, ["s"], 500, 1)["s"]
    assert found.low < -0.2 and found.high > 0.2


def test_the_interval_of_a_change_is_as_scipy_has_it() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    dice = random.Random(7)
    then, now = ([dice.randrange(top) for _ in range(size)] for top, size in ((5, 90), (6, 60)))
    parts = [numpy.array(one) for one in (then, now)]
    theirs = stats.bootstrap(
        [numpy.arange(len(one)) for one in parts], lambda old, new, axis: parts[1][new].mean(axis) / 10 - parts[0][old].mean(axis) / 10,
        paired=False, vectorized=True, method="percentile", n_resamples=20_000, rng=5,
    ).confidence_interval  # fmt: skip
    low, high = interval(then, now, resamples=20_000)
    assert low == pytest.approx(theirs.low, abs=0.03 * (theirs.high - theirs.low))
    assert high == pytest.approx(theirs.high, abs=0.03 * (theirs.high - theirs.low))


def test_with_many_answers_random_groups_are_drawn_and_the_width_is_that_of_the_variance() -> None:
    """2 x 3,000 answers: the variance of a ratio of sums by its linear part (Cochran, Sampling Techniques, 6.5)."""
    dice = random.Random(11)
    cells = [(s, 10) for s in (dice.randrange(6) for _ in range(3000))]
    share = sum(part for part, _ in cells) / sum(whole for _, whole in cells)
    variance = sum((part - share * whole) ** 2 for part, whole in cells) / sum(whole for _, whole in cells) ** 2
    low, high = interval([part for part, _ in cells], [part for part, _ in cells])
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(2 * variance), rel=0.1)
    pages = {"s.com/": 2000, "t.com/": 1000}
    found = diff(period(pages), period({**pages, "t.com/": 10})).resampling
    assert found is not None
    assert (found.then, found.drawn_then, found.now, found.drawn_now) == (3000, 1000, 2010, 1000)


@given(
    st.lists(st.sampled_from(["a.com/1", "a.com/2", "b.com/", "!s", "c.com/+"])), st.lists(st.sampled_from(["a.com/1", "b.com/", "d.com/"]))
)
def test_numbers_add_up(then: list[str], now: list[str]) -> None:
    def table(keys: list[str]) -> Period:
        return period({key: keys.count(key) for key in dict.fromkeys(keys)})

    found: Changes = diff(table(then), table(now))
    for unit, old, new in ((found.pages, found.old.pages, found.new.pages), (found.sites, found.old.sites, found.new.sites)):
        assert (unit.lost + unit.kept, unit.new + unit.kept) == (old, new)
        assert (unit.records_lost + unit.kept_then, unit.records_new + unit.kept_now) == (found.old.records, found.new.records)
    back = diff(table(now), table(then))
    assert (back.pages.new, back.pages.lost) == (found.pages.lost, found.pages.new)
