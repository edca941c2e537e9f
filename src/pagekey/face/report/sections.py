"""The report as sections of tables and notes, in reading order; `text` and `markdown` only lay them out.

Counts become words here, once, so that both forms say the same. What comes from the data is wrapped in `Name`: the forms clean it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pagekey.face.report import figures
from pagekey.face.report.card import Card
from pagekey.face.report.doubts import rejected, suspects, warning
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.words import Words
from pagekey.rules import RULES
from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Entry, Ratio, Rung, Top
from pagekey.study.marks import Marks

GROUPS_SHOWN = 50
NOTHING = "-"
_LABELS = {rule.name: (rule.label_en, rule.label_zh) for rule in RULES}  # the registry keeps the labels of rules


def report_sections(counts: Counts, card: Card, words: Words, display: Callable[[str], str]) -> list[Section]:
    """All sections. `display` turns a host or key into its form for people."""
    found = [
        _opening(card, words, display),
        _statuses(counts, words),
        _sides(counts, words),
        _figures(counts, words),
        _top_sites(counts, words, display),
        _top_pages(counts, words, display),
        _merges(counts, words),
        _hits(counts, words),
        *_marks(card.marks, words),
        _apart(counts, words, display),
        rejected(counts, words),
    ]
    if counts.by is not None:
        found.append(_groups(counts, counts.by, words))
    return [*found, suspects(card.suspects, words, display), _card(card, words)]


def _ratio(ratio: Ratio) -> str:
    """A share as percent, another ratio with two decimals; a dash where it is withheld, and a note says why."""
    if ratio.withheld:
        return NOTHING
    return figures.percent(ratio.part, ratio.whole) if ratio.unit.startswith("share") else figures.decimal(ratio.part, ratio.whole)


def _opening(card: Card, words: Words, display: Callable[[str], str]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (words("input"), Name(card.input) if card.input else words("in-memory")),
        (words("rows-read"), figures.whole(card.rows)),
        (words("policy"), Name(card.policy)),
        (words("card.as-of"), Name(card.as_of) if card.as_of else words("not-stated")),
        (words("card.source"), Name(card.source) if card.source else words("not-stated")),
    ]
    return Section(words("title"), (Table("ll", (), tuple(rows)),), warning(card.suspects, words, display))


def _statuses(counts: Counts, words: Words) -> Section:
    rows: list[tuple[Cell, ...]] = [(name, figures.whole(n), words(f"status.{name}")) for name, n in counts.statuses.items()]
    rows.append((words("status.sum"), figures.whole(sum(counts.statuses.values())), ""))
    head = (words("status.head"), words("status.rows"), words("status.meaning"))
    check = words("status.check", rows=figures.whole(counts.rows), records=figures.whole(counts.records))
    return Section(words("status"), (Table("lrl", head, tuple(rows)),), (check,))


def _sides(counts: Counts, words: Words) -> Section:
    before, after = counts.before, counts.after
    few = counts.web < SMALL
    rows: list[tuple[Cell, ...]] = []
    for name, old, new in (
        ("records", before.records, after.records),
        ("pages", before.pages, after.pages),
        ("hosts", before.hosts, after.hosts),
    ):
        change = figures.percent(new - old, old) if old and not few else NOTHING
        rows.append((words(f"sides.{name}"), figures.whole(old), figures.whole(new), figures.signed(new - old), change))
    for name, was, now in (
        ("pages-per-host", before.pages_per_host, after.pages_per_host),
        ("records-per-page", before.records_per_page, after.records_per_page),
    ):
        rows.append((words(f"sides.{name}"), _ratio(was), _ratio(now), NOTHING, NOTHING))
    head = tuple(words(f"sides.{name}") for name in ("figure", "before", "after", "change", "percent"))
    notes = [words("sides.how")]
    if counts.unresolved:
        notes.append(
            words(
                "sides.apart",
                records=figures.whole(counts.unresolved),
                strings=figures.whole(sum(apart.strings for apart in counts.apart)),
                links=figures.whole(counts.pages_most - counts.pages),
                low=figures.whole(counts.pages),
                high=figures.whole(counts.pages_most),
                n=figures.whole(counts.records),
            )
        )
    if counts.hostless:
        notes.append(words("sides.hostless", records=figures.whole(counts.hostless)))
    if few:
        notes.append(words("withheld.few-records", n=figures.whole(counts.web), small=SMALL))
    return Section(words("sides", web=figures.whole(counts.web)), (Table("lrrrr", head, tuple(rows)),), tuple(notes))


def _figures(counts: Counts, words: Words) -> Section:
    site = words(f"site.{counts.site_unit}")
    spread, sites, pages = counts.records_per_page, counts.top_sites, counts.top_pages
    from_pages = f"{words('sides.pages')} n={figures.whole(counts.pages)}"
    rows: list[tuple[Cell, ...]] = [
        (words("figures.strings"), figures.whole(counts.strings), words("unit.string"), NOTHING),
        (words("figures.pages"), figures.whole(counts.pages), words("unit.page"), NOTHING),
        (words("figures.hosts"), figures.whole(counts.hosts), words("unit.host"), NOTHING),
        (words("figures.domains"), figures.whole(counts.domains), words("unit.domain"), NOTHING),
        (words("figures.sites", site=site), figures.whole(counts.sites), words("unit.site"), NOTHING),
        _figure("pages-per-site", counts.pages_per_site, words),
        _figure("mean", spread.mean, words),
        (words("figures.median"), NOTHING if spread.median is None else figures.halves(spread.median), words("unit.record"), from_pages),
        (words("figures.p90"), NOTHING if spread.p90 is None else figures.whole(spread.p90), words("unit.record"), from_pages),
        (words("figures.max"), NOTHING if spread.max is None else figures.whole(spread.max), words("unit.record"), from_pages),
        _figure("top-sites", sites.share, words, sites.units, counts.records),
        _figure("top-pages", pages.share, words, pages.units, counts.records),
        (words("figures.once-sites"), figures.whole(sites.once), words("unit.site"), NOTHING),
        _figure("once-sites-share", sites.once_share, words, sites.units, counts.records),
        (words("figures.once-pages"), figures.whole(pages.once), words("unit.page"), NOTHING),
        _figure("once-pages-share", pages.once_share, words, pages.units, counts.records),
    ]
    head = tuple(words(f"figures.{name}") for name in ("figure", "value", "unit", "of"))
    return Section(words("figures", n=figures.whole(counts.records)), (Table("lrll", head, tuple(rows)),), (words("figures.how"),))


def _figure(name: str, ratio: Ratio, words: Words, units: int = 0, n: int = 0) -> tuple[Cell, ...]:
    """A row of the figures: the value with both its counts, or no value and the reason."""
    label, unit = words(f"figures.{name}"), words(f"unit.{ratio.unit}")
    if ratio.withheld:
        reason = words(f"withheld.{ratio.withheld}", n=figures.whole(n), small=SMALL, units=figures.whole(units))
        return (label, NOTHING, unit, reason)
    return (label, _ratio(ratio), unit, f"{figures.whole(ratio.part)} / {figures.whole(ratio.whole)}")


def _listing(entries: Sequence[Entry], few: bool, extra: str, words: Words, unit: str, display: Callable[[str], str]) -> Table:
    """A ranked list; with few records it has neither rank nor share. `extra` is the second count: pages or strings."""
    rows: list[tuple[Cell, ...]] = []
    for rank, entry in enumerate(entries, 1):
        second = figures.whole(entry.pages if extra == "pages" else entry.strings)
        name = Name(display(entry.name))
        if few:
            rows.append((name, figures.whole(entry.records), second))
        else:
            rows.append((str(rank), name, figures.whole(entry.records), _ratio(entry.share), second))
    names = (unit, "records", extra) if few else ("rank", unit, "records", "share", extra)
    return Table("lrr" if few else "rlrrr", tuple(words(f"list.{name}") for name in names), tuple(rows))


def _list_notes(top: Top, few: bool, n: int, words: Words) -> tuple[str, ...]:
    if not top.entries:
        return (words("list.none"),)
    notes = []
    if few:
        notes.append(words("list.few", n=figures.whole(n), small=SMALL))
    if top.tied:
        notes.append(words("list.tied", tied=figures.whole(top.tied)))
    return tuple(notes)


def _top_sites(counts: Counts, words: Words, display: Callable[[str], str]) -> Section:
    top, few = counts.top_sites, counts.records < SMALL
    title = words(
        "top-sites",
        shown=len(top.entries),
        units=figures.whole(top.units),
        site=words(f"site.{counts.site_unit}"),
        n=figures.whole(counts.records),
    )
    tables = (_listing(top.entries, few, "pages", words, "site", display),) if top.entries else ()
    return Section(title, tables, _list_notes(top, few, counts.records, words))


def _top_pages(counts: Counts, words: Words, display: Callable[[str], str]) -> Section:
    top, few = counts.top_pages, counts.records < SMALL
    title = words("top-pages", shown=len(top.entries), units=figures.whole(top.units), n=figures.whole(counts.records))
    tables = (_listing(top.entries, few, "strings", words, "page", display),) if top.entries else ()
    return Section(title, tables, _list_notes(top, few, counts.records, words))


def _merges(counts: Counts, words: Words) -> Section:
    merges = counts.merges
    title = words("merges", strings=figures.whole(merges.strings), pages=figures.whole(merges.pages), merged=figures.whole(merges.merged))

    def ladder(kind: str, rungs: Sequence[Rung]) -> Table:
        rows: list[tuple[Cell, ...]] = [
            (words(f"{kind}.{rung.name}"), figures.whole(rung.merged), figures.whole(rung.left)) for rung in rungs
        ]
        rows.append((words("merges.sum"), figures.whole(sum(rung.merged for rung in rungs)), ""))
        return Table("lrr", (words(f"merges.{kind}"), words("merges.merged"), words("merges.left")), tuple(rows))

    tables, notes = [], []
    for kind, rungs in (("tier", merges.tiers), ("step", merges.steps)):
        if rungs:
            tables.append(ladder(kind, rungs))
            notes.append(words(f"merges.{kind}s-how"))
    return Section(title, tuple(tables), tuple(notes) if notes else (words("merges.unknown"),))


def _hits(counts: Counts, words: Words) -> Section:
    title = words("hits", n=figures.whole(counts.records))
    if not counts.hits:
        return Section(title, (), (words("list.none"),))
    rows: list[tuple[Cell, ...]] = []
    for hit in counts.hits:
        label = _LABELS.get(hit.rule, ("", ""))[words.language == "zh"]
        tier = words(f"tier.{hit.tier}") if hit.tier else ""
        rows.append((hit.rule, label, tier, figures.whole(hit.records), _ratio(hit.share)))
    table = Table("lllrr", tuple(words(f"hits.{name}") for name in ("rule", "label", "tier", "records", "share")), tuple(rows))
    return Section(title, (table,), (words("hits.how"),))


def _marks(found: Marks, words: Words) -> list[Section]:
    """Web records by what an engine wrote into them; no section where nothing is marked."""
    if not found.engines:
        return []
    rows: list[tuple[Cell, ...]] = []
    for one in found.engines:
        share = NOTHING if found.records < SMALL else figures.percent(one.records, found.records)
        engine = one.engine_zh if words.language == "zh" else one.engine
        rows.append((engine, Name(", ".join(one.marks)), figures.whole(one.records), share, figures.whole(one.strings)))
    head = (words("marks.engine"), words("marks.mark"), words("list.records"), words("list.share"), words("list.strings"))
    notes = [words("marks.sum", none=figures.whole(found.none), several=figures.whole(found.several)), words("marks.how")]
    if found.records < SMALL:
        notes.append(words("withheld.few-records", n=figures.whole(found.records), small=SMALL))
    return [Section(words("marks", web=figures.whole(found.records)), (Table("llrrr", head, tuple(rows)),), tuple(notes))]


def _apart(counts: Counts, words: Words, display: Callable[[str], str]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (apart.status, figures.whole(apart.records), figures.whole(apart.strings), figures.whole(apart.links)) for apart in counts.apart
    ]
    head = (words("apart.status"), words("list.records"), words("list.strings"), words("apart.links"))
    tables, notes = [Table("lrrr", head, tuple(rows))], [words("apart.how")]
    for apart in counts.apart:
        if not apart.entries:
            continue
        links: list[tuple[Cell, ...]] = [
            (Name(display(entry.name)), figures.whole(entry.records), figures.whole(entry.strings)) for entry in apart.entries
        ]
        caption = words("apart.list", status=apart.status, shown=len(apart.entries), units=figures.whole(apart.links))
        tables.append(Table("lrr", (words("list.link"), words("list.records"), words("list.strings")), tuple(links), caption))
        if apart.tied:
            notes.append(f"{apart.status}: {words('list.tied-links', tied=figures.whole(apart.tied))}")
    expanded = sum(hit.records for hit in counts.hits if hit.rule == "expand-short-link")
    if expanded:
        notes.append(words("apart.expanded", records=figures.whole(expanded)))
    return Section(words("apart"), tuple(tables), tuple(notes))


def _groups(counts: Counts, by: str, words: Words) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for group in counts.groups[:GROUPS_SHOWN]:
        few = group.records < SMALL
        name: Cell = Name(group.name) if group.name else words("groups.blank")
        whole = (group.rows, group.records, group.unresolved, group.pages, group.sites)
        shares = (group.share, group.pages_per_site, group.records_per_page, group.top_share)
        note = ""
        if few:
            note = words("withheld.few-records", n=figures.whole(group.records), small=SMALL)
        elif group.top_share.withheld:
            note = words(f"withheld.{group.top_share.withheld}", units=figures.whole(group.sites))
        cells = [_ratio(ratio) for ratio in shares]
        rows.append((name, *map(figures.whole, whole), *cells, note))
    totals = [sum(values) for values in zip(*((g.rows, g.records, g.unresolved) for g in counts.groups), strict=True)] or [0, 0, 0]
    rows.append((words("groups.sum"), *map(figures.whole, totals), *[""] * 7))
    head = [words("groups.group"), words("groups.rows"), words("list.records"), words("groups.unresolved"), words("list.pages")]
    head += [words(f"groups.{name}") for name in ("sites", "share", "pages-per-site", "records-per-page", "top-share", "note")]
    notes = [words("groups.how")]
    rest = counts.groups[GROUPS_SHOWN:]
    if rest:
        notes.append(words("groups.more", groups=figures.whole(len(rest)), records=figures.whole(sum(g.records for g in rest))))
    title = words("groups", by=by, groups=figures.whole(len(counts.groups)))
    return Section(title, (Table("lrrrrrrrrrl", tuple(head), tuple(rows)),), tuple(notes))


def _card(card: Card, words: Words) -> Section:
    unstated = words("not-stated")

    def said(value: str | None) -> Cell:
        return Name(value) if value else unstated

    rows: list[tuple[Cell, ...]] = [
        (words("card.tool"), f"{card.tool} {card.version or unstated}"),
        (words("card.policy"), Name(card.policy)),
    ]
    rows += [(words("card.tables"), Name(", ".join(part for part in table if part))) for table in card.tables]
    rows += [
        (words("card.input"), Name(card.input) if card.input else words("in-memory")),
        (words("card.format"), said(card.dialect)),
        *([(words("card.sha256"), said(card.sha256))] if not card.parts else _parts(card, words)),
        (words("card.rows"), figures.whole(card.rows)),
        (words("card.columns"), said(", ".join(card.columns))),
        (words("card.url-column"), _url_column(card, words)),
        (words("card.by"), Name(card.by) if card.by else words("card.by.none")),
    ]
    rows += [(words("card.notes"), Name(note)) for note in card.notes]
    rows += [
        (words("card.statuses"), ", ".join(f"{name} {figures.whole(n)}" for name, n in card.statuses.items())),
        (
            words("card.scope"),
            words("card.scope.text", records=figures.whole(card.records), unresolved=figures.whole(card.unresolved)),
        ),
        (words("card.site"), words(f"site.{card.site_unit}")),
        (words("card.small"), words("card.small.text", small=card.small)),
        (words("card.as-of"), said(card.as_of)),
        (words("card.source"), said(card.source)),
    ]
    rows += [(words("card.limits"), words(f"limit.{name}")) for name in card.limits]
    return Section(words("card"), (Table("ll", (words("card.field"), words("card.value")), tuple(rows)),))


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
