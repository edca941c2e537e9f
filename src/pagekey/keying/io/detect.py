"""What an input is: its format, whether its first row is a header, and which column holds the URLs.

Judged by the first 1,000 rows. Where the text could be a list of URLs or CSV, a list is taken: a list read as CSV would cut
URLs at their commas and merge pages in silence, while CSV read as a list is plain to see.
"""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from pagekey.errors import InputError
from pagekey.keying.io import lines
from pagekey.keying.io.jsonl import as_cell, keys_of, parse_line
from pagekey.keying.io.separated import Separation, sample_rows, sniff
from pagekey.keying.io.table import Cells, distinct_names

SAMPLE_ROWS = 1000
_SAMPLE_LINES = 5000
# How columns of page addresses are called in exports; the order breaks ties. Compared without case, blanks and - read as _.
URL_NAMES = (
    *("url", "link", "citation_url", "page_url", "source_url", "引用链接", "网址", "链接", "来源链接", "引用网址"),
    *("urls", "links", "citations", "uri", "href", "page", "address", "landing_page"),
)
_URL = re.compile(r"[\x00-\x20]*(?:https?://|//|www\.|(?:[\w-]+\.)+(?:xn--[\w-]+|[^\W\d_]{2,})(?::\d+)?/)", re.IGNORECASE)
_HOST = re.compile(r"\s*(?:[\w-]+\.)+[\w-]+(?:[:/?#]\S*)?\s*\Z")
_SECOND_URL = re.compile(r"[\s;,|]https?://", re.IGNORECASE)
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_LONGEST_LOOK = 2048  # characters of a cell


@dataclass(frozen=True, slots=True)
class Layout:
    """How to read an input. `skip_line`: the first line is Excel's `sep=;`. `old_mac`: lines end at CR alone."""

    format: str
    columns: list[str]
    url_index: int
    found_by: str
    separation: Separation = field(default_factory=Separation)
    header: bool = False
    skip_line: bool = False
    old_mac: bool = False
    notes: tuple[str, ...] = ()


def looks_like_url(cell: str | None) -> bool:
    """True for what begins with http://, https://, //, www. or a host followed by a path. Only to find columns: no judgement
    on the URL."""
    return cell is not None and _URL.match(cell, 0, _LONGEST_LOOK) is not None


def detect(head: str, suffix: str, where: str, column: str | None) -> Layout:
    """The layout by the beginning of the text (some hundred lines, or all there are); `suffix` as in `.csv`."""
    if not head:
        return Layout(_format_of(suffix), [lines.COLUMN], 0, "plain lines", notes=("the input is empty",))
    sample = list(islice(io.StringIO(head, newline=""), _SAMPLE_LINES))  # the last one may be cut off: one of many
    layout = _detect_jsonl(sample, suffix, where, column) or _detect_separated(sample, suffix, where, column)
    if layout is not None:
        return layout
    _place_of(column, [lines.COLUMN], where)
    return Layout("lines", [lines.COLUMN], 0, "plain lines", old_mac="\n" not in head and "\r" in head)


