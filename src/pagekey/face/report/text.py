"""The report for a terminal: plain text in columns that also line up with East Asian characters. Colour only where asked."""

from __future__ import annotations

from collections.abc import Sequence

from pagekey.face.report.layout import Cell, Lines, Name, Section, Table
from pagekey.face.report.names import clean, cut, width

COLUMNS = 100  # notes and card values are wrapped here; tables take what they need, with names cut
NAME_COLUMNS = 60
_CLOSING = "，。；：、）」”"  # no line begins with one of these
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def as_text(sections: Sequence[Section], *, colour: bool = False) -> str:
    """The sections as text that ends in one newline."""
    blocks = []
    for i, section in enumerate(sections):
        title = clean(section.title)
        rule = ("=" if i == 0 else "-") * width(title)
        lines = [f"{_BOLD}{title}{_PLAIN}" if colour else title, rule]
        for j, part in enumerate(section.tables):
            lines += [""] * (j > 0)
            lines += _table(part) if isinstance(part, Table) else _copied(part)
        lines += [""] * (bool(section.tables) and isinstance(section.tables[-1], Lines))
        notes = [line for note in section.notes for line in _wrapped(clean(note), COLUMNS - 2, "  ")]
        lines += [f"{_DIM}{line}{_PLAIN}" for line in notes] if colour else notes
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _table(table: Table) -> list[str]:
    lines = [f"  {clean(table.caption)}"] if table.caption else []
    if len(table.align) == 2:
        return lines + _pairs(table)
    rows = [tuple(_shown(cell) for cell in row) for row in (*([table.head] if table.head else ()), *table.rows)]
    widths = [max(width(row[i]) for row in rows) for i in range(len(table.align))]
    for row in rows:
        cells = [_padded(cell, widths[i], table.align[i]) for i, cell in enumerate(row)]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return lines


def _copied(part: Lines) -> list[str]:
    return [f"  {clean(part.caption)}"] * bool(part.caption) + [f"    {clean(line)}".rstrip() for line in part.lines]


def _pairs(table: Table) -> list[str]:
    """A table of two columns has its right one wrapped instead of cut: nothing of a method card may get lost."""
    label_width = max((width(clean(_plain(row[0]))) for row in table.rows), default=0)
    lines, last = [], ""
    for label, value in table.rows:
        shown = clean(_plain(label))
        first = "  " + _padded("" if shown == last else shown, label_width, "l") + "  "
        last = shown
        wrapped = _wrapped(clean(_plain(value)), COLUMNS - width(first), "")
        lines += [((first if i == 0 else " " * width(first)) + line).rstrip() for i, line in enumerate(wrapped)]
    return lines


def _plain(cell: Cell) -> str:
    return cell.text if isinstance(cell, Name) else cell


def _shown(cell: Cell) -> str:
    return cut(clean(cell.text), NAME_COLUMNS) if isinstance(cell, Name) else clean(cell)


def _padded(cell: str, columns: int, align: str) -> str:
    blanks = " " * (columns - width(cell))
    return blanks + cell if align == "r" else cell + blanks


def _wrapped(line: str, columns: int, indent: str) -> list[str]:
    """The line in pieces of at most `columns`, broken at blanks and beside wide characters, or anywhere in a word that is too long."""
    lines, now = [], ""
    for piece in _pieces(line, columns):
        if now and width(now) + width(piece.rstrip()) > columns:
            lines.append(now.rstrip())
            now = ""
        now += piece
    return [indent + text for text in [*lines, now.rstrip()]]


def _pieces(line: str, columns: int) -> list[str]:
    pieces, word = [], ""
    for char in line:
        if char == " ":
            pieces.append(word + char)
            word = ""
        elif width(char) == 2 and char not in _CLOSING:
            if word:
                pieces.append(word)
            word = char
        elif width(word + char) > columns:
            pieces.append(word)
            word = char
        else:
            word += char
    return [*pieces, word]
