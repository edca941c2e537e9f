"""How many pages and sites a keyed table cites, before and after its keys, with the numerator and denominator of every ratio.

Words: a *record* is a row, a *string* a distinct raw value, a *page* a distinct key of a row whose status is `page`, a *site* what the
policy says (host, registrable domain or group). Rows in scope are those with status `page`; short links and opaque redirects are
counted apart, since nobody knows their page; the strings of every other row are listed. What shares, ranks and concentration count is the
unit: *records*, *pairs* (distinct answer and page) or *answers* (that cite the site or page).
"""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from pagekey.errors import InputError, PagekeyError
from pagekey.keying.columns import require
from pagekey.keying.pages import APART, Rows, domain_of, known, require_keyed
from pagekey.statistics.bootstrap import REPLICATES, SEED
from pagekey.statuses import STATUSES
from pagekey.study.count.answers import answer_column, engine_column
from pagekey.study.count.estimates import intervals
from pagekey.study.count.figures import Apart, Counting, Counts, Estimate, Listed, Rejected, Shares, Side, Spread
from pagekey.study.count.groups import groups
from pagekey.study.count.lists import leaders, links, ratio, top
from pagekey.study.count.merged import before, hits, merges
from pagekey.study.count.scope import Cited
from pagekey.study.count.shares import engines, shares
from pagekey.study.count.standing import Standing, standing

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.study.count.estimates import Intervals

REJECTED = ("unparsed", "not-web", "self", "no-url", "empty")


def count(
    keyed: Keyed, by: str | None = None, *, unit: str = "records", answer: str | None = None, engine: str | None = None,
    bootstrap: int = REPLICATES, seed: int = SEED,
) -> Counts:  # fmt: skip
    """All counts of a keyed table, whole and by each value of the column `by`.

    `unit` is what shares, ranks and concentration count: records, pairs (distinct answer and page) or answers (citing). `answer` and
    `engine` name columns; None takes one with a usual name (answer_id, engine ..), "" none, and the counts say which. Intervals are by
    `bootstrap` replicates over answers (0: none) from `seed`. No row is left out: `statuses` adds up to `rows`. TypeError if `keyed` is no
    Keyed table, InputError if it has no such column, or none of answers where the unit needs it.
    """
    require_keyed(keyed, "count")
    if bootstrap < 0:
        raise InputError("not a number of replicates", expected="0 or more", got=str(bootstrap))
    if by is not None:
        require(keyed.columns, by, "no column to group by")
    columns = answer_column(keyed, answer, unit), engine_column(keyed, engine)
    statuses = _statuses(keyed)
    table = standing(keyed, *columns, unit)
    sites, pages = table.scope.cited()
    found, split = _drawn(table, sites, pages, bootstrap, seed)
    return _counts(table, by, statuses, (sites, pages), found, split)


def _drawn(table: Standing, sites: Cited, pages: Cited, times: int, seed: int) -> tuple[Intervals, Shares | None]:
    """The intervals of the most cited, and their shares by engine (None without a column of engines)."""
    site_names, page_names = ([name for name, _ in leaders(cited.counts)[0]] for cited in (sites, pages))
    by_engine = engines(table.scope, table.by_engine) if table.engine else None
    found = intervals(table.scope, table.loose, site_names, page_names, by_engine.equal if by_engine else (), times, seed)
    return found, shares(by_engine, sites.unit, site_names, page_names, found) if by_engine else None


