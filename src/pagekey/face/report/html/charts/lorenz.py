"""The Lorenz curve of sites and of pages. Its axes run from left to right and upwards in every language."""

from __future__ import annotations

from pagekey.face.report import figures
from pagekey.face.report.html.charts.draw import figure, picture
from pagekey.face.report.html.direction import label, prose
from pagekey.face.report.html.element import Markup, tag
from pagekey.face.report.html.tables import Look
from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Concentration

_LEFT, _TOP, _SIDE, _BELOW = 44, 10, 320, 44  # pixels around and of the square


def lorenz(counts: Counts, look: Look) -> list[Markup]:
    """Two curves and the line of equality."""
    sites, pages = counts.top_sites.concentration, counts.top_pages.concentration
    if sites.withheld or counts.counting.n < SMALL:
        return []
    words, side = look.words, look.side
    parts = [*_axes(look), tag("line", x1=_x(0), y1=_y(0), x2=_x(1), y2=_y(1), class_="equal")]
    parts += [_curve(sites, "curve-sites"), _curve(pages, "curve-pages")]
    title = words("chart.lorenz")
    said = {"sites": _half(sites), "pages": _half(pages)}
    said |= {"effective_sites": _effective(sites), "effective_pages": _effective(pages)}
    says = words("chart.lorenz.says", units_sites=figures.whole(sites.units), units_pages=figures.whole(pages.units), **said)
    box = f"0 0 {_LEFT + _SIDE + 16} {_TOP + _SIDE + _BELOW}"
    names = {"curve-sites": words("concentration.sites"), "curve-pages": words("concentration.pages"), "equal": words("chart.lorenz.equal")}
    legend = [tag("li", _sample(kind), prose(name, side)) for kind, name in names.items()]
    drawing = [picture("lorenz-curve", title, says, parts, viewBox=box), tag("ul", legend, class_="legend")]
    return [figure("lorenz", "lorenz", title, says, drawing, words, side)]


def _axes(look: Look) -> list[Markup]:
    words = look.words
    parts = [tag("rect", x=_LEFT, y=_TOP, width=_SIDE, height=_SIDE, class_="frame")]
    for quarter in range(5):
        share = quarter / 4
        said = f"{25 * quarter}%"
        parts.append(tag("text", said, x=_x(share), y=_y(0) + 16, text_anchor="middle", class_="axis"))
        parts.append(tag("text", said, x=_LEFT - 6, y=_decimal(_y(share) + 4), text_anchor="end", class_="axis"))
        if 0 < quarter < 4:
            parts.append(tag("line", x1=_LEFT, x2=_LEFT + _SIDE, y1=_y(share), y2=_y(share), class_="grid"))
    x = tag("text", label(words("chart.lorenz.x"), look.side), x=_x(0.5), y=_y(0) + 36, text_anchor="middle", class_="axis")
    y = tag("text", label(words("chart.lorenz.y"), look.side), x=_LEFT + 8, y=_TOP + 18, class_="axis")
    return [*parts, x, y]


def _decimal(number: float) -> str:
    """A coordinate with one decimal."""
    return f"{number:.1f}"


def _x(share: float) -> int:
    return round(_LEFT + _SIDE * share)


def _y(share: float) -> int:
    return round(_TOP + _SIDE * (1 - share))


def _curve(found: Concentration, kind: str) -> Markup:
    points = [(0.0, 0.0), *((one.k / one.points, one.part / one.whole) for one in found.lorenz)]
    pairs = (f"{_decimal(_LEFT + _SIDE * x)},{_decimal(_TOP + _SIDE * (1 - y))}" for x, y in points)
    return tag("polyline", points=" ".join(pairs), class_=kind)


def _half(found: Concentration) -> str:
    """What the less cited half has together."""
    middle = found.lorenz[len(found.lorenz) // 2 - 1]
    return figures.percent(middle.part, middle.whole)


def _effective(found: Concentration) -> str:
    return figures.real(found.effective, 1) if found.effective is not None else "-"


def _sample(kind: str) -> Markup:
    return tag("svg", tag("line", x1=0, y1=6, x2=28, y2=6, class_=kind), width=28, height=12, aria_hidden="true")
