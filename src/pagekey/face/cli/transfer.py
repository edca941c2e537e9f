"""From an opened input through a Keyer to an output, block by block."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from pagekey.errors import PagekeyError
from pagekey.face.cli import live
from pagekey.face.cli.ends import is_terminal, say, stdout

if TYPE_CHECKING:
    from pagekey.face.cli.meter import Meter
    from pagekey.keying.io import Block, Separation
    from pagekey.keying.stream import Cells, Keyer

LINE = ("key",)
TABLE = ("key", "host", "domain", "status", "hits")
_FORMATS = {".csv": "csv", ".tsv": "tsv", ".tab": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl"}


@dataclass(frozen=True, slots=True)
class Order:
    """What the user asked for, but for the inputs. `show` None: what the format of the output shows by itself."""

    show: tuple[str, ...] | None = None
    out: str | None = None
    column: str | None = None
    bom: bool = False
    unguarded: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """How the input is written, so that the output can be written alike."""

    format: str
    columns: tuple[str, ...]
    separation: Separation | None = None
    marked: bool = False


def lines_of(urls: Cells, order: Order, keyer: Keyer) -> Cells:
    """One line a URL: the one thing that is shown, or cells with tabs between them (a tab inside is %09). A blank line stays as it is."""
    names = order.show or LINE
    columns = keyer.columns(urls, names)
    if len(names) == 1:
        return columns[0]
    rows = ("\t".join((cell or "").replace("\t", "%09") for cell in row) for row in zip(*columns, strict=True))
    return [row if url and not url.isspace() else url for row, url in zip(rows, urls, strict=True)]


def open_stdin(*, quiet: bool) -> BinaryIO:
    """Standard input as bytes; who sits at a terminal is told that it is read. PagekeyError if it is closed."""
    if sys.stdin is None:
        raise PagekeyError("standard input is closed", hint="name a file, or URLs")
    if is_terminal(sys.stdin) and not quiet:
        say("pagekey: reading URLs from the terminal, one a line; Ctrl-D ends")
    stdin: BinaryIO = sys.stdin.buffer
    return stdin


def key_stdin(order: Order, keyer: Keyer, meter: Meter) -> tuple[str, ...]:
    """Key what stdin holds, line by line where it comes so; what was odd in it."""
    stdin = open_stdin(quiet=order.quiet)
    typed = is_terminal(sys.stdin)
    if order.column is not None or not live.is_live(stdin):
        return key_file(None, stdin, order, keyer, meter)
    head = live.peek_line(stdin)
    if not typed and not live.begins_with_url(head):
        return key_file(None, cast("BinaryIO", live.Rejoined(head, stdin)), order, keyer, meter)
    from pagekey.keying.io import Block

    notes: list[str] = []
    blocks = (Block(lines) for lines in live.url_lines(head, stdin, notes))
    _transfer(blocks, Shape("lines", ("url",)), order, keyer, meter, flush=True)
    return tuple(notes)


def key_file(path: str | None, stdin: BinaryIO | None, order: Order, keyer: Keyer, meter: Meter) -> tuple[str, ...]:
    """Key a file (None: stdin) of any format; what was odd in it."""
    from pagekey.keying.io import stream_table

    with stream_table(path, column=order.column, stdin=stdin, progress=meter.bytes) as stream:
        shape = Shape(stream.format, stream.columns, stream.separation, stream.marked)
        form = _transfer(stream.blocks(), shape, order, keyer, meter, flush=False)
        late = stream.columns[len(shape.columns) :]
        if late and form != "jsonl":
            return (*stream.source.notes, f"keys first seen after the header was written stand in cells without a name: {', '.join(late)}")
        return stream.source.notes


def _transfer(blocks: Iterable[Block], shape: Shape, order: Order, keyer: Keyer, meter: Meter, *, flush: bool) -> str:
    """Write all blocks with what is shown; the format of the output."""
    from pagekey.keying.io import Writer

    form = format_of(order.out) or shape.format
    names = () if form == "lines" else order.show or TABLE
    alike = shape.separation if form == shape.format else None
    writer = Writer.open(
        order.out or stdout(), form, shape.columns, names, bom=order.bom or shape.marked, formula_safe=not order.unguarded, separation=alike
    )
    with writer:
        for block in blocks:
            urls = block.urls
            writer.write_block(block, keyer.columns(urls, names) if names else [lines_of(urls, order, keyer)])
            if flush and order.out is None:
                stdout().flush()
            meter.rows(len(urls))
    return form


def format_of(out: str | None) -> str | None:
    """The format by the suffix of the output; None where it says nothing."""
    if out is None or out == "-":
        return None
    return _FORMATS.get(os.path.splitext(out.lower().removesuffix(".gz"))[1])


