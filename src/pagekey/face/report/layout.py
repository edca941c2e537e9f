"""What a report is made of: sections of tables, lines and notes. `sections` and `doubts` fill them, `text` and `markdown` lay them out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Name:
    """A string from the data or the caller: a host, key, column, value, file name. Never trusted, cut where it is long.

    `key` is that of the page which the name shows, "" where it shows none.
    """

    text: str
    key: str = ""


Cell = str | Name


@dataclass(frozen=True, slots=True)
class Table:
    """`align` has one letter a column, l or r. An empty `caption` is none."""

    align: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines to be copied: shown whole, one under the other, as `language`."""

    lines: tuple[str, ...]
    language: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A title with tables (and lines) and, below them, notes. A title may hold a name (`by`), so the forms clean it like a cell.

    `name` is the same in every language: it is what a form links to, or puts a chart beside.
    """

    title: str
    tables: tuple[Table | Lines, ...]
    notes: tuple[str, ...] = ()
    name: str = ""
