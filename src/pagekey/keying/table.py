"""Keyed: the raw strings beside their keys. The only thing that counting accepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from pagekey.engine import engine
from pagekey.errors import InputError
from pagekey.keying import mapping as short
from pagekey.keying.libraries import library_of
from pagekey.keying.single import AnyPolicy, ready, site_of
from pagekey.policy import Compiled, Policy
from pagekey.policy.plan import compiled
from pagekey.rules import BIT, Rule, names_of, rule
from pagekey.statuses import STATUSES

if TYPE_CHECKING:
    from pagekey.keying.io import SourceInfo, Table
    from pagekey.keying.single import Frame

Rows = Iterable[str | None] | Iterable[Mapping[str, object]]
RUNGS = ("standard", "convention", "step-1", "step-2", "step-3", "step-4", "step-5")
"""Rungs of the ladder from string to key: at each a part of the policy's rules is on."""
_WIDENS = ("drop-userinfo", "drop-scheme")
"""With one of these on, more tracking names are known: it climbs before them, or it would be said to merge what they do."""


class Row(NamedTuple):
    """What keying makes of one raw string. `read` is what was keyed: the target of a short link, else the raw string."""

    key: str | None
    status: str
    host: str | None
    domain: str | None
    site: str | None
    hits: int
    flags: int
    read: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Keyed:
    """Rows in their order, column by column, all of one length; the raw strings are never changed.

    `hits` holds bit i for rule i of the registry, `rules(row)` its names. host, domain and site are None unless status is `page`.
    """

    raw: list[str | None]
    key: list[str | None]
    status: list[str]
    host: list[str | None]
    domain: list[str | None]
    site: list[str | None]
    hits: list[int]
    flags: list[int]
    columns: Mapping[str, list[str | None]]
    policy: Policy
    source: SourceInfo | None = None
    target: list[str | None] = field(default_factory=list, repr=False)
    """What was keyed in place of the raw string: the target of a short link, else the raw string."""
    first: list[int] = field(default_factory=list, repr=False)
    """For each row, the first row with the same raw string: all that keying made of the two is the same."""
    _rungs: dict[str, Mapping[int, str | None]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.raw)

    def rules(self, row: int) -> tuple[str, ...]:
        """The rules that changed something in this row, in their order."""
        return names_of(self.hits[row])

    @property
    def rungs(self) -> Mapping[str, Mapping[int, str | None]]:
        """What the keys would be with only a part of the policy's rules on, rung by rung: the first row of a string -> its key.

        Worked out when first asked for, for pages only.
        """
        if not self._rungs:
            rows = [i for i in dict.fromkeys(self.first) if self.status[i] == "page"]
            keys = self._keys([self.target[i] for i in rows])
            self._rungs.update({name: dict(zip(rows, column, strict=True)) for name, column in zip(RUNGS, keys, strict=True)})
        return self._rungs

    def ladder(self) -> tuple[tuple[str, int], ...]:
        """For each rule that changed a string of a page with several, in their order: the pages if only it and those before it are on.

        A rule that merges nothing there is in it too. The last one's pages are those of the table; () where no page has several strings.
        """
        firsts = [i for i in dict.fromkeys(self.first) if self.status[i] == "page"]
        strings = Counter(self.key[i] for i in firsts)
        rows = [i for i in firsts if strings[self.key[i]] > 1]
        bits = 0
        for hits in {self.hits[i] for i in rows}:
            bits |= hits
        lead = next((name for name in _WIDENS if name in self.policy.rules), "")
        names = sorted(names_of(bits), key=lambda name: BIT["drop-fragment"] + 0.5 if name == lead else BIT[name])
        single = len(firsts) - len(rows)
        climbed = [(name, single + self._distinct(rows, names[: place + 1], lead)) for place, name in enumerate(names[:-1])]
        return (*climbed, (names[-1], len(strings))) if names else ()

    def _distinct(self, rows: Sequence[int], names: Sequence[str], lead: str) -> int:
        """The distinct keys of the rows with only these rules on; targets of short links stand in from their rule on."""
        strings = self.target if "expand-short-link" in names else self.raw
        on = {*names, lead} if BIT[names[-1]] > BIT["drop-fragment"] else set(names)
        only = tuple(name for name in self.policy.rules if name in on)
        return len(set(engine.keys(compiled(replace(self.policy, rules=only, cases=())).plan, [strings[i] for i in rows])))

    def _keys(self, strings: list[str | None]) -> Iterator[list[str | None]]:
        """Rung by rung the keys of the strings."""
        for name in RUNGS:
            only = tuple(r for r in self.policy.rules if _is_on(rule(r), name))
            yield engine.keys(compiled(replace(self.policy, rules=only, cases=())).plan, strings)


