"""How the charts of a page are read: what each is for, how to read it, what it does not show."""

from __future__ import annotations

from pagekey.face.report.html.direction import prose
from pagekey.face.report.html.element import Markup, tag
from pagekey.face.report.html.tables import Look

CHARTS = {
    "status": ("chart.status",),
    "sides": ("chart.sides",),
    "merges": ("chart.merges", "chart.merges.rules"),
    "lorenz": ("chart.lorenz",),
    "ranked": ("chart.ranked.top-sites", "chart.ranked.top-pages", "chart.ranked.hits", "chart.ranked.marks"),
    "engines": ("chart.engines",),
    "turnover": ("chart.turnover",),
    "changes": ("chart.changes",),
}
"""Each kind of chart with the words of its titles."""


def reading(used: frozenset[str], look: Look) -> list[Markup]:
    """The section about the charts that the page has; none where it has none."""
    words = look.words
    parts = []
    for name in CHARTS:
        if name not in used:
            continue
        title = words("suspects.comma").join(words(one) for one in CHARTS[name])
        parts.append(tag("h3", prose(title, look.side), id=f"read-{name}"))
        for point in ("for", "read", "not"):
            said = words("page.named", name=words(f"chart.{point}"), text=words(f"chart.{name}.{point}"))
            parts.append(tag("p", prose(said, look.side)))
    if not parts:
        return []
    return [tag("section", tag("h2", words("chart.about"), id="reading-title"), parts, id="reading", aria_labelledby="reading-title")]
