"""A keyed table built by hand: what counting and the report see of `Keyed`, with keys that a test states instead of an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

RULES = ("trim", "uppercase-escapes", "expand-short-link", "drop-fragment", "drop-tracking", "drop-scheme", "strip-www", "strip-slash")


@dataclass(frozen=True)
class FakePolicy:
    name: str = "citation"
    version: int = 1
    stamp: str = "citation@1-draft:0123456789ab"
    site: str = "host"
    tables: tuple[tuple[str, str, str], ...] = (("suffixes", "2026-10-01", "publicsuffix.org"),)


@dataclass(frozen=True)
class FakeSource:
    name: str = "citations.csv"
    sha256: str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    rows: int = 0
    columns: tuple[str, ...] = ("url", "engine")
    url_column: str = "url"
    found_by: str = "content"
    format: str = "csv"
    dialect: str = "csv, delimiter ',', utf-8 with BOM"
    notes: tuple[str, ...] = ()
    parts: tuple[FakeSource, ...] = ()


@dataclass(frozen=True)
class FakeKeyed:
    raw: list[str | None]
    key: list[str | None]
    status: list[str]
    host: list[str | None]
    domain: list[str | None]
    site: list[str | None]
    hits: list[int]
    flags: list[int]
    columns: dict[str, list[str | None]] = field(default_factory=dict)
    policy: FakePolicy = field(default_factory=FakePolicy)
    source: FakeSource | None = None
    rungs: Mapping[str, Sequence[str | None]] = field(default_factory=dict)
    climbed: tuple[tuple[str, int], ...] = ()

    def ladder(self) -> tuple[tuple[str, int], ...]:
        return self.climbed

    @property
    def first(self) -> list[int]:
        """As in `Keyed`; here one string may have several keys, so rows are the same where all is."""
        known: dict[object, int] = {}
        columns = (self.raw, self.key, self.status, self.host, self.domain, self.site, self.hits)
        return [known.setdefault(row, i) for i, row in enumerate(zip(*columns, strict=True))]

    def rules(self, i: int) -> tuple[str, ...]:
        return tuple(name for bit, name in enumerate(RULES) if self.hits[i] >> bit & 1)


@dataclass(frozen=True)
class Row:
    """One row. Host, domain and site come from the key unless said; a row that is no page has none."""

    raw: str | None
    key: str | None
    status: str = "page"
    hits: tuple[str, ...] = ()
    domain: str | None = None
    site: str | None = None
    rungs: tuple[str, ...] = ()


def keyed_of(
    rows: Sequence[Row],
    *,
    columns: Mapping[str, Sequence[str | None]] | None = None,
    policy: FakePolicy | None = None,
    source: FakeSource | None = None,
    rungs: Sequence[str] = (),
) -> FakeKeyed:
    """The table of `rows`; `rungs` names what `Row.rungs` holds."""
    hosts = [row.key.partition("/")[0].partition(":")[0] if row.key and row.status == "page" else None for row in rows]
    return FakeKeyed(
        raw=[row.raw for row in rows],
        key=[row.key for row in rows],
        status=[row.status for row in rows],
        host=list(hosts),
        domain=[row.domain for row in rows],
        site=[row.site or host for row, host in zip(rows, hosts, strict=True)],
        hits=[sum(1 << RULES.index(name) for name in row.hits) for row in rows],
        flags=[0] * len(rows),
        columns={name: list(cells) for name, cells in (columns or {}).items()},
        policy=policy or FakePolicy(),
        source=source,
        rungs={name: [row.rungs[i] for row in rows] for i, name in enumerate(rungs)},
    )


def many(sites: Mapping[str, int]) -> list[Row]:
    """`sites` host -> records, each record on a page of its own."""
    return [Row(f"https://{host}/{i}", f"{host}/{i}") for host, records in sites.items() for i in range(records)]
