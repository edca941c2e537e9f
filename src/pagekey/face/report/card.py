"""The method card: under which rules, from which file and with which unit the numbers were made. Two reports compare only by it.

With it goes what the raw strings tell beside the counts: what a reader should doubt (suspects), and marks of answer engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Bootstrap
from pagekey.study.marks import Marks
from pagekey.study.marks import marks as find_marks
from pagekey.study.suspects import Suspects
from pagekey.study.suspects import suspects as find_suspects

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

LIMITS = ("gone", "soft-404", "mirrors", "attribution")  # words: `limit.NAME`


@dataclass(frozen=True, slots=True)
class Card:
    """What a reader needs to repeat the count. None: not stated, or (for what describes a file) a table that was in memory.

    `tables` are (name, date, source) of the dated lists in the policy. `found_by` says how a column was chosen. `left_out` are (what is not
    in the report, why). `suspects` and `marks` stand in sections of their own. `parts`: name, rows and SHA-256 of
    the files of a period, where a store was counted.
    """

    tool: str
    version: str | None
    policy: str
    tables: tuple[tuple[str, str, str], ...]
    input: str | None
    dialect: str | None
    sha256: str | None
    parts: tuple[tuple[str, int, str], ...]
    columns: tuple[str, ...]
    url_column: str | None
    found_by: str | None
    by: str | None
    notes: tuple[str, ...]
    rows: int
    statuses: Mapping[str, int]
    records: int
    unresolved: int
    site_unit: str
    small: int
    unit: str
    answer_column: str | None
    answer_found_by: str | None
    engine_column: str | None
    engine_found_by: str | None
    bootstrap: Bootstrap
    left_out: tuple[tuple[str, str], ...]
    as_of: str | None
    source: str | None
    limits: tuple[str, ...]
    suspects: Suspects
    marks: Marks


def method_card(keyed: Keyed, counts: Counts, *, as_of: str | None = None, source: str | None = None, version: str | None = None) -> Card:
    """The card of a count. `as_of` (the day of the data) and `source` are the caller's words: no clock is read and nothing is guessed."""
    info, counting = keyed.source, counts.counting
    answer, engine = counting.answer_column, counting.engine_column
    return Card(
        tool="pagekey",
        version=version or _installed(),
        policy=counts.policy,
        tables=tuple((name, date, origin) for name, date, origin in keyed.policy.tables),
        input=info.name if info else None,
        dialect=info.dialect if info else None,
        sha256=(info.sha256 or None) if info else None,
        parts=tuple((part.name, part.rows, part.sha256) for part in info.parts) if info else (),
        columns=tuple(info.columns) if info else tuple(keyed.columns),
        url_column=info.url_column if info else None,
        found_by=info.found_by if info else None,
        by=counts.by,
        notes=tuple(info.notes) if info else (),
        rows=counts.rows,
        statuses=counts.statuses,
        records=counts.records,
        unresolved=counts.unresolved,
        site_unit=counts.site_unit,
        small=SMALL,
        unit=counting.unit,
        answer_column=answer.name if answer else None,
        answer_found_by=answer.found_by if answer else None,
        engine_column=engine.name if engine else None,
        engine_found_by=engine.found_by if engine else None,
        bootstrap=counting.bootstrap,
        left_out=left_out(counts),
        as_of=as_of or None,
        source=source or None,
        limits=LIMITS,
        suspects=find_suspects(keyed),
        marks=find_marks(keyed),
    )


def left_out(counts: Counts) -> tuple[tuple[str, str], ...]:
    """(section or figure that has no data, why), as words: `left-out.NAME` and `why.REASON`."""
    found = [("concentration", counts.top_sites.concentration.withheld)]
    found.append(("shares", counts.shares.withheld if counts.shares else "no-engine"))
    found.append(("answers", "" if counts.counting.answer_column else "no-answers"))
    found.append(("intervals", counts.counting.bootstrap.withheld))
    return tuple(pair for pair in found if pair[1])


def _installed() -> str | None:
    from importlib.metadata import PackageNotFoundError  # costs more than the rest of the card
    from importlib.metadata import version as installed_version

    try:
        return installed_version("pagekey")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return None
