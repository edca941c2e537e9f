"""From a foreign list to the words of a policy over a base: what is new is written, what the base does already is counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pagekey.errors import PolicyError
from pagekey.policy import spell
from pagekey.policy.importing.brought import Brought, Entry, Left
from pagekey.policy.importing.places import EVERYWHERE, above
from pagekey.policy.model import Policy, Site
from pagekey.policy.plan import Compiled, compiled
from pagekey.policy.spelling import LONGEST, escaped

_TAIL = "qzxqvjq"  # no name is longer by this: what begins with a prefix and ends so is dropped for its beginning alone


Parts = dict[str, tuple[str, ...]]
"""Path -> what is dropped at and below it."""


@dataclass(frozen=True, slots=True)
class Made:
    """`drop` for every host, `sites` host -> names, `parts` host -> path -> names; `policy` is the base with all three. `already`
    counts names that the base drops in all places of their rule, `taken` those that are new in one, each once for every rule with them."""

    policy: Policy
    base: Policy
    drop: tuple[str, ...]
    sites: dict[str, tuple[str, ...]]
    parts: dict[str, Parts]
    new: dict[str, tuple[str, ...]]
    """Host, or a part of one, -> the names that this list adds there; an empty list where exceptions are all that is said."""
    taken: int
    already: int
    left: tuple[Left, ...]
    cases: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Count:
    taken: int = 0
    already: int = 0
    left: list[Left] = field(default_factory=list)


def make(brought: Brought, base: Policy, *, past_exceptions: bool = False) -> Made:
    """The policy that the list makes over `base`. Names whose rule has exceptions that no policy can say wait, unless the caller goes
    past them. Nothing is switched on: where the rule drop-params is off, the words are idle."""
    plan = compiled(base)
    sites = {site.host: site for site in base.sites}
    count = _Count(left=list(brought.left))
    taken = [_taken(entry, plan, sites, count, past=past_exceptions) for entry in brought.entries]
    drop = tuple(dict.fromkeys(name for entry in taken if EVERYWHERE in entry.scopes for name in entry.names))
    everywhere = frozenset((*base.drop, *drop))
    local = [entry for entry in taken if EVERYWHERE not in entry.scopes and entry.names]
    new = _by_scope(local, sites, everywhere)
    new_parts = _by_part(local, sites, everywhere)
    full = {scope: tuple(dict.fromkeys((*_of_site(scope, sites, "drop"), *names))) for scope, names in new.items()}
    parts = {host: _joined(dict(_of_site(host, sites, "drop_below")), found) for host, found in new_parts.items()}
    made = dict(sites)
    for host in (*full, *parts):
        made[host] = made.get(host, Site(host))
    made |= {host: replace(made[host], drop=names) for host, names in full.items()}
    made |= {host: replace(made[host], drop_below=tuple(found.items())) for host, found in parts.items()}
    policy = replace(base, drop=tuple(dict.fromkeys((*base.drop, *drop))), sites=tuple(made.values()), cases=())
    new |= {f"{host}{path}": names for host, found in new_parts.items() for path, names in found.items()}
    cases = tuple(_cases(policy, drop, new))
    return Made(policy, base, drop, full, parts, new, count.taken, count.already, tuple(count.left), cases)


def _taken(entry: Entry, plan: Compiled, sites: dict[str, Site], count: _Count, *, past: bool) -> Entry:
    """The entry with those names that a policy can say and the base does not drop already."""
    names = []
    for prefix in entry.prefixes:
        if all(_drops(plan, scope, prefix + _TAIL) for scope in entry.scopes):
            count.already += 1
        else:
            count.left.append(Left(entry.of, prefix, "prefix"))
    for name in entry.names:
        reason = _refused(name, plan.policy, sites, entry.scopes)
        if reason:
            count.left.append(Left(entry.of, name, reason))
        elif all(_drops(plan, scope, name) for scope in entry.scopes):
            count.already += 1
        elif entry.open and not past:
            count.left.append(Left(entry.of, name, "excepted"))
        else:
            count.taken += 1
            names.append(name)
    return replace(entry, names=tuple(names))


def _refused(name: str, base: Policy, sites: dict[str, Site], scopes: Iterable[str]) -> str:
    try:
        spell.param(name)
    except PolicyError:
        return "name"
    if len(escaped(name)) > LONGEST or not name.isprintable():
        return "name"
    kept = name in base.keep or any(name in _of_site(scope, sites, "keep") for scope in scopes if scope)
    return "kept" if kept else ""


def _drops(plan: Compiled, scope: str, name: str) -> bool:
    """Does the plan drop the parameter in this place, with a value that says nothing? Asked of the engine, not of the lists."""
    place = scope.replace("*.", "pagekey-asks.", 1) if scope else "pagekey-asks.example"
    key: str = plan.engine.key(plan.plan, f"http://{place}/pagekey-asks?{name}=x")
    return "?" not in key


def _of_site(scope: str, sites: dict[str, Site], word: str) -> tuple[Any, ...]:
    """What the base says there: the narrowest of its sites that says it."""
    for name in above(scope.partition("/")[0]):
        site = sites.get(name)
        said: tuple[Any, ...] | None = getattr(site, word) if site else None
        if said is not None:
            return said
    return ()


def _by_scope(entries: list[Entry], sites: dict[str, Site], everywhere: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Host -> all names that are dropped there by any entry: the narrowest host decides alone, so each list must be whole."""
    holders: dict[str, list[Entry]] = {}
    scopes: dict[str, None] = {}
    for entry in entries:
        whole = [scope for scope in entry.scopes if "/" not in scope]
        for scope in whole:
            holders.setdefault(scope, []).append(entry)
        scopes |= dict.fromkeys((*whole, *entry.excepted))
    lists = {host: None for host, site in sites.items() if site.drop is not None}
    out = {}
    for scope in sorted((scopes | lists), key=lambda s: (s.removeprefix("*."), s.startswith("*."))):
        wider = above(scope)
        over = [entry for place in wider for entry in holders.get(place, ())]
        if not over:
            continue  # no rule of the list holds here: an exception without one, or a site of the base alone
        spared = frozenset(wider)
        names = [name for entry in dict.fromkeys(over) if spared.isdisjoint(entry.excepted) for name in entry.names]
        out[scope] = tuple(name for name in dict.fromkeys(names) if name not in everywhere)
    excepted = {scope for entry in entries for scope in entry.excepted}
    return {scope: names for scope, names in out.items() if names or scope in excepted}


