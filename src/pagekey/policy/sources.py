"""Which entry of the lists, the site data or the policy made a step, and where that entry comes from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from pagekey.policy.hosts import AMP_LABELS, MOBILE_LABELS, Entry
from pagekey.policy.lists import DATA
from pagekey.policy.plan import Compiled
from pagekey.policy.programs import is_wild
from pagekey.policy.sitedata import site_data
from pagekey.policy.spelling import parts_of

_LISTS = {"drop-tracking": "tracking.toml", "drop-session": "sessions.toml", "drop-state": "state.toml"}
_FORMS = ("identify-page", "unwrap-redirect", "alias-host", "rewrite")


def sources_of(plan: Compiled, rule: str, before: str, after: str, form: int) -> tuple[str, ...]:
    """`sites/youtube.toml [[identify]] 1 (source)` for a step that rests on data, each entry once; none for any other step.

    `before` and `after` are the URL as the step found and left it, `form` is what the engine's tape says: which of the site's
    forms matched."""
    if rule in _LISTS:
        return tuple(dict.fromkeys(_of_parameters(plan, rule, before, after)))
    found = _of_site(plan, rule, before, form) if rule in (*_FORMS, "fold-mobile-host", "fold-amp", "drop-params") else ""
    return (found,) if found else ()


def _of_site(plan: Compiled, rule: str, before: str, form: int) -> str:
    parts = parts_of(before, plan.plan, plan.engine)
    entry = _entry_of(plan.entries, parts[3].decode("utf-8", "replace").lower())
    if rule == "identify-page" and (entry is None or not (entry.identify or entry.decode or any(map(is_wild, entry.aliases)))):
        return _of_signature(plan, parts[5].rpartition(b"/")[2].decode("utf-8", "replace").lower(), form)
    if entry is None:
        return ""
    if rule in _FORMS:
        found = list(_forms(entry, rule))
        return found[form] if form < len(found) else _place(plan, entry.host)
    return _place(plan, entry.host)


def source_of_status(plan: Compiled, status: str, key: str, sealed: int) -> str:
    """The entry by which a key is a short link or an opaque redirect, "" otherwise. `sealed`: which wrapper, as the engine says."""
    if status not in ("opaque", "short-link"):
        return ""
    entry = _entry_of(plan.entries, parts_of(key, plan.plan, plan.engine)[3].decode("utf-8", "replace").lower())
    if entry is None:
        return ""
    if sealed >= 0:
        return list(_forms(entry, "unwrap-redirect"))[sealed]
    groups = (group for group in _groups("shorteners.toml") if set(group["hosts"]) & set(_names(entry.host)))
    return next((_group("shorteners.toml", group) for group in groups), "")


def _forms(entry: Entry, rule: str) -> Iterator[str]:
    """Where each form of the site stands, in the order of the engine's programs."""
    if rule == "alias-host":
        yield from (one.where for one in entry.aliases if not is_wild(one))
    elif rule == "rewrite":
        yield from (one.where for one in entry.rewrites)
    elif rule == "unwrap-redirect":
        yield from (f"{one.where} ({one.source})" for one in entry.wrappers for _ in one.forms)
    else:
        yield from (one.where for one in entry.aliases if is_wild(one))
        yield from (f"{one.where} ({one.source})" for one in entry.identify for _ in one.forms)


def _of_signature(plan: Compiled, file: str, form: int) -> str:
    files = (file, file.partition("-")[0] + "-*")
    found = [f"{one.where} ({one.source})" for one in plan.signatures if one.file in files for _ in one.forms]
    return found[form] if form < len(found) else ""


def _of_parameters(plan: Compiled, rule: str, before: str, after: str) -> Iterator[str]:
    """The entries of the parameters that the step took away: of the site first, then of the list."""
    left, right = (parts_of(url, plan.plan, plan.engine) for url in (before, after))
    entry = _entry_of(plan.entries, left[3].decode("utf-8", "replace").lower())
    scoped = {name: one for one in site_data().scoped if entry and set(one.hosts) & set(_names(entry.host)) for name in one.names}
    for name in _gone(_fields(left[6]), _fields(right[6])) or _gone(_fields(left[7]), _fields(right[7])):
        if rule == "drop-tracking" and name in scoped:
            yield f"{scoped[name].where} ({scoped[name].source})"
        else:
            yield from (_group(_LISTS[rule], group) for group in _groups(_LISTS[rule]) if _lists(group, name.lower()))


def _fields(part: bytes) -> list[bytes]:
    """The parameters of a query, or of a route in a fragment."""
    return part.partition(b"?")[2].split(b"&")


def _gone(before: list[bytes], after: list[bytes]) -> list[str]:
    """The names of the parameters that stand in `before` alone."""
    left = list(after)
    gone = []
    for field in before:
        if field in left:
            left.remove(field)
        else:
            gone.append(field.partition(b"=")[0].decode("utf-8", "replace"))
    return gone


@cache
def _groups(file: str) -> list[dict[str, Any]]:
    """The groups of a shipped list, as they stand in it."""
    import tomllib

    with open(os.path.join(DATA, file), "rb") as data:
        read = tomllib.load(data)
    return [*read["group"], *({**one, "names": [one["name"]]} for one in read.get("guarded", ()))]


def _lists(group: dict[str, Any], name: str) -> bool:
    return name in group.get("names", ()) or any(name.startswith(prefix) for prefix in group.get("prefixes", ()))


def _group(file: str, group: dict[str, Any]) -> str:
    return f"{file}, {group.get('vendor') or group.get('kind') or group['names'][0]} ({group['source']})"


def _place(plan: Compiled, host: str) -> str:
    """Where the policy or else the shipped data speak of this host, or of the one whose twin it is."""
    placed = {**dict(site_data().placed), **{site.host: f'[sites."{site.host}"]' for site in plan.policy.sites}}
    label, _, base = host.partition(".")
    names = [*_names(host), *([base] if label in (*MOBILE_LABELS, *AMP_LABELS) else [])]
    return next((placed[name] for name in names if name in placed), "")


def _names(host: str) -> Iterable[str]:
    """The host, and `*.P` for every host P above it."""
    labels = host.removeprefix("*.").split(".")
    return (host, *(f"*.{'.'.join(labels[k:])}" for k in range(0 if host.startswith("*.") else 1, len(labels))))


def _entry_of(entries: tuple[Entry, ...], host: str) -> Entry | None:
    """The longest entry for the host: itself without www, its twin, then what lies above."""
    known = {entry.host: entry for entry in entries}
    while host.startswith("www."):
        host = host[4:]
    label, _, base = host.partition(".")
    names = [host, *([base] if label in (*MOBILE_LABELS, *AMP_LABELS) else []), *_names(host)]
    return next((known[name] for name in names if name in known), None)