@overload
def keyed(
    table: Frame, url: str = ..., policy: AnyPolicy = ..., mapping: short.Mapping | None = ..., threads: int | None = ...
) -> Frame: ...
@overload
def keyed(
    table: Rows | Table, url: str = ..., policy: AnyPolicy = ..., mapping: short.Mapping | None = ..., threads: int | None = ...
) -> Keyed: ...


def keyed(
    table: Any, url: str = "url", policy: AnyPolicy = "citation@1", mapping: short.Mapping | None = None, threads: int | None = None
) -> Any:
    """Key every row. A list of strings, a list of dicts with the column `url`, or what `read_table` gives, becomes a Keyed.

    A table of pyarrow, polars, pandas or DuckDB, and any other that speaks Arrow, comes back as the same kind, with the columns key,
    status, host, domain, site, hits, flags and policy (the stamp) behind its own; text, with blanks between the names of hits and flags.

    No row is lost and none raises: what is no URL keeps its raw string as its key and says so in `status`. `mapping` holds the
    targets of short links (a dict, or a file with the columns raw and final). `threads` key a table that speaks Arrow, None: one a core.
    """
    plan = ready(policy)
    if library_of(table):
        from pagekey.keying.frames import keyed_of
        from pagekey.keying.stream import Keyer

        return keyed_of(table, url, plan, threads, Keyer(policy, mapping) if mapping is not None else None)
    raws, columns, source = _rows(table, url)
    targets = short.mapped(mapping, plan)
    first, distinct = first_rows(raws)
    rows = {i: key_row(raws[i], plan, targets) for i in distinct}
    return assembled(list(raws), first, rows, columns, plan.policy, source)


def assembled(
    raws: list[str | None], first: list[int], rows: Mapping[int, Row], columns: Mapping[str, list[str | None]], policy: Policy,
    source: SourceInfo | None,
) -> Keyed:  # fmt: skip
    """The table of what keying made of the first row of each distinct string; `first` as `first_rows` gives it."""
    spread = map(list, zip(*map(rows.__getitem__, first), strict=True)) if rows else ([] for _ in Row._fields)
    key, status, host, domain, site, hits, flags, target = spread
    return Keyed(raws, key, status, host, domain, site, hits, flags, columns, policy, source, target, first)


def first_rows(raws: Sequence[str | None]) -> tuple[list[int], list[int]]:
    """For each row, the first row with the same raw string; and those first rows, each once, in ascending order."""
    known: dict[str | None, int] = {}
    first = [known.setdefault(raw, i) for i, raw in enumerate(raws)]
    return first, list(known.values())


def _is_on(one: Rule, rung: str) -> bool:
    if rung.startswith("step-"):
        return 1 <= one.step <= int(rung[5:])
    return one.tier == "standard" or (rung == "convention" and one.tier == "convention")


def key_row(raw: str | None, plan: Compiled, targets: dict[str, str | None]) -> Row:
    """The row of one raw string; `targets` as `mapping.mapped` gives them. None is an empty row. Never raises on a string."""
    if raw is None:
        return Row(None, "empty", None, None, None, 0, 0, None)
    resolved = short.expand(raw, targets) if targets else None
    read = resolved.target if resolved and resolved.expanded else raw
    key, status, hits, flags, host, domain, site = engine.facts(plan.plan, read)
    word = STATUSES[status]
    if resolved:
        if resolved.expanded:
            hits |= 1 << BIT["expand-short-link"]
        if resolved.failed or word != "page":
            word, host, domain = "short-link", None, None
    return Row(key, word, host, domain, site_of(plan, host, domain, site), hits, flags, read)


def _rows(table: Rows | Table, url: str) -> tuple[Sequence[str | None], dict[str, list[str | None]], SourceInfo | None]:
    """The raw strings, the columns beside them, and where they came from."""
    if isinstance(table, str):
        raise InputError("one string is no table", expected="a list", got=repr(table[:60]), hint="pagekey.key(url) is for one")
    if not isinstance(table, Iterable):
        return table.urls, table.columns, table.source
    rows = list(table)
    dicts = [row for row in rows if isinstance(row, Mapping)]
    if not dicts:
        return _strings(rows), {}, None
    names = list(dict.fromkeys(name for row in dicts for name in row))
    if len(dicts) < len(rows):
        got = f"{len(rows) - len(dicts)} of {len(rows)} are no dicts"
        raise InputError("rows of two kinds", expected="dicts only, or strings only", got=got)
    if url not in names:
        raise InputError("no such column", expected=repr(url), got=", ".join(map(str, names)), hint="say url='NAME'")
    columns = {str(name): [_cell(row.get(name)) for row in dicts] for name in names}
    return columns[url], columns, None


def _strings(rows: Sequence[object]) -> list[str | None]:
    out: list[str | None] = []
    for place, row in enumerate(rows):
        if row is not None and not isinstance(row, str):
            raise InputError("not a string", expected="str or None", got=type(row).__name__, where=f"row {place}")
        out.append(row)
    return out


def _cell(value: object) -> str | None:
    return value if value is None or isinstance(value, str) else str(value)
