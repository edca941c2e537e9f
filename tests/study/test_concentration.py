"""The figures of concentration as one value: withheld where there are few, blind to order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.study.count.concentration import concentration

COUNTS = (8, 1, 3, *[1] * 10)  # N = 22, m = 13
counts_of = st.lists(st.integers(1, 60), min_size=1, max_size=40)


class TestWithheld:
    @pytest.mark.parametrize("counts", [[], [1], [19]])
    def test_few_have_no_figures(self, counts: list[int]) -> None:
        found = concentration(counts, "records", least=20, few=sum(counts) < 20)
        assert (found.hhi, found.effective, found.gini, found.lorenz, found.rarefied) == (None, None, None, (), ())
        assert (found.units, found.total, found.withheld, found.coverage.value) == (len(counts), sum(counts), "few-records", None)

    def test_enough_have_all(self) -> None:
        found = concentration(COUNTS, "records", least=20, few=False)
        assert (found.withheld, len(found.lorenz), [one.size for one in found.rarefied]) == ("", 20, [20, 22])
        assert (found.coverage.value, found.coverage.unit) == (0.5, "share of records")


@settings(deadline=None)
@given(counts_of)
def test_order_does_not_matter(counts: list[int]) -> None:
    again = counts[::-1]
    assert concentration(counts, "records", least=1, few=False) == concentration(again, "records", least=1, few=False)
