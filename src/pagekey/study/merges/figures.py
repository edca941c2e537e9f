"""Merged pages as values."""

from __future__ import annotations

from dataclasses import dataclass

PARTS = ("scheme", "userinfo", "prefix", "host", "port", "path", "parameters", "order", "fragment")
"""Parts in which two strings differ. `prefix`: labels such as www and m before a host that is the same; `order`: that of the parameters."""


@dataclass(frozen=True, slots=True)
class Span:
    """`raw[start:end]` (characters), which the representative has not, and what it has `instead`. `start == end`: this string lacks it."""

    start: int
    end: int
    instead: str


@dataclass(frozen=True, slots=True)
class Spelling:
    """One string of a page. `rules` changed something in it, in their order; `parts` and `spans`: where it differs from the representative.

    `weight` is the sum over its records, None if none of them has a number (or there is no weight column).
    """

    raw: str
    records: int
    rules: tuple[str, ...]
    parts: tuple[str, ...]
    spans: tuple[Span, ...]
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page with all its strings, the representative first, then most records first. `why`: the criteria by which it was chosen.

    `moved`: records under another string than the representative. `weight` is the page's, `largest` that of its heaviest string alone;
    both None where no string has a number.
    """

    key: str
    site: str
    records: int
    moved: int
    representative: str
    why: tuple[str, ...]
    spellings: tuple[Spelling, ...]
    weight: float | None = None
    largest: float | None = None

    @property
    def rules(self) -> tuple[tuple[str, int], ...]:
        """The rules that changed something, in their order, each with the strings in which it did."""
        from pagekey.rules import BIT  # the values themselves need no registry

        names = [rule for spelling in self.spellings for rule in spelling.rules]
        return tuple((rule, names.count(rule)) for rule in sorted(set(names), key=BIT.__getitem__))


@dataclass(frozen=True, slots=True)
class Refused:
    """A cell of the weight column that is no number of 0 or more. `row` counts the data rows of the table from 1."""

    row: int
    cell: str


@dataclass(frozen=True, slots=True)
class Weight:
    """What the weight column holds in rows of status `page`: `numbers` + `blank` + `refused` are all of them.

    `listed`: the first ten that were refused. Sums: `total` over all pages; over pages with several strings `pages`, and of it on the
    representatives (`representatives`) and on the heaviest string of each page (`largest`) alone.
    """

    column: str
    numbers: int
    blank: int
    refused: int
    listed: tuple[Refused, ...]
    total: float
    pages: float
    representatives: float
    largest: float


@dataclass(frozen=True, slots=True)
class Merges:
    """Pages with two strings or more, most records first, then by key; a page whose strings are all one is not among them.

    `records`, `strings` and `pages` are those of the table in scope (status `page`); `several` the strings of the groups and `grouped`
    their records; `merged` = strings - pages = several - groups; `moved`: records that stand under another string than the representative.
    """

    policy: str
    rows: int
    records: int
    strings: int
    pages: int
    merged: int
    several: int
    grouped: int
    moved: int
    groups: tuple[Page, ...]
    weight: Weight | None = None
