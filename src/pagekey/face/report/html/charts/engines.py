"""Small multiples: the most cited sites at each engine, in one order and on one scale."""

from __future__ import annotations

from collections.abc import Callable

from pagekey.face.report import figures
from pagekey.face.report.html.charts.draw import Bar, bars, figure, shorten
from pagekey.face.report.html.direction import prose
from pagekey.face.report.html.element import Markup, joined, tag
from pagekey.face.report.html.tables import Look
from pagekey.face.report.names import clean
from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Engine, Shares, Split

ENGINES, SITES = 12, 8
"""Engines and sites that are drawn."""


def engines(counts: Counts, look: Look, display: Callable[[str], str]) -> list[Markup]:
    """One panel an engine with an n that is large enough; the others have counts only."""
    shares = counts.shares
    if shares is None or shares.withheld or not shares.sites:
        return []
    words, drawn = look.words, shares.sites[:SITES]
    able = [(at, engine) for at, engine in enumerate(shares.engines) if not engine.withheld]
    all_shares = [(_share(one, at, found), found.name, one.name) for at, found in able for one in drawn]
    highest, engine, site = max(all_shares, key=lambda top: top[0])
    title = words("chart.engines")
    said = {"share": figures.rate(highest), "name": display(site), "engine": engine}
    says = words("chart.engines.says", engines=shares.equal, small=SMALL, **said)
    panels = [_panel(shares, at, found, drawn, highest or 1, look, display) for at, found in able[:ENGINES]]
    rest = [words("chart.engines.more", engines=len(able) - ENGINES)] if len(able) > ENGINES else []
    few = [_few(one, look) for one in shares.engines if one.withheld == "few-records"]
    notes = [*(tag("p", prose(one, look.side), class_="note") for one in rest), *few]
    return [figure("engines", "engines", title, says, [tag("div", panels, class_="panels"), *notes], words, look.side)]


def _share(one: Split, at: int, engine: Engine) -> float:
    return one.counts[at] / engine.n


def _panel(
    shares: Shares, at: int, engine: Engine, drawn: tuple[Split, ...], most: float, look: Look, display: Callable[[str], str]
) -> Markup:  # fmt: skip
    counted = look.words("unit." + drawn[0].micro.unit)
    name = shorten(engine.name)
    rows = [
        Bar(shorten(display(one.name)), figures.percent(one.counts[at], engine.n), 0, _share(one, at, engine) / most) for one in drawn
    ]
    says = "; ".join(f"{bar.name} {bar.value}" for bar in rows)
    counts = tag("bdi", f"n={figures.whole(engine.n)}", dir="ltr")
    heading = tag("p", tag("strong", tag("bdi", clean(name))), " ", counts, class_="panel-name")
    return tag("div", heading, bars(f"engine-{at}", f"{name}, {counted}", says, rows, look.side))


def _few(engine: Engine, look: Look) -> Markup:
    said = look.words("withheld.few-records", n=figures.whole(engine.n), small=SMALL)
    return tag("p", joined([tag("bdi", clean(engine.name)), ": ", prose(said, look.side)]), class_="note")
