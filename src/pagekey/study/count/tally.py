"""How many pages and sites a keyed table cites, before and after its keys, with the numerator and denominator of every ratio.

Words: a *record* is a row, a *string* a distinct raw value, a *page* a distinct key of a row whose status is `page`, a *site* what the
policy says (host, registrable domain or group). Rows in scope are those with status `page`; short links and opaque redirects are
counted apart, since nobody knows their page; the strings of every other row are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from heapq import nsmallest
from statistics import median
from typing import TYPE_CHECKING

from pagekey.errors import InputError, PagekeyError
from pagekey.rules import RULES
from pagekey.statuses import STATUSES
from pagekey.study.count.figures import Apart, Counts, Entry, Group, Listed, Merges, Ratio, Rejected, RuleHits, Rung, Side, Spread, Top

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

SMALL = 20  # fewer records than this: counts only, no share and no rank
TOP = 10
APART = ("short-link", "opaque")
REJECTED = ("unparsed", "not-web", "self", "no-url", "empty")
# Rungs of a ladder from string to key: (name, column of `Keyed.rungs`), where "" is the key itself.
TIERS = (("standard", "standard"), ("convention", "convention"), ("site", ""))
STEPS = (*((f"step-{i}", f"step-{i}") for i in range(1, 6)), ("beyond", ""))


@dataclass(frozen=True, slots=True)
class _Tally:
    """Records by string, key, host, domain and site over some rows of status `page`."""

    rows: Sequence[int]
    strings: Counter[str]
    keys: Counter[str]
    hosts: Counter[str]
    domains: Counter[str]
    sites: Counter[str]


def count(keyed: Keyed, by: str | None = None) -> Counts:
    """All counts of a keyed table, whole and by each value of the column `by`.

    No row is left out: `statuses` adds up to `rows`. TypeError if `keyed` is no Keyed table, InputError if it has no column `by`.
    """
    _require_keyed(keyed)
    statuses = _statuses(keyed)
    tally = _tally(keyed, [i for i, status in enumerate(keyed.status) if status == "page"])
    web = [i for i, status in enumerate(keyed.status) if status == "page" or status in APART]
    links = len({_link(keyed, i) for i in web if keyed.status[i] != "page"})
    n, pages, hosts, sites = len(tally.rows), len(tally.keys), len(tally.hosts), len(tally.sites)
    before, hostless = _before(keyed, web)
    return Counts(
        policy=keyed.policy.stamp,
        site_unit=keyed.policy.site,
        rows=len(keyed.status),
        statuses=statuses,
        records=n,
        web=len(web),
        unresolved=len(web) - n,
        strings=len(tally.strings),
        pages=pages,
        pages_most=pages + links,
        hosts=hosts,
        domains=len(tally.domains),
        sites=sites,
        hostless=hostless,
        pages_per_site=_ratio(pages, sites, "page/site"),
        records_per_page=_spread(tally.keys),
        before=before,
        after=Side(len(web), pages, hosts, _ratio(pages, hosts, "page/host"), _ratio(n, pages, "record/page")),
        top_sites=_top(keyed, tally.rows, tally.sites, [_site(keyed, i) for i in tally.rows], "site"),
        top_pages=_top(keyed, tally.rows, tally.keys, [_known(keyed.key, i) for i in tally.rows], "page"),
        merges=_merges(keyed, tally),
        hits=_hits(keyed, tally.rows),
        apart=tuple(_apart(keyed, status) for status in APART),
        rejected=tuple(_rejected(keyed, status) for status in REJECTED),
        by=by,
        groups=() if by is None else _groups(keyed, by, n),
    )


def written_host(raw: str) -> str | None:
    """The host as the string has it: lower-cased, without userinfo and port, www kept; None where a plain split finds none.

    What `urlsplit(raw).hostname` gives, without its differences between Python versions; a string without scheme is read as if it
    began with `//`. The "before" of a report stands on this: no rule of pagekey has touched it.
    """
    text = raw.strip("\t\n\r\f\v ")
    scheme, mark, rest = text.partition("://")
    if mark and scheme.isascii() and scheme.replace("+", "").replace("-", "").replace(".", "").isalnum():
        text = rest
    elif text[:5].lower() == "http:" or text[:6].lower() == "https:":
        return None
    else:
        text = text.removeprefix("//")
    for end in "/?#":
        text = text.partition(end)[0]
    text = text.rpartition("@")[2]
    host = text.partition("]")[0] + "]" if text.startswith("[") else text.partition(":")[0]
    return host.lower() or None


def _require_keyed(value: object) -> None:
    """TypeError unless the value has what counting stands on: keys, statuses and the policy that made them."""
    if all(hasattr(value, name) for name in ("policy", "status", "key")) and hasattr(value.policy, "stamp"):  # type: ignore[attr-defined]
        return
    raise TypeError(
        f"count() takes a Keyed table, got {type(value).__name__}: call pagekey.keyed(rows, url=...) first, "
        "so that every number says under which rules it was made"
    )


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


def _known(column: Sequence[str | None], i: int) -> str:
    """The value of a row that must have one."""
    value = column[i]
    if value is None:
        raise PagekeyError("a page without key, host or string", where=f"row {i}", hint="this is a fault of pagekey, please report it")
    return value


def _site(keyed: Keyed, i: int) -> str:
    """A host is its own site where the unit does not reach it (an IP, a host in no group)."""
    return keyed.site[i] or _known(keyed.host, i)


def _link(keyed: Keyed, i: int) -> str:
    return keyed.key[i] or _known(keyed.raw, i)


def _tally(keyed: Keyed, rows: Sequence[int]) -> _Tally:
    return _Tally(
        rows,
        Counter(_known(keyed.raw, i) for i in rows),
        Counter(_known(keyed.key, i) for i in rows),
        Counter(_known(keyed.host, i) for i in rows),
        Counter(keyed.domain[i] or _known(keyed.host, i) for i in rows),  # an IP or a bare suffix has no domain: it stands for itself
        Counter(_site(keyed, i) for i in rows),
    )


def _ratio(part: int, whole: int, unit: str, *, n: int | None = None) -> Ratio:
    """A ratio; with `n` (records) it is a share that fewer than `SMALL` records do not carry."""
    if n is not None and n < SMALL:
        return Ratio(part, whole, unit, "few-records")
    return Ratio(part, whole, unit, "" if whole else "nothing")


def _leaders(counter: Counter[str]) -> tuple[list[tuple[str, int]], int]:
    """The first ten, and how many share the tenth's count if the cut runs through a tie."""
    first = nsmallest(TOP + 1, counter.items(), key=lambda item: (-item[1], item[0]))
    if len(first) <= TOP or first[TOP][1] != first[TOP - 1][1]:
        return first[:TOP], 0
    return first[:TOP], sum(1 for records in counter.values() if records == first[TOP][1])


