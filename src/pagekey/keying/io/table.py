"""What reading gives: tables, rows and blocks of rows, and where they came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

Cells = list[str | None]


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """Where a table came from and how it was read, for the method card.

    `sha256` is over the bytes as they lie on disk, before gunzipping and decoding. `rows` counts data rows, without
    the header. `found_by` says how the URL column was found: `named` (by the caller), `content`, `header` (a column
    called so, where no cell looks like a URL), `only column`, or `plain lines`. `notes` are sentences in plain words, one for
    each thing that was odd in the input; an empty tuple means that nothing was.
    """

    name: str
    sha256: str
    rows: int
    columns: tuple[str, ...]
    url_column: str
    found_by: str
    format: str
    dialect: str
    notes: tuple[str, ...]
    parts: tuple[SourceInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A whole input in memory, as columns of one length.

    `urls` holds one entry a data row, exactly as in the cell: None is a missing cell or a JSON null, "" an empty cell.
    `columns` holds every column in file order, the URL column too (the same list as `urls`, not a copy).
    """

    urls: Cells
    columns: dict[str, Cells]
    source: SourceInfo


class Row(NamedTuple):
    """One data row as read: shorter than the header in a short row, longer in a long one. `text`: as in `Block.texts`."""

    cells: Cells
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Some thousand rows that follow each other. `cells` is None where the URL is the only cell.

    `texts` holds the object of each JSONL row and is None in other formats; but where texts were asked for, it holds the lines of each
    row in any format, whole and with their ends, so that they can be written as they were read.
    """

    urls: Cells
    cells: list[Cells] | None = None
    texts: Sequence[str | None] | None = None

    def rows(self) -> Iterator[Row]:
        if self.cells is None:
            return (Row([url]) for url in self.urls)
        if self.texts is None:
            return map(Row, self.cells)
        return map(Row, self.cells, self.texts)


class Reader(Protocol):
    """What a format offers. `columns` may grow while blocks are read (JSONL keys seen late). `head`: the text before the first row,
    whole once a row was read, where texts were asked for."""

    columns: list[str]
    head: str

    def blocks(self) -> Iterator[Block]: ...

    def notes(self) -> list[str]: ...


class Tally:
    """Counts one kind of odd row and remembers where the first few were."""

    __slots__ = ("count", "first")

    def __init__(self) -> None:
        self.count = 0
        self.first: list[int] = []

    def add(self, place: int) -> None:
        self.count += 1
        if len(self.first) < 5:
            self.first.append(place)

    def say(self, one: str, many: str, place: str) -> list[str]:
        """[] for none, else one note such as `3 short rows (rows 2, 9, 11)`."""
        if not self.count:
            return []
        shown = ", ".join(map(str, self.first)) + (", ..." if self.count > len(self.first) else "")
        plural = "" if self.count == 1 else "s"
        return [f"{self.count:,} {one if self.count == 1 else many} ({place}{plural} {shown})"]


def distinct_names(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names in their order, each once: an empty one becomes `column3` (its position), a repeated one `name_2`."""
    seen = set(taken)
    result = []
    for position, name in enumerate(names, 1):
        base = name or f"column{position}"
        free, count = base, 1
        while free in seen:
            count += 1
            free = f"{base}_{count}"
        seen.add(free)
        result.append(free)
    return result
