"""What charts are made of: a figure with its words, and bars whose lengths are shares of the width, so that no text is scaled.

The axis of every chart runs from left to right in every language, as the numbers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagekey.face.report.html.direction import label, prose
from pagekey.face.report.html.element import Markup, tag
from pagekey.face.report.names import clean, cut
from pagekey.face.report.words import Words

LABEL_COLUMNS = 40  # fits a telephone beside the value
_ROW, _BAR = 38, 14  # pixels


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from `start` to `end`, and an interval, in shares of the width (0 to 1). `kind` is a class of the style."""

    name: str
    value: str
    start: float
    end: float
    kind: str = "after"
    low: float | None = None
    high: float | None = None


def figure(name: str, about: str, title: str, says: str, drawing: Sequence[Markup], words: Words, side: str) -> Markup:
    """The chart with its title and main numbers in words, and a link to how it is read. `name` is the id, `about` that of the reading."""
    how = tag("a", words("chart.how"), href=f"#read-{about}")
    caption = tag("figcaption", tag("strong", prose(title, side)), " ", prose(says, side), " ", how)
    return tag("figure", caption, drawing, id=f"chart-{name}")


def bars(name: str, title: str, says: str, rows: Sequence[Bar], side: str, zero: float | None = None) -> Markup:
    """The bars under each other, each with its name above it at the left, its value at the right; `zero` is where a line crosses them."""
    drawn = [part for k, bar in enumerate(rows) for part in _bar(bar, k * _ROW, side, zero)]
    return picture(name, title, says, drawn, height=len(rows) * _ROW)


def picture(name: str, title: str, says: str, parts: Sequence[Markup], **size: str | int) -> Markup:
    """An image for a screen reader: its title and its sentence are read instead of what is drawn."""
    words = [tag("title", title, id=f"{name}-name"), tag("desc", says, id=f"{name}-says")]
    return tag("svg", words, parts, role="img", aria_labelledby=f"{name}-name {name}-says", width="100%", class_="chart", **size)


def shorten(name: str) -> str:
    """A name cut in its middle to what a label can hold."""
    return cut(clean(name), LABEL_COLUMNS)


def of_width(share: float) -> str:
    """A share of the width as an attribute: two decimals of a percent."""
    return f"{100 * share:.2f}%"


def _bar(bar: Bar, top: int, side: str, zero: float | None) -> list[Markup]:
    at = top + 20
    parts = [
        tag("text", label(bar.name, side), x="0", y=top + 15),
        tag("text", bar.value, x="100%", y=top + 15, text_anchor="end", class_="value"),
        tag("rect", x="0", y=at, width="100%", height=_BAR, class_="track"),
    ]
    if bar.end > bar.start:
        parts.append(tag("rect", x=of_width(bar.start), y=at, width=of_width(bar.end - bar.start), height=_BAR, class_=bar.kind))
    if zero is not None:
        parts.append(tag("line", x1=of_width(zero), x2=of_width(zero), y1=at - 2, y2=at + _BAR + 2, class_="zero"))
    if bar.low is not None and bar.high is not None:
        low, high, middle = of_width(bar.low), of_width(bar.high), at + _BAR // 2
        parts.append(tag("line", x1=low, x2=high, y1=middle, y2=middle, class_="whisker"))
        parts += [tag("line", x1=x, x2=x, y1=middle - 4, y2=middle + 4, class_="whisker") for x in (low, high)]
    return parts
