"""Where a rule of a foreign list holds: everywhere, on hosts that a policy can name, or in a place that it cannot say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from pagekey.errors import PolicyError
from pagekey.policy import spell
from pagekey.policy.importing.brought import Left
from pagekey.policy.importing.patterns import Beyond, texts

EVERYWHERE = ""
_ALL = frozenset({"", "^", ".*", ".+", "^.*", "^.+", ".*$", "^.*$"})
_SCHEME = re.compile(r"\^(?:https?\??|http\[s\]\?|\((?:\?:)?https\?\)|\((?:\?:)?https?\|https?\))://")
_BELOW = re.compile(
    r"\((?:\?:)?(?P<label>\[(?:\\.|[^\]\\])+\]|\\w)(?P<signs>[*+])\\\.\)(?P<often>\*\??|\+\??|\{0,\}|\{1,\}|\?\??|)(?P<host>.*)", re.DOTALL
)
_TAIL = re.compile(r"(?:/|/\?|/\.\*|\.\*|/\.\*\$|\((?:\?:)?/\|\$\))\Z")
_ENDING = re.compile(r"(?P<name>.*?)(?:\((?:\?:)?\\\.\[a-z\]\{(?P<short>\d),(?P<long>\d*)\}\)(?P<often>\{(?P<few>\d),(?P<many>\d*)\}|\+|)"
                     r"|\\\.\[a-z\](?:(?P<plus>\+)|\{(?P<short2>\d),(?P<long2>\d*)\}))\Z", re.DOTALL)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """`scopes` are EVERYWHERE, hosts (`example.com`), what lies below them (`*.example.com`), and parts of either (`example.com/shop`).

    `reason` (a key of REASONS) says why there are none, or why they are not all; `note` says more.
    """

    scopes: tuple[str, ...] = ()
    reason: str = ""
    note: str = ""


def place_of(pattern: str) -> Place:
    """The place that a ClearURLs `urlPattern` or exception names.

    A pattern that does not say where the host ends (`youtube\\.com`) is read as that host: less than it matches, never more.
    """
    text = pattern.replace("\\/", "/")
    if text in _ALL:
        return Place((EVERYWHERE,))
    scheme = _SCHEME.match(text)
    if scheme is None:
        return Place(reason="host", note="it is not tied to the beginning of a URL")
    text = text[scheme.end() :]
    if text in _ALL:
        return Place((EVERYWHERE,))
    text, path = _without_tail(text)
    if path:
        return Place(reason="path", note="the path is an expression")
    below = _BELOW.match(text)
    if below is None or not _any_label(below["label"]):
        return _hosts(text, own=True, below=False)
    often = below["often"][:1] + ("1" if below["often"] == "{1,}" else "")
    if often in ("*", "{"):
        return _hosts(below["host"], own=True, below=True)
    if often in ("+", "{1"):
        return _hosts(below["host"], own=False, below=True)
    place = _hosts(below["host"], own=True, below=False) if often == "?" else Place()
    reason = place.reason or "host"
    return Place(place.scopes, reason, place.note or "hosts one label below: a policy names all that lies below, or one host")


def host_places(names: list[str]) -> Place:
    """The hosts of a filter list's `domain=` or `||host^`, each with what lies below it; `name.*` is any public suffix behind it."""
    scopes: list[str] = []
    reason = note = ""
    for name in names:
        if name.endswith(".*"):
            reason, note = "ending", _could_mean(name[:-2], r"[^!#]+")
            continue
        try:
            host = spell.host(name.lower().removeprefix("www."))
        except PolicyError:
            reason, note = "host", f"{spell.quote(name)} is no host"
            continue
        scopes += [host] if host.startswith("[") or host[-1].isdigit() else [host, f"*.{host}"]
    return Place(tuple(dict.fromkeys(scopes)), reason, note)


def part_of(hosts: Iterable[str], path: str) -> Place:
    """A part of these hosts: `/shop/` is what lies below it. A path that goes on with any bytes, or is more than a path, is none."""
    try:
        spell.place(path)
    except PolicyError:
        return Place(reason="path", note="it is no plain path")
    if not path.endswith("/"):
        return Place(reason="path", note="the path has no end")
    return Place(tuple(host + path.rstrip("/") for host in hosts))


