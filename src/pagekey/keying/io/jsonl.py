"""JSONL: one JSON object a line. Strings are cells as they are; everything else but null is kept as its JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from pagekey.keying.io.open import lines_of
from pagekey.keying.io.table import Block, Cells, Row, Tally

BLOCK = 4096
BLOCK_CHARS = 1 << 24
MOST_COLUMNS = 1000
OVERFLOW = "other_keys"
_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_line(line: str) -> dict[str, object] | None:
    """The object on the line, or None if the line is no JSON object."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def as_cell(value: object) -> str | None:
    """A JSON value as a cell: a string as it is, null as None, everything else as its JSON text."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _dump(value: dict[str, str | None]) -> str:
    """JSON text, readable where it can be: lone surrogates (bytes of no encoding) only exist as escapes in valid JSON."""
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if _SURROGATE.search(text) else text


def keys_of(lines: Iterable[str]) -> list[str]:
    """The keys of all objects on the lines, in the order in which they are first seen."""
    keys: dict[str, None] = {}
    for line in lines:
        keys.update(dict.fromkeys(parse_line(line) or ()))
    return list(keys)[:MOST_COLUMNS]


class JsonlReader:
    """A line that is no JSON object becomes a row without cells, and is counted. Blank lines are skipped and counted.

    Keys seen late are added to `columns`. From the 1,001st key on, values go as one JSON object into the column `other_keys`:
    a log whose every line has keys of its own must not grow a table with as many columns as rows.
    """

    def __init__(self, texts: Iterable[str], columns: list[str], url_column: str, *, whole: bool = False) -> None:
        self.columns = list(columns)
        self.head = ""
        self._whole = whole
        self._place = {name: i for i, name in enumerate(columns)}
        self._url = url_column
        self._texts = texts
        self._broken = Tally()
        self._blank = Tally()
        self._overflown = 0

    def blocks(self) -> Iterator[Block]:
        urls: Cells = []
        cells: list[Cells] = []
        texts: list[str | None] = []
        size = 0
        for number, line in enumerate(lines_of(self._texts, "\n"), 1):
            record = parse_line(line)
            if record is None:
                if not line.strip():
                    self._blank.add(number)
                    continue
                self._broken.add(number)
            urls.append(as_cell(record.get(self._url)) if record else None)
            cells.append(self._cells(record) if record else [])
            texts.append(line if self._whole else None if record is None else line.strip())
            size += len(line)
            if len(urls) == BLOCK or size > BLOCK_CHARS:
                yield Block(urls, cells, texts)
                urls, cells, texts, size = [], [], [], 0
        if urls:
            yield Block(urls, cells, texts)

    def _cells(self, record: dict[str, object]) -> Cells:
        if not record.keys() <= self._place.keys():
            record = self._admit(record)
        cells: Cells = [None] * len(self.columns)
        for name, value in record.items():
            cells[self._place[name]] = as_cell(value)
        return cells

    def _admit(self, record: dict[str, object]) -> dict[str, object]:
        """The record after its new keys became columns, or went together under one key where there are too many."""
        fits: dict[str, object] = {}
        rest: dict[str, object] = {}
        for name, value in record.items():
            if name not in self._place and len(self.columns) < MOST_COLUMNS:
                self._add(name)
            (fits if name in self._place else rest)[name] = value
        if rest:
            if OVERFLOW not in self._place:
                self._add(OVERFLOW)
            self._overflown += len(rest)
            fits[OVERFLOW] = rest if OVERFLOW not in fits else {OVERFLOW: fits[OVERFLOW], **rest}
        return fits

    def _add(self, name: str) -> None:
        self._place[name] = len(self.columns)
        self.columns.append(name)

    def notes(self) -> list[str]:
        notes = self._broken.say("line is no JSON object: a row without URL", "lines are no JSON objects: rows without URL", "line")
        notes += self._blank.say("blank line skipped", "blank lines skipped", "line")
        if self._overflown:
            notes.append(f"more than {MOST_COLUMNS:,} different keys: {self._overflown:,} values stand together in {OVERFLOW!r}")
        return notes


class JsonlText:
    """Makes output lines. A row that was a JSON object keeps its text, types and nesting; the added cells follow at its end."""

    def __init__(self, columns: Sequence[str], added: Sequence[str]) -> None:
        self._columns = tuple(columns)
        self._added = tuple(added)

    def header(self) -> str:
        return ""

    def lines(self, rows: Iterable[Row], added: Iterable[Sequence[str | None]]) -> str:
        return "".join(map(self._line, rows, added))

    def _line(self, row: Row, added: Sequence[str | None]) -> str:
        tail = _dump(dict(zip(self._added, added, strict=True)))
        if row.text is None:
            return _dump(self._record(row.cells))[:-1] + self._join(bool(row.cells or self._columns), tail)
        body = row.text.rstrip()[:-1].rstrip()
        return body + self._join(not body.endswith("{"), tail)

    def _join(self, filled: bool, tail: str) -> str:
        return (", " if filled and self._added else "") + tail[1:] + "\n"

    def _record(self, cells: Cells) -> dict[str, str | None]:
        record = dict(zip(self._columns, cells, strict=False))
        record.update(dict.fromkeys(self._columns[len(cells) :]))
        for number, cell in enumerate(cells[len(self._columns) :], 1):
            record[f"extra{number}"] = cell
        return record
