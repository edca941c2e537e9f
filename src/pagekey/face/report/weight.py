"""How citations weigh: their concentration on sites and pages, the Lorenz curve, shares by engine. No section without data."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pagekey.face.report import figures
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.listing import NOTHING, shown, span
from pagekey.face.report.words import Words
from pagekey.study.count import SMALL, Counts
from pagekey.study.count.figures import Concentration, Shares, Split, Top


def concentration(counts: Counts, words: Words) -> list[Section]:
    """Effective numbers first, then indices, the share of the ten, coverage; then 20 points of the Lorenz curve."""
    sites, pages = counts.top_sites, counts.top_pages
    if sites.concentration.withheld:
        return []
    unit = counts.counting.unit
    n = words(f"n.{unit}", n=figures.whole(counts.counting.n))
    head = tuple(words(f"concentration.{name}") for name in ("figure", "sites", "pages", "unit"))
    rows = [*_indices(sites.concentration, pages.concentration, words), *_ten(sites, pages, unit, words)]
    of = words("unit.share of answer pairs" if unit == "answers" else f"unit.share of {unit}")
    rows.append(_both("coverage", of, [shown(top.concentration.coverage) for top in (sites, pages)], words))
    notes = [words("concentration.how")]
    if any(top.interval for top in (sites, pages)):
        notes.append(words("concentration.ten"))
    if unit == "answers":
        pairs = (figures.whole(top.concentration.total) for top in (sites, pages))
        notes.append(words("concentration.answers", **dict(zip(("sites", "pages"), pairs, strict=True))))
    title = words("concentration", site=words(f"site.{counts.site_unit}"), n=n)
    first = Section(title, (Table("lrrl", head, tuple(rows)),), tuple(notes), "concentration")
    return [first, _lorenz(sites.concentration, pages.concentration, unit, words)]


def _both(name: str, unit: str, values: Sequence[str], words: Words) -> tuple[Cell, ...]:
    return (words(f"concentration.{name}"), *values, unit)


def _indices(sites: Concentration, pages: Concentration, words: Words) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for name, unit, places in (
        ("effective", "equal", 1),
        ("effective_entropy", "equal", 1),
        ("hhi", "index", 4),
        ("hhi_unbiased", "index", 4),
        ("gini", "index", 3),
    ):
        values = [getattr(level, name) for level in (sites, pages)]
        cells = [NOTHING if value is None else figures.real(value, places) for value in values]
        rows.append(_both(name.replace("_", "-"), words(f"unit.{unit}"), cells, words))
    rows.append(_both("units", words("unit.cited"), [figures.whole(level.units) for level in (sites, pages)], words))
    return rows


def _ten(sites: Top, pages: Top, unit: str, words: Words) -> list[tuple[Cell, ...]]:
    """The share of the ten with its interval, and the singletons by answers."""
    of = words(f"unit.share of {unit}")
    rows = [_both("top", of, [shown(top.share) for top in (sites, pages)], words)]
    if any(top.interval for top in (sites, pages)):
        rows.append(_both("interval", of, [span(top.interval, words) for top in (sites, pages)], words))
    if sites.once_answers is not None and pages.once_answers is not None:
        once = [figures.whole(top.once_answers or 0) for top in (sites, pages)]
        rows.append(_both("once-answers", words("unit.cited"), once, words))
    return rows


def _lorenz(sites: Concentration, pages: Concentration, unit: str, words: Words) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (figures.percent(site.k, site.points), figures.percent(site.part, site.whole), figures.percent(page.part, page.whole))
        for site, page in zip(sites.lorenz, pages.lorenz, strict=True)
    ]
    head = (words("lorenz.units"), words(f"lorenz.sites.{unit}"), words(f"lorenz.pages.{unit}"))
    return Section(words("lorenz"), (Table("rrr", head, tuple(rows)),), (words("lorenz.how"),), "lorenz")


def by_engine(counts: Counts, words: Words, display: Callable[[str], str]) -> list[Section]:
    """The engines, and the most cited sites and pages by micro and macro share."""
    shares, column = counts.shares, counts.counting.engine_column
    if shares is None or shares.withheld or column is None:
        return []
    unit = counts.counting.unit
    tables = [_engines(shares, unit, words)]
    for kind, splits in (("site", shares.sites), ("page", shares.pages)):
        tables.append(_splits(splits, shares, kind, unit, words, display))
    notes = [words("shares.how", equal=shares.equal), words("shares.highest")]
    return [Section(words("shares", column=column.name, equal=shares.equal), tuple(tables), tuple(notes), "shares")]


def _engines(shares: Shares, unit: str, words: Words) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for engine in shares.engines:
        name: Cell = Name(engine.name) if engine.name else words("groups.blank")
        note = words(f"shares.{engine.withheld}", n=figures.whole(engine.n), small=SMALL) if engine.withheld else ""
        rows.append((name, figures.whole(engine.n), note))
    return Table("lrl", (words("shares.engine"), words(f"list.{unit}"), words("groups.note")), tuple(rows))


def _splits(splits: Sequence[Split], shares: Shares, kind: str, unit: str, words: Words, display: Callable[[str], str]) -> Table:
    spans = any(one.macro_interval for one in splits)
    rows: list[tuple[Cell, ...]] = []
    for one in splits:
        cells: list[Cell] = [Name(display(one.name), one.name if kind == "page" else ""), shown(one.micro), figures.rate(one.macro)]
        cells += [span(one.macro_interval, words)] if spans else []
        rows.append((*cells, f"{one.citing} / {shares.equal}", shown(one.highest_share), Name(one.highest)))
    heads = ["shares.micro", "shares.macro", *(["interval.macro"] if spans else []), "shares.citing", "shares.highest-share"]
    head = (words(f"list.{kind}"), *map(words, heads), words("shares.at"))
    return Table("l" + "r" * len(heads) + "l", head, tuple(rows), words(f"shares.{kind}s", unit=words(f"unit.share of {unit}")))
