"""`diff(old, new)`: new, lost and kept pages and sites, the largest changes with their intervals, and what makes the two unlike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pagekey.errors import InputError
from pagekey.keying.pages import page_rows
from pagekey.statistics.bootstrap import REPLICATES, SEED, Interval, drawn
from pagekey.statistics.few import SMALL
from pagekey.statistics.rarefaction import rarefied
from pagekey.study.periods.figures import Caution, Changes, Group, Leader, Moved, Ranked, Rarefied, Resampling, Side, Turnover
from pagekey.study.periods.ranks import able, leaders, leading
from pagekey.study.periods.resample import changes, strata
from pagekey.study.periods.rows import Period, column_of

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

TOP = 10
SIZE_APART, ENGINE_APART, FAILURE_APART = Fraction(1, 5), Fraction(1, 20), Fraction(1, 50)


@dataclass(frozen=True, slots=True)
class _Records:
    """The rows of status page of one period, and what is counted in them."""

    period: Period
    rows: list[int]
    pages: Counter[str]
    sites: Counter[str]

    def column(self, name: str) -> list[str]:
        cells = self.period.columns[name]
        return [cells[row] or "" for row in self.rows]


def diff(
    old: Keyed | Period, new: Keyed | Period, *, engine: str | None = None, answer: str | None = None, prompt: str | None = None,
    resamples: int = REPLICATES, seed: int = SEED,
) -> Changes:  # fmt: skip
    """What changed from one period to the next: pages and sites that are new, lost and kept, and the largest gains and losses.

    PolicyMismatch, with every field that differs, where the two were not made under one policy, mapping, extractor, unit and scope: their
    numbers do not compare. `engine`, `answer` and `prompt` name columns; usual names are found. Intervals resample whole answers within
    an engine (rows, if no column tells answers) so many times from that seed. InputError if a named column is not there.
    """
    if resamples < 100:
        raise InputError("too few resamples", expected="at least 100", got=str(resamples))
    then, now = (one if isinstance(one, Period) else Period.of(one) for one in (old, new))
    hint = "key both from their raw rows under one policy, then compare"
    then.caliber.require(now.caliber, then.name, now.name, hint)
    named = {"engine": engine, "answer": answer, "prompt": prompt}
    columns = {kind: column_of(kind, name, then, now) for kind, name in named.items()}
    before, after = _records(then), _records(now)
    sites, resampling = _sites(before, after, columns, resamples, seed)
    sides = (_side(before, columns), _side(after, columns))
    size = min(len(before.rows), len(after.rows))
    apart = _apart(len(before.rows), len(after.rows))
    return Changes(
        old=sides[0],
        new=sides[1],
        caliber=now.caliber,
        pages=_turnover("page", before.pages, after.pages),
        sites=_turnover("site", before.sites, after.sites),
        common=_common(before, after, columns["prompt"]),
        top_pages=_ranked("page", [Moved(name, was, becomes) for name, was, becomes in _pairs(before.pages, after.pages)]),
        top_sites=sites,
        leaders=_leaders(before, after, columns, resamples, seed),
        engines=_engines(before, after, columns["engine"]),
        rarefied=Rarefied(size, *(rarefied(list(one.pages.values()), size) for one in (before, after))) if apart else None,
        cautions=_cautions(before, after, sides, columns),
        resampling=resampling,
        columns=tuple(columns.items()),
        small=SMALL,
    )


def _records(period: Period) -> _Records:
    rows = page_rows(period.status)
    return _Records(
        period, rows, Counter(period.key[row] or "" for row in rows), Counter(period.site[row] or "" for row in rows)
    )


def _side(given: _Records, columns: Mapping[str, str]) -> Side:
    period = given.period
    expanded = sum(map(period.expanded.__getitem__, given.rows))
    unresolved = sum(status == "short-link" for status in period.status)
    told = {kind: len(set(given.column(name))) if name else None for kind, name in columns.items()}
    return Side(
        period.name, len(period.status), len(given.rows), len(given.pages), len(given.sites), expanded, unresolved,
        len(set(_answers(given, columns))) if columns["answer"] else None, told["prompt"],
    )  # fmt: skip


def _turnover(unit: str, then: Mapping[str, int], now: Mapping[str, int]) -> Turnover:
    kept = then.keys() & now.keys()
    new, lost = now.keys() - kept, then.keys() - kept
    return Turnover(
        unit, len(new), len(lost), len(kept), sum(map(now.__getitem__, new)), sum(map(then.__getitem__, lost)),
        sum(map(then.__getitem__, kept)), sum(map(now.__getitem__, kept)),
    )  # fmt: skip


def _common(before: _Records, after: _Records, prompt: str) -> Turnover | None:
    """The pages over the records of those prompts that both periods have."""
    if not prompt:
        return None
    shared = set(before.column(prompt)) & set(after.column(prompt))
    then, now = (
        Counter(one.period.key[row] or "" for row, said in zip(one.rows, one.column(prompt), strict=True) if said in shared)
        for one in (before, after)
    )
    return _turnover("page", then, now)


def _pairs(then: Mapping[str, int], now: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Every unit with its records then and now, by name."""
    return [(name, then.get(name, 0), now.get(name, 0)) for name in sorted(then.keys() | now.keys())]


def _ranked(unit: str, moved: Sequence[Moved], then: int = 1, now: int = 1) -> Ranked:
    """The largest changes, then by name: in records, or, with the records of both periods, in share (in whole numbers, so exact)."""
    order = sorted(((one.now * then - one.then * now, one) for one in moved), key=lambda pair: (-abs(pair[0]), pair[1].name))
    gains = [one for change, one in order if change > 0]
    losses = [one for change, one in order if change < 0]
    return Ranked(unit, tuple(gains[:TOP]), tuple(losses[:TOP]), len(gains[TOP:]), len(losses[TOP:]))