def _counts(
    table: Standing, by: str | None, statuses: dict[str, int], cited: tuple[Cited, Cited], found: Intervals, split: Shares | None
) -> Counts:
    keyed, scope, (sites, pages) = table.keyed, table.scope, cited
    n, strings = scope.records, len({known(keyed.raw, i) for i in scope.rows})
    hosts = len({known(keyed.host, i) for i in scope.rows})
    old, hostless = before(keyed, table.web)
    return Counts(
        policy=keyed.policy.stamp,
        site_unit=keyed.policy.site,
        counting=_counting(table, pages.n, found),
        rows=len(keyed.status),
        statuses=statuses,
        records=n,
        web=old.records,
        unresolved=old.records - n,
        strings=strings,
        pages=len(pages.records),
        pages_most=len(pages.records) + len({_link(keyed, i) for i in table.web if i not in scope.rows}),
        hosts=hosts,
        domains=len({domain_of(keyed, i) for i in scope.rows}),
        sites=len(sites.records),
        hostless=hostless,
        pages_per_site=ratio(len(pages.records), len(sites.records), "page/site"),
        records_per_page=_spread(pages.records),
        before=old,
        after=_after(old.records, n, len(pages.records), hosts),
        top_sites=top(keyed, scope, sites, "site", found.micro["site"]),
        top_pages=top(keyed, scope, pages, "page", found.micro["page"]),
        shares=split,
        merges=merges(keyed, list(scope.rows), strings, len(pages.records)),
        hits=hits(keyed, scope.rows),
        apart=tuple(_apart(keyed, table.distinct, status) for status in APART),
        rejected=tuple(_rejected(keyed, table.distinct, status) for status in REJECTED),
        by=by,
        groups=() if by is None else groups(table, by),
    )


def _counting(table: Standing, n: int, found: Intervals) -> Counting:
    scope, columns = table.scope, (table.answer, table.engine)
    if table.answer is None:
        return Counting(scope.unit, n, *columns, None, None, 0, None, None, found.bootstrap)
    answers, pairs, answered = len(scope.answers), scope.pairs, scope.records - table.unanswered
    return Counting(
        scope.unit, n, *columns, answers, pairs, table.unanswered,
        Estimate(ratio(answered, answers, "record/answer", n=answers), found.records_per_answer),
        Estimate(ratio(pairs, answers, "page/answer", n=answers), found.pages_per_answer),
        found.bootstrap,
    )  # fmt: skip


def _after(web: int, records: int, pages: int, hosts: int) -> Side:
    """The sum of both sides is that of all web rows; a page is one of status `page`."""
    return Side(web, pages, hosts, ratio(pages, hosts, "page/host"), ratio(records, pages, "record/page"))


def _statuses(keyed: Keyed) -> dict[str, int]:
    """Rows of each status, in the order of `STATUSES`, with those that do not occur; adds up to the rows or raises."""
    found = Counter(keyed.status)
    statuses = {status: found[status] for status in STATUSES}
    if sum(statuses.values()) != len(keyed.raw):
        strange = sorted(set(found) - set(STATUSES))
        raise PagekeyError(
            "the rows by status do not add up to the rows read",
            expected=f"{len(keyed.raw)} rows",
            got=f"{sum(statuses.values())}, and the statuses {strange}",
            where=keyed.policy.stamp,
            hint="this is a fault of pagekey, please report it",
        )
    return statuses


def _link(keyed: Keyed, i: int) -> str:
    return keyed.key[i] or known(keyed.raw, i)


def _spread(pages: Counter[str]) -> Spread:
    counts = sorted(pages.values())
    mean = ratio(sum(counts), len(counts), "record/page")
    if not counts:
        return Spread(mean, None, None, None)
    return Spread(mean, float(median(counts)), counts[(9 * len(counts) + 9) // 10 - 1], counts[-1])


def _apart(keyed: Keyed, distinct: Rows, status: str) -> Apart:
    rows = {i: records for i, records in distinct.items() if keyed.status[i] == status}
    entries, tied, found = links(keyed, rows, {i: _link(keyed, i) for i in rows})
    return Apart(status, sum(rows.values()), len({keyed.raw[i] for i in rows}), found, entries, tied)


def _rejected(keyed: Keyed, distinct: Rows, status: str) -> Rejected:
    """The strings as they stand, cells that are not there beside them."""
    strings: Counter[str] = Counter()
    missing = 0
    for i, rows in distinct.items():
        if keyed.status[i] == status:
            raw = keyed.raw[i]
            if raw is None:
                missing += rows
            else:
                strings[raw] += rows
    first, tied = leaders(strings)
    listed = tuple(Listed(raw, rows) for raw, rows in first)
    return Rejected(status, strings.total() + missing, len(strings), missing, listed, tied)
