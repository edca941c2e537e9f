"""The numbers of a comparison, as values. `then` is the old period, `now` the new one."""

from __future__ import annotations

from dataclasses import dataclass

from pagekey.keying.caliber import Caliber
from pagekey.statistics.bootstrap import Interval

UNITS = {
    "rows": "row", "records": "record", "then": "record", "now": "record", "change": "record", "records_new": "record",
    "records_lost": "record", "kept_then": "record", "kept_now": "record", "pages": "page", "sites": "site", "answers": "answer",
    "prompts": "prompt", "unresolved": "record", "expanded": "record", "new": "unit", "lost": "unit", "kept": "unit",
    "share_then": "share of records", "share_now": "share of records", "low": "change in share", "high": "change in share",
    "rank_then": "rank", "rank_now": "rank", "interval_then": "share of records", "interval_now": "share of records",
    "drawn_then": "answer (row) or group of them", "drawn_now": "answer (row) or group of them",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side:
    """One period. Records are rows of status page; `expanded` of them were short links, `unresolved` are those without a target.

    `answers` and `prompts`: how many different ones, None without a column that tells.
    """

    name: str
    rows: int
    records: int
    pages: int
    sites: int
    expanded: int
    unresolved: int
    answers: int | None
    prompts: int | None


@dataclass(frozen=True, slots=True)
class Turnover:
    """Units (pages or sites) that are new, lost and kept, with the records that cite them: new ones now, lost ones then, kept ones both."""

    unit: str
    new: int
    lost: int
    kept: int
    records_new: int
    records_lost: int
    kept_then: int
    kept_now: int


@dataclass(frozen=True, slots=True)
class Moved:
    """One page or site whose records changed. A share, and the 95 % interval of its change from `low` to `high`, is there for sites only.

    `withheld` is "", or few-records: fewer than `SMALL` records then and now, so counts only.
    """

    name: str
    then: int
    now: int
    share_then: float | None = None
    share_now: float | None = None
    low: float | None = None
    high: float | None = None
    withheld: str = ""

    @property
    def change(self) -> int:
        return self.now - self.then

    @property
    def direction(self) -> int:
        """1 or -1 where the interval of the change in share does not hold 0; else 0."""
        if self.low is None or self.high is None:
            return 0
        return (self.low > 0) - (self.high < 0)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The largest gains and losses of one unit, and how many more units gained or lost."""

    unit: str
    gains: tuple[Moved, ...]
    losses: tuple[Moved, ...]
    more_gains: int
    more_losses: int


@dataclass(frozen=True, slots=True)
class Leader:
    """One of the most cited sites of either period. A rank is one more than there are sites with more records, None where it is not cited.

    Each interval is of the share of its period alone. `withheld` as in `Moved`: then there are counts only.
    """

    name: str
    then: int
    now: int
    rank_then: int | None = None
    rank_now: int | None = None
    share_then: float | None = None
    share_now: float | None = None
    interval_then: Interval | None = None
    interval_now: Interval | None = None
    withheld: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Records and pages of one engine, and the pages that it cites in both periods. `withheld` as in `Moved`."""

    name: str
    then: int
    now: int
    pages_then: int
    pages_now: int
    kept: int
    withheld: str


@dataclass(frozen=True, slots=True)
class Rarefied:
    """Pages expected in as many records, drawn without return, as the smaller period has: what compares where sizes differ."""

    records: int
    then: float
    now: float


@dataclass(frozen=True, slots=True)
class Caution:
    """What makes two periods less alike than they should be; `then` and `now` in the unit that `name` implies.

    size: records. answers: answers. engines: the engines whose share moved most, by points. failures: share of short links without a
    target. prompts: prompts of one period only.
    """

    name: str
    then: float
    now: float
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resampling:
    """How the intervals were made: `clusters` is answers or rows, `then` and `now` how many of them, `within` the column of strata or "".

    `drawn_then` and `drawn_now` are less than these where random groups of them were drawn.
    """

    clusters: str
    resamples: int
    seed: int
    then: int
    now: int
    drawn_then: int
    drawn_now: int
    within: str


@dataclass(frozen=True, slots=True)
class Changes:
    """All that a comparison says. `common`: pages over the records of prompts of both periods, None without a prompt column.

    `leaders` is empty where a period has fewer than `SMALL` records. `columns` says which column told engines, answers and prompts; ""
    where none did.
    """

    old: Side
    new: Side
    caliber: Caliber
    pages: Turnover
    sites: Turnover
    common: Turnover | None
    top_pages: Ranked
    top_sites: Ranked
    leaders: tuple[Leader, ...]
    engines: tuple[Group, ...]
    rarefied: Rarefied | None
    cautions: tuple[Caution, ...]
    resampling: Resampling | None
    columns: tuple[tuple[str, str], ...]
    small: int
