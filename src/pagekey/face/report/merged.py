"""Pages with several strings as text: the strings under each page, with what differs marked by colour or by braces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pagekey.face.report import figures
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.names import clean, cut, reveal, width
from pagekey.face.report.phrases import isolated
from pagekey.face.report.tails import tail
from pagekey.face.report.text import as_text
from pagekey.face.report.words import Words
from pagekey.study.merges.figures import Merges, Page, Span, Spelling, Weight

STRINGS = 8  # of a page, unless all are asked for
_SAME, _OWN = 100, 48  # columns of a piece that is shared, and of one that is not, before it is cut
_BOLD, _DIM, _NEW, _GONE, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31;9m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Style:
    """How to show: in which words, whether in colour, and a key in its form for people."""

    words: Words
    colour: bool
    display: Callable[[str], str]


def merges_text(found: Merges, name: str | None, top: int, style: Style) -> str:
    """The totals, then the first `top` pages with their strings; ends in a newline. `name`: of the input, None for a table in memory."""
    blocks = [as_text(_opening(found, name, style), colour=style.colour, leftward=style.words.leftward)]
    shown = found.groups[:top]
    digits = len(str(len(shown)))
    for place, page in enumerate(shown, 1):
        title = f"{place:>{digits}}. {cut(clean(style.display(page.key)), 100)}"
        lines = _page(page, style, STRINGS, weighed=found.weight is not None)
        blocks.append(_joined([_bold(title, style), *(f"{'':{digits + 2}}{line}" for line in lines)], style.words))
    rest = found.groups[top:]
    if rest:
        strings = sum(len(page.spellings) for page in rest)
        blocks.append(_joined([tail("merged.more-pages", "pages", rest, style.words, strings=strings)], style.words))
    if not found.groups:
        blocks.append(_joined([style.words("merged.none")], style.words))
    return "\n".join(blocks)


def page_text(page: Page, policy: str, style: Style, *, weighed: bool) -> str:
    """One page with every string whole, its rules and the parts in which it differs; ends in a newline."""
    words = style.words
    title = words("merged.of", page=clean(style.display(page.key)))
    lines = [_bold(title, style), *_page(page, style, None, weighed=weighed)]
    legend = "merged.legend-painted" if style.colour else "merged.legend"
    return _joined([*lines, "", words(legend), f"{words('policy')} {policy}"], words)


def marked(spelling: Spelling, *, colour: bool, whole: bool) -> str:
    """The string with what differs marked, hidden characters as escapes; unless `whole`, long pieces are cut in their middle."""
    raw, at, out = spelling.raw, 0, ""
    for span in spelling.spans:
        out += _shared(raw[at : span.start], whole) + _span(raw, span, colour, whole)
        at = span.end
    return out + _shared(raw[at:], whole)


def _shared(text: str, whole: bool) -> str:
    """What the representative has too: of a long one the query or fragment is cut first, so that the strings of a page begin alike."""
    end = min((place for sign in "?#" if (place := text.find(sign)) >= 0), default=len(text))
    return _piece(text[:end], _SAME, whole) + _piece(text[end:], _SAME if len(text) <= _SAME else _OWN, whole)


def _span(raw: str, span: Span, colour: bool, whole: bool) -> str:
    own = _piece(raw[span.start : span.end], _OWN, whole)
    if not colour:
        return f"{{{own}}}"
    gone = _piece(span.instead, _OWN, whole)
    return f"{_GONE}{gone}{_PLAIN}" * bool(gone) + f"{_NEW}{own}{_PLAIN}" * bool(own)


def _piece(text: str, columns: int, whole: bool) -> str:
    return reveal(text) if whole else cut(reveal(text), columns)


def _bold(text: str, style: Style) -> str:
    return f"{_BOLD}{text}{_PLAIN}" if style.colour else text


def _joined(lines: Sequence[str], words: Words) -> str:
    return "".join(f"{isolated(line) if words.leftward else line}\n" for line in lines)


def _opening(found: Merges, name: str | None, style: Style) -> list[Section]:
    words = style.words
    whole = figures.whole
    texts = {
        "scope": {"records": found.records, "strings": found.strings, "pages": found.pages},
        "merged": {"merged": found.merged, "several": found.several, "groups": len(found.groups)},
        "moved": {"moved": found.moved},
    }
    rows: list[tuple[Cell, ...]] = [
        (words("input"), Name(name) if name else words("in-memory")),
        (words("rows-read"), whole(found.rows)),
        (words("policy"), Name(found.policy)),
    ]
    for key, counts in texts.items():
        rows.append((words(f"merged.{key}"), words(f"merged.{key}.text", **{word: whole(n) for word, n in counts.items()})))
    rows.append((words("merged.rule"), words("merged.rule.text")))
    notes = [words("merged.legend-painted" if style.colour else "merged.legend")] if found.groups else []
    notes += [words("merged.legend-weight")] if found.weight and found.groups else []
    sections = [Section(words("merged"), (Table("ll", (), tuple(rows)),), tuple(notes))]
    return [*sections, _weights(found.weight, words)] if found.weight else sections


def _weights(weight: Weight, words: Words) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for name in ("representatives", "largest", "pages"):
        value = getattr(weight, name)
        rows.append((words(f"merged.weight.{name}"), figures.measure(value), _share(value, weight.pages)))
    rows.append((words("merged.weight.total"), figures.measure(weight.total), ""))
    counts = {"numbers": weight.numbers, "blank": weight.blank, "refused": weight.refused}
    notes = [words("merged.weight.cells", **{word: figures.whole(n) for word, n in counts.items()})]
    if weight.listed:
        cells = [words("merged.weight.cell", row=figures.whole(one.row), cell=cut(reveal(one.cell), 30)) for one in weight.listed]
        shown, refused = len(cells), figures.whole(weight.refused)
        notes.append(words("merged.weight.refused", shown=shown, refused=refused, cells=words("merged.comma").join(cells)))
    head = tuple(words(f"merged.weight.{name}") for name in ("on", "weight", "share"))
    return Section(words("merged.weight", column=weight.column), (Table("lrr", head, tuple(rows)),), tuple(notes))


def _page(page: Page, style: Style, most: int | None, *, weighed: bool) -> list[str]:
    """The lines under the title of a page; `most` None: all strings, whole, each with its rules."""
    words = style.words
    comma = words("merged.comma")
    facts = [words("merged.page", records=figures.whole(page.records), strings=figures.whole(len(page.spellings)))]
    if weighed:
        facts.append(words("merged.page-weight", weight=_measure(page.weight), share=_share(page.largest, page.weight)))
    lines = [words("merged.and").join(facts)]
    lines += [words("merged.rules", rules=comma.join(f"{rule} {n}" for rule, n in page.rules))] * bool(page.rules)
    lines += [words("merged.why", why=comma.join(words(f"merged.why.{name}") for name in page.why))] * bool(page.why)
    lines = [f"{_DIM}{line}{_PLAIN}" if style.colour else line for line in lines]
    shown = page.spellings[:most]
    for cells, spelling in zip(_columns(page, shown, words, weighed=weighed), (None, *shown), strict=True):
        if spelling is None:
            lines += [cells.rstrip()] * weighed
            continue
        lines.append(f"{cells}{marked(spelling, colour=style.colour, whole=most is None)}")
        lines += [f"{'':{width(cells)}}  {line}" for line in _rules(spelling, words)] * (most is None)
    rest = page.spellings[len(shown) :]
    if rest:
        lines.append(tail("merged.more", "strings", rest, words))
    return lines


def _rules(spelling: Spelling, words: Words) -> list[str]:
    comma = words("merged.comma")
    rules = words("merged.spelling", rules=comma.join(spelling.rules)) if spelling.rules else words("merged.spelling-none")
    parts = comma.join(words(f"merged.part.{part}") for part in spelling.parts)
    return [rules, *([words("merged.parts", parts=parts)] if parts else [])]


def _measure(weight: float | None) -> str:
    """A dash where no cell was a number: that is not 0."""
    return "-" if weight is None else figures.measure(weight)


def _share(part: float | None, whole: float | None) -> str:
    return figures.share(part, whole) if part is not None and whole else "-"


def _columns(page: Page, shown: Sequence[Spelling], words: Words, *, weighed: bool) -> list[str]:
    """What stands before each string, after a head: * for the representative, records, and with a weight column weight and share."""
    rows = [["", words("list.records")]] + [["*" if one is page.spellings[0] else "", figures.whole(one.records)] for one in shown]
    if weighed:
        rows[0] += [words("merged.weight.weight"), words("merged.weight.share")]
        for row, one in zip(rows[1:], shown, strict=True):
            row += [_measure(one.weight), _share(one.weight, page.weight)]
    body = rows if weighed else rows[1:]
    widths = [max(width(row[i]) for row in body) for i in range(len(rows[0]))]
    return ["  ".join(" " * (wide - width(cell)) + cell for cell, wide in zip(row, widths, strict=True)) + "  " for row in rows]
