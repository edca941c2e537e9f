"""The parameters of a keyed table, host by host: what the policy does with each, and what dropping or keeping it would change on this data.

Words: a *record* is a row with status `page`, a *page* a distinct key of such rows. A parameter belongs to the host that a policy names
for it: that of the URL after wrappers are opened and www and mobile twins are folded, before aliases. Not looked at, and counted: opaque
queries, and URLs with more than MOST names. Names and values are as keys write them. Time is linear in the length of the URLs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pagekey.errors import PolicyError
from pagekey.keying.single import explain
from pagekey.policy import load, spell
from pagekey.policy.hosts import AMP_LABELS, MOBILE_LABELS
from pagekey.policy.model import Site
from pagekey.policy.plan import Compiled, compiled
from pagekey.policy.sitedata import site_data
from pagekey.policy.spelling import LONGEST
from pagekey.rules import NAMES

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.policy import Policy

MOST = 64  # parameter names in one URL
WIDEST = 20  # pages that may fall onto one before a proposal to drop is out of the question
NEEDED = ("drop-params", "keep-params")
"""Rules that the words of a proposal need."""
# What touches parameters, or moves them to another host: off when the parameters of a URL are read.
_OFF = frozenset({
    "drop-session", "drop-tracking", "fold-amp", "drop-params", "keep-params", "drop-state", "drop-default-params", "alias-host",
    "identify-page", "rewrite",
})  # fmt: skip
_BY_RULE = {"drop-tracking": "none", "drop-session": "session"}
"""What the lists behind a rule say of the parameters that it drops."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One name on one host.

    `records` have it, of `of_records` of the host; `values` counts distinct ones, a bare name is one. `dropped` of the records lose it,
    the first of them by the rule `by` ("" if none does). `pages` of the host are in the data now; `if_dropped` if the name were dropped
    there, `if_kept` if no rule dropped it. `widest` is the largest number of pages that would become one, `groups` how many pages would
    take in others, `bare` in how many of those the page without the parameter is in the data too. `effect` is what the shipped data
    and lists know of it there ("none", "specify", ..), "paginate elsewhere" if the name is known as content of other hosts only, "unknown"
    if nothing is. `proposal` is "drop", "keep" or "": never more than that, for nobody asked the site.
    """

    host: str
    name: str
    records: int
    of_records: int
    values: int
    dropped: int
    by: str
    pages: int
    if_dropped: int
    if_kept: int
    widest: int
    groups: int
    bare: int
    effect: str
    proposal: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a table, those that matter most first. `records` are rows with a page, `left_out` those not looked at."""

    policy: str
    records: int
    opaque: int
    crowded: int
    rows: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """What a policy would say of a host: whole lists, since a list that is given replaces the one before. `pages` are those of the host
    now, `after` those under all the words together, worked out anew from the strings."""

    host: str
    drop: tuple[str, ...]
    keep: tuple[str, ...]
    pages: int
    after: int


