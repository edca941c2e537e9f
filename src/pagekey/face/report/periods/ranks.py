"""The most cited sites of two periods as a section: rank, share and its interval, then and now."""

from __future__ import annotations

from collections.abc import Callable

from pagekey.face.report import figures
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.listing import NOTHING
from pagekey.face.report.words import Words
from pagekey.statistics.bootstrap import Interval
from pagekey.study.periods import Changes
from pagekey.study.periods.figures import Leader


def ranks(changes: Changes, words: Words, display: Callable[[str], str]) -> list[Section]:
    """The section; none where a period has too few records, or no site has enough of them."""
    if all(one.withheld for one in changes.leaders):
        return []
    rows = tuple(_row(one, changes, words, display) for one in changes.leaders)
    names = ("list.site", "ranks.rank-then", "ranks.rank-now", "list.share-then", "ranks.then", "list.share-now", "ranks.now")
    title = words("ranks", shown=figures.whole(len(rows)))
    table = Table("lrrrrrr", tuple(map(words, names)), rows)
    notes = (words("ranks.how"), words("list.small", small=changes.small))
    return [Section(title, (table,), notes, "compared-ranks")]


def _row(one: Leader, changes: Changes, words: Words, display: Callable[[str], str]) -> tuple[Cell, ...]:
    name = Name(display(one.name))
    if one.withheld:
        few = words("list.few", n=max(one.then, one.now), small=changes.small)
        return (name, NOTHING, NOTHING, few, NOTHING, few, NOTHING)
    then = (figures.percent(one.then, changes.old.records), _span(one.interval_then, words))
    now = (figures.percent(one.now, changes.new.records), _span(one.interval_now, words))
    return (name, _rank(one.rank_then), _rank(one.rank_now), *then, *now)


def _rank(place: int | None) -> str:
    return NOTHING if place is None else figures.whole(place)


def _span(span: Interval | None, words: Words) -> str:
    return NOTHING if span is None else words("ranks.interval", low=figures.rate(span.low), high=figures.rate(span.high))
