"""`pagekey policy suggest`: the parameters of a user's own data, and lines for a policy that are worth a thought."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pagekey.face.cli import options
from pagekey.face.cli.ends import put, say
from pagekey.face.cli.tables import read_keyed
from pagekey.face.report.figures import percent, whole
from pagekey.face.report.names import cut, json_text, reveal, width

if TYPE_CHECKING:
    from pagekey.policy import Policy
    from pagekey.study.parameters import Parameter, Parameters, Words

_SHOWN = 30  # rows, without --all
_HEAD = ("host", "parameter", "records", "share", "values", "now", "pages", "if dropped", "if kept", "effect", "proposal")
_LEFT = (0, 1, 5, 9, 10)
_COLUMNS = {0: 36, 1: 24}


@click.command("suggest", short_help="What the parameters of your data do, and lines to paste.")
@click.argument("file", default="-", metavar="[FILE]")
@options.policy
@options.mapping
@options.column
@click.option(
    "--min-values", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="Only parameters with N values or more."
)
@click.option("--all", "show_all", is_flag=True, help=f"All parameters, not only the first {_SHOWN}.")
@options.as_json
@options.quiet
def verb(
    file: str, policy: str, mapping: str | None, column: str | None, min_values: int, show_all: bool, as_json: bool, quiet: bool
) -> None:
    """Which parameters the URLs of FILE have, host by host, and what dropping or keeping each would change on this data.

    records, share: rows of the host that have it. values: distinct ones. now: kept, or the rule that drops it. pages: of the host, as
    the policy counts them; if dropped, if kept: how many there would be then. effect: what pagekey knows of it.

    Below the table stand lines for a policy, as proposals: a parameter of unknown effect whose pages are in the data without it too, or
    one that a keep-list should spare. Nothing is active by itself, and only the site knows: open some of the pages first.

    \b
      pagekey policy suggest citations.csv
      pagekey policy suggest citations.csv --min-values 3 --json
    """
    from pagekey.study.parameters import parameters, words

    keyed = read_keyed(file, column, policy, mapping, quiet=quiet)
    found = parameters(keyed, min_values=min_values)
    lines = words(keyed, found.rows)
    if as_json:
        put("".join([*map(_object, found.rows), *map(_object, lines)]))
        return
    put("\n".join([*table(found.rows if show_all else found.rows[:_SHOWN]), *proposals(lines, keyed.policy)]) + "\n")
    if not quiet:
        for line in _said(found, show_all=show_all):
            say(line)


def table(rows: Sequence[Parameter]) -> list[str]:
    """The parameters in columns, with a head."""
    cells = [_HEAD, *(_cells(one) for one in rows)]
    cells = [tuple(cut(cell, _COLUMNS.get(i, 60)) for i, cell in enumerate(row)) for row in cells]
    widths = [max(width(row[i]) for row in cells) for i in range(len(_HEAD))]
    out = []
    for row in cells:
        blanks = [" " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)]
        out.append("  ".join(c + b if i in _LEFT else b + c for i, (c, b) in enumerate(zip(row, blanks, strict=True))).rstrip())
    return out


def _cells(one: Parameter) -> tuple[str, ...]:
    now = one.by or "kept"
    if 0 < one.dropped < one.records:
        now = f"{one.by} ({whole(one.dropped)} of {whole(one.records)})"
    return (
        reveal(one.host),
        reveal(one.name),
        whole(one.records),
        percent(one.records, one.of_records),
        whole(one.values),
        now,
        whole(one.pages),
        whole(one.if_dropped) if one.dropped < one.records else "-",
        whole(one.if_kept) if one.dropped else "-",
        one.effect,
        one.proposal or "-",
    )


def proposals(lines: Sequence[Words], policy: Policy) -> list[str]:
    """TOML to paste, with what it does to this data; a comment where there is nothing to propose."""
    from pagekey.study.parameters import NEEDED

    if not lines:
        return ["", "# no proposals"]
    hosts = "1 host" if len(lines) == 1 else f"{len(lines):,} hosts"
    out = ["", f"# proposals for {hosts}: not active until they stand in a policy; look at some of the pages first"]
    used = [rule for rule, word in zip(NEEDED, ("drop", "keep"), strict=True) if any(getattr(one, word) for one in lines)]
    off = [rule for rule in used if rule not in policy.rules]
    out += [f"# {policy.name}@{policy.version} has a rule off that they need: enable = {json.dumps(off)}"] * bool(off)
    for one in lines:
        out += ["", f"[sites.{json.dumps(one.host)}]  # pages on this data: {whole(one.pages)} -> {whole(one.after)}"]
        out += [f"{word} = {json.dumps(names)}" for word, names in (("drop", one.drop), ("keep", one.keep)) if names]
    return out


def _object(one: Parameter | Words) -> str:
    from dataclasses import asdict

    from pagekey.study.parameters import Parameter

    kind = "parameter" if isinstance(one, Parameter) else "proposal"
    return json_text({"kind": kind, **asdict(one)})


def _said(found: Parameters, *, show_all: bool) -> list[str]:
    hosts = len({one.host for one in found.rows})
    counted = f"{whole(len(found.rows))} parameters on {whole(hosts)} hosts"
    lines = [f"{whole(found.records)} records with a page; {counted}; policy {found.policy}"]
    hidden = 0 if show_all else len(found.rows) - _SHOWN
    lines += [f"{whole(hidden)} more are listed by --all"] * (hidden > 0)
    lines += [f"note: {whole(found.opaque)} records with an opaque query were not looked at"] * (found.opaque > 0)
    lines += [f"note: {whole(found.crowded)} records with too many parameters were not looked at"] * (found.crowded > 0)
    return lines