@dataclass(slots=True)
class _Seen:
    """What is gathered of one name on one host. `keys` still have it, `lost` (with the number of their strings) have not; `apart` are
    those with the values that they lost: so many pages there would be."""

    records: int = 0
    dropped: int = 0
    example: str = ""
    values: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    lost: Counter[str] = field(default_factory=Counter)
    apart: set[tuple[str, str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Line:
    """One distinct string of the table: how many records it is, its key, its host and its query before any parameter is touched, and
    the host of the key, which an alias may have made another."""

    text: str
    records: int
    key: str
    host: str
    query: str
    final: str


def parameters(keyed: Keyed, *, min_values: int = 1) -> Parameters:
    """Every parameter with at least `min_values` values, and what the policy does with it; ranked: proposals first, then by the pages
    that hang on it."""
    plan = compiled(keyed.policy)
    lines = _lines(keyed, plan)
    records: Counter[str] = Counter()
    pages: dict[str, set[str]] = {}
    strings: Counter[str] = Counter()
    seen: dict[tuple[str, str], _Seen] = {}
    opaque = crowded = 0
    for line in lines:
        records[line.host] += line.records
        for host in {line.host, line.final}:
            pages.setdefault(host, set()).add(line.key)
        strings[line.key] += 1
        pairs = _pairs(line.query)
        if any(sign in name for name in pairs for sign in "/:?"):
            opaque += line.records
        elif len(pairs) > MOST:
            crowded += line.records
        else:
            _gather(line, pairs, seen)
    for line in lines:  # what a rule itself wrote into the query, of a short address or another form, would be dropped again
        for name in _pairs(_cut(line.key)[1]) if "?" in line.key else ():
            if (line.final, name) in seen:
                seen[line.final, name].keys.add(line.key)
    wanted = {at: one for at, one in seen.items() if len(one.values) >= min_values}
    landed = _landed(wanted, plan)
    known = _known()
    rows = [
        _parameter(at, one, landed, strings, records[at[0]], len(pages[at[0]]), keyed.policy, _effect(known, *at))
        for at, one in wanted.items()
    ]
    rows.sort(key=lambda one: (not one.proposal, -_weight(one), -one.records, one.host, one.name))
    return Parameters(plan.stamp, sum(records.values()), opaque, crowded, tuple(rows))


def words(keyed: Keyed, rows: Iterable[Parameter]) -> tuple[Words, ...]:
    """The proposals as words of a policy, host by host, with the lists that hold there now, and what they do together on this data."""
    policy = keyed.policy
    new: dict[str, dict[str, list[str]]] = {}
    for one in rows:
        if one.proposal:
            new.setdefault(one.host, {"drop": [], "keep": []})[one.proposal].append(one.name)
    lists = {host: {word: _whole(policy, host, word, names) for word, names in said.items()} for host, said in new.items()}
    sites = {site.host: site for site in policy.sites}
    for host, said in lists.items():
        site = sites.get(host, Site(host))
        sites[host] = replace(site, drop=said["drop"] or site.drop, keep=said["keep"] or site.keep)
    rules = tuple(rule for rule in NAMES if rule in policy.rules or rule in NEEDED)
    plan = compiled(replace(policy, rules=rules, sites=tuple(sites.values()), cases=()))
    before: dict[str, set[str]] = {host: set() for host in lists}
    after: dict[str, set[str]] = {host: set() for host in lists}
    for line in _lines(keyed, compiled(policy)):
        for host in {line.host, line.final} & lists.keys():
            before[host].add(line.key)
            after[host].add(plan.engine.key(plan.plan, line.text))
    return tuple(Words(host, said["drop"], said["keep"], len(before[host]), len(after[host])) for host, said in lists.items())


def _lines(keyed: Keyed, plan: Compiled) -> list[_Line]:
    """The distinct strings of the rows with a page, in their order."""
    counts: Counter[str] = Counter()
    keys: dict[str, str] = {}
    for text, key, status in zip(keyed.target, keyed.key, keyed.status, strict=True):
        if status == "page" and text is not None and key is not None:
            counts[text] += 1
            keys[text] = key
    policy = keyed.policy
    whole = compiled(replace(policy, rules=tuple(rule for rule in policy.rules if rule not in _OFF), aliases=(), rewrites=(), cases=()))
    texts = list(counts)
    found: list[str] = whole.engine.keys(whole.plan, texts)
    sites = {site.host: site for site in plan.sites}
    out = []
    for text, key in zip(texts, found, strict=True):
        host, query = _cut(key)
        out.append(_Line(text, counts[text], keys[text], _folded(host, sites), query, _cut(keys[text])[0]))
    return out


def _cut(key: str) -> tuple[str, str]:
    """Host, as a policy writes it, and query of a key."""
    rest = key.partition("#")[0]
    rest, _, query = rest.partition("?")
    rest = rest.partition("://")[2] if rest.startswith(("http://", "https://")) else rest
    host = rest.partition("/")[0].rpartition("@")[2]
    host = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    while host.startswith("www."):
        host = host[4:]
    return host, query


def _folded(host: str, sites: Mapping[str, Site]) -> str:
    """The host without the label of a twin, where the policy or the shipped data says that it is one."""
    label, _, base = host.partition(".")
    site = sites.get(base) if label in MOBILE_LABELS or label in AMP_LABELS else None
    if site is None:
        return host
    twin = (site.mobile == "fold" and label in MOBILE_LABELS) or (site.amp == "fold" and label in AMP_LABELS)
    return base if twin else host


def _pairs(query: str) -> dict[str, str]:
    """Name -> its pairs, joined where there are several."""
    out: dict[str, str] = {}
    several: dict[str, list[str]] = {}
    for pair in query.split("&"):
        name = pair.partition("=")[0]
        if name in out:
            several.setdefault(name, [out[name]]).append(pair)
        elif name:
            out[name] = pair
    return {**out, **{name: "&".join(pairs) for name, pairs in several.items()}} if several else out


def _gather(line: _Line, pairs: Mapping[str, str], seen: dict[tuple[str, str], _Seen]) -> None:
    left = _pairs(_cut(line.key)[1]) if "?" in line.key else {}
    for name, value in pairs.items():
        one = seen.setdefault((line.host, name), _Seen())
        one.records += line.records
        one.values.add(value)
        if name in left:
            one.keys.add(line.key)
        else:
            one.dropped += line.records
            one.example = one.example or line.text
            one.lost[line.key] += 1
            one.apart.add((line.key, value))


def _landed(seen: Mapping[tuple[str, str], _Seen], plan: Compiled) -> dict[tuple[str, str], str]:
    """(key, name) -> the key that is left when the name is dropped from it and all rules have run again."""
    wanted = {(key, name): _without(key, name) for (_, name), one in seen.items() for key in one.keys}
    texts = list(dict.fromkeys(wanted.values()))
    again = dict(zip(texts, plan.engine.keys(plan.plan, texts), strict=True))
    return {at: again[text] for at, text in wanted.items()}


def _without(key: str, name: str) -> str:
    """The key as a URL with no parameter of that name."""
    head, mark, route = key.partition("#")
    path, _, query = head.partition("?")
    left = "&".join(pair for pair in query.split("&") if pair.partition("=")[0] != name)
    url = f"{path}?{left}" if left else path
    return ("" if key.startswith(("http://", "https://")) else "http://") + url + mark + route


def _parameter(
    at: tuple[str, str], one: _Seen, landed: Mapping[tuple[str, str], str], strings: Mapping[str, int], of: int, pages: int,
    policy: Policy, effect: str,
) -> Parameter:  # fmt: skip
    host, name = at
    by = _rule(one.example, name, policy) if one.dropped else ""
    falls = Counter(landed[key, name] for key in one.keys)
    sizes = {key: count + (key in strings) for key, count in falls.items()}
    groups = [key for key, size in sizes.items() if size > 1]
    beside = sum(strings[key] > count for key, count in one.lost.items())
    found = Parameter(
        host=host,
        name=name,
        records=one.records,
        of_records=of,
        values=len(one.values),
        dropped=one.dropped,
        by=by,
        pages=pages,
        if_dropped=pages - sum(sizes[key] - 1 for key in groups),
        if_kept=pages - len(one.lost) + len(one.apart) + beside,
        widest=max(sizes.values(), default=0),
        groups=len(groups),
        bare=sum(key in strings for key in groups),
        effect=_BY_RULE.get(by, effect) if effect == "unknown" else effect,
        proposal="",
    )
    return replace(found, proposal=_proposal(found, policy))


def _proposal(one: Parameter, policy: Policy) -> str:
    """Drop: nothing is known of it, pages would merge, few onto each, and most of what they merge with is there without the parameter too.
    Keep: the keep-list makes one page of more than WIDEST, and the parameter is not known to do nothing."""
    if not _can_be_said(one.host, one.name):
        return ""
    if one.by == "keep-params" and one.effect != "none" and one.if_kept - one.pages > WIDEST:
        return "keep"
    few = one.groups > 0 and one.widest <= WIDEST and 2 * one.bare > one.groups
    return "drop" if few and not one.dropped and one.effect == "unknown" and one.name not in policy.keep else ""


def _can_be_said(host: str, name: str) -> bool:
    """Can a policy name both?"""
    try:
        spell.host(host)
        spell.param(name)
    except PolicyError:
        return False
    return len(name) <= LONGEST


def _weight(one: Parameter) -> int:
    """How many pages hang on the word."""
    return max(one.pages - one.if_dropped, one.if_kept - one.pages)


def _rule(text: str, name: str, policy: Policy) -> str:
    """The rule after which the name was gone from the string."""
    found = ""
    for step in explain(text, policy).steps:
        if name in _pairs(_cut(step.before)[1]) and name not in _pairs(_cut(step.after)[1]):
            found = step.rule
    return found


def _known() -> dict[str, dict[str, str]]:
    """Host -> name -> effect, of the shipped data; under "" the names that are content anywhere."""
    out: dict[str, dict[str, str]] = {"": dict.fromkeys(load("citation-strict@1").keep, "specify elsewhere")}
    for entry in site_data().scoped:
        for host in entry.hosts if not entry.below else ():
            out.setdefault(host, {}).update(dict.fromkeys(entry.names, entry.effect))
        if entry.effect not in ("none", "session"):
            out[""].update(dict.fromkeys(entry.names, f"{entry.effect} elsewhere"))
    return out


def _effect(known: Mapping[str, Mapping[str, str]], host: str, name: str) -> str:
    return next((known[place][name] for place in (*_places(host), "") if name in known.get(place, ())), "unknown")


def _places(host: str) -> list[str]:
    """The host and the wildcards that cover it, narrowest first."""
    labels = host.split(".")
    return [host, *(f"*.{'.'.join(labels[k:])}" for k in range(1, len(labels)))]


def _whole(policy: Policy, host: str, word: str, names: list[str]) -> tuple[str, ...]:
    """The names behind those that the policy lists there now; () where there is nothing new."""
    sites = {site.host: site for site in policy.sites}
    said = [getattr(sites[place], word) for place in _places(host) if place in sites and getattr(sites[place], word) is not None]
    return tuple(dict.fromkeys((*(said[0] if said else ()), *names))) if names else ()
