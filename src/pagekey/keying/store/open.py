"""The store as callers use it: periods of raw rows in, keyed tables out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from pagekey.errors import InputError
from pagekey.keying import mapping as short
from pagekey.keying.caliber import NONE, Caliber, caliber_of, digest_of
from pagekey.keying.io import SourceInfo, Table
from pagekey.keying.io.open import Progress
from pagekey.keying.single import AnyPolicy, ready
from pagekey.keying.store import keys, layout, raw
from pagekey.keying.store.parts import Cells
from pagekey.keying.table import Keyed, assembled, first_rows
from pagekey.policy import Compiled, shipped


class Store:
    """A folder of citations by period. Raw rows are only added, file by file; keys are derived of them, and can be made anew."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @staticmethod
    def open(path: str | os.PathLike[str], *, create: bool = False) -> Store:
        """The store in a folder; with `create` also one that is not there yet or empty. InputError for a folder of other things."""
        root = Path(path)
        return Store(layout.created(root) if create else layout.opened(root))

    def periods(self) -> list[str]:
        """The names of all periods that have rows, sorted."""
        return sorted({path.parent.name for path in (self.root / "raw").glob("*/*.parquet")})

    def parts(self, period: str) -> list[raw.RawPart]:
        """The source files of a period, in the order of their import. InputError if there is no such period."""
        if period not in self.periods():
            expected = f"one of {', '.join(self.periods())}" if self.periods() else "a store with rows"
            raise InputError("no such period", expected=expected, got=repr(period), where=str(self.root))
        return raw.raw_parts(self.root, period)

    def add(
        self, given: Table | str | Path | None, *, period: str, when: str = "", tool: str = "", column: str | None = None,
        stdin: BinaryIO | None = None, progress: Progress | None = None,
    ) -> raw.Added:  # fmt: skip
        """Add the rows of a file or table to a period, all of them or none. Keys are made when they are first asked for.

        `given`: a path, None for standard input, or what `read_table` gives. `when` and `tool` are written down beside the rows: no
        clock is read. A file that is in the store already, by its bytes, is not added again (`.new` is False, `.part` where it is).
        """
        return raw.add(self.root, given, period, when=when, tool=tool, column=column, stdin=stdin, progress=progress)

    def keyed(self, period: str, policy: AnyPolicy | None = None, mapping: short.Mapping | None = None) -> Keyed:
        """All rows of a period with their keys, which are made first where they are not there. Memory holds the whole table.

        `policy` None is the one that the period is counted under (citation@1 if it never was), as far as it is shipped; `mapping` None
        the one that it is counted with, if the policy is the one that it is counted under, else none. InputError if that cannot be.
        """
        parts = self.parts(period)
        plan, targets, caliber = self._chosen(period, parts, policy, mapping)
        derived = [keys.derived(self.root, part, plan, targets, caliber) for part in parts]
        columns = Columns(parts)
        raws = _below(columns.of(part, part.source.url_column) for part in parts)
        first, distinct = first_rows(raws)
        rows = keys.read_keys(derived, raws, distinct)
        return assembled(raws, first, rows, columns, plan.policy, self.source(period, caliber.mapping))

    def rekey(
        self, policy: AnyPolicy = "citation@1", mapping: short.Mapping | None = None, periods: Iterable[str] | None = None
    ) -> dict[str, Caliber]:
        """Make the keys of periods (default: all) under a policy, and count them under it from now on. Raw rows are only read."""
        plan, targets, digest = _prepared(policy, mapping)
        found = {}
        for period in self.periods() if periods is None else periods:
            parts = self.parts(period)
            caliber = _caliber(plan, digest, parts)
            for part in parts:
                keys.derived(self.root, part, plan, targets, caliber)
            keys.set_counted(self.root, period, caliber)
            found[period] = caliber
        return found

    def counted(self, period: str) -> Caliber | None:
        """Under what a period is counted, as the last `rekey` left it. None if it never was, or if the folder `keys` was taken away."""
        return keys.counted(self.root, period)

    def key_sets(self, period: str) -> list[keys.KeySet]:
        """Under which policies and mappings a period has keys."""
        return keys.key_sets(self.root, self.parts(period), period)

    def leftovers(self) -> list[layout.Leftover]:
        """Files that are being written, or that a killed process left behind. None of them counts as rows."""
        return layout.leftovers(self.root)

    def source(self, period: str, mapping: str | None = None) -> SourceInfo:
        """The parts of a period as one source: for the method card. `sha256` is that of the one part, or "" where there are more.

        `mapping`: the hash of the targets of short links, which becomes a note."""
        found = [part.source for part in self.parts(period)]
        names = list(dict.fromkeys(name for one in found for name in one.columns))
        notes = [f"{one.name}: {note}" if len(found) > 1 else note for one in found for note in one.notes]
        notes += [f"short links read by the mapping {mapping}"] * (mapping not in (None, NONE))
        return replace(
            found[0],
            name=f"{self.root.absolute().name}/{period}",
            sha256=found[0].sha256 if len(found) == 1 else "",
            rows=sum(one.rows for one in found),
            columns=tuple(names),
            url_column=_once(one.url_column for one in found),
            found_by=_once(one.found_by for one in found),
            dialect=_once(one.dialect for one in found),
            notes=tuple(notes),
            parts=tuple(found),
        )

    def _chosen(
        self, period: str, parts: list[raw.RawPart], policy: AnyPolicy | None, mapping: short.Mapping | None
    ) -> tuple[Compiled, dict[str, str | None] | None, Caliber]:
        """Plan, targets and caliber of what is asked for. Targets None: those of a mapping that is known by its hash alone."""
        counted = self.counted(period)
        if policy is None:
            policy = _shipped(counted.policy, period) if counted else "citation@1"
        plan, targets, digest = _prepared(policy, mapping)
        if mapping is None and counted and counted.policy == plan.stamp and counted.mapping != NONE:
            return plan, None, counted
        return plan, targets, _caliber(plan, digest, parts)