def _entries(keyed: Keyed, rows: Iterable[int], names: Sequence[str], leaders: Sequence[tuple[str, int]], n: int) -> tuple[Entry, ...]:
    """The list entries of `leaders`; `names` runs parallel to `rows` and says to which unit a row belongs."""
    strings: dict[str, set[str | None]] = {name: set() for name, _ in leaders}
    pages: dict[str, set[str | None]] = {name: set() for name, _ in leaders}
    for i, name in zip(rows, names, strict=True):
        if name in strings:
            strings[name].add(keyed.raw[i])
            if keyed.status[i] == "page":
                pages[name].add(keyed.key[i])
    return tuple(
        Entry(name, records, len(strings[name]), len(pages[name]), _ratio(records, n, "share of records", n=n)) for name, records in leaders
    )


def _top_share(units: Counter[str], leaders: Sequence[tuple[str, int]], n: int) -> Ratio:
    """Records of the ten largest over all; ties do not move it, as tied units count alike."""
    share = _ratio(sum(records for _, records in leaders), n, "share of records", n=n)
    return share if share.withheld or len(units) > TOP else Ratio(share.part, share.whole, share.unit, "few-units")


def _top(keyed: Keyed, rows: Sequence[int], units: Counter[str], names: Sequence[str], unit: str) -> Top:
    n = len(rows)
    leaders, tied = _leaders(units)
    once = sum(1 for records in units.values() if records == 1)
    return Top(
        _entries(keyed, rows, names, leaders, n),
        len(units),
        tied,
        _top_share(units, leaders, n),
        once,
        _ratio(once, len(units), f"share of {unit}s", n=n),
    )


