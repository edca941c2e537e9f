"""CSV, TSV and their kin, by csv.reader: finding the dialect, reading blocks of rows, writing rows back in the same dialect."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Protocol, cast

from pagekey.keying.io.open import lines_of
from pagekey.keying.io.table import Block, Cells, Row, Tally

BLOCK = 4096
FIRST_BLOCK = 256  # rows, before it is known what they take
BLOCK_CHARS = 1 << 24
DELIMITERS = (",", "\t", ";", "|")
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

# csv.reader asks for a delimiter; a file of one column has none. The last code point is no character and stands in no text.
_NO_DELIMITER = "\U0010ffff"
# Read after a line. It comes back as a row of its own, unless a quote is still open: then it ends the last cell.
_END = "\U0010fffe"
_WIDEST_CELL = 2**31 - 1  # a C long on every system
_FAR = 1000  # lines
_MOST_FAR = 8


class Parser(Protocol):
    """A csv.reader: rows, and the number of lines taken so far."""

    @property
    def line_num(self) -> int: ...

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Separation:
    """How cells and rows are set apart. `delimiter` "" is a file of one column: no character splits a row."""

    delimiter: str = ","
    quote: str = '"'
    escape: str | None = None
    line_end: str = "\n"

    @property
    def format(self) -> str:
        return "tsv" if self.delimiter == "\t" else "csv"

    def words(self) -> str:
        delimiter = {"": "one column", "\t": "delimiter tab"}.get(self.delimiter, f"delimiter {self.delimiter!r}")
        quote = "" if self.quote == '"' else f", quote {self.quote}"
        return f"{delimiter}{quote}{', backslash escapes' if self.escape else ''}"

    def parse(self, lines: Iterable[str], *, quoted: bool = True, strict: bool = False) -> Parser:
        """The csv.reader over lines with their ends on them; `strict` raises csv.Error for a quote that is not closed as it should.

        The csv module has one limit on the size of a cell for the whole process; it is raised here for good, never lowered.
        To restore it after each block would break a second thread that reads at the same time.
        """
        if csv.field_size_limit() < _WIDEST_CELL:
            csv.field_size_limit(_WIDEST_CELL)
        return csv.reader(
            lines,
            delimiter=self.delimiter or _NO_DELIMITER,
            quotechar=self.quote,
            escapechar=self.escape,
            doublequote=self.escape is None,
            quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
            strict=strict,
        )


def block_size(rows: int, chars: int) -> int:
    """How many rows to read at once, by what the last ones took: many, but no more than some 16 million characters."""
    return max(1, min(BLOCK, BLOCK_CHARS * max(rows, 1) // max(chars, 1)))


def sample_rows(lines: Iterable[str], separation: Separation, limit: int) -> list[list[str]]:
    """At most `limit` rows of the lines, blank lines left out."""
    return list(islice(filter(None, separation.parse(lines)), limit))


def sniff(lines: list[str], limit: int = 200) -> tuple[Separation, float]:
    """The dialect of the lines, and the share of the first rows that are as wide as the very first (1.0 for one column).

    A delimiter counts only if the first row has it: the header of a file decides how wide its rows are, and what else
    splits a cell somewhere below (commas in URLs, semicolons in titles) is content.
    """
    crlf = sum(line.endswith("\r\n") for line in lines[:limit])
    line_end = "\r\n" if crlf * 2 > min(len(lines), limit) else "\n"
    quote = _quote(lines[:limit])
    escapes = (None, "\\") if any('\\"' in line for line in lines) else (None,)
    best, best_score = Separation("", quote, None, line_end), (0.0, 0)
    for delimiter in DELIMITERS:
        for escape in escapes:
            separation = Separation(delimiter, quote, escape, line_end)
            rows = sample_rows(lines, separation, 1)
            if not rows or len(rows[0]) == 1:
                continue
            score = _score(sample_rows(lines, separation, limit))
            if score > best_score:
                best, best_score = separation, score
    return best, best_score[0] if best.delimiter else 1.0


def _score(rows: list[list[str]]) -> tuple[float, int]:
    width = len(rows[0])
    return sum(len(row) == width for row in rows) / len(rows), width


def _quote(lines: list[str]) -> str:
    """The single quote only if most lines begin with it; many texts hold apostrophes, few quote with them."""
    filled = [line for line in lines if line.strip()]
    return "'" if sum(line.startswith("'") for line in filled) * 2 > len(filled) else '"'


class SeparatedReader:
    """Rows as read. Blank lines are skipped and counted, save in a file of one column, where they are rows with "".

    A stray quote at the start of a cell opens a cell that runs on to the next quote, rows or megabytes later, and what it
    swallows is lost in silence. So csv.reader is strict here: where it meets the other quote in a place that makes no sense, or
    the end of the file, the line on which the record began is read by itself, and reading goes on with the line after it. That
    is a second look at all lines between; where it was far for the eighth time, the quotes of the file mean nothing, and the
    rest is read without them, so that the time stays linear.
    """

    def __init__(
        self, texts: Iterable[str], separation: Separation, columns: list[str], url_index: int, *, header: bool, skip_line: bool,
        whole: bool = False,
    ) -> None:  # fmt: skip
        self.columns = columns
        self._separation = separation
        self._url = url_index
        self._header = header
        lines = lines_of(texts, "")
        self.head = next(lines, "") if skip_line else ""
        self._whole = whole
        self._lines = lines
        self._again: deque[str] = deque()  # lines to be read once more, before the others
        self._tape: list[str] = []  # lines of the block that is being read
        self._lines_done = int(skip_line)
        self._rows_done = 0
        self._size = min(FIRST_BLOCK, BLOCK)
        self._far = self._unquoted_from = 0
        self._short, self._long, self._stray = Tally(), Tally(), Tally()
        self._blank = 0

    def blocks(self) -> Iterator[Block]:
        waiting = self._header
        for rows, texts in self._row_blocks():
            if waiting:
                first = next((k for k, row in enumerate(rows) if row), len(rows))
                waiting = first == len(rows)
                del rows[: first + 1]
                self.head += "".join(texts[: first + 1])
                del texts[: first + 1]
            block = self._even(rows, texts)
            if block.urls:
                self._rows_done += len(block.urls)
                yield block

    def _row_blocks(self) -> Iterator[tuple[list[list[str]], list[str]]]:
        """Rows, and where they were asked for their lines."""
        reader = self._separation.parse(self._taped(), strict=True)
        while True:
            before = reader.line_num
            try:
                rows, ends = self._take(reader)
            except csv.Error:
                rows, ends = self._mend()
                before = 0
                reader = self._separation.parse(self._taped(), quoted=self._far < _MOST_FAR, strict=True)
            if not rows:
                return
            yield rows, ["".join(self._tape[start - before : end - before]) for start, end in pairwise((before, *ends))]
            self._size = block_size(len(rows), sum(map(len, self._tape)))
            self._lines_done += len(self._tape)
            self._tape.clear()

    def _take(self, reader: Parser) -> tuple[list[list[str]], list[int]]:
        """Rows of about a block; if their lines are wanted, the number of lines taken after each, else []."""
        if not self._whole:
            return list(islice(reader, self._size)), []
        taken = [(row, reader.line_num) for row in islice(reader, self._size)]
        return [row for row, _ in taken], [end for _, end in taken]

    def _taped(self) -> Iterator[str]:
        keep = self._tape.append
        while self._again:
            keep(self._again[0])
            yield self._again.popleft()
        for line in self._lines:
            keep(line)
            yield line

    def _mend(self) -> tuple[list[list[str]], list[int]]:
        """The rows of the taped lines up to the record that cannot be read, and its first line as a row. The other lines go back."""
        rows: list[list[str]] = []
        ends: list[int] = []
        start = 0
        reader = self._separation.parse(self._tape, strict=True)
        try:
            for row in reader:
                rows.append(row)
                start = reader.line_num
                ends.append(start)
        except csv.Error:
            pass
        line = self._tape[start]
        self._far += len(self._tape) - start > _FAR
        if self._far == _MOST_FAR and not self._unquoted_from:
            self._unquoted_from = self._lines_done + start + 2
        self._again.extendleft(reversed(self._tape[start + 1 :]))
        del self._tape[start + 1 :]
        self._stray.add(self._lines_done + start + 1)
        alone = list(self._separation.parse([line, _END]))
        rows.append(alone[0] if len(alone) == 2 else next(self._separation.parse([line], quoted=False)))
        return rows, [*ends, start + 1] if self._whole else []

    def _even(self, rows: list[list[str]], lines: list[str]) -> Block:
        width, at = len(self.columns), self._url
        cells = cast("list[Cells]", rows)
        texts = lines if self._whole else None
        if set(map(len, rows)) <= {width}:
            return Block([row[at] for row in cells], cells, texts)
        if width == 1:
            cells = [row or [""] for row in cells]
        else:
            self._blank += sum(not row for row in cells)
            texts = [text for row, text in zip(cells, lines, strict=True) if row] if self._whole else None
            cells = [row for row in cells if row]
        for number, row in enumerate(cells, self._rows_done + 1):
            if len(row) != width:
                (self._short if len(row) < width else self._long).add(number)
        return Block([row[at] if at < len(row) else None for row in cells], cells, texts)

    def notes(self) -> list[str]:
        notes = self._short.say("short row, its missing cells are empty", "short rows, their missing cells are empty", "row")
        notes += self._long.say("long row, its extra cells are kept", "long rows, their extra cells are kept", "row")
        if self._blank:
            notes.append(f"{self._blank:,} blank line(s) skipped")
        notes += self._stray.say("line with a stray quote, read by itself", "lines with stray quotes, each read by itself", "line")
        if self._unquoted_from:
            notes.append(f"too many stray quotes: from line {self._unquoted_from:,} on, quotes are read as characters")
        return notes


class SeparatedText:
    """Makes output rows: the user's cells, filled up to the header where the row is short, then the added cells, then what a
    long row has beyond the header. So every named column stands in its place and no cell is lost.

    With `formula_safe`, an added cell that a spreadsheet could run as a formula (it begins with = + - @ TAB CR) gets an
    apostrophe before it. The user's own cells are never altered: they were in the user's file before, and must come back equal.
    """

    def __init__(self, separation: Separation, columns: Sequence[str], added: Sequence[str], formula_safe: bool) -> None:
        self._names = [*columns, *added]
        self._width = len(columns)
        self._safe = formula_safe
        self._end = separation.line_end
        self._parts: list[str] = []
        sink = _Sink(self._parts)
        # Written with CR LF, so that a cell with a lone CR or LF is quoted, and cut to the wanted end afterwards.
        self._writer = csv.writer(
            sink,
            delimiter=separation.delimiter or ",",
            quotechar=separation.quote,
            escapechar=separation.escape,
            doublequote=separation.escape is None,
            lineterminator="\r\n",
        )

    def header(self) -> str:
        self._writer.writerow(self._names)
        return self._taken()

    def lines(self, rows: Iterable[Row], added: Iterable[Sequence[str | None]]) -> str:
        if self._safe:
            added = ([f"'{cell}" if cell and cell.startswith(FORMULA_STARTS) else cell for cell in extra] for extra in added)
        width = self._width
        self._writer.writerows(
            [*row.cells, *extra] if len(row.cells) == width else self._odd(row.cells, extra)
            for row, extra in zip(rows, added, strict=False)
        )
        return self._taken()

    def _odd(self, cells: Cells, added: Sequence[str | None]) -> Cells:
        return [*cells[: self._width], *[""] * (self._width - len(cells)), *added, *cells[self._width :]]

    def _taken(self) -> str:
        parts = self._parts if self._end == "\r\n" else [part[:-2] + self._end for part in self._parts]
        text = "".join(parts)
        self._parts.clear()
        return text


class _Sink:
    """What csv.writer writes to: one call, one row."""

    __slots__ = ("write",)

    def __init__(self, parts: list[str]) -> None:
        self.write = parts.append