def _format_of(suffix: str) -> str:
    return {".csv": "csv", ".tsv": "tsv", ".tab": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl"}.get(suffix, "lines")


def _detect_jsonl(sample: list[str], suffix: str, where: str, column: str | None) -> Layout | None:
    texts = [line for line in sample[:SAMPLE_ROWS] if line.strip()]
    first = texts[:20]
    objects = sum(parse_line(line) is not None for line in first)
    begins = bool(first) and parse_line(first[0]) is not None
    if not objects or not (begins or objects * 2 >= len(first) or _format_of(suffix) == "jsonl"):
        if first and (suffix == ".json" or _format_of(suffix) == "jsonl"):
            raise InputError("no JSON objects, one a line", where=where, hint="jq -c '.[]' FILE makes such lines of a JSON array")
        return None
    columns = keys_of(texts)
    rows: list[Cells] = []
    for line in texts:
        record = parse_line(line) or {}
        rows.append([as_cell(record.get(name)) for name in columns])
    index, found_by, notes = find_column(columns, rows, column, where)
    return Layout("jsonl", columns, index, found_by, notes=notes)


def _detect_separated(sample: list[str], suffix: str, where: str, column: str | None) -> Layout | None:
    declared = _SEPARATOR_LINE.fullmatch(sample[0])
    if declared:
        separation, even = Separation(declared[1], line_end="\r\n" if sample[0].endswith("\r\n") else "\n"), 1.0
        sample = sample[1:]
    else:
        separation, even = sniff(sample)
    rows = sample_rows(sample, separation, SAMPLE_ROWS)
    if not rows:
        return None
    shares = _shares(rows, len(rows[0]))
    by_name = declared is not None or _format_of(suffix) in ("csv", "tsv")
    quoted = sample[0].startswith(separation.quote)
    if not _is_table(separation, even, rows, column, by_name=by_name, quoted=quoted, has_urls=max(shares) > 0):
        return None
    header = _has_header(rows, shares.index(max(shares)), column)
    names = distinct_names(rows[0] if header else [""] * len(rows[0]))
    body: list[Cells] = [list(row) for row in rows[1 if header else 0 :]]
    index, found_by, notes = find_column(names, body, column, where)
    if not header:
        notes = (f"no header: the columns are named {names[0]}{f' .. {names[-1]}' if len(names) > 1 else ''}", *notes)
    elif names != rows[0]:
        notes = (*notes, "column names that were empty or there twice were changed")
    return Layout(separation.format, names, index, found_by, separation, header, declared is not None, notes=notes)


def _is_table(
    separation: Separation, even: float, rows: list[list[str]], column: str | None, *, by_name: bool, quoted: bool, has_urls: bool
) -> bool:
    """True if the rows are cells of a table, False if they are lines that happen to hold delimiters.

    `even`: the share of rows as wide as the first; `by_name`: the file is called .csv or .tsv; `quoted`: the first cell is.
    """
    first = rows[0]
    if (column is not None and column in first) or any(map(_known, first)):
        return True
    begins_with_url = looks_like_url(first[0])
    if separation.delimiter == "":
        return quoted if begins_with_url else by_name
    if begins_with_url:  # a list of URLs with commas is even at times: something else must tell it from a table
        return even >= 0.9 and (by_name or quoted or separation.delimiter == "\t")
    return by_name or (even >= 0.6 and has_urls)


def _has_header(rows: list[list[str]], richest: int, column: str | None) -> bool:
    """True unless the first row has a URL where the URLs are, or a host where the column holds nothing but hosts."""
    if column is not None and column in rows[0]:
        return True
    if looks_like_url(_at(rows[0], richest)):
        return False
    if column is not None and column.isdecimal():
        return not _all_hosts(rows, int(column[:9]) - 1)
    return len(rows[0]) > 1 or not _all_hosts(rows, 0)


def _known(name: str) -> bool:
    return _plain(name) in URL_NAMES


def _plain(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name.strip()).casefold()


def _at(row: Sequence[str | None], index: int) -> str | None:
    return row[index] if index < len(row) else None


def _shares(rows: Sequence[Sequence[str | None]], width: int) -> list[float]:
    """For each column, the share of the rows whose cell looks like a URL; empty cells count as rows."""
    return [sum(looks_like_url(_at(row, i)) for row in rows) / max(len(rows), 1) for i in range(width)]


def _all_hosts(rows: list[list[str]], index: int) -> bool:
    """True if every filled cell of the column, the first row's too, could be a host: then the first row is no header."""
    cells = [row[index] for row in rows if 0 <= index < len(row)]
    return bool(cells) and bool(cells[0]) and all(_HOST.match(cell[:_LONGEST_LOOK]) for cell in cells if cell)


def find_column(names: list[str], rows: Sequence[Cells], column: str | None, where: str) -> tuple[int, str, tuple[str, ...]]:
    """The position of the URL column, how it was found, and notes. Raises InputError if there is none, or none called `column`.

    The column with the largest share of URL-like cells wins; those that come within a tenth of it are a tie, which the
    header decides by the order of URL_NAMES, then the position. A tenth, since a `url` column with a few blanks is still
    the one that is meant, beside a `favicon` column without any.
    """
    given = _place_of(column, names, where)
    if given is not None:
        return given, "named", _several(names[given], rows, given)
    shares = _shares(rows, len(names))
    called = sorted((URL_NAMES.index(_plain(name)), i) for i, name in enumerate(names) if _known(name))
    best = max(shares, default=0.0)
    if best == 0.0 or (best < 0.1 and called):
        if called:
            return called[0][1], "only column" if len(names) == 1 else "header", ()
        if not rows:
            return 0, "only column" if len(names) == 1 else "header", ()
        if len(names) == 1 and any(_HOST.match(row[0] or "") for row in rows if row):
            return 0, "only column", ()
        shown = ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
        hint = "name the column: --column NAME or --column NUMBER"
        raise InputError("no URLs found", expected="a column with URLs", got=f"columns {shown}", where=where, hint=hint)
    tied = [i for i, share in enumerate(shares) if share >= 0.9 * best]
    index = min(tied, key=lambda i: (URL_NAMES.index(_plain(names[i])) if _known(names[i]) else len(URL_NAMES), -shares[i], i))
    notes = _several(names[index], rows, index)
    if len(tied) > 1:
        others = ", ".join(repr(names[i]) for i in tied if i != index)
        notes = (f"URLs are also in {others}; {names[index]!r} was taken (--column chooses)", *notes)
    return index, "only column" if len(names) == 1 else "content", notes


def _several(name: str, rows: Sequence[Cells], index: int) -> tuple[str, ...]:
    count = sum(1 for row in rows if looks_like_url(cell := _at(row, index)) and _SECOND_URL.search(cell or ""))
    if not count:
        return ()
    return (f"{count:,} of the first {len(rows):,} cells of {name!r} seem to hold more than one URL; each is read as one",)


def _place_of(column: str | None, names: list[str], where: str) -> int | None:
    """The position of the column asked for: by its exact name, its name but for case and blanks, or its number from 1."""
    if column is None:
        return None
    if column in names:
        return names.index(column)
    alike = [i for i, name in enumerate(names) if _plain(name) == _plain(column)]
    if len(alike) == 1:
        return alike[0]
    if column.isdecimal() and 1 <= int(column[:9]) <= len(names):
        return int(column) - 1
    shown = ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
    plain = {_plain(name): name for name in names}
    close = difflib.get_close_matches(_plain(column), plain, 1)
    hint = f"did you mean {plain[close[0]]!r}?" if close else f"a name, or a number from 1 to {len(names)}"
    raise InputError("no such column", expected=f"one of {shown}", got=repr(column), where=where, hint=hint)
