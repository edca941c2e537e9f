"""Ratios, and lists of the most cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING

from pagekey.keying.pages import Rows, weighed
from pagekey.statistics.few import SMALL
from pagekey.study.count.concentration import concentration
from pagekey.study.count.figures import Entry, Ratio, Top
from pagekey.study.count.scope import Cited, Scope

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.study.count.figures import Interval

TOP = 10


def ratio(part: int, whole: int, unit: str, *, n: int | None = None) -> Ratio:
    """A ratio; with `n` (of the unit of counting) it is a share that fewer than `SMALL` do not carry."""
    if n is not None and n < SMALL:
        return Ratio(part, whole, unit, "few-records")
    return Ratio(part, whole, unit, "" if whole else "nothing")


def leaders(counter: Counter[str]) -> tuple[list[tuple[str, int]], int]:
    """The first ten, and how many share the tenth's count if the cut runs through a tie."""
    first = nsmallest(TOP + 1, counter.items(), key=lambda item: (-item[1], item[0]))
    if len(first) <= TOP or first[TOP][1] != first[TOP - 1][1]:
        return first[:TOP], 0
    return first[:TOP], sum(1 for records in counter.values() if records == first[TOP][1])


def top_share(scope: Scope, cited: Cited, level: Mapping[int, str]) -> Ratio:
    """The share of the ten largest; ties do not move it but under `answers`, as tied units count alike.

    Under `answers` it is the share of those that cite one of the ten: the sum of their counts could exceed all.
    """
    names = [name for name, _ in leaders(cited.counts)[0]]
    part = scope.answers_citing(set(names), level) if cited.unit == "answers" else sum(cited.counts[name] for name in names)
    share = ratio(part, cited.n, f"share of {cited.unit}", n=cited.n)
    return share if share.withheld or len(cited.counts) > TOP else Ratio(share.part, share.whole, share.unit, "few-units")


def top(keyed: Keyed, scope: Scope, cited: Cited, kind: str, found: Mapping[str, Interval | None]) -> Top:
    """The list of a level: `kind` is site or page; `found` has the interval of each name, and of all ten under ""."""
    level = scope.sites if kind == "site" else scope.keys
    first, tied = leaders(cited.counts)
    once = sum(1 for times in cited.counts.values() if times == 1)
    share = top_share(scope, cited, level)
    return Top(
        _entries(keyed, scope, cited, level, [name for name, _ in first], found),
        len(cited.counts),
        tied,
        share,
        None if share.withheld else found.get(""),
        once,
        ratio(once, len(cited.counts), f"share of {kind}s", n=cited.n),
        sum(1 for times in cited.answers.values() if times == 1) if scope.answered else None,
        concentration(list(cited.counts.values()), _of(cited.unit, kind), least=SMALL, few=cited.n < SMALL),
    )


def _of(unit: str, kind: str) -> str:
    """What the counts add up to."""
    return f"answer-{kind} pairs" if unit == "answers" else unit


def _entries(
    keyed: Keyed, scope: Scope, cited: Cited, level: Mapping[int, str], names: Sequence[str], found: Mapping[str, Interval | None]
) -> tuple[Entry, ...]:
    strings: dict[str, set[str | None]] = {name: set() for name in names}
    pages: dict[str, set[str]] = {name: set() for name in names}
    for i, name in level.items():
        if name in strings:
            strings[name].add(keyed.raw[i])
            pages[name].add(scope.keys[i])
    return tuple(
        Entry(
            name,
            cited.records[name],
            cited.pairs[name] if scope.answered else None,
            cited.answers[name] if scope.answered else None,
            len(strings[name]),
            len(pages[name]),
            ratio(cited.counts[name], cited.n, f"share of {cited.unit}", n=cited.n),
            found.get(name),
        )
        for name in names
    )


def links(keyed: Keyed, rows: Rows, names: Mapping[int, str]) -> tuple[tuple[Entry, ...], int, int]:
    """The most cited of some links whose page is not known, how many are tied at the cut, and how many links there are."""
    counter = weighed(rows, names)
    strings: dict[str, set[str | None]] = {}
    for i in rows:
        strings.setdefault(names[i], set()).add(keyed.raw[i])
    first, tied = leaders(counter)
    n = counter.total()
    entries = (
        Entry(name, records, None, None, len(strings[name]), 0, ratio(records, n, "share of records", n=n)) for name, records in first
    )
    return tuple(entries), tied, len(counter)