def _sites(
    before: _Records, after: _Records, columns: Mapping[str, str], resamples: int, seed: int
) -> tuple[Ranked, Resampling | None]:
    """The sites with the largest changes, with shares and intervals where there are enough records."""
    moved = [Moved(*pair) for pair in _pairs(before.sites, after.sites)]
    few = min(len(before.rows), len(after.rows)) < SMALL
    counted = _ranked("site", moved) if few else _ranked("site", moved, len(before.rows), len(after.rows))
    names = [one.name for one in (*counted.gains, *counted.losses) if max(one.then, one.now) >= SMALL]
    if few or not names:
        return _with_shares(counted, before, after, {}), None
    then, now = (strata(_answers(one, columns), [one.period.site[row] or "" for row in one.rows], names) for one in (before, after))
    resampling = Resampling(
        "answers" if columns["answer"] else "rows", resamples, seed, sum(map(len, then)), sum(map(len, now)), drawn(then), drawn(now),
        columns["engine"],
    )  # fmt: skip
    return _with_shares(counted, before, after, changes(then, now, names, resamples, seed)), resampling


def _leaders(before: _Records, after: _Records, columns: Mapping[str, str], resamples: int, seed: int) -> tuple[Leader, ...]:
    if min(len(before.rows), len(after.rows)) < SMALL:
        return ()
    names = leading(before.sites, after.sites)
    enough = able(names, before.sites, after.sites)
    then, now = (strata(_answers(one, columns), [one.period.site[row] or "" for row in one.rows], enough) for one in (before, after))
    return leaders(names, before.sites, after.sites, (then, now), resamples, seed)


def _answers(given: _Records, columns: Mapping[str, str]) -> list[tuple[str, str]]:
    """Engine and answer of each record; a record without an answer is one by itself."""
    engines = given.column(columns["engine"]) if columns["engine"] else [""] * len(given.rows)
    answers = given.column(columns["answer"]) if columns["answer"] else [""] * len(given.rows)
    return [(engine, answer or f"\0{row}") for engine, answer, row in zip(engines, answers, given.rows, strict=True)]


def _with_shares(ranked: Ranked, before: _Records, after: _Records, found: Mapping[str, Interval]) -> Ranked:
    def shared(one: Moved) -> Moved:
        span = found.get(one.name)
        if span is None:
            return Moved(one.name, one.then, one.now, withheld="few-records")
        return Moved(one.name, one.then, one.now, one.then / len(before.rows), one.now / len(after.rows), span.low, span.high)

    gains, losses = tuple(map(shared, ranked.gains)), tuple(map(shared, ranked.losses))
    return Ranked(ranked.unit, gains, losses, ranked.more_gains, ranked.more_losses)


def _engines(before: _Records, after: _Records, column: str) -> tuple[Group, ...]:
    """One group an engine, most records first."""
    if not column:
        return ()
    pages: list[dict[str, Counter[str]]] = []
    for one in (before, after):
        found: dict[str, Counter[str]] = {}
        for row, engine in zip(one.rows, one.column(column), strict=True):
            found.setdefault(engine, Counter())[one.period.key[row] or ""] += 1
        pages.append(found)
    groups = []
    for name in pages[0].keys() | pages[1].keys():
        then, now = pages[0].get(name, Counter()), pages[1].get(name, Counter())
        few = "few-records" if max(then.total(), now.total()) < SMALL else ""
        groups.append(Group(name, then.total(), now.total(), len(then), len(now), len(then.keys() & now.keys()), few))
    return tuple(sorted(groups, key=lambda one: (-one.then - one.now, one.name)))


def _cautions(before: _Records, after: _Records, sides: tuple[Side, Side], columns: Mapping[str, str]) -> tuple[Caution, ...]:
    old, new = sides
    found = []
    if _apart(old.records, new.records):
        found.append(Caution("size", old.records, new.records))
    if old.answers is not None and new.answers is not None and _apart(old.answers, new.answers):
        found.append(Caution("answers", old.answers, new.answers))
    if columns["engine"] and old.records and new.records:
        then, now = (Counter(one.column(columns["engine"])) for one in (before, after))
        moved = {name: Fraction(now[name], new.records) - Fraction(then[name], old.records) for name in then | now}
        names = sorted((n for n in moved if abs(moved[n]) > ENGINE_APART or not then[n] or not now[n]), key=lambda n: (-abs(moved[n]), n))
        if names:
            found.append(Caution("engines", len(then), len(now), tuple(names)))
    then_rate, now_rate = map(_failures, sides)
    if then_rate is not None and now_rate is not None and abs(now_rate - then_rate) > FAILURE_APART:
        found.append(Caution("failures", float(then_rate), float(now_rate)))
    if columns["prompt"]:
        prompts = [set(one.column(columns["prompt"])) for one in (before, after)]
        if prompts[0] != prompts[1]:
            found.append(Caution("prompts", len(prompts[0] - prompts[1]), len(prompts[1] - prompts[0])))
    return tuple(found)


def _failures(side: Side) -> Fraction | None:
    """The share of short links that have no target; None where there are no short links."""
    links = side.expanded + side.unresolved
    return Fraction(side.unresolved, links) if links else None


def _apart(then: int, now: int) -> bool:
    return abs(then - now) > SIZE_APART * min(then, now)
