"""The sections that say what to look at by hand: rows that are no pages, and suspects. The words of the data are wrapped in `Name`."""

from __future__ import annotations

from collections.abc import Callable

from pagekey.face.report import figures
from pagekey.face.report.layout import Cell, Lines, Name, Section, Table
from pagekey.face.report.names import reveal
from pagekey.face.report.words import Words
from pagekey.study.count import Counts
from pagekey.study.count.figures import Rejected
from pagekey.study.suspects import KINDS, LOST, Found, Suspect, Suspects, to_toml
from pagekey.study.suspects.figures import WRONG

_BY = frozenset(("lost-values", "same-canonical", "same-title", "host-label", "parameter", "locale", "extension"))
"""Kinds whose suspects say in `by` what it is about."""


def rejected(counts: Counts, words: Words) -> Section:
    """Rows that are no pages, counted and listed."""
    rows: list[tuple[Cell, ...]] = [
        (one.status, figures.whole(one.rows), figures.whole(one.strings), words(f"status.{one.status}")) for one in counts.rejected
    ]
    head = (words("status.head"), words("status.rows"), words("figures.strings"), words("status.meaning"))
    tables, notes = [Table("lrrl", head, tuple(rows))], [words("rejected.how")]
    for one in counts.rejected:
        if one.listed:
            tables.append(_listed(one, words))
        if one.missing:
            notes.append(words("rejected.missing", status=one.status, rows=figures.whole(one.missing)))
        if one.tied:
            notes.append(words("rejected.tied", status=one.status, tied=figures.whole(one.tied)))
    return Section(words("rejected"), tuple(tables), tuple(notes), "rejected")


def _listed(one: Rejected, words: Words) -> Table:
    """The strings with what cannot be seen in them written out; a string of blanks stands in quotes."""
    rows: list[tuple[Cell, ...]] = []
    for found in one.listed:
        shown = reveal(found.raw)
        rows.append((Name(shown if found.raw.strip() else f'"{shown}"'), figures.whole(found.rows), ""))
    caption = words("rejected.list", status=one.status, shown=len(one.listed), strings=figures.whole(one.strings))
    return Table("lrl", (words("rejected.string"), words("status.rows"), ""), tuple(rows), caption)


def warning(found: Suspects, words: Words, display: Callable[[str], str]) -> tuple[str, ...]:
    """What must be read before any number: a path that loses many values of one parameter."""
    kind = next((kind for kind in found.kinds if kind.kind == "lost-values" and kind.suspects), None)
    if kind is None:
        return ()
    first = kind.suspects[0]
    return (
        words(
            "suspects.warning",
            limit=LOST,
            path=display(first.place),
            name=first.by,
            values=figures.whole(first.count),
            records=figures.whole(first.records),
            found=figures.whole(kind.found),
        ),
    )


def suspects(found: Suspects, words: Words, display: Callable[[str], str]) -> Section:
    """All kinds with a suspect, each with its lines; notes say which kinds had none, and which could not be looked for."""
    tables: list[Table | Lines] = []
    for kind in found.kinds:
        if kind.suspects:
            tables.append(_kind(kind, words, display))
            lines = to_toml(change for one in kind.suspects for change in one.changes)
            if lines:
                caption = words("suspects.apart" if kind.kind in WRONG else "suspects.together")
                tables.append(Lines(tuple(lines.split("\n")), "toml", caption))
    none = [words(f"suspects.{kind.kind}") for kind in found.kinds if not kind.suspects]
    looked = {kind.kind for kind in found.kinds}
    unseen = [words(f"suspects.{kind}") for kind in KINDS if kind not in looked]
    notes = [words("suspects.how")]
    for column, label in ((found.title_column, "suspects.titles"), (found.canonical_column, "suspects.canonicals")):
        if column is not None:
            notes.append(words(label, column=column))
    if none:
        notes.append(words("suspects.none", kinds=words("suspects.comma").join(none)))
    if unseen:
        notes.append(words("suspects.unseen", kinds=words("suspects.comma").join(unseen)))
    return Section(words("suspects"), tuple(tables), tuple(notes), "suspects")


def _kind(kind: Found, words: Words, display: Callable[[str], str]) -> Table:
    """One line for each example; the figures stand at the first."""
    by = kind.kind in _BY
    rows: list[tuple[Cell, ...]] = []
    for one in kind.suspects:
        cells: list[Cell] = [figures.whole(one.records), figures.whole(one.count), Name(display(one.place))]
        cells += [_by(one, display)] if by else []
        for k, example in enumerate(one.examples):
            text = Name(reveal(example) if kind.kind in WRONG else display(example))
            rows.append((*(cells if k == 0 else [""] * len(cells)), text))
    head = [words("list.records"), words(f"suspects.count.{kind.kind}"), words(f"suspects.place.{_place(kind.kind)}")]
    head += [words(f"suspects.by.{kind.kind}")] if by else []
    head.append(words("suspects.example"))
    sort = words("suspects.wrong" if kind.kind in WRONG else "suspects.missed")
    shown, whole = len(kind.suspects), figures.whole(kind.found)
    caption = words("suspects.list", sort=sort, kind=words(f"suspects.{kind.kind}"), shown=shown, found=whole)
    return Table("rrl" + "l" * by + "l", tuple(head), tuple(rows), caption)


def _by(one: Suspect, display: Callable[[str], str]) -> Cell:
    return Name(display(one.by) if one.kind == "host-label" else reveal(one.by))


def _place(kind: str) -> str:
    """What the place of a suspect is: a path, a page or a host."""
    return "path" if kind in ("lost-values", "locale") else "page" if kind in WRONG else "host"
