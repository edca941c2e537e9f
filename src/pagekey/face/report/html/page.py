"""The report as one HTML file: the sections of the other forms with charts, the largest groups, and the JSON inside."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape

from pagekey.face.report import figures
from pagekey.face.report.as_json import as_json
from pagekey.face.report.card import Card
from pagekey.face.report.html.charts import bars
from pagekey.face.report.html.charts.engines import engines
from pagekey.face.report.html.charts.lorenz import lorenz
from pagekey.face.report.html.charts.periods import moved, turnover
from pagekey.face.report.html.direction import direction, number, prose
from pagekey.face.report.html.element import Markup, tag
from pagekey.face.report.html.frame import frame
from pagekey.face.report.html.groups import GROUPS, STRINGS, groups, places
from pagekey.face.report.html.reading import CHARTS, reading
from pagekey.face.report.html.rules import named, rules
from pagekey.face.report.html.tables import LONG, Look, lines, pairs, section, warnings
from pagekey.face.report.layout import Lines, Section, Table
from pagekey.face.report.method import method
from pagekey.face.report.names import clean
from pagekey.face.report.periods.page import Comparison
from pagekey.face.report.sections import report_sections
from pagekey.face.report.words import Words
from pagekey.study.count import Counts
from pagekey.study.merges import Merges

_ROWS = frozenset(("compared", "compared-turnover", "compared-ranks", "compared-engines")) | frozenset(
    f"compared-{way}-{unit}" for way in ("gains", "losses") for unit in ("page", "site")
)
"""Sections of a comparison that lead to the rows behind their numbers."""
_AFTER_TITLE = re.compile(r"\s*[(（].*$|[:：].*$", re.DOTALL)


def as_html(
    counts: Counts, card: Card, found: Merges, words: Words, display: Callable[[str], str], beside: Comparison | None = None
) -> str:  # fmt: skip
    """The report as one file that ends in a newline; `found` are the groups of the same table.

    `beside` is the comparison with an earlier period, or why there is none; it stands before all that is of this table alone.
    """
    ruled = named(counts)
    look = Look(words, direction(words), places(found), frozenset(ruled))
    opening, *rest = report_sections(counts, card, words, display)
    charts = _charts(counts, card, look, display)
    parts = [_opening(opening, look), *(_beside(beside, look, display, charts) if beside else ()), _three(counts, look)]
    behind = [_behind(look)]
    parts += [section(one, look, charts.get(one.name, ()), behind) for one in rest if one.name not in ("suspects", "card")]
    parts += [section(one, look, (), behind) for one in rest if one.name == "suspects"]
    parts += [groups(found, look, display), _rows(card, look, beside), *rules(ruled, look), *_reading(charts, look)]
    parts += [section(one, look) for one in rest if one.name == "card"]
    name = clean(card.input) if card.input else words("in-memory")
    data = {"pagekey-report": as_json(counts, card, words), **({"pagekey-diff": beside.data} if beside else {})}
    title = f"{words('title')}: {name}"
    return _whole(words("title"), f"{beside.sections[0].title}. {title}" if beside else title, parts, look, data)


def comparison_html(beside: Comparison, words: Words, display: Callable[[str], str]) -> str:
    """A comparison without a report, as a page of its own that ends in a newline: of keyed files, whose raw strings are not known."""
    look = Look(words, direction(words), {})
    charts: dict[str, list[Markup]] = {}
    parts = [*_beside(beside, look, display, charts, alone=True), *_reading(charts, look)]
    return _whole(words("page.periods"), beside.sections[0].title, parts, look, {"pagekey-diff": beside.data})


def _whole(title: str, name: str, parts: Sequence[Markup], look: Look, data: Mapping[str, str]) -> str:
    words = look.words
    skip = tag("a", words("page.skip"), href="#report", class_="skip")
    body = [skip, tag("header", tag("h1", prose(title, look.side))), _contents(parts, look), tag("main", parts, id="report")]
    return frame(name, body, words, data=data)


def _beside(
    beside: Comparison, look: Look, display: Callable[[str], str], charts: dict[str, list[Markup]], *, alone: bool = False
) -> list[Markup]:  # fmt: skip
    """The sections of a comparison; their charts are added to `charts`."""
    if beside.changes:
        charts |= {"compared-turnover": turnover(beside.changes, look), "compared-gains-site": moved(beside.changes, look, display)}
    rows = [] if alone else [_behind(look)]
    found = [section(one, look, charts.get(one.name, ()), rows if one.name in _ROWS else ()) for one in beside.sections]
    note = [] if alone else [tag("p", prose(look.words("page.compared"), look.side), class_="note")]
    return [*found, *note]


def _behind(look: Look) -> Markup:
    return tag("p", tag("a", prose(look.words("page.rows"), look.side), href="#rows"), class_="behind")


def _reading(charts: Mapping[str, Sequence[Markup]], look: Look) -> list[Markup]:
    drawn = "".join(part for found in charts.values() for part in found)
    return reading(frozenset(name for name in CHARTS if f'href="#read-{name}"' in drawn), look)


def card_html(card: Card, words: Words) -> str:
    """The method card alone, as a page of its own that ends in a newline."""
    look = Look(words, direction(words), {})
    found = method(card, words)
    rows = [pairs(table, look) for table in found.tables if isinstance(table, Table)]
    body = tag("main", tag("h1", prose(found.title, look.side)), rows, id="card")
    return frame(found.title, body, words)


def _charts(counts: Counts, card: Card, look: Look, display: Callable[[str], str]) -> dict[str, list[Markup]]:
    """The charts by the name of their section; an empty list where there is too little to draw."""
    chinese = look.words.language == "zh"
    marked = [(one.engine_zh if chinese else one.engine, one.records) for one in card.marks.engines]
    names = {kind: [display(one.name) for one in top.entries] for kind, top in (("sites", counts.top_sites), ("pages", counts.top_pages))}
    return {
        "status": bars.status(counts, look),
        "sides": bars.sides(counts, look),
        "merges": bars.merges(counts, look),
        "lorenz": lorenz(counts, look),
        "top-sites": bars.top(counts, "sites", look, names["sites"]),
        "top-pages": bars.top(counts, "pages", look, names["pages"]),
        "hits": bars.hits(counts, look),
        "marks": bars.marks(marked, card.marks.records, look),
        "shares": engines(counts, look, display),
    }


def _opening(found: Section, look: Look) -> Markup:
    """Input and rules, and what must be read first."""
    rows = [pairs(table, look) for table in found.tables if isinstance(table, Table)]
    return tag("div", rows, warnings(found, look), id="opening")


def _three(counts: Counts, look: Look) -> Markup:
    """Records, pages and sites of one data set side by side, each with where it comes from; and how concentrated they are."""
    words, before = look.words, counts.before
    site = words(f"site.{counts.site_unit}")
    hosts = words("three.of", of=figures.whole(before.hosts)) if counts.site_unit == "host" else words("unit.site")
    effective = counts.top_sites.concentration.effective
    tiles = [
        (words("sides.records"), figures.whole(counts.records), words("chart.status.page"), "status"),
        (words("figures.pages"), figures.whole(counts.pages), words("three.of", of=figures.whole(before.pages)), "sides"),
        (words("figures.sites", site=site), figures.whole(counts.sites), hosts, "figures"),
    ]
    if effective is not None:
        tiles.append((words("three.effective"), figures.real(effective, 1), words("unit.equal"), "concentration"))
    drawn = [
        tag(
            "div",
            tag("dt", prose(name, look.side)),
            tag("dd", tag("a", number(value), href=f"#{place}"), class_="big"),
            tag("dd", prose(of, look.side), class_="of"),
        )
        for name, value, of, place in tiles
    ]
    title = tag("h2", prose(words("three"), look.side), id="three-title")
    note = tag("p", prose(words("three.how"), look.side), class_="note")
    return tag("section", title, tag("dl", drawn, class_="tiles"), note, id="three", aria_labelledby="three-title")


def _rows(card: Card, look: Look, beside: Comparison | None) -> Markup:
    """How to come at the rows behind a number that the page does not list."""
    words = look.words
    files = [part[0] for part in card.parts] or [card.input or ""]
    name = clean(files[0]) if len(files) == 1 and re.fullmatch(r"[\w.-]+", files[0]) else "FILE"
    commands = (f"pagekey merges {name} --key KEY", f"pagekey merges {name} --format jsonl", f"pagekey key {name} -o keyed.csv")
    cut = words("page.rows.cut", groups=GROUPS, strings=STRINGS, long=figures.whole(LONG))
    notes = [words("page.rows.how"), words("page.rows.page"), cut]
    notes += [words("page.rows.old")] if beside else []
    said = [tag("p", prose(note, look.side)) for note in notes]
    title = tag("h2", prose(words("page.rows"), look.side), id="rows-title")
    return tag("section", title, *said[:2], lines(Lines(commands, "sh"), look), *said[2:], id="rows", aria_labelledby="rows-title")


def _contents(parts: Sequence[Markup], look: Look) -> Markup:
    """Links to all sections, by the part of their titles before the numbers."""
    found = re.findall(r'<h2 id="([a-z-]+)-title">(.*?)</h2>', "".join(parts), re.DOTALL)
    titles = [(place, _AFTER_TITLE.sub("", unescape(re.sub(r"<[^>]+>", "", title)))) for place, title in found]
    items = [tag("li", tag("a", prose(title, look.side), href=f"#{place}")) for place, title in titles]
    return tag("nav", tag("h2", words := look.words("page.contents"), id="contents"), tag("ul", items), aria_label=words)
