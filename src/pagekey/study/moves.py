"""Which keys move between two policies: `moves(old, new) -> Moves`, for one table that was keyed under both.

The pages of the one and the pages of the other that have strings in common hang together; what hangs together is one group. A group in
which nothing but one page stands on either side, the same, does not move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from pagekey.errors import InputError
from pagekey.keying.pages import distinct_rows, domain_of, page_rows, site_of
from pagekey.keying.single import explain
from pagekey.rules import BIT
from pagekey.statuses import STATUSES

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.policy import Policy
    from pagekey.types import Step

KINDS = ("joined", "split", "regrouped", "status", "renamed")
PAIRS = 3  # pairs of strings of a group that are explained
EXAMPLES = 4


@dataclass(frozen=True, slots=True)
class Unit:
    """One key of a status under one policy, with the records and distinct strings of the group that have it."""

    key: str
    status: str
    records: int
    strings: int


@dataclass(frozen=True, slots=True)
class Cause:
    """A rule that works otherwise. `under`: old or new only, or both, differently. `entry`: the entry behind it, "" where none is known."""

    rule: str
    under: str
    entry: str


@dataclass(frozen=True, slots=True)
class Move:
    """Keys that move together. `kind`: joined (several became one), split (one became several), regrouped (both), status, renamed.

    `records` and `strings` are all of the group, `moved` the records whose key or status is another. Units: most records first.
    """

    kind: str
    records: int
    strings: int
    moved: int
    before: tuple[Unit, ...]
    after: tuple[Unit, ...]
    causes: tuple[Cause, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """The table under one policy: records of status `page` with their distinct keys, hosts, registrable domains and sites; all statuses."""

    policy: str
    site_unit: str
    records: int
    pages: int
    hosts: int
    domains: int
    sites: int
    statuses: dict[str, int]


@dataclass(frozen=True, slots=True)
class RuleMoves:
    """A rule that works otherwise: how many groups of each kind it has a part in, and their records."""

    rule: str
    under: str
    groups: dict[str, int]
    records: int


@dataclass(frozen=True, slots=True)
class Moves:
    """What moves between two policies: the groups by kind (in the order of `KINDS`), then most records first, then by key.

    `strings` are the distinct ones of the table; `moved` and `moved_strings` those whose key or status is another.
    """

    rows: int
    strings: int
    moved: int
    moved_strings: int
    before: Side
    after: Side
    groups: tuple[Move, ...]

    def of(self, kind: str) -> tuple[Move, ...]:
        """The groups of one kind."""
        return tuple(group for group in self.groups if group.kind == kind)

    @property
    def rules(self) -> tuple[RuleMoves, ...]:
        """The rules behind the groups, most records first; a group with several causes stands under each of them."""
        found: dict[tuple[str, str], list[Move]] = {}
        for group in self.groups:
            for cause in dict.fromkeys((cause.rule, cause.under) for cause in group.causes):
                found.setdefault(cause, []).append(group)
        rows = []
        for (rule, under), groups in found.items():
            kinds = Counter(group.kind for group in groups)
            rows.append(RuleMoves(rule, under, {kind: kinds[kind] for kind in KINDS}, sum(group.records for group in groups)))
        return tuple(sorted(rows, key=lambda row: (-row.records, BIT[row.rule], row.under)))


_Unit = tuple[str, str]  # status, key


@dataclass(frozen=True, slots=True)
class _Row:
    """One distinct string: what was keyed of it, its records, its unit under either policy."""

    raw: str
    read: str
    records: int
    old: _Unit
    new: _Unit


def moves(old: Keyed, new: Keyed) -> Moves:
    """What moves between the policies of two keyed tables of the same rows. InputError if the rows differ."""
    if old.raw != new.raw:
        raise InputError(
            "two tables of different rows", expected="one table keyed under two policies", got=f"{len(old.raw)} and {len(new.raw)} rows"
        )
    rows = _rows(old, new)
    found = [_move(group, old.policy, new.policy) for group in _groups(rows)]
    found.sort(key=lambda move: (KINDS.index(move.kind), -move.records, move.before[0].key, move.after[0].key))
    changed = [row for row in rows if row.old != row.new]
    return Moves(
        rows=len(old.raw),
        strings=len(rows),
        moved=sum(row.records for row in changed),
        moved_strings=len(changed),
        before=_side(old),
        after=_side(new),
        groups=tuple(found),
    )


def _side(keyed: Keyed) -> Side:
    rows = page_rows(keyed.status)
    found = Counter(keyed.status)
    return Side(
        policy=keyed.policy.stamp,
        site_unit=keyed.policy.site,
        records=len(rows),
        pages=len({keyed.key[i] for i in rows}),
        hosts=len({keyed.host[i] for i in rows}),
        domains=len({domain_of(keyed, i) for i in rows}),
        sites=len({site_of(keyed, i) for i in rows}),
        statuses={status: found[status] for status in STATUSES},
    )


def _rows(old: Keyed, new: Keyed) -> list[_Row]:
    """The distinct strings; a cell that is not there is none."""
    found = []
    for i, records in distinct_rows(old).items():
        raw = old.raw[i]
        if raw is not None:
            units = [(keyed.status[i], keyed.key[i] or "") for keyed in (old, new)]
            found.append(_Row(raw, new.target[i] or raw, records, *units))
    return found


def _groups(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """The strings that hang together, only where something moves."""
    sides: tuple[dict[_Unit, list[_Row]], dict[_Unit, list[_Row]]] = ({}, {})
    for row in rows:
        sides[0].setdefault(row.old, []).append(row)
        sides[1].setdefault(row.new, []).append(row)
    done: set[str] = set()
    for row in rows:
        if row.raw in done:
            continue
        done.add(row.raw)
        group, seen = [row], {(0, row.old), (1, row.new)}
        waiting = list(seen)
        while waiting:
            side, unit = waiting.pop()
            for other in sides[side][unit]:
                if other.raw not in done:
                    done.add(other.raw)
                    group.append(other)
                more = {(0, other.old), (1, other.new)} - seen
                seen |= more
                waiting += more
        if any(one.old != one.new for one in group):
            yield group


def _move(group: list[_Row], old: Policy, new: Policy) -> Move:
    group.sort(key=lambda row: (-row.records, row.raw))
    before, after = _units(group, "old"), _units(group, "new")
    kind = ("status" if before[0].status != after[0].status else "renamed") if len(before) == len(after) == 1 else ""
    kind = kind or ("joined" if len(after) == 1 else "split" if len(before) == 1 else "regrouped")
    pairs = [*_pairs(group, "new", "old"), *_pairs(group, "old", "new")]
    causes = [cause for one, two, under in pairs for cause in _apart(one, two, under, old, new)] or _changed(group, old, new)
    shown = dict.fromkeys([row for one, two, _ in pairs for row in (one.raw, two.raw)] + [row.raw for row in group])
    return Move(
        kind=kind,
        records=sum(row.records for row in group),
        strings=len(group),
        moved=sum(row.records for row in group if row.old != row.new),
        before=before,
        after=after,
        causes=tuple(sorted(set(causes), key=lambda cause: (BIT[cause.rule], cause.under, cause.entry))),
        examples=tuple(islice(shown, EXAMPLES)),
    )


def _units(group: Sequence[_Row], side: str) -> tuple[Unit, ...]:
    records: Counter[_Unit] = Counter()
    strings: Counter[_Unit] = Counter()
    for row in group:
        unit = getattr(row, side)
        records[unit] += row.records
        strings[unit] += 1
    ranked = sorted(records, key=lambda unit: (-records[unit], unit[1], unit[0]))
    return tuple(Unit(unit[1], unit[0], records[unit], strings[unit]) for unit in ranked)


def _pairs(group: Sequence[_Row], one: str, several: str) -> list[tuple[_Row, _Row, str]]:
    """Strings that are one unit on the side `one` and not on the other, the most frequent ones first; with the name of the side `one`."""
    first: dict[_Unit, dict[_Unit, _Row]] = {}
    for row in group:
        first.setdefault(getattr(row, one), {}).setdefault(getattr(row, several), row)
    found = [(rows[0], other) for units in first.values() for rows in [list(units.values())] for other in rows[1:]]
    return [(a, b, one) for a, b in found[:PAIRS]]


def _apart(one: _Row, two: _Row, under: str, old: Policy, new: Policy) -> list[Cause]:
    """The rules that bring two strings together under one policy and not under the other."""
    steps = {side: [_steps(row.read, policy) for row in (one, two)] for side, policy in (("old", old), ("new", new))}
    differ = {side: taped[0].keys() ^ taped[1].keys() for side, taped in steps.items()}
    own = differ[under] - differ["new" if under == "old" else "old"] or differ[under]
    taped = steps[under][0] | steps[under][1]
    return [Cause(piece[0], under, "; ".join(taped[piece].sources) or _entry(taped[piece].before, old, new)) for piece in own]


def _changed(group: Sequence[_Row], old: Policy, new: Policy) -> list[Cause]:
    """The rules that work otherwise on the first string that moves."""
    row = next(row for row in group if row.old != row.new)
    before, after = _steps(row.read, old), _steps(row.read, new)
    rules: dict[str, dict[str, Step]] = {}
    for side, own, other in (("old", before, after), ("new", after, before)):
        for piece in own.keys() - other.keys():
            rules.setdefault(piece[0], {})[side] = own[piece]
    found = []
    for rule, sides in rules.items():
        step = sides.get("new") or sides["old"]
        under = "both" if len(sides) == 2 else next(iter(sides))
        found.append(Cause(rule, under, "; ".join(step.sources) or _entry(step.before, old, new)))
    return found


def _steps(url: str, policy: Policy) -> dict[tuple[str, str, str], Step]:
    """The steps by what they took and gave, without what they left alone on both sides."""
    found = {}
    for step in explain(url, policy).steps:
        start, end = step.common_ends()
        found[step.rule, step.before[start : len(step.before) - end], step.after[start : len(step.after) - end]] = step
    return found


def _entry(url: str, old: Policy, new: Policy) -> str:
    """The entry `[sites."H"]` for the host of the URL that the two policies do not share, "" if there is none."""
    rest = url.partition("://")[2] or url
    host = rest.replace("?", "/").replace("#", "/").partition("/")[0].rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")
    labels = host.split(".")
    names = [host, *(".".join(labels[k:]) for k in range(1, len(labels))), *(f"*.{'.'.join(labels[k:])}" for k in range(1, len(labels)))]
    said = [{site.host: site for site in policy.sites} for policy in (old, new)]
    return next((f'[sites."{name}"]' for name in names if said[0].get(name) != said[1].get(name)), "")