def _spread(pages: Counter[str]) -> Spread:
    counts = sorted(pages.values())
    mean = _ratio(sum(counts), len(counts), "record/page")
    if not counts:
        return Spread(mean, None, None, None)
    return Spread(mean, float(median(counts)), counts[(9 * len(counts) + 9) // 10 - 1], counts[-1])


def _before(keyed: Keyed, web: Sequence[int]) -> tuple[Side, int]:
    """The web rows as they stand: a string is a page, a host as written (a shortener too) a host; and the records with no such host."""
    strings = Counter(_known(keyed.raw, i) for i in web)
    hosts = {raw: written_host(raw) for raw in strings}
    distinct = len(set(hosts.values()) - {None})
    hostless = sum(records for raw, records in strings.items() if hosts[raw] is None)
    pages, records = len(strings), len(web)
    return Side(records, pages, distinct, _ratio(pages, distinct, "page/host"), _ratio(records, pages, "record/page")), hostless


def _merges(keyed: Keyed, tally: _Tally) -> Merges:
    """Strings merged, by tier and by step of the recipe: distinct keys one rung lower minus distinct keys at this one.

    A rung's keys are made by those rules of the policy whose tier (step) is at most its own; rules without a step are the last rung.
    The numbers merged are differences along one row from strings to pages, so they add up to all that merged, whatever the rules are.
    """
    rungs: Mapping[str, Sequence[str | None]] = getattr(keyed, "rungs", None) or {}
    strings, pages = len(tally.strings), len(tally.keys)

    def climb(ladder: Sequence[tuple[str, str]]) -> tuple[Rung, ...]:
        if any(rung and rung not in rungs for _, rung in ladder):
            return ()
        left = [len({rungs[rung][i] for i in tally.rows}) if rung else pages for _, rung in ladder]
        return tuple(Rung(name, below - here, here) for (name, _), below, here in zip(ladder, [strings, *left], left, strict=False))

    return Merges(strings, pages, strings - pages, climb(TIERS), climb(STEPS))


def _hits(keyed: Keyed, rows: Sequence[int]) -> tuple[RuleHits, ...]:
    """Rules by the records they changed; each distinct mask is turned into names once."""
    masks = Counter(keyed.hits[i] for i in rows)
    example = {keyed.hits[i]: i for i in rows}
    hit: Counter[str] = Counter()
    for mask, records in masks.items():
        for rule in keyed.rules(example[mask]):
            hit[rule] += records
    tiers = {rule.name: rule.tier for rule in RULES}
    ordered = sorted(hit.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        RuleHits(rule, tiers.get(rule, ""), records, _ratio(records, len(rows), "share of records", n=len(rows)))
        for rule, records in ordered
    )


def _apart(keyed: Keyed, status: str) -> Apart:
    rows = [i for i, found in enumerate(keyed.status) if found == status]
    names = [_link(keyed, i) for i in rows]
    links = Counter(names)
    leaders, tied = _leaders(links)
    strings = len({keyed.raw[i] for i in rows})
    return Apart(status, len(rows), strings, len(links), _entries(keyed, rows, names, leaders, len(rows)), tied)


def _rejected(keyed: Keyed, status: str) -> Rejected:
    """The strings as they stand, cells that are not there beside them."""
    cells = [raw for raw, found in zip(keyed.raw, keyed.status, strict=True) if found == status]
    strings = Counter(raw for raw in cells if raw is not None)
    leaders, tied = _leaders(strings)
    listed = tuple(Listed(raw, rows) for raw, rows in leaders)
    return Rejected(status, len(cells), len(strings), len(cells) - strings.total(), listed, tied)


def _groups(keyed: Keyed, by: str, total: int) -> tuple[Group, ...]:
    """One group a value, most records first. Rows and records add up to the table's; pages do not, as one page may be in many groups."""
    if by not in keyed.columns:
        near = get_close_matches(by, keyed.columns, 1)
        expected = "one of " + ", ".join(keyed.columns) if keyed.columns else "a column beside the URL, and the table has none"
        raise InputError("no column to group by", expected=expected, got=repr(by), hint=f"did you mean {near[0]!r}?" if near else "")
    members: dict[str, list[int]] = {}
    for i, name in enumerate(keyed.columns[by]):
        members.setdefault(name or "", []).append(i)
    groups = [_group(keyed, name, rows, total) for name, rows in members.items()]
    return tuple(sorted(groups, key=lambda group: (-group.records, group.name)))


def _group(keyed: Keyed, name: str, rows: Sequence[int], total: int) -> Group:
    tally = _tally(keyed, [i for i in rows if keyed.status[i] == "page"])
    n, pages, sites = len(tally.rows), len(tally.keys), len(tally.sites)
    return Group(
        name,
        len(rows),
        n,
        sum(1 for i in rows if keyed.status[i] in APART),
        len(tally.strings),
        pages,
        len(tally.hosts),
        sites,
        _ratio(n, total, "share of records", n=n),
        _ratio(pages, sites, "page/site", n=n),
        _ratio(n, pages, "record/page", n=n),
        _top_share(tally.sites, _leaders(tally.sites)[0], n),
    )
