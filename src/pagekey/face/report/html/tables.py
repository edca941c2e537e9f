"""Sections of the report as elements: headings, tables, lines to be copied, notes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pagekey.face.report.html.direction import number, prose
from pagekey.face.report.html.element import Markup, joined, tag
from pagekey.face.report.layout import Cell, Lines, Name, Section, Table
from pagekey.face.report.names import clean, cut
from pagekey.face.report.words import Words

LONG = 1000  # columns of a name or a piece of a string, before it is cut in its middle
FEW = 8  # lines to be copied that stand open
_NUMBER = re.compile(r"[<>]?[-+]?[0-9][0-9,.]*%?|[<>]-?[0-9.]+%|-")
_SORTED = frozenset(("top-sites", "top-pages", "hits", "marks", "apart", "rejected", "shares", "groups"))
"""Sections whose tables are lists: the others are in an order that means something."""


@dataclass(frozen=True, slots=True)
class Look:
    """What rendering needs: the words, their direction, and the place in the page (an id) of each key that is listed with its strings.

    `rules` are those that the page tells about.
    """

    words: Words
    side: str
    places: Mapping[str, str]
    rules: frozenset[str] = frozenset()


def section(found: Section, look: Look, charts: Sequence[Markup] = (), more: Sequence[Markup] = ()) -> Markup:
    """The section with its charts before its tables, and `more` after its notes."""
    parts = [_table(part, found.name, look) if isinstance(part, Table) else lines(part, look) for part in found.tables]
    if found.name in ("lorenz", "shares") and charts:
        parts = [tag("details", tag("summary", look.words("page.table")), parts)]
    notes = [tag("p", prose(note, look.side), class_="note") for note in found.notes]
    heading = tag("h2", prose(clean(found.title), look.side), id=f"{found.name}-title")
    return tag("section", heading, *charts, *parts, *notes, *more, id=found.name, aria_labelledby=f"{found.name}-title")


def warnings(found: Section, look: Look) -> list[Markup]:
    """The notes of the opening: what must be read before any number."""
    return [tag("p", prose(note, look.side), class_="warning", role="note") for note in found.notes]


def lines(part: Lines, look: Look) -> Markup:
    """Lines to be copied, whole; many of them are folded away."""
    code = tag("pre", tag("code", _lined(part.lines)), dir="ltr", tabindex=0)
    if len(part.lines) > FEW and part.caption:
        return tag("details", tag("summary", prose(part.caption, look.side), class_="caption"), code)
    caption = [tag("p", prose(part.caption, look.side), class_="caption")] if part.caption else []
    return joined([*caption, code])


def pairs(table: Table, look: Look) -> Markup:
    """A table of two columns without a head: what each row is, once where several that follow each other are the same, and its value."""
    rows = []
    for name, found in groupby(table.rows, key=lambda row: _plain(row[0])):
        values = [_cell(value, "l", look) for _, value in found]
        many = len(values) if len(values) > 1 else None
        head = tag("th", prose(name, look.side), scope="row", rowspan=many)
        rows += [tag("tr", head, values[0]), *(tag("tr", value) for value in values[1:])]
    return tag("table", tag("tbody", rows), class_="pairs")


def _lined(part: Sequence[str]) -> Markup:
    return Markup("\n".join(joined([line]) for line in part))


def _table(table: Table, section_name: str, look: Look) -> Markup:
    """The table in a box of its own that scrolls where the page is narrow. Sums at the end stay there when it is sorted."""
    if len(table.align) == 2:
        return pairs(table, look)
    sums = {look.words(f"{name}.sum") for name in ("status", "merges", "groups")}
    body = [row for row in table.rows if not (row is table.rows[-1] and row[0] in sums)]
    foot = table.rows[len(body) :]
    heads = [_head(words, side, look) for words, side in zip(table.head, table.align, strict=True)]
    caption = [tag("caption", prose(table.caption, look.side))] if table.caption else []
    parts = [tag("thead", tag("tr", heads)), tag("tbody", [_row(row, table.align, look) for row in body])]
    parts += [tag("tfoot", [_row(row, table.align, look) for row in foot])] if foot else []
    wanted = section_name in _SORTED and len(body) > 2
    return tag("div", tag("table", *caption, *parts, data_sortable=wanted), class_="scroll")


def _head(words: str, side: str, look: Look) -> Markup:
    """An empty head is a cell: a header without words says nothing to a screen reader."""
    shown = prose(words, look.side)
    return tag("th", shown, scope="col", class_="n" if side == "r" else None) if words else tag("td")


def _row(row: Sequence[Cell], align: str, look: Look) -> Markup:
    return tag("tr", [_cell(cell, side, look) for cell, side in zip(row, align, strict=True)])


def _cell(cell: Cell, side: str, look: Look) -> Markup:
    if isinstance(cell, Name):
        return tag("td", _name(cell, look), class_="name")
    if cell in look.rules:
        return tag("td", tag("a", tag("bdi", cell, dir="ltr"), href=f"#rule-{cell}"))
    shown = number(cell) if look.side == "rtl" and _NUMBER.fullmatch(cell) else prose(cell, look.side)
    return tag("td", shown, class_="n" if side == "r" else None)


def _name(name: Name, look: Look) -> Markup:
    """The name as text; a link to its strings where the page lists them."""
    shown = tag("bdi", cut(clean(name.text), LONG))
    place = look.places.get(name.key) if name.key else None
    return tag("a", shown, href=f"#{place}") if place else shown


def _plain(cell: Cell) -> str:
    return cell.text if isinstance(cell, Name) else cell
