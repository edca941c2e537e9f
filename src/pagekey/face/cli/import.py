"""`pagekey import`: the rows of a file into a period of a store."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from pagekey.errors import InputError
from pagekey.face.cli import options
from pagekey.face.cli.ends import DONE, FINDING, put, say
from pagekey.face.cli.meter import Meter
from pagekey.face.cli.tables import uncollected
from pagekey.face.report.names import reveal

if TYPE_CHECKING:
    from pagekey.keying.caliber import Caliber
    from pagekey.keying.store import RawPart


@click.command("import")
@click.argument("file", default="-", metavar="[FILE]")
@click.option("--store", metavar="DIR", required=True, help="The store; made if it is not there.")
@click.option("--period", metavar="NAME", required=True, help="The period that the rows belong to, such as 2026-10.")
@options.column
@options.policy
@options.mapping
@options.quiet
@uncollected()
def verb(file: str, store: str, period: str, column: str | None, policy: str, mapping: str | None, quiet: bool) -> int:
    """Add the rows of FILE (CSV, TSV, JSONL or one URL a line, also .gz; no file, or -, is stdin) to a period of a store, as they are.

    All rows are added, or none. What is in the store is never changed; a file whose bytes are there already is not added again (exit 1).
    Then the period is keyed under the policy.

    \b
      pagekey import citations.csv --store cited --period 2026-10
    """
    from pagekey import __version__
    from pagekey.keying.single import ready
    from pagekey.keying.store import Store

    plan = ready(policy)  # a policy that cannot be used is said before a long file is read
    _check_readable(file, column)
    opened = Store.open(store, create=True)
    when = datetime.now(UTC).isoformat(timespec="seconds")
    tool = f"pagekey {__version__}"
    with Meter(file, wanted=not quiet, label="reading") as meter:
        added = opened.add(file, period=period, when=when, tool=tool, column=column, progress=meter.bytes)
    if not quiet and added.cleared:
        say(f"note: {added.cleared} unfinished file(s) of killed imports removed")
    before = opened.counted(period)
    if added.new or (added.part.period == period and before is None):
        caliber = opened.rekey(plan.policy, mapping, [period])[period]
        if not quiet:
            for note in _notes(added.part.source.notes, period, before, caliber):
                say(f"note: {note}")
    if not added.new:
        say(f"pagekey: {file}: {_there(added.part)}; nothing was added")
        return FINDING
    source, parts = added.part.source, opened.parts(period)
    rows = sum(part.source.rows for part in parts)
    put(f"{period}: {source.rows:,} rows of {reveal(source.name)} added, sha256 {source.sha256}\n")
    put(f"{period}: {len(parts)} file(s), {rows:,} rows, counted under {caliber.policy}, mapping {caliber.mapping}\n")
    return DONE


def _check_readable(file: str, column: str | None) -> None:
    """What cannot be read is said before a store is made; a pipe is not looked into, since it can be read once only."""
    from pagekey.keying.io import stream_table

    if file == "-" and sys.stdin is None:
        raise InputError("standard input is closed", hint="name a file")
    if os.path.isfile(file) or not (file == "-" or os.path.exists(file)):
        stream_table(file, column=column).close()


def _notes(read: tuple[str, ...], period: str, before: Caliber | None, now: Caliber) -> list[str]:
    """What was odd in the input, and that a period is counted in another way than before."""
    if before is None or (before.policy, before.mapping) == (now.policy, now.mapping):
        return list(read)
    return [*read, f"{period} was counted under {before.policy}, mapping {before.mapping}; all of it is counted anew now"]


def _there(part: RawPart) -> str:
    source = part.source
    when = part.imported or "at a time not stated"
    return (
        f"these bytes are in the store already, in period {part.period}: {reveal(source.name)}, {source.rows:,} rows, imported {when}"
    )