def _shipped(stamp: str | None, period: str) -> str:
    """The name of the shipped policy that makes this stamp now. InputError if none does."""
    for name in shipped():
        if ready(name).stamp == stamp:
            return name
    hint = "give the policy that makes this stamp, or count the period anew: pagekey rekey --store DIR --period NAME"
    raise InputError(f"{period} is counted under a policy that is not shipped", got=str(stamp), hint=hint)


def _prepared(policy: AnyPolicy, mapping: short.Mapping | None) -> tuple[Compiled, dict[str, str | None], str]:
    """The plan, the targets of short links by key, and the hash of the mapping."""
    plan = ready(policy)
    rows = short.read_mapping(mapping) if isinstance(mapping, str | os.PathLike) else dict(mapping or {})
    return plan, short.mapped(rows or None, plan), digest_of(rows)


def _caliber(plan: Compiled, digest: str, parts: list[raw.RawPart]) -> Caliber:
    columns = _once(sorted({part.source.url_column for part in parts}))
    extractor = _once(sorted({part.extractor for part in parts}))
    return replace(caliber_of(plan.policy, digest, f"column {columns}, all rows"), extractor=extractor)


def _once(words: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(words))


def _below(columns: Iterable[Cells]) -> Cells:
    """Columns below each other; one alone is itself, not a copy."""
    found = list(columns)
    return found[0] if len(found) == 1 else [cell for column in found for cell in column]


class Columns(Mapping[str, Cells]):
    """The columns of some parts, one part below the other, by name; a column that a part does not have is None there.

    Each is read when it is first asked for, since counting asks for few of them. Raw parts never change, so the time does not matter.
    """

    def __init__(self, parts: Sequence[raw.RawPart]) -> None:
        self._parts = parts
        self._found: dict[str, Cells | None] = dict.fromkeys(name for part in parts for name in part.source.columns)
        self._shared: dict[str, str] = {}

    def of(self, part: raw.RawPart, name: str) -> Cells:
        """One column of one part; equal strings are one object in all that is read."""
        return raw.raw_column(part, name, self._shared)

    def __getitem__(self, name: str) -> Cells:
        cells = self._found[name]
        if cells is None:
            cells = _below(self.of(part, name) if name in part.source.columns else [None] * part.source.rows for part in self._parts)
            self._found[name] = cells
        return cells

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
