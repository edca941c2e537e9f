"""The most cited sites of two periods side by side: rank and share then and now, each share with its interval.

The intervals are of each period alone, so they say how sure an order is; that of a change is made with both periods in `resample`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pagekey.statistics.bootstrap import Interval, Strata, interval, replicates
from pagekey.statistics.few import SMALL
from pagekey.study.periods.figures import Leader

LEADERS = 10


def leading(then: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """The names of the ten most cited of either period, those of the new one first; equal counts by name."""
    firsts = [sorted(one, key=lambda name: (-one[name], name))[:LEADERS] for one in (now, then)]
    return list(dict.fromkeys([*firsts[0], *firsts[1]]))


def leaders(
    names: Sequence[str], then: Mapping[str, int], now: Mapping[str, int], drawn: tuple[Strata, Strata], resamples: int, seed: int
) -> tuple[Leader, ...]:  # fmt: skip
    """The named sites; `drawn` are the answers of both periods as `strata` gives them for all sites with `SMALL` records or more.

    A site with fewer in both periods has counts only; one that is not cited in a period has no rank there, and no interval: resamples of
    what was never drawn say 0 to 0, which is too sure.
    """
    enough = able(names, then, now)
    spans = [_spans(one, enough, resamples, seed) for one in drawn]
    ranks = [_ranks(one) for one in (then, now)]
    records = [sum(one.values()) for one in (then, now)]
    found = []
    for name in names:
        was, becomes = then.get(name, 0), now.get(name, 0)
        if name not in enough:
            found.append(Leader(name, was, becomes, withheld="few-records"))
            continue
        shares = (was / records[0], becomes / records[1])
        ends = (spans[0][name] if was else None, spans[1][name] if becomes else None)
        found.append(Leader(name, was, becomes, ranks[0].get(was), ranks[1].get(becomes), *shares, *ends))
    return tuple(found)


def able(names: Sequence[str], then: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """Those of the names that have `SMALL` records in a period."""
    return [name for name in names if max(then.get(name, 0), now.get(name, 0)) >= SMALL]


def _ranks(counts: Mapping[str, int]) -> dict[int, int]:
    """The rank of each count of records: one more than there are sites with more of them."""
    ranks: dict[int, int] = {}
    for place, count in enumerate(sorted(counts.values(), reverse=True), 1):
        ranks.setdefault(count, place)
    return ranks


def _spans(answers: Strata, names: Sequence[str], resamples: int, seed: int) -> dict[str, Interval | None]:
    drawn: list[list[float]] = [[] for _ in names]
    for totals in replicates(answers, resamples, seed) if names else ():
        sums = [sum(column) for column in zip(*totals, strict=True)]
        for place, values in enumerate(drawn, 1):
            values.append(sums[place] / sums[0])
    return {name: interval(values) for name, values in zip(names, drawn, strict=True)}
