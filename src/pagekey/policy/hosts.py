"""The sites of a policy, numbered for the host table, each with what it inherits from longer to shorter hosts, field by field."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from pagekey.policy.lists import Lists
from pagekey.policy.model import Alias, Policy, Rewrite, Site

_INHERITED = tuple(f.name for f in fields(Site) if f.name != "host")
MOBILE_LABELS = ("m", "mobile", "wap", "touch")
AMP_LABELS = ("amp",)


@dataclass(slots=True)
class Entry:
    """One host of the table: its number, and the site that results."""

    host: str
    number: int
    site: Site
    shortener: bool = False
    aliases: list[Alias] = field(default_factory=list)
    rewrites: list[Rewrite] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Numbered:
    """All entries by number (the first is for hosts without one), and the rows of the host table: (host, below?, number)."""

    entries: tuple[Entry, ...]
    table: tuple[tuple[bytes, bool, int], ...]


def numbered(policy: Policy, lists: Lists, aliases: dict[str, list[Alias]], *, shorteners: bool) -> Numbered:
    """Number the hosts that the policy or the lists name. `aliases` by their host; `*.H` is what lies below H."""
    sites = {site.host: site for site in policy.sites}
    rewrites: dict[str, list[Rewrite]] = {}
    for rewrite in policy.rewrites:
        rewrites.setdefault(rewrite.site, []).append(rewrite)
    short = frozenset(lists.shorteners) if shorteners else frozenset()
    hosts = sorted({*sites, *rewrites, *aliases, *short})
    entries = [Entry("", 0, Site(""))]
    for host in hosts:
        entry = Entry(host, len(entries), Site(host), aliases=aliases.get(host, []))
        for name in (host, *_above(host)):
            if name in sites:
                entry.site = _over(entry.site, sites[name])
            entry.shortener = entry.shortener or name in short
            entry.rewrites += rewrites.get(name, [])
        entries.append(entry)
    return Numbered(tuple(entries), tuple(_table(entries)))


def _above(host: str) -> list[str]:
    """`*.P` for every host P above, longest first."""
    labels = host.removeprefix("*.").split(".")
    return [f"*.{'.'.join(labels[k:])}" for k in range(1, len(labels))]


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
