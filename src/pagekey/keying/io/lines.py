"""Plain lines: one URL a line. A blank line is a row with "", so that line n of the input is row n of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pagekey.keying.io.open import lines_of, whole_lines
from pagekey.keying.io.table import Block, Cells, Row

COLUMN = "url"
BLOCK = 4096


class LinesReader:
    """Lines end at LF or CR LF. A lone CR ends a line only in a text that has no LF at all (`old_mac`), else it is content."""

    def __init__(self, texts: Iterable[str], old_mac: bool, *, whole: bool = False) -> None:
        self.columns = [COLUMN]
        self.head = ""
        self._texts = texts
        self._old_mac = old_mac
        self._whole = whole

    def blocks(self) -> Iterator[Block]:
        if self._whole:
            lines_with_ends = lines_of(self._texts, "" if self._old_mac else "\n")
            while some := list(islice(lines_with_ends, BLOCK)):
                yield Block([line.removesuffix("\n").removesuffix("\r") for line in some], None, some)
            return
        if self._old_mac:
            for line in lines_of(self._texts, ""):
                yield Block([line.rstrip("\r\n")])
            return
        for text in whole_lines(self._texts, "\n"):
            lines: Cells = list(text.removesuffix("\n").split("\n"))
            if "\r" in text:
                lines = [line.removesuffix("\r") for line in lines if line is not None]
            yield Block(lines)

    def notes(self) -> list[str]:
        return []


class LinesText:
    """Makes output lines: the first added cell, or the row's own first cell if nothing is added. Always exactly one line:
    a line break inside is written %0A or %0D."""

    def header(self) -> str:
        return ""

    def lines(self, rows: Iterable[Row], added: Iterable[Sequence[str | None]]) -> str:
        cells = [(extra[0] if extra else row.cells[0] if row.cells else "") or "" for row, extra in zip(rows, added, strict=False)]
        text = "\n".join([*cells, ""])
        if "\r" in text or text.count("\n") != len(cells):
            text = "".join(cell.replace("\n", "%0A").replace("\r", "%0D") + "\n" for cell in cells)
        return text
