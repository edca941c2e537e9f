"""The report as sections of tables and notes, in reading order; `text` and `markdown` only lay them out.

Counts become words here, once, so that both forms say the same. What comes from the data is wrapped in `Name`: the forms clean it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pagekey.face.report import figures
from pagekey.face.report.card import Card
from pagekey.face.report.doubts import rejected, suspects, warning
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.listing import NOTHING, figures_of, shown, top_pages, top_sites
from pagekey.face.report.method import method
from pagekey.face.report.persian.labels import LABELS
from pagekey.face.report.tails import tail
from pagekey.face.report.weight import by_engine, concentration
from pagekey.face.report.words import Words
from pagekey.rules import RULES
from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Rung
from pagekey.study.marks import Marks

GROUPS_SHOWN = 50
LABELS_BY_LANGUAGE = {"en": {rule.name: rule.label_en for rule in RULES}, "zh": {rule.name: rule.label_zh for rule in RULES}, "fa": LABELS}
"""What each rule touches; the registry keeps the English and Chinese labels."""


def report_sections(counts: Counts, card: Card, words: Words, display: Callable[[str], str]) -> list[Section]:
    """All sections. `display` turns a host or key into its form for people."""
    found = [
        _opening(card, words, display),
        _statuses(counts, words),
        _sides(counts, words),
        figures_of(counts, words),
        *concentration(counts, words),
        top_sites(counts, words, display),
        top_pages(counts, words, display),
        *by_engine(counts, words, display),
        _merges(counts, words),
        _hits(counts, words),
        *_marks(card.marks, words),
        _apart(counts, words, display),
        rejected(counts, words),
    ]
    if counts.by is not None:
        found.append(_groups(counts, counts.by, words))
    return [*found, suspects(card.suspects, words, display), method(card, words)]


def _opening(card: Card, words: Words, display: Callable[[str], str]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (words("input"), Name(card.input) if card.input else words("in-memory")),
        (words("rows-read"), figures.whole(card.rows)),
        (words("policy"), Name(card.policy)),
        (words("card.as-of"), Name(card.as_of) if card.as_of else words("not-stated")),
        (words("card.source"), Name(card.source) if card.source else words("not-stated")),
    ]
    return Section(words("title"), (Table("ll", (), tuple(rows)),), warning(card.suspects, words, display), "title")


def _statuses(counts: Counts, words: Words) -> Section:
    rows: list[tuple[Cell, ...]] = [(name, figures.whole(n), words(f"status.{name}")) for name, n in counts.statuses.items()]
    rows.append((words("status.sum"), figures.whole(sum(counts.statuses.values())), ""))
    head = (words("status.head"), words("status.rows"), words("status.meaning"))
    check = words("status.check", rows=figures.whole(counts.rows), records=figures.whole(counts.records))
    return Section(words("status"), (Table("lrl", head, tuple(rows)),), (check,), "status")


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
        rows.append((words(f"sides.{name}"), shown(was), shown(now), NOTHING, NOTHING))
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
    return Section(words("sides", web=figures.whole(counts.web)), (Table("lrrrr", head, tuple(rows)),), tuple(notes), "sides")


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
    if not notes:
        notes.append(words("merges.unknown"))
    if merges.rules:
        tables.append(_by_rule(merges.rules, words))
        notes.append(words("merges.rules-how"))
    return Section(title, tuple(tables), tuple(notes), "merges")


def _by_rule(rungs: Sequence[Rung], words: Words) -> Table:
    labels = LABELS_BY_LANGUAGE[words.language]
    rows: list[tuple[Cell, ...]] = [
        (rung.name, labels.get(rung.name, ""), figures.whole(rung.merged), figures.whole(rung.left)) for rung in rungs
    ]
    rows.append((words("merges.sum"), "", figures.whole(sum(rung.merged for rung in rungs)), ""))
    return Table("llrr", (words("merges.rule"), words("hits.label"), words("merges.merged"), words("merges.left")), tuple(rows))


def _hits(counts: Counts, words: Words) -> Section:
    title = words("hits", n=figures.whole(counts.records))
    if not counts.hits:
        return Section(title, (), (words("list.none"),), "hits")
    rows: list[tuple[Cell, ...]] = []
    for hit in counts.hits:
        label = LABELS_BY_LANGUAGE[words.language].get(hit.rule, "")
        tier = words(f"tier.{hit.tier}") if hit.tier else ""
        rows.append((hit.rule, label, tier, figures.whole(hit.records), shown(hit.share)))
    head = (*(words(f"hits.{name}") for name in ("rule", "label", "tier", "records")), words("list.share.records"))
    table = Table("lllrr", head, tuple(rows))
    return Section(title, (table,), (words("hits.how"),), "hits")


def _marks(found: Marks, words: Words) -> list[Section]:
    """Web records by what an engine wrote into them; no section where nothing is marked."""
    if not found.engines:
        return []
    rows: list[tuple[Cell, ...]] = []
    for one in found.engines:
        share = NOTHING if found.records < SMALL else figures.percent(one.records, found.records)
        engine = one.engine_zh if words.language == "zh" else one.engine
        rows.append((engine, Name(", ".join(one.marks)), figures.whole(one.records), share, figures.whole(one.strings)))
    head = (words("marks.engine"), words("marks.mark"), words("list.records"), words("list.share.records"), words("list.strings"))
    notes = [words("marks.sum", none=figures.whole(found.none), several=figures.whole(found.several)), words("marks.how")]
    if found.records < SMALL:
        notes.append(words("withheld.few-records", n=figures.whole(found.records), small=SMALL))
    title = words("marks", web=figures.whole(found.records))
    return [Section(title, (Table("llrrr", head, tuple(rows)),), tuple(notes), "marks")]


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
    return Section(words("apart"), tuple(tables), tuple(notes), "apart")


def _groups(counts: Counts, by: str, words: Words) -> Section:
    unit = counts.counting.unit
    extra = [*(["pairs"] if unit == "pairs" else []), *(["answers"] if counts.counting.answers is not None else [])]
    rows: list[tuple[Cell, ...]] = []
    for group in counts.groups[:GROUPS_SHOWN]:
        name: Cell = Name(group.name) if group.name else words("groups.blank")
        more = {"pairs": group.n, "answers": group.answers or 0}
        whole = (group.rows, group.records, *(more[one] for one in extra), group.unresolved, group.pages, group.sites)
        shares = (group.share, group.pages_per_site, group.records_per_page, group.top_share)
        note = ""
        if group.n < SMALL:
            note = words("withheld.few-records", n=figures.whole(group.n), small=SMALL)
        elif group.top_share.withheld:
            note = words(f"withheld.{group.top_share.withheld}", units=figures.whole(group.sites))
        rows.append((name, *map(figures.whole, whole), *map(shown, shares), note))
    totals = [sum(values) for values in zip(*((g.rows, g.records, g.unresolved) for g in counts.groups), strict=True)] or [0, 0, 0]
    summed = [figures.whole(total) for total in totals]
    rows.append((words("groups.sum"), *summed[:2], *[""] * len(extra), summed[2], *[""] * 7))
    head = [words("groups.group"), words("groups.rows"), words("list.records"), *(words(f"list.{one}") for one in extra)]
    head += [words("groups.unresolved"), words("list.pages"), words("groups.sites"), words(f"list.share.{unit}")]
    head += [words(f"groups.{name}") for name in ("pages-per-site", "records-per-page", "top-share", "note")]
    notes = [words("groups.how")]
    rest = counts.groups[GROUPS_SHOWN:]
    if rest:
        notes.append(tail("groups.more", "groups", rest, words))
    title = words("groups", by=by, groups=figures.whole(len(counts.groups)))
    return Section(title, (Table("l" + "r" * (len(head) - 2) + "l", tuple(head), tuple(rows)),), tuple(notes), "groups")