def exceptions_of(
    of: str, patterns: Iterable[str], scopes: tuple[str, ...], read: Callable[[str], Place]
) -> tuple[tuple[str, ...], list[Left]]:
    """The exceptions that are whole hosts, and the others. Where the rule holds everywhere, none can be said."""
    hosts: list[str] = []
    beyond: list[Left] = []
    for pattern in patterns:
        place = read(pattern)
        if place.reason or any("/" in scope for scope in place.scopes):
            beyond.append(Left(of, pattern, "exceptions", "" if place.reason else "a part of a host"))
        elif EVERYWHERE in scopes or EVERYWHERE in place.scopes:
            beyond.append(Left(of, pattern, "exceptions", "what is dropped everywhere is dropped there too"))
        else:
            hosts += place.scopes
    return tuple(hosts), beyond


def above(scope: str) -> list[str]:
    """The scope itself and the wider ones that cover it, narrowest first: `a.b.c` lies in `*.b.c` and `*.c`."""
    labels = scope.removeprefix("*.").split(".")
    return [scope, *(f"*.{'.'.join(labels[k:])}" for k in range(1, len(labels)))]


def _without_tail(text: str) -> tuple[str, bool]:
    """The pattern up to the end of the host, and whether a path follows that says more than that there is one."""
    tail = _TAIL.search(text)
    if tail:
        text = text[: tail.start()]
    depth, at = 0, 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char == "[":
            end = text.find("]", at + 2)
            at = end if end > 0 else len(text)
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == "/" and depth == 0:
            return text[:at], True
        at += 1
    return text, False


def _any_label(label: str) -> bool:
    """Does the class hold what labels are made of?"""
    if label == "\\w" or label.startswith("[^"):
        return True
    lower = label.lower()
    return ("a-z" in lower and "0-9" in lower and "-" in lower.replace("a-z", "").replace("0-9", "")) or "\\w" in label


def _hosts(pattern: str, *, own: bool, below: bool) -> Place:
    try:
        found = texts(pattern)
    except Beyond:
        return _open_ended(pattern)
    if any(one.open for one in found):
        return _open_ended(pattern)
    scopes: list[str] = []
    for one in found:
        name = one.text.lower()
        if "/" in name:
            return Place(reason="path", note="the path is an expression")
        while name.startswith("www."):
            name = name[4:]
        if "." not in name or name.endswith("."):
            return Place(reason="host", note="the host has no end")
        try:
            host = spell.host(name)
        except PolicyError:
            return Place(reason="host", note=f"{spell.quote(name)} is no host")
        scopes += [host] * own + [f"*.{host}"] * below
    return Place(tuple(dict.fromkeys(scopes)))


def _open_ended(pattern: str) -> Place:
    """A host that ends in whatever there is: how many it could mean is known, which are meant is not."""
    hit = _ENDING.match(pattern)
    if hit is None:
        return Place(reason="host", note="it is no list of hosts")
    try:
        names = [one.text for one in texts(hit["name"]) if not one.open]
    except Beyond:
        names = []
    if not names or not all(names):
        return Place(reason="host", note="it is no list of hosts")
    label = f"[a-z]{{{hit['short'] or hit['short2'] or '1'},{hit['long'] or hit['long2'] or ''}}}"
    few, many = (hit["few"] or "1"), (hit["many"] or "" if hit["often"] else "1")
    again = f"{{{max(int(few) - 1, 0)},{int(many) - 1 if many and int(many) else ''}}}"
    return Place(reason="ending", note=_could_mean("|".join(names), f"{label}(?:\\.{label}){again}"))


def _could_mean(name: str, ending: str) -> str:
    """How many hosts those are of which only the beginning is said."""
    count = _endings(ending) * (name.count("|") + 1)
    return f"{spell.quote(name)[1:-1]} before a public suffix could mean {count:,} hosts; write out those that are meant"


@lru_cache(16)
def _endings(ending: str) -> int:
    """How many public suffixes the expression (one of ours) matches."""
    from pagekey.policy.lists import lists

    whole = re.compile(ending)
    return sum(1 for name in lists().suffixes.decode().split("\n") if whole.fullmatch(name))
