"""The method card as a section: all that a reader needs to repeat the count."""

from __future__ import annotations

from pagekey.face.report import figures
from pagekey.face.report.card import Card
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.words import Words


def method(card: Card, words: Words) -> Section:
    """The method card, its last section."""
    rows = [*_input(card, words), *_counting(card, words)]
    rows += [(words("card.as-of"), _said(card.as_of, words)), (words("card.source"), _said(card.source, words))]
    rows += [(words("card.left-out"), words(f"left-out.{name}", why=words(f"why.{why}", small=card.small))) for name, why in card.left_out]
    rows += [(words("card.limits"), words(f"limit.{name}")) for name in card.limits]
    return Section(words("card"), (Table("ll", (words("card.field"), words("card.value")), tuple(rows)),), (), "card")


def _said(value: str | None, words: Words) -> Cell:
    return Name(value) if value else words("not-stated")


def _input(card: Card, words: Words) -> list[tuple[Cell, ...]]:
    """The tool, its rules, and what it read."""
    rows: list[tuple[Cell, ...]] = [
        (words("card.tool"), f"{card.tool} {card.version or words('not-stated')}"),
        (words("card.policy"), Name(card.policy)),
    ]
    rows += [(words("card.tables"), Name(", ".join(part for part in table if part))) for table in card.tables]
    rows += [
        (words("card.input"), Name(card.input) if card.input else words("in-memory")),
        (words("card.format"), _said(card.dialect, words)),
        *([(words("card.sha256"), _said(card.sha256, words))] if not card.parts else _parts(card, words)),
        (words("card.rows"), figures.whole(card.rows)),
        (words("card.columns"), _said(", ".join(card.columns), words)),
        (words("card.url-column"), _url_column(card, words)),
        (words("card.by"), Name(card.by) if card.by else words("card.by.none")),
    ]
    return rows + [(words("card.notes"), Name(note)) for note in card.notes]


def _counting(card: Card, words: Words) -> list[tuple[Cell, ...]]:
    """What was counted, and how."""
    return [
        (words("card.statuses"), ", ".join(f"{name} {figures.whole(n)}" for name, n in card.statuses.items())),
        (
            words("card.scope"),
            words("card.scope.text", records=figures.whole(card.records), unresolved=figures.whole(card.unresolved)),
        ),
        (words("card.site"), words(f"site.{card.site_unit}")),
        (words("card.unit"), words(f"counted.{card.unit}")),
        (words("card.answer"), _column(card.answer_column, card.answer_found_by, words)),
        (words("card.engine"), _column(card.engine_column, card.engine_found_by, words)),
        (words("card.intervals"), _intervals(card, words)),
        (words("card.small"), words("card.small.text", small=card.small)),
    ]


def _parts(card: Card, words: Words) -> list[tuple[Cell, ...]]:
    """One row a file of the period."""
    return [
        (words("card.part"), Name(words("card.part.text", name=name, rows=figures.whole(rows), sha256=sha256)))
        for name, rows, sha256 in card.parts
    ]


def _url_column(card: Card, words: Words) -> Cell:
    """The column and how it was chosen, in words where the way is known."""
    if not card.found_by:
        return Name(card.url_column) if card.url_column else words("not-stated")
    found = words(f"found.{card.found_by}") if words.has(f"found.{card.found_by}") else card.found_by
    return Name(words("card.found", column=card.url_column, found=found)) if card.url_column else found


def _column(name: str | None, found_by: str | None, words: Words) -> Cell:
    return Name(words("card.found", column=name, found=words(f"found.{found_by}"))) if name else words("card.no-column")


def _intervals(card: Card, words: Words) -> str:
    drawing = card.bootstrap
    if drawing.withheld:
        return words("card.no-intervals")
    answers, times = figures.whole(drawing.answers), figures.whole(drawing.replicates)
    clusters = words("card.answers-within" if card.engine_column else "card.answers")
    said = words("card.bootstrap", clusters=clusters, answers=answers, replicates=times, seed=drawing.seed)
    return said if drawing.drawn >= drawing.answers else f"{said} {words('card.random-groups', drawn=figures.whole(drawing.drawn))}"
