"""The numbers of a count, as values: every ratio with both its counts, every other number with a unit in `UNITS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# The unit of every whole number below, by the name of its field; JSON carries it.
UNITS = {
    "rows": "row", "statuses": "row", "missing": "row", "records": "record", "web": "record", "unresolved": "record", "hostless": "record",
    "strings": "string", "merged": "string", "left": "string", "pages": "page", "pages_most": "page", "links": "link",
    "hosts": "host", "domains": "registrable domain", "sites": "site", "units": "unit", "once": "unit", "tied": "unit",
    "median": "record/page", "p90": "record/page", "max": "record/page",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of two counts. `withheld` is "" or why it is not said: few-records (n < 20), few-units (10 or fewer), nothing (0 below)."""

    part: int
    whole: int
    unit: str
    withheld: str = ""

    @property
    def value(self) -> float | None:
        return None if self.withheld else self.part / self.whole


@dataclass(frozen=True, slots=True)
class Entry:
    """One site, page or unresolved link of a list: `pages` is 1 for a page and 0 for a link that was not resolved."""

    name: str
    records: int
    strings: int
    pages: int
    share: Ratio


@dataclass(frozen=True, slots=True)
class Top:
    """The ten most cited (count down, then name up). `tied`: how many have the tenth's count, if the eleventh has it too; else 0."""

    entries: tuple[Entry, ...]
    units: int
    tied: int
    share: Ratio
    once: int
    once_share: Ratio


@dataclass(frozen=True, slots=True)
class Spread:
    """Records per page. `p90` is by nearest rank: the least count that nine pages in ten do not exceed. None without a page."""

    mean: Ratio
    median: float | None
    p90: int | None
    max: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """The same web rows counted one way: before by raw string and its host as written, after by key."""

    records: int
    pages: int
    hosts: int
    pages_per_host: Ratio
    records_per_page: Ratio


@dataclass(frozen=True, slots=True)
class Rung:
    """Distinct keys one rung lower minus those `left` here: the strings that this rung merged into others."""

    name: str
    merged: int
    left: int


@dataclass(frozen=True, slots=True)
class Merges:
    """Strings in scope, the pages they became, and the difference. `tiers` and `steps` each add up to `merged`, or are empty: not known."""

    strings: int
    pages: int
    merged: int
    tiers: tuple[Rung, ...]
    steps: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class RuleHits:
    """Records in scope in which a rule changed something. Not the same as strings merged: most changes merge nothing."""

    rule: str
    tier: str
    records: int
    share: Ratio


@dataclass(frozen=True, slots=True)
class Apart:
    """Rows whose page is not known. `links`: distinct keys, the most pages they can add, as one link has one target."""

    status: str
    records: int
    strings: int
    links: int
    entries: tuple[Entry, ...]
    tied: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A raw string that is no page, and its rows."""

    raw: str
    rows: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """Rows of a status that is no page and may not become one. `missing`: those of them without a cell, which is no string.

    `listed`: the ten most frequent strings; `tied` as in `Top`.
    """

    status: str
    rows: int
    strings: int
    missing: int
    listed: tuple[Listed, ...]
    tied: int


@dataclass(frozen=True, slots=True)
class Group:
    """The rows with one value in the `by` column; `name` is "" where the cell is empty or null."""

    name: str
    rows: int
    records: int
    unresolved: int
    strings: int
    pages: int
    hosts: int
    sites: int
    share: Ratio
    pages_per_site: Ratio
    records_per_page: Ratio
    top_share: Ratio


@dataclass(frozen=True, slots=True)
class Counts:
    """Every number of the report. `web` = `records` + `unresolved`; pages lie between `pages` and `pages_most`."""

    policy: str
    site_unit: str
    rows: int
    statuses: Mapping[str, int]
    records: int
    web: int
    unresolved: int
    strings: int
    pages: int
    pages_most: int
    hosts: int
    domains: int
    sites: int
    hostless: int
    pages_per_site: Ratio
    records_per_page: Spread
    before: Side
    after: Side
    top_sites: Top
    top_pages: Top
    merges: Merges
    hits: tuple[RuleHits, ...]
    apart: tuple[Apart, ...]
    rejected: tuple[Rejected, ...]
    by: str | None
    groups: tuple[Group, ...]
