"""What the rules of a report do: the place that their names in its tables lead to."""

from __future__ import annotations

from collections.abc import Iterable

from pagekey.face.report.html.direction import prose
from pagekey.face.report.html.element import Markup, tag
from pagekey.face.report.html.tables import Look
from pagekey.face.report.sections import LABELS_BY_LANGUAGE
from pagekey.rules import NAMES, rule
from pagekey.study.count import Counts

_POINTS = (("does", "does"), ("why", "why"), ("wrongly", "merges_wrongly"), ("source", "source"))


def named(counts: Counts) -> tuple[str, ...]:
    """The rules that the report names, as they run."""
    found = {hit.rule for hit in counts.hits} | {rung.name for rung in counts.merges.rules}
    return tuple(name for name in NAMES if name in found)


def rules(names: Iterable[str], look: Look) -> list[Markup]:
    """The section of the rules; none where no rule changed anything. Their texts are English in every language, and it says so."""
    parts = [_rule(name, look) for name in names]
    if not parts:
        return []
    title = tag("h2", prose(look.words("page.rules"), look.side), id="rules-title")
    how = tag("p", prose(look.words("page.rules.how"), look.side), class_="note")
    return [tag("section", title, how, parts, id="rules", aria_labelledby="rules-title")]


def _rule(name: str, look: Look) -> Markup:
    one, words = rule(name), look.words
    label = LABELS_BY_LANGUAGE[words.language].get(name, "")
    summary = tag("summary", tag("bdi", name, dir="ltr", class_="key"), " ", tag("span", prose(label, look.side), class_="facts"))
    english = "en" if words.language != "en" else None
    rows = []
    for point, field in _POINTS:
        head = tag("th", prose(words(f"page.rules.{point}"), look.side), scope="row")
        rows.append(tag("tr", head, tag("td", getattr(one, field), lang=english, dir="ltr")))
    return tag("details", summary, tag("table", tag("tbody", rows), class_="pairs"), id=f"rule-{name}")
