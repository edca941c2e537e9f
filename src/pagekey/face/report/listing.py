"""The figures of pages and sites, and the lists of the most cited, with the cells that they share with other sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pagekey.face.report import figures
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.words import Words
from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Entry, Estimate, Interval, Ratio, Top

NOTHING = "-"


def shown(ratio: Ratio) -> str:
    """A share as percent, another ratio with two decimals; a dash where it is withheld, and a note says why."""
    if ratio.withheld:
        return NOTHING
    return figures.percent(ratio.part, ratio.whole) if ratio.unit.startswith("share") else figures.decimal(ratio.part, ratio.whole)


def span(interval: Interval | None, words: Words, form: Callable[[float], str] = figures.rate) -> str:
    """An interval from its low to its high end; a dash where there is none."""
    return NOTHING if interval is None else words("interval", low=form(interval.low), high=form(interval.high))


def figures_of(counts: Counts, words: Words) -> Section:
    """How many there are of everything, and what they are to each other."""
    site = words(f"site.{counts.site_unit}")
    spread, sites, pages, n = counts.records_per_page, counts.top_sites, counts.top_pages, counts.counting.n
    from_pages = f"{words('sides.pages')} n={figures.whole(counts.pages)}"
    rows: list[tuple[Cell, ...]] = [
        (words("figures.strings"), figures.whole(counts.strings), words("unit.string"), NOTHING),
        (words("figures.pages"), figures.whole(counts.pages), words("unit.page"), NOTHING),
        *_bounds(counts, words),
        (words("figures.hosts"), figures.whole(counts.hosts), words("unit.host"), NOTHING),
        (words("figures.domains"), figures.whole(counts.domains), words("unit.domain"), NOTHING),
        (words("figures.sites", site=site), figures.whole(counts.sites), words("unit.site"), NOTHING),
        *_answers(counts, words),
        _figure("pages-per-site", counts.pages_per_site, words),
        _figure("mean", spread.mean, words),
        (words("figures.median"), NOTHING if spread.median is None else figures.halves(spread.median), words("unit.record"), from_pages),
        (words("figures.p90"), NOTHING if spread.p90 is None else figures.whole(spread.p90), words("unit.record"), from_pages),
        (words("figures.max"), NOTHING if spread.max is None else figures.whole(spread.max), words("unit.record"), from_pages),
        _figure("top-sites", sites.share, words, sites.units, n),
        _figure("top-pages", pages.share, words, pages.units, n),
        (words("figures.once-sites"), figures.whole(sites.once), words("unit.site"), NOTHING),
        _figure("once-sites-share", sites.once_share, words, sites.units, n),
        (words("figures.once-pages"), figures.whole(pages.once), words("unit.page"), NOTHING),
        _figure("once-pages-share", pages.once_share, words, pages.units, n),
    ]
    head = tuple(words(f"figures.{name}") for name in ("figure", "value", "unit", "of"))
    notes = [words("figures.how")]
    if counts.counting.unit != "records":
        notes.append(words("figures.by-unit", unit=words(f"counted.{counts.counting.unit}")))
    if counts.counting.unanswered:
        notes.append(words("figures.unanswered", records=figures.whole(counts.counting.unanswered)))
    return Section(words("figures", n=figures.whole(counts.records)), (Table("lrll", head, tuple(rows)),), tuple(notes), "figures")


def _bounds(counts: Counts, words: Words) -> list[tuple[Cell, ...]]:
    """Where a link is unresolved: the pages, if all such links lead to known pages, or each to a page of its own."""
    if not counts.unresolved:
        return []
    value = words("interval", low=figures.whole(counts.pages), high=figures.whole(counts.pages_most))
    links = figures.whole(counts.pages_most - counts.pages)
    return [(words("figures.bounds"), value, words("unit.page"), words("figures.bounds-of", links=links))]


def _answers(counts: Counts, words: Words) -> list[tuple[Cell, ...]]:
    counting = counts.counting
    if counting.answers is None or counting.pairs is None or counting.records_per_answer is None or counting.pages_per_answer is None:
        return []
    return [
        (words("figures.answers"), figures.whole(counting.answers), words("unit.answer"), NOTHING),
        (words("figures.pairs"), figures.whole(counting.pairs), words("unit.pair"), NOTHING),
        _mean("records-per-answer", counting.records_per_answer, counting.answers, words),
        _mean("pages-per-answer", counting.pages_per_answer, counting.answers, words),
    ]


def _mean(name: str, estimate: Estimate, answers: int, words: Words) -> tuple[Cell, ...]:
    label, value, unit, of = _figure(name, estimate.ratio, words, 0, answers)
    if estimate.interval is None or estimate.ratio.withheld:
        return (label, value, unit, of)
    interval = span(estimate.interval, words, lambda end: figures.real(end, 2))
    return (label, value, unit, f"{of}{words('merged.and')}{words('interval.95')} {interval}")


def _figure(name: str, ratio: Ratio, words: Words, units: int = 0, n: int = 0) -> tuple[str, str, str, str]:
    """A row of the figures: the value with both its counts, or no value and the reason."""
    label, unit = words(f"figures.{name}"), words(f"unit.{ratio.unit}")
    if ratio.withheld:
        reason = words(f"withheld.{ratio.withheld}", n=figures.whole(n), small=SMALL, units=figures.whole(units))
        return (label, NOTHING, unit, reason)
    return (label, shown(ratio), unit, f"{figures.whole(ratio.part)} / {figures.whole(ratio.whole)}")


def top_sites(counts: Counts, words: Words, display: Callable[[str], str]) -> Section:
    """The most cited sites."""
    return _top(counts, counts.top_sites, "site", words(f"site.{counts.site_unit}"), words, display)


def top_pages(counts: Counts, words: Words, display: Callable[[str], str]) -> Section:
    """The most cited pages."""
    return _top(counts, counts.top_pages, "page", "", words, display)


def _top(counts: Counts, top: Top, kind: str, site: str, words: Words, display: Callable[[str], str]) -> Section:
    counting = counts.counting
    few = counting.n < SMALL
    n = words(f"n.{counting.unit}", n=figures.whole(counting.n))
    title = words(f"top-{kind}s", shown=len(top.entries), units=figures.whole(top.units), site=site, n=n)
    if not top.entries:
        return Section(title, (), (words("list.none"),), f"top-{kind}s")
    notes = []
    if few:
        notes.append(words("list.few", n=figures.whole(counting.n), small=SMALL))
    if top.tied:
        notes.append(words("list.tied-answers" if counting.unit == "answers" else "list.tied", tied=figures.whole(top.tied)))
    return Section(title, (_listing(top.entries, few, kind, counting.unit, words, display),), tuple(notes), f"top-{kind}s")


def _column(words: Words, head: str, cells: Sequence[Cell], align: str = "r") -> tuple[str, str, Sequence[Cell]]:
    """A column of a table: its side, its head, its cells."""
    return (align, words(head), cells)


def _listing(entries: Sequence[Entry], few: bool, kind: str, unit: str, words: Words, display: Callable[[str], str]) -> Table:
    """A ranked list; with few it has neither rank nor share. The unit of counting comes first, the other ways to count after its share."""

    def numbers(name: str) -> tuple[str, str, Sequence[Cell]]:
        return _column(words, f"list.{name}", [figures.whole(getattr(entry, name)) for entry in entries])

    names: Sequence[Cell] = [Name(display(entry.name), entry.name if kind == "page" else "") for entry in entries]
    columns = [] if few else [_column(words, "list.rank", [str(rank) for rank in range(1, len(entries) + 1)])]
    columns += [_column(words, f"list.{kind}", names, "l"), numbers(unit)]
    if not few:
        columns.append(_column(words, f"list.share.{unit}", [shown(entry.share) for entry in entries]))
    if not few and any(entry.interval for entry in entries):
        columns.append(_column(words, "interval.95", [span(entry.interval, words) for entry in entries]))
    others = [name for name in ("records", "answers") if name != unit and getattr(entries[0], name) is not None]
    if unit == "pairs" and kind == "page":
        others.remove("answers")  # one and the same
    columns += [numbers(name) for name in (*others, "pages" if kind == "site" else "strings")]
    aligns, heads, cells = zip(*columns, strict=True)
    return Table("".join(aligns), heads, tuple(zip(*cells, strict=True)))
