"""The hosts of a policy and of the shipped data, numbered for the host table, each with what it inherits, field by field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import TypeVar

from pagekey.policy.lists import Lists
from pagekey.policy.model import Alias, Policy, Rewrite, Site
from pagekey.policy.sitedata import Identify, Scoped, SiteData, Wrapper

T = TypeVar("T")
_INHERITED = tuple(f.name for f in fields(Site) if f.name != "host")
MOBILE_LABELS = ("m", "mobile", "wap", "touch")
AMP_LABELS = ("amp",)


@dataclass(slots=True)
class Entry:
    """One host of the table: its number, and what is said of it."""

    host: str
    number: int
    site: Site
    shortener: bool = False
    decode: str = ""
    scoped: dict[str, frozenset[str]] = field(default_factory=dict)
    """Parameters that are tracking here -> the paths below which they are; none: anywhere."""
    aliases: list[Alias] = field(default_factory=list)
    rewrites: list[Rewrite] = field(default_factory=list)
    identify: list[Identify] = field(default_factory=list)
    wrappers: list[Wrapper] = field(default_factory=list)


    @property
    def is_asked_for(self) -> bool:
        """Whether a rule asks for every such host, not only where an index file stands at the end of a path."""
        lists = (self.decode, self.scoped, self.aliases, self.rewrites, self.identify, self.wrappers)
        return self.shortener or any(lists) or replace(self.site, index_files=None) != Site(self.host)


@dataclass(frozen=True, slots=True)
class Numbered:
    """All entries by number (the first is for hosts without one), and the rows of the host table: (host, below?, number)."""

    entries: tuple[Entry, ...]
    table: tuple[tuple[bytes, bool, int], ...]


def numbered(policy: Policy, lists: Lists, shipped: SiteData, aliases: dict[str, list[Alias]]) -> Numbered:
    """Number the hosts that the policy or the shipped data name. `aliases` by their host; `*.H` is what lies below H."""
    sites = {site.host: site for site in shipped.sites}
    for site in policy.sites:
        sites[site.host] = _over(site, sites[site.host]) if site.host in sites else site
    rewrites = _by_host((rewrite.site, rewrite) for rewrite in policy.rewrites)
    identify = _by_host((host, one) for one in shipped.identify for host in one.hosts)
    wrappers = _by_host((host, one) for one in shipped.wrappers for host in one.hosts)
    scoped = _by_host((host, one) for one in shipped.scoped for host in one.hosts)
    decode = dict(shipped.decode)
    short = frozenset(lists.shorteners) if "expand-short-link" in policy.rules else frozenset()
    entries = [Entry("", 0, Site(""))]
    for host in sorted({*sites, *rewrites, *aliases, *identify, *wrappers, *scoped, *decode, *short}):
        entry = Entry(host, len(entries), Site(host), aliases=aliases.get(host, []))
        for name in (host, *_base_of_twin(host, sites), *_above(host)):
            if name in sites:
                entry.site = _over(entry.site, sites[name])
            entry.shortener = entry.shortener or name in short
            entry.decode = entry.decode or decode.get(name, "")
            _scope(entry, scoped.get(name, ()))
            entry.rewrites += rewrites.get(name, [])
            entry.identify += identify.get(name, [])
            entry.wrappers += wrappers.get(name, [])
        entries.append(entry)
    return Numbered(tuple(entries), tuple(_table(entries)))


def _scope(entry: Entry, found: Iterable[Scoped]) -> None:
    """Note the parameters; what is said of the whole host outweighs what is said of a path in it."""
    for one in found:
        for name in one.names:
            known = entry.scoped.get(name)
            entry.scoped[name] = frozenset(one.below) | (known or frozenset()) if one.below and known != frozenset() else frozenset()


def counting(policy: Policy, shipped: SiteData) -> SiteData:
    """The shipped data that counts under this policy: rules that are on, switches that have the value that an entry asks for."""
    switches = {word: getattr(policy, word) for word in ("archive", "renditions", "locale", "comments", "pagination")}

    def on(when: Iterable[tuple[str, str]]) -> bool:
        return all(switches[word] == value for word, value in when)

    effects = {"none", "session"}
    effects |= {"translate"} if policy.locale == "drop" else set()
    effects |= {"paginate"} if policy.pagination == "drop" else set()
    effects |= {"comment"} if policy.comments == "drop" else set()
    knows, short = "identify-page" in policy.rules, "expand-short-link" in policy.rules
    return replace(
        shipped,
        sites=shipped.sites if knows else tuple(Site(one.host, index_files=one.index_files) for one in shipped.sites if one.index_files),
        decode=shipped.decode if knows else (),
        aliases=tuple((alias, when) for alias, when in shipped.aliases if on(when)) if knows else (),
        identify=tuple(one for one in shipped.identify if on(one.when)) if knows else (),
        signatures=shipped.signatures if knows else (),
        scoped=tuple(one for one in shipped.scoped if one.effect in effects) if knows else (),
        wrappers=tuple(one for one in shipped.wrappers if on(one.when) and one.short <= short) if "unwrap-redirect" in policy.rules else (),
    )


def _by_host(rows: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    out: dict[str, list[T]] = {}
    for host, value in rows:
        out.setdefault(host, []).append(value)
    return out


def _above(host: str) -> list[str]:
    """`*.P` for every host P above, longest first."""
    labels = host.removeprefix("*.").split(".")
    return [f"*.{'.'.join(labels[k:])}" for k in range(1, len(labels))]


def _base_of_twin(host: str, sites: dict[str, Site]) -> tuple[str, ...]:
    """example.com for m.example.com, where the site says that its mobile or AMP host is a twin: what holds there holds here."""
    label, _, base = host.partition(".")
    site = sites.get(base)
    if site is None:
        return ()
    twin = (site.mobile == "fold" and label in MOBILE_LABELS) or (site.amp == "fold" and label in AMP_LABELS)
    return (base,) if twin else ()


def _over(own: Site, other: Site) -> Site:
    """`own`, and what it does not say from `other`."""
    said = {name: getattr(own, name) if getattr(own, name) is not None else getattr(other, name) for name in _INHERITED}
    return Site(own.host, **said)


def _table(entries: list[Entry]) -> list[tuple[bytes, bool, int]]:
    rows = {(e.host.removeprefix("*."), e.host.startswith("*.")): e.number for e in entries if e.host}
    for entry in entries[1:]:
        if entry.host.startswith("*."):
            continue
        twins: tuple[str, ...] = MOBILE_LABELS if entry.site.mobile == "fold" else ()
        if entry.site.amp == "fold":
            twins += AMP_LABELS
        for label in twins:
            rows.setdefault((f"{label}.{entry.host}", False), entry.number)
    return [(host.encode(), below, number) for (host, below), number in rows.items()]
