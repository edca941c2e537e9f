"""The report as Markdown with tables (GFM). Names from the data are code spans: no link, no markup, no HTML comes of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pagekey.face.report.layout import Cell, Lines, Name, Section, Table
from pagekey.face.report.names import clean, cut

NAME_COLUMNS = 120
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")


def as_markdown(sections: Sequence[Section]) -> str:
    """The sections as Markdown that ends in one newline."""
    blocks = []
    for i, section in enumerate(sections):
        blocks.append(f"{'#' if i == 0 else '##'} {_text(section.title)}")
        blocks += [_table(part) if isinstance(part, Table) else _fenced(part) for part in section.tables]
        blocks += [_text(note) for note in section.notes]
    return "\n\n".join(blocks) + "\n"


def _table(table: Table) -> str:
    limit = None if len(table.align) == 2 else NAME_COLUMNS  # nothing of a method card may get lost
    head = table.head or ("",) * len(table.align)
    lines = [_row(head, limit), "|" + "|".join("---:" if side == "r" else "---" for side in table.align) + "|"]
    lines += [_row(row, limit) for row in table.rows]
    caption = f"{_text(table.caption)}\n\n" if table.caption else ""
    return caption + "\n".join(lines)


def _fenced(part: Lines) -> str:
    """Lines in a fence that is longer than any run of backticks in them."""
    lines = [clean(line) for line in part.lines]
    fence = "`" * max(3, 1 + max((len(run) for line in lines for run in re.findall("`+", line)), default=0))
    return "\n".join([*([f"{_text(part.caption)}\n"] if part.caption else []), f"{fence}{part.language}", *lines, fence])


def _row(cells: Sequence[Cell], limit: int | None) -> str:
    return "| " + " | ".join(_code(cell.text, limit) if isinstance(cell, Name) else _text(cell) for cell in cells) + " |"


def _text(text: str) -> str:
    """Our own words, in which a column's name may stand: only what would start markup is escaped."""
    return re.sub(r"[\\`*_\[\]<>|&#~]", lambda found: f"\\{found[0]}", clean(text))


def _code(name: str, limit: int | None) -> str:
    """A name as a code span; one with a backtick or bar, which a span in a table cannot hold everywhere, as character references."""
    shown = clean(name)
    shown = shown if limit is None else cut(shown, limit)
    if not shown.strip():
        return ""
    if "`" in shown or "|" in shown:
        return _PUNCTUATION.sub(lambda found: f"&#{ord(found[0])};", shown)
    return f"`{shown}`"
