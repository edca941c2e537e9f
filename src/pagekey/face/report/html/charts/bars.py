"""Charts of bars: what the rows are, before and after, from strings to pages, and the first of a list."""

from __future__ import annotations

from collections.abc import Sequence

from pagekey.face.report import figures
from pagekey.face.report.html.charts.draw import Bar, bars, figure, of_width, picture, shorten
from pagekey.face.report.html.direction import number, prose
from pagekey.face.report.html.element import Markup, tag
from pagekey.face.report.html.tables import Look
from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Interval, Merges, Rung

_APART = frozenset(("short-link", "opaque"))
FIRST = 10
"""Bars of a list."""


def status(counts: Counts, look: Look) -> list[Markup]:
    """One strip of all rows: in scope, apart, no page."""
    if counts.rows < SMALL:
        return []
    words = look.words
    apart = sum(n for name, n in counts.statuses.items() if name in _APART)
    page = counts.statuses.get("page", 0)
    parts = {"page": page, "apart": apart, "out": counts.rows - page - apart}
    title = words("chart.status")
    said = {name: figures.whole(n) for name, n in parts.items()}
    says = words("chart.status.says", rows=figures.whole(counts.rows), **said)
    drawn, at = [], 0.0
    for name, n in parts.items():
        wide = n / counts.rows
        drawn += [tag("rect", x=of_width(at), y=0, width=of_width(wide), height=28, class_=f"status-{name}")] if n else []
        at += wide
    legend = [tag("li", _swatch(name), prose(words(f"chart.status.{name}"), look.side), " ", number(said[name])) for name in parts]
    strip = picture("status", title, says, drawn, height=28)
    return [figure("status", "status", title, says, [strip, tag("ul", legend, class_="legend")], words, look.side)]


def sides(counts: Counts, look: Look) -> list[Markup]:
    """Pages and hosts by raw string and by key."""
    if counts.web < SMALL:
        return []
    words, before, after = look.words, counts.before, counts.after
    values = {"pages": (before.pages, after.pages), "hosts": (before.hosts, after.hosts)}
    most = max(max(pair) for pair in values.values())
    rows = [
        Bar(f"{words(f'sides.{name}')} · {words(f'sides.{way}')}", figures.whole(n), 0, n / most, way)
        for name, pair in values.items()
        for way, n in zip(("before", "after"), pair, strict=True)
    ]
    title = words("chart.sides")
    said = {f"{name}_{way}": figures.whole(n) for name, pair in values.items() for way, n in zip(("before", "after"), pair, strict=True)}
    says = words("chart.sides.says", **said)
    return [figure("sides", "sides", title, says, [bars("sides", title, says, rows, look.side)], words, look.side)]


def merges(counts: Counts, look: Look) -> list[Markup]:
    """Waterfalls by tier and by rule."""
    found, words = counts.merges, look.words
    if counts.records < SMALL:
        return []
    said: dict[str, object] = {"strings": figures.whole(found.strings), "pages": figures.whole(found.pages)}
    drawn = []
    if found.tiers:
        tiers = {rung.name: figures.whole(rung.merged) for rung in found.tiers}
        rows = [(words(f"tier.{rung.name}"), rung) for rung in found.tiers]
        drawn.append(_waterfall("merges", rows, found, words("chart.merges.says", **said, **tiers), look))
    if found.rules:
        most = max(found.rules, key=lambda rung: rung.merged)
        said |= {"rules": len(found.rules), "first": most.name, "merged": figures.whole(most.merged)}
        rows = [(rung.name, rung) for rung in found.rules]
        drawn.append(_waterfall("merges.rules", rows, found, words("chart.merges.rules.says", **said), look))
    return drawn


def _waterfall(name: str, rungs: Sequence[tuple[str, Rung]], found: Merges, says: str, look: Look) -> Markup:
    """Bars that step down from the strings to the pages; one that parts strings steps up."""
    words, whole = look.words, found.strings
    rows = [Bar(words("figures.strings"), figures.whole(whole), 0, 1, "before")]
    for label, rung in rungs:
        ends = sorted((rung.left, rung.left + rung.merged))
        rows.append(Bar(label, figures.signed(-rung.merged), min(ends[0] / whole, 1), min(ends[1] / whole, 1), "loss"))
    rows.append(Bar(words("figures.pages"), figures.whole(found.pages), 0, found.pages / whole))
    title, place = words(f"chart.{name}"), name.replace(".", "-")
    return figure(place, "merges", title, says, [bars(place, title, says, rows, look.side)], words, look.side)


def top(counts: Counts, kind: str, look: Look, shown: Sequence[str]) -> list[Markup]:
    """The most cited sites or pages with their intervals; `shown` are their names for people."""
    n, found = counts.counting.n, counts.top_sites if kind == "sites" else counts.top_pages
    rows = [(name, one.share.part, one.interval) for name, one in zip(shown, found.entries, strict=True)]
    return _ranked(f"top-{kind}", rows, n, look)


def hits(counts: Counts, look: Look) -> list[Markup]:
    """The rules that changed most records."""
    return _ranked("hits", [(hit.rule, hit.records, None) for hit in counts.hits], counts.records, look)


def marks(rows: Sequence[tuple[str, int]], records: int, look: Look) -> list[Markup]:
    """(engine, records with its marks) of all web records."""
    return _ranked("marks", [(name, count, None) for name, count in rows], records, look)


def _ranked(name: str, rows: Sequence[tuple[str, int, Interval | None]], n: int, look: Look) -> list[Markup]:
    """Shares of `n`, on the scale of the longest bar or interval."""
    if n < SMALL or not rows:
        return []
    words = look.words
    listed = sorted(rows, key=lambda row: -row[1])[:FIRST]
    most = max(max(count / n, interval.high if interval else 0) for _, count, interval in listed) or 1
    drawn = []
    for shown, count, interval in listed:
        low, high = (interval.low / most, interval.high / most) if interval else (None, None)
        value = f"{figures.whole(count)} ({figures.percent(count, n)})"
        drawn.append(Bar(shorten(shown), value, 0, count / n / most, "after", low, high))
    title = words(f"chart.ranked.{name}")
    first, count, _ = listed[0]
    said = {"count": figures.whole(count), "n": figures.whole(n), "share": figures.percent(count, n)}
    says = words("chart.ranked.says", name=shorten(first), **said)
    return [figure(name, "ranked", title, says, [bars(name, title, says, drawn, look.side)], words, look.side)]


def _swatch(name: str) -> Markup:
    return tag("svg", tag("rect", width=12, height=12, class_=f"status-{name}"), width=12, height=12, aria_hidden="true")
