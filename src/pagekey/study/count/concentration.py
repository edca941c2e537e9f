"""The figures of concentration of one level, site or page, or why they are withheld."""

from __future__ import annotations

from collections.abc import Sequence

from pagekey.statistics.concentration import coverage, effective, effective_by_entropy, gini, hhi, lorenz, unbiased_hhi
from pagekey.statistics.rarefaction import rarefied, sizes
from pagekey.study.count.figures import Concentration, Rarefied, Ratio


def concentration(counts: Sequence[int], unit: str, *, least: int, few: bool) -> Concentration:
    """How concentrated the counts of one level are; all withheld if `few` or where there is nothing.

    `unit` is what the counts add up to (records ..), `least` the smallest sample that is rarefied.
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
