"""Charts of two periods: what is lost, kept and new, and how the shares of sites changed."""

from __future__ import annotations

from collections.abc import Callable

from pagekey.face.report import figures
from pagekey.face.report.html.charts.draw import Bar, bars, figure, shorten
from pagekey.face.report.html.element import Markup
from pagekey.face.report.html.tables import Look
from pagekey.study.periods import Changes
from pagekey.study.periods.figures import Moved

_KINDS = {"lost": "loss", "kept": "before", "new": "after"}


def turnover(changes: Changes, look: Look) -> list[Markup]:
    """Three bars a unit, end to end: the first two are the old period, the last two the new one."""
    if min(changes.old.records, changes.new.records) < changes.small:
        return []
    words, rows, said = look.words, [], {}
    for unit in ("pages", "sites"):
        found = getattr(changes, unit)
        counts = {kind: getattr(found, kind) for kind in _KINDS}
        whole, at = sum(counts.values()), 0
        for kind, n in counts.items():
            name = f"{words(f'chart.turnover.{unit}')} · {words(f'chart.turnover.{kind}')}"
            rows.append(Bar(name, figures.whole(n), at / whole, (at + n) / whole, _KINDS[kind]))
            said[f"{unit}_{kind}"] = figures.whole(n)
            at += n
    title, says = words("chart.turnover"), words("chart.turnover.says", **said)
    return [figure("turnover", "turnover", title, says, [bars("turnover", title, says, rows, look.side)], words, look.side)]


def moved(changes: Changes, look: Look, display: Callable[[str], str]) -> list[Markup]:
    """The sites whose share changed most, with their intervals, on both sides of a line of no change."""
    found = [one for one in (*changes.top_sites.gains, *changes.top_sites.losses) if one.low is not None and one.high is not None]
    if not found:
        return []
    words = look.words
    found.sort(key=lambda one: (-_points(one), one.name))
    ends = [end for one in found for end in (_points(one), one.low or 0.0, one.high or 0.0)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    wide = (high - low) or 1.0

    def at(points: float) -> float:
        return (points - low) / wide

    rows = []
    for one in found:
        change, ends_of = _points(one), (one.low or 0.0, one.high or 0.0)
        start, end = sorted((at(0.0), at(change)))
        kind = "after" if change > 0 else "loss"
        rows.append(Bar(shorten(display(one.name)), figures.points(change), start, end, kind, *map(at, ends_of)))
    most = max(found, key=lambda one: abs(_points(one)))
    span = {"low": figures.points(most.low or 0.0), "high": figures.points(most.high or 0.0)}
    title, name = words("chart.changes"), shorten(display(most.name))
    says = words("chart.changes.says", name=name, points=figures.points(_points(most)), **span)
    drawn = bars("changes", title, says, rows, look.side, at(0.0))
    return [figure("changes", "changes", title, says, [drawn], words, look.side)]


def _points(one: Moved) -> float:
    """The change of the share, 0 where none is said."""
    return (one.share_now or 0.0) - (one.share_then or 0.0)