def _by_part(entries: list[Entry], sites: dict[str, Site], everywhere: frozenset[str]) -> dict[str, Parts]:
    """Host -> path -> all names that are dropped below it by any entry. Here too the narrowest host decides alone."""
    holders: dict[str, list[tuple[str, Entry]]] = {}
    for entry in entries:
        for scope in entry.scopes:
            host, slash, path = scope.partition("/")
            if slash:
                holders.setdefault(host, []).append((slash + path, entry))
    excepted = {host for found in holders.values() for _, entry in found for host in entry.excepted}
    said = {host for host, site in sites.items() if site.drop_below is not None}
    out: dict[str, Parts] = {}
    for host in sorted({*holders, *excepted, *said}, key=lambda s: (s.removeprefix("*."), s.startswith("*."))):
        wider = above(host)
        over = [one for place in wider for one in holders.get(place, ())]
        parts: Parts = {}
        for path, entry in over:
            if frozenset(wider).isdisjoint(entry.excepted):
                parts = _joined(parts, {path: tuple(name for name in entry.names if name not in everywhere)})
        parts = {path: names for path, names in parts.items() if names}
        if over and (parts or host in excepted):
            out[host] = parts
    return out


def _joined(one: Parts, other: Parts) -> Parts:
    """Both; what they say of one path, one behind the other."""
    return {path: tuple(dict.fromkeys((*one.get(path, ()), *other.get(path, ())))) for path in (*one, *other)}


def _cases(policy: Policy, drop: tuple[str, ...], new: dict[str, tuple[str, ...]]) -> Iterable[tuple[str, str]]:
    """A URL and its key for each place: what the words promise. None where the rule is off that they need."""
    if "drop-params" not in policy.rules:
        return
    plan = compiled(policy)
    places = [("example.org", drop), *((scope.replace("*.", "some.", 1), names) for scope, names in new.items())]
    for host, names in places:
        if names:
            raw = f"https://{host}/some/page?{names[0]}=1"
            yield raw, plan.engine.key(plan.plan, raw)
