"""`pagekey key --dedup`: one row a page, as it was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pagekey.errors import PagekeyError
from pagekey.face.cli.ends import stdout
from pagekey.face.cli.transfer import Order, format_of, open_stdin
from pagekey.statuses import STATUSES

if TYPE_CHECKING:
    from pagekey.face.cli.meter import Meter
    from pagekey.keying.io import Block
    from pagekey.keying.stream import Keyer
    from pagekey.keying.table import Row


@dataclass(slots=True)
class _Text:
    """One string: its records, its hits and the lines of its first row."""

    records: int
    hits: int
    text: str


@dataclass(slots=True)
class _Kept:
    """What is kept, in the order in which keys first appear: the strings of each (status, key), or one row without a key."""

    units: dict[tuple[str, str | int], dict[str, _Text]] = field(default_factory=dict)
    rows: int = 0
    blank: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, url: str | None, row: Row, text: str) -> None:
        """One row more."""
        unit: tuple[str, str | int] = (row.status, self.rows if row.key is None or row.status == "empty" else row.key)
        one = self.units.setdefault(unit, {})
        known = one.get(url or "")
        if known is None:
            one[url or ""] = _Text(1, row.hits, text)
        else:
            known.records += 1


def dedup(path: str | None, order: Order, keyer: Keyer, meter: Meter, *, pages_only: bool) -> tuple[str, ...]:
    """Write the row of the representative of each key; what was odd in the input, and then how many rows went in, out and why."""
    from pagekey.keying.io import Writer, stream_table

    kept = _Kept()
    stdin = open_stdin(quiet=order.quiet) if path is None else None
    with stream_table(path, column=order.column, stdin=stdin, progress=meter.bytes, whole=True) as stream:
        form = format_of(order.out) or stream.format
        if form != stream.format:
            hint = f"pagekey key FILE --dedup | pagekey key -o {order.out}"
            raise PagekeyError("--dedup writes rows as they were read", expected=f"an output for {stream.format}", got=form, hint=hint)
        for block in stream.blocks():
            _take(block, kept, keyer, lists=stream.format == "lines", pages_only=pages_only)
            meter.rows(len(block.urls))
        lines = [("\ufeff" if stream.marked else "") + stream.head, *_chosen(kept)]
        with Writer.open(order.out or stdout(), "lines", ()) as writer:
            for start in range(0, len(lines), 1000):
                end = "".join(_ended(lines, start, min(start + 1000, len(lines))))
                writer.write_bytes(stream.encoded(end))
        return (*stream.source.notes, _summary(kept, keyer))


def _take(block: Block, kept: _Kept, keyer: Keyer, *, lists: bool, pages_only: bool) -> None:
    """The rows of a block. A blank line of a list is nothing; a table's row without a URL has other cells and stays."""
    texts = block.texts or ()
    for url, row, text in zip(block.urls, keyer.rows(block.urls), texts, strict=True):
        kept.rows += 1
        if lists and row.status == "empty":
            kept.blank += 1
        elif pages_only and row.status != "page":
            kept.refused[row.status] += 1
        else:
            kept.add(url, row, text or "")


def _chosen(kept: _Kept) -> Iterator[str]:
    from pagekey.keying.representative import Candidate, representative

    for strings in kept.units.values():
        if len(strings) == 1:
            yield from (one.text for one in strings.values())
        else:
            stands, _ = representative(Candidate(raw, one.records, one.hits) for raw, one in strings.items())
            yield strings[stands].text


def _ended(lines: list[str], start: int, stop: int) -> Iterator[str]:
    """The lines; one that was the last of its file, without an end, gets one where others follow it."""
    end = next((line[-2:] if line.endswith("\r\n") else line[-1] for line in lines if line.endswith(("\n", "\r"))), "\n")
    for k in range(start, stop):
        line = lines[k]
        yield line if k + 1 == len(lines) or not line.strip("\ufeff") or line.endswith(("\n", "\r")) else line + end


def _summary(kept: _Kept, keyer: Keyer) -> str:
    """`902 rows in, 294 out; dropped: other strings of a kept key 389, same string again 219; policy citation@1-draft:..`."""
    strings = sum(map(len, kept.units.values()))
    records = sum(one.records for texts in kept.units.values() for one in texts.values())
    reasons = [("other strings of a kept key", strings - len(kept.units)), ("same string again", records - strings)]
    reasons += [("blank lines", kept.blank), *((f"no page ({status})", kept.refused[status]) for status in STATUSES)]
    said = ", ".join(f"{reason} {rows:,}" for reason, rows in reasons if rows)
    dropped = f"; dropped: {said}" if said else ""
    return f"{kept.rows:,} row{'' if kept.rows == 1 else 's'} in, {len(kept.units):,} out{dropped}; policy {keyer.stamp}"
