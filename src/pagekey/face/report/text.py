"""The report for a terminal: plain text in columns that also line up with East Asian characters. Colour only where asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pagekey.face.report.layout import Cell, Lines, Name, Section, Table
from pagekey.face.report.names import clean, cut, width
from pagekey.face.report.phrases import cell, inside, isolated, row

COLUMNS = 100  # notes and card values are wrapped here; tables take what they need, with names cut
NAME_COLUMNS = 60
_CLOSING = "，。；：、）」”"  # no line begins with one of these
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def as_text(sections: Sequence[Section], *, colour: bool = False, leftward: bool = False) -> str:
    """The sections as text that ends in one newline. `leftward`: lines run from right to left, and cells and phrases are isolated."""
    blocks = []
    turn = isolated if leftward else str
    for i, section in enumerate(sections):
        title = clean(section.title)
        rule = ("=" if i == 0 else "-") * width(title)
        lines = [f"{_BOLD}{turn(title)}{_PLAIN}" if colour else turn(title), row(rule) if leftward else rule]
        for j, part in enumerate(section.tables):
            lines += [""] * (j > 0)
            lines += _table(part, leftward) if isinstance(part, Table) else _copied(part, turn)
        lines += [""] * (bool(section.tables) and isinstance(section.tables[-1], Lines))
        notes = [turn(line) for note in section.notes for line in _wrapped(clean(note), COLUMNS - 2, "  ")]
        lines += [f"{_DIM}{line}{_PLAIN}" for line in notes] if colour else notes
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _table(table: Table, leftward: bool) -> list[str]:
    turn = isolated if leftward else str
    lines = [turn(f"  {clean(table.caption)}")] if table.caption else []
    if len(table.align) == 2:
        return lines + _pairs(table, leftward)
    rows = [tuple(_shown(one) for one in cells) for cells in (*([table.head] if table.head else ()), *table.rows)]
    widths = [max(width(cells[i]) for cells in rows) for i in range(len(table.align))]
    for cells in rows:
        padded = [_padded(shown, widths[i], table.align[i], leftward) for i, shown in enumerate(cells)]
        line = ("  " + "  ".join(padded)).rstrip()
        lines.append(row(line) if leftward else line)
    return lines


def _copied(part: Lines, turn: Callable[[str], str]) -> list[str]:
    return [turn(f"  {clean(part.caption)}")] * bool(part.caption) + [f"    {clean(line)}".rstrip() for line in part.lines]


def _pairs(table: Table, leftward: bool) -> list[str]:
    """A table of two columns has its right one wrapped instead of cut: nothing of a method card may get lost."""
    label_width = max((width(clean(_plain(label))) for label, _ in table.rows), default=0)
    lines, last = [], ""
    for label, value in table.rows:
        shown = clean(_plain(label))
        first = "  " + _padded("" if shown == last else shown, label_width, "l", leftward) + "  "
        last = shown
        blank = " " * (label_width + 4)
        wrapped = _wrapped(clean(_plain(value)), COLUMNS - len(blank), "")
        wrapped = [cell(inside(line)) for line in wrapped] if leftward else wrapped
        found = [((first if i == 0 else blank) + line).rstrip() for i, line in enumerate(wrapped)]
        lines += list(map(row, found)) if leftward else found
    return lines


def _plain(one: Cell) -> str:
    return one.text if isinstance(one, Name) else one


def _shown(one: Cell) -> str:
    return cut(clean(one.text), NAME_COLUMNS) if isinstance(one, Name) else clean(one)


def _padded(shown: str, columns: int, align: str, leftward: bool) -> str:
    blanks = " " * (columns - width(shown))
    own = cell(inside(shown)) if leftward else shown
    return blanks + own if align == "r" else own + blanks


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
