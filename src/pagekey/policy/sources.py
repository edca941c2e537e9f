"""Which entry of the site data changed a URL, and where that entry comes from."""

from __future__ import annotations

from pagekey.policy.hosts import AMP_LABELS, MOBILE_LABELS, Entry
from pagekey.policy.plan import Compiled
from pagekey.policy.spelling import parts_of

_OF_ENTRIES = ("identify-page", "unwrap-redirect", "alias-host", "fold-mobile-host", "fold-amp", "drop-tracking")


def source_of(plan: Compiled, rule: str, before: str) -> str:
    """`sites/youtube.toml [[identify]] 1 (source)` for a step that rests on shipped site data, "" for any other.

    `before` is the URL as the step found it."""
    if rule not in _OF_ENTRIES:
        return ""
    parts = parts_of(before, plan.plan, plan.engine)
    entry = _entry_of(plan.entries, parts[3].decode("utf-8", "replace").lower())
    if entry is not None:
        found = _said(entry, rule)
        if found:
            return found
    if rule == "identify-page":
        file = parts[5].rpartition(b"/")[2].decode("utf-8", "replace").lower()
        return next((f"{one.where} ({one.source})" for one in plan.signatures if one.file == file), "")
    return ""


def _said(entry: Entry, rule: str) -> str:
    if rule == "identify-page" and entry.identify:
        return f"{entry.identify[0].where.partition(' ')[0]} ({entry.identify[0].source})"
    if rule == "unwrap-redirect" and entry.wrappers:
        return f"{entry.wrappers[0].where} ({entry.wrappers[0].source})"
    if rule == "alias-host" and entry.aliases:
        return entry.aliases[0].where
    if rule == "drop-tracking" and entry.scoped:
        return f"parameters of {entry.host}"
    if rule in ("fold-mobile-host", "fold-amp"):
        return f'[sites."{entry.site.host}"]'
    return ""


def _entry_of(entries: tuple[Entry, ...], host: str) -> Entry | None:
    """The longest entry for the host: itself without www, its twin, then what lies above."""
    known = {entry.host: entry for entry in entries}
    while host.startswith("www."):
        host = host[4:]
    label, _, base = host.partition(".")
    names = [host, *([base] if label in (*MOBILE_LABELS, *AMP_LABELS) else [])]
    labels = host.split(".")
    names += [f"*.{'.'.join(labels[k:])}" for k in range(1, len(labels))]
    return next((known[name] for name in names if name in known), None)
