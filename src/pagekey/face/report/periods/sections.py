"""A comparison of periods as sections of tables and notes, in reading order; `text` and `markdown` lay them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace

from pagekey.face.report import figures
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.listing import NOTHING
from pagekey.face.report.periods.ranks import ranks
from pagekey.face.report.words import Words
from pagekey.keying.caliber import Caliber
from pagekey.study.periods import Changes
from pagekey.study.periods.figures import Caution, Moved, Ranked, Side, Turnover

ARROWS = {1: "↑", -1: "↓", 0: ""}
ENGINES_SHOWN = 50
Display = Callable[[str], str]


def sections(changes: Changes, words: Words, display: Display, sources: tuple[Sequence[str], Sequence[str]]) -> list[Section]:
    """All sections; those without anything to say are left out."""
    found = [_opening(changes, words)]
    if changes.cautions:
        notes = tuple(_caution(one, changes, words) for one in changes.cautions)
        found.append(Section(words("caution"), (), notes, "compared-caution"))
    found += [_turnover(changes, words), *ranks(changes, words, display), *_lists(changes.top_sites, changes, words, display)]
    found += _lists(changes.top_pages, changes, words, display)
    if changes.engines:
        found.append(_engines(changes, words))
    return [*found, _card(changes, words, sources)]


def _opening(changes: Changes, words: Words) -> Section:
    old, new = changes.old, changes.new
    site = words(f"site.{changes.caliber.site_unit or 'unstated'}")
    pairs: list[tuple[str, int | None, int | None]] = [
        (words("rows"), old.rows, new.rows),
        (words("records"), old.records, new.records),
        (words("pages"), old.pages, new.pages),
        (words("sites", site=site), old.sites, new.sites),
        (words("answers"), old.answers, new.answers),
        (words("prompts"), old.prompts, new.prompts),
    ]
    rows: list[tuple[Cell, ...]] = [
        (label, figures.whole(then), figures.whole(now), figures.signed(now - then))
        for label, then, now in pairs
        if then is not None and now is not None
    ]
    if any(side.expanded + side.unresolved for side in (old, new)):
        rows.append((words("failures"), _failures(old, words), _failures(new, words), NOTHING))
    head = tuple(words(name) for name in ("figure", "then", "now", "change"))
    note = words("sides.how", old=old.name, new=new.name)
    return Section(words("title", old=old.name, new=new.name), (Table("lrrr", head, tuple(rows)),), (note,), "compared")


def _failures(side: Side, words: Words) -> str:
    whole = side.expanded + side.unresolved
    return words("failures.of", part=figures.whole(side.unresolved), whole=figures.whole(whole))


def _caution(one: Caution, changes: Changes, words: Words) -> str:
    then, now = one.then, one.now
    if one.name == "failures":
        return words("caution.failures", then=figures.rate(then), now=figures.rate(now))
    said: dict[str, object] = {"then": figures.whole(int(then)), "now": figures.whole(int(now))}
    if one.name == "engines":
        said["names"] = ", ".join(name or words("engines.blank") for name in one.names)
    if one.name == "size" and changes.rarefied is not None:
        rare = changes.rarefied
        said |= {"n": figures.whole(rare.records), "rare_then": figures.whole(round(rare.then)), "rare_now": figures.whole(round(rare.now))}
    return words(f"caution.{one.name}", **said)


def _turnover(changes: Changes, words: Words) -> Section:
    def row(label: str, one: Turnover) -> tuple[Cell, ...]:
        counts = (one.new, one.lost, one.kept, one.records_new, one.records_lost, one.kept_then, one.kept_now)
        return (words(f"turnover.{label}"), *map(figures.whole, counts))

    rows = [row("page", changes.pages), row("site", changes.sites)]
    if changes.common is not None and any(one.name == "prompts" for one in changes.cautions):
        rows.append(row("common", changes.common))
    names = ("unit", "new", "lost", "kept", "records-new", "records-lost", "kept-then", "kept-now")
    head = tuple(words(f"turnover.{name}") for name in names)
    return Section(words("turnover"), (Table("lrrrrrrr", head, tuple(rows)),), (words("turnover.how"),), "compared-turnover")


def _lists(ranked: Ranked, changes: Changes, words: Words, display: Display) -> list[Section]:
    """Gains and losses; a list of pages has no shares."""
    found = []
    shares = ranked.unit == "site" and any(not one.withheld for one in (*ranked.gains, *ranked.losses))
    for name, entries, more in (("gains", ranked.gains, ranked.more_gains), ("losses", ranked.losses, ranked.more_losses)):
        rows = [_moved(one, ranked.unit, shares, changes, words, display) for one in entries]
        head = [words(f"list.{ranked.unit}"), words("then"), words("now"), words("change")]
        head += [words(f"list.{part}") for part in ("share-then", "share-now", "points", "interval", "direction")] if shares else []
        align = "lrrrrrrrl" if shares else "lrrr"
        if not rows:
            rows, head, align = [(words("list.none"), "", "", "")], head[:4], "lrrr"
        whole = len(entries) + more
        title = f"{words(f'{name}.{ranked.unit}')} ({figures.whole(len(entries))} / {figures.whole(whole)})"
        found.append(Section(title, (Table(align, tuple(head), tuple(rows)),), (), f"compared-{name}-{ranked.unit}"))
    notes = [words("list.small", small=changes.small)] if ranked.unit == "site" else []
    notes += [words("list.arrows")] if shares else []
    last = found[-1]
    return [*found[:-1], replace(last, notes=tuple(notes))]


def _moved(one: Moved, unit: str, shares: bool, changes: Changes, words: Words, display: Display) -> tuple[Cell, ...]:
    name = Name(display(one.name), one.name if unit == "page" else "")
    cells: tuple[Cell, ...] = (name, figures.whole(one.then), figures.whole(one.now), figures.signed(one.change))
    if not shares:
        return cells
    if one.share_then is None or one.share_now is None or one.low is None or one.high is None:
        return (*cells, NOTHING, NOTHING, NOTHING, words("list.few", n=max(one.then, one.now), small=changes.small), "")
    points = one.share_now - one.share_then
    interval = f"{figures.points(one.low)} .. {figures.points(one.high)}"
    then, now = figures.percent(one.then, changes.old.records), figures.percent(one.now, changes.new.records)
    return (*cells, then, now, figures.points(points), interval, ARROWS[one.direction])


def _engines(changes: Changes, words: Words) -> Section:
    column = dict(changes.columns)["engine"]
    enough = min(changes.old.records, changes.new.records) >= changes.small
    rows: list[tuple[Cell, ...]] = []
    for one in changes.engines[:ENGINES_SHOWN]:
        note = words("list.few", n=max(one.then, one.now), small=changes.small) if one.withheld else ""
        told = enough and not one.withheld
        shares = [figures.rate(n / side.records) if told else NOTHING for n, side in ((one.then, changes.old), (one.now, changes.new))]
        counts = (one.then, one.now, one.pages_then, one.pages_now, one.kept)
        rows.append((Name(one.name) if one.name else words("engines.blank"), *map(figures.whole, counts), *shares, note))
    names = ("engines.pages-then", "engines.pages-now", "engines.kept", "engines.share-then", "engines.share-now", "engines.note")
    head = (words("engines.engine"), words("then"), words("now"), *map(words, names))
    shown = f"{words('engines', column=column)} ({figures.whole(len(rows))} / {figures.whole(len(changes.engines))})"
    return Section(shown, (Table("lrrrrrrrl", head, tuple(rows)),), (), "compared-engines")


def _card(changes: Changes, words: Words, sources: tuple[Sequence[str], Sequence[str]]) -> Section:
    caliber = changes.caliber
    rows: list[tuple[Cell, ...]] = []
    for side, lines in zip((changes.old, changes.new), sources, strict=True):
        rows += [(words("card.source", name=side.name), Name(line)) for line in lines]
    stated = [field.name for field in fields(Caliber) if getattr(caliber, field.name) is not None]
    rows += [(words(f"field.{name}"), Name(str(getattr(caliber, name)))) for name in stated]
    if caliber.unstated():
        rows.append((words("card.unstated"), ", ".join(words(f"field.{name}") for name in caliber.unstated())))
    for kind, name in changes.columns:
        label = words(f"kind.{kind}")
        rows.append((words("card.columns"), words("card.column", kind=label, name=name) if name else words("card.no-column", kind=label)))
    rows += [(words("card.interval"), _interval(changes, words)), (words("card.interval"), words("card.never"))]
    rows.append((words("card.small"), words("card.small.text", small=changes.small)))
    return Section(
        words("card"), (Table("ll", (words("card.field"), words("card.value")), tuple(rows)),), (words("card.no-cause"),), "compared-card"
    )


def _interval(changes: Changes, words: Words) -> str:
    how = changes.resampling
    if how is None:
        return words("card.interval.none")
    within = words("card.interval.within", column=how.within) if how.within else ""
    sizes = {"then": figures.whole(how.then), "now": figures.whole(how.now)}
    clusters = words(f"clusters.{how.clusters}")
    made = {"resamples": figures.whole(how.resamples), "seed": how.seed}
    said = words("card.interval.resampled", clusters=clusters, within=within, **sizes, **made)
    if (how.drawn_then, how.drawn_now) == (how.then, how.now):
        return said
    drawn = {"then": figures.whole(how.drawn_then), "now": figures.whole(how.drawn_now)}
    return said + words("card.interval.groups", **drawn)
