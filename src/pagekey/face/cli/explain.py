"""`pagekey explain`: the trace of URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekey.face.cli import options
from pagekey.face.cli.ends import colour, put
from pagekey.face.report.names import json_text, reveal

if TYPE_CHECKING:
    from pagekey.types import Line, Step, Trace

_GONE, _NEW, _BOLD, _DIM, _PLAIN = "\x1b[31;9m", "\x1b[32m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


@click.command("explain")
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@options.policy
@options.mapping
@options.as_json
def verb(urls: tuple[str, ...], policy: str, mapping: str | None, as_json: bool) -> None:
    """How each URL became its key: every rule that changed something, with what it left, and the entry of the site data behind it.

    On a terminal, what a rule took away is red and struck through, what it put there green. NO_COLOR switches that off.
    """
    from pagekey.keying.single import explain

    traces = [explain(url, policy, mapping) for url in urls]
    if as_json:
        put("".join(trace_json(trace) for trace in traces))
    else:
        put("\n".join(trace_text(trace, coloured=colour()) for trace in traces))


def trace_json(trace: Trace) -> str:
    """The trace as one JSON object on a line."""
    from dataclasses import asdict

    return json_text(asdict(trace))


def trace_text(trace: Trace, *, coloured: bool = False) -> str:
    """The trace as it prints itself, with hidden characters as escapes; coloured, a step shows what it took away and what it put there."""
    return trace.printed(_painted if coloured else lambda line: reveal(line.text)) + "\n"


def _painted(line: Line) -> str:
    if line.step:
        return _changed(line.step)
    style = {"key": _BOLD, "facts": _DIM, "source": _DIM}.get(line.part, "")
    return f"{style}{reveal(line.text)}{_PLAIN}" if style else reveal(line.text)


def _changed(step: Step) -> str:
    """What the rule left, with the piece that it took shown before the piece that it put there."""
    before, after = step.before, step.after
    start, end = step.common_ends()
    gone, new = reveal(before[start : len(before) - end]), reveal(after[start : len(after) - end])
    painted = f"{_GONE}{gone}{_PLAIN}" * bool(gone) + f"{_NEW}{new}{_PLAIN}" * bool(new)
    return reveal(after[:start]) + painted + reveal(after[len(after) - end :])
