"""The numbers of a count, as values: every ratio with both its counts, every other number with a unit in `UNITS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pagekey.statistics.bootstrap import Interval as Interval
from pagekey.statistics.concentration import Point as Point

# The unit of every number below that is not a ratio's, by the name of its field; JSON carries it.
UNITS = {
    "rows": "row", "statuses": "row", "missing": "row", "records": "record", "web": "record", "unresolved": "record", "hostless": "record",
    "unanswered": "record", "strings": "string", "merged": "string", "left": "string", "pages": "page", "pages_most": "page",
    "hosts": "host", "domains": "registrable domain", "sites": "site", "units": "unit", "once": "unit", "once_answers": "unit",
    "tied": "unit", "median": "record/page", "p90": "record/page", "max": "record/page", "links": "link",
    "n": "the unit of counting", "counts": "the unit of counting", "answers": "answer", "pairs": "answer-page pair",
    "citing": "engine", "equal": "engine", "macro": "mean of shares", "low": "as the figure beside it", "high": "as the figure beside it",
    "total": "as `of` says", "size": "as `of` says", "expected": "unit", "effective": "unit", "effective_entropy": "unit",
    "hhi": "0 to 1", "hhi_unbiased": "0 to 1", "gini": "0 to 1",
    "k": "points-th of the units", "points": "none", "part": "as `of` says x points", "whole": "as `of` says x points",
    "replicates": "replicate", "seed": "none", "drawn": "answer or group of answers",
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
class Estimate:
    """A ratio and its interval; None where `Bootstrap` has none, or the ratio is withheld."""

    ratio: Ratio
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How intervals were made. `answers` (clusters) in `engines` strata; `drawn` is less than `answers` where groups of them were drawn.

    `withheld` is "", or why there are none: no-answers (no such column), few-answers, few-records, off.
    """

    replicates: int
    seed: int
    answers: int
    drawn: int
    withheld: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table, and how it was found: `named` by the caller, or `header`."""

    name: str
    found_by: str


@dataclass(frozen=True, slots=True)
class Rarefied:
    """`expected` units in `size` citations drawn at random."""

    size: int
    expected: float


@dataclass(frozen=True, slots=True)
class Concentration:
    """How `total` citations lie on `units` sites or pages. `of` says what is added up: records, pairs, answers (pages: the same as pairs),
    or answer-site pairs. All None and empty where `withheld` says why (few-records)."""

    units: int
    total: int
    of: str
    effective: float | None
    effective_entropy: float | None
    hhi: float | None
    hhi_unbiased: float | None
    gini: float | None
    coverage: Ratio
    lorenz: tuple[Point, ...]
    rarefied: tuple[Rarefied, ...]
    withheld: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One site, page or unresolved link of a list: `pages` is 1 for a page and 0 for a link that was not resolved.

    `pairs` and `answers` are None without a column of answers, and for links. `share` is by the unit of counting.
    """

    name: str
    records: int
    pairs: int | None
    answers: int | None
    strings: int
    pages: int
    share: Ratio
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Top:
    """The ten most cited by the unit of counting (count down, then name up).

    `tied`: how many have the tenth's count, if the eleventh has it too; else 0. `share` is of all ten: under `answers`, of the answers
    that cite at least one of them; its interval is for these ten, whoever leads in a replicate. `once`: cited once by the unit of
    counting, `once_answers` by one answer.
    """

    entries: tuple[Entry, ...]
    units: int
    tied: int
    share: Ratio
    interval: Interval | None
    once: int
    once_share: Ratio
    once_answers: int | None
    concentration: Concentration


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine: `n` by the unit of counting. `withheld` is why it has no part in macro shares: few-records, blank; else ""."""

    name: str
    n: int
    withheld: str


@dataclass(frozen=True, slots=True)
class Split:
    """One site or page by engine. `micro`: its count over all; `macro`: the mean of its shares in the engines that are not withheld.

    `counts` run parallel to the engines, by the unit of counting; `citing` of the engines with a part cite it. `highest`: the engine (of
    those) in which its share is largest, the first of them by name.
    """

    name: str
    micro: Ratio
    micro_interval: Interval | None
    macro: float
    macro_interval: Interval | None
    counts: tuple[int, ...]
    citing: int
    highest: str
    highest_share: Ratio


@dataclass(frozen=True, slots=True)
class Shares:
    """The most cited sites and pages by engine. `equal` engines weigh alike in macro shares; with fewer than two there are no splits, and
    `withheld` says so (one-engine, few-records)."""

    engines: tuple[Engine, ...]
    equal: int
    sites: tuple[Split, ...]
    pages: tuple[Split, ...]
    withheld: str


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
    """Strings in scope, the pages they became, and the difference. `tiers`, `steps` and `rules` each add up to `merged`.

    They are empty where they are not known. `rules` are those that merged something, in the order in which they run; a negative number is
    of strings that a rule parted.
    """

    strings: int
    pages: int
    merged: int
    tiers: tuple[Rung, ...]
    steps: tuple[Rung, ...]
    rules: tuple[Rung, ...] = ()


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
    """The rows with one value in the `by` column; `name` is "" where the cell is empty or null.

    `n` is by the unit of counting, and so are `share` and `top_share`; `answers` is None without a column of them.
    """

    name: str
    rows: int
    records: int
    n: int
    answers: int | None
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
class Counting:
    """What is counted. `unit` (records, pairs, answers) is what shares, ranks and concentration are by; there are `n` of it in scope.

    Without a column of answers all that is of them is None. `unanswered` records in scope name none: they count as records only.
    """

    unit: str
    n: int
    answer_column: Column | None
    engine_column: Column | None
    answers: int | None
    pairs: int | None
    unanswered: int
    records_per_answer: Estimate | None
    pages_per_answer: Estimate | None
    bootstrap: Bootstrap


@dataclass(frozen=True, slots=True)
class Counts:
    """Every number of the report. `web` = `records` + `unresolved`; pages lie between `pages` and `pages_most`.

    `shares` is None without a column of engines.
    """

    policy: str
    site_unit: str
    counting: Counting
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
    shares: Shares | None
    merges: Merges
    hits: tuple[RuleHits, ...]
    apart: tuple[Apart, ...]
    rejected: tuple[Rejected, ...]
    by: str | None
    groups: tuple[Group, ...]
