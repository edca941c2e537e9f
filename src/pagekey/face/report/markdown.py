"""The report as Markdown with tables (GFM). Names from the data are code spans: no link, no markup, no HTML comes of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pagekey.face.report.layout import Cell, Lines, Name, Section, Table
from pagekey.face.report.names import clean, cut
from pagekey.face.report.phrases import inside

NAME_COLUMNS = 120
Say = Callable[[str], str]
"""How words of ours become Markdown."""
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")


def as_markdown(sections: Sequence[Section], *, leftward: bool = False) -> str:
    """The sections as Markdown that ends in one newline. `leftward`: phrases inside words that run from right to left are isolated."""
    say = _isolated if leftward else _text
    blocks = []
    for i, section in enumerate(sections):
        blocks.append(f"{'#' if i == 0 else '##'} {say(section.title)}")
        blocks += [_table(part, say) if isinstance(part, Table) else _fenced(part, say) for part in section.tables]
        blocks += [say(note) for note in section.notes]
    return "\n\n".join(blocks) + "\n"


def _table(table: Table, say: Say) -> str:
    limit = None if len(table.align) == 2 else NAME_COLUMNS  # nothing of a method card may get lost
    head = table.head or ("",) * len(table.align)
    lines = [_row(head, limit, say), "|" + "|".join("---:" if side == "r" else "---" for side in table.align) + "|"]
    lines += [_row(row, limit, say) for row in table.rows]
    caption = f"{say(table.caption)}\n\n" if table.caption else ""
    return caption + "\n".join(lines)


def _fenced(part: Lines, say: Say) -> str:
    """Lines in a fence that is longer than any run of backticks in them."""
    lines = [clean(line) for line in part.lines]
    fence = "`" * max(3, 1 + max((len(run) for line in lines for run in re.findall("`+", line)), default=0))
    return "\n".join([*([f"{say(part.caption)}\n"] if part.caption else []), f"{fence}{part.language}", *lines, fence])


def _row(cells: Sequence[Cell], limit: int | None, say: Say) -> str:
    return "| " + " | ".join(_code(cell.text, limit) if isinstance(cell, Name) else say(cell) for cell in cells) + " |"


def _text(text: str) -> str:
    """Our own words, in which a column's name may stand: only what would start markup is escaped."""
    return _escaped(clean(text))


def _isolated(text: str) -> str:
    return _escaped(inside(clean(text)))


def _escaped(text: str) -> str:
    return re.sub(r"[\\`*_\[\]<>|&#~]", lambda found: f"\\{found[0]}", text)


def _code(name: str, limit: int | None) -> str:
    """A name as a code span; one with a backtick or bar, which a span in a table cannot hold everywhere, as character references."""
    shown = clean(name)
    shown = shown if limit is None else cut(shown, limit)
    if not shown.strip():
        return ""
    if "`" in shown or "|" in shown:
        return _PUNCTUATION.sub(lambda found: f"&#{ord(found[0])};", shown)
    return f"`{shown}`"
