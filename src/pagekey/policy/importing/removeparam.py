"""Reads `$removeparam` rules of AdGuard and uBlock Origin filter lists, one a line.

`||host^$removeparam=x` and `$removeparam=x,domain=a.com|b.com`; a rule for pages speaks of the page's own host in `domain=`.
Form: https://adguard.com/kb/general/ad-filtering/create-own-filters/ (read 2026-11).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pagekey.errors import InputError
from pagekey.policy.importing.brought import Brought, Entry, Left
from pagekey.policy.importing.places import EVERYWHERE, Place, host_places, part_of

_OPTIONS = re.compile(r"\$(?=(?:[^$]*,)?(?:removeparam|queryprune)(?:[=,]|$))")
_SPLIT = re.compile(r"(?<!\\),")
_HOST = re.compile(r"\|\|(?:\*\.)?([^/^*|$:?]+(?:\.\*)?)(?:\^|/|)\*?\Z")
_SOME_HOST = re.compile(r"\|\|(?:\*\.)?([^/^*|$:?]+(?:\.\*)?)")
_PART = re.compile(r"\|\|(?:\*\.)?([^/^*|$:?]+)(/[^*^|$]*[^*^|$/])(?:\^|/)\*?\Z")
_BEGINNING = re.compile(r"/\^((?:[A-Za-z0-9_~%-]|\\\.|\\-)+)/i?\Z")
_PAGES = frozenset({"document", "doc", "all"})
_TYPES = frozenset({
    "image", "media", "font", "object", "other", "ping", "script", "stylesheet", "css", "subdocument", "frame", "websocket",
    "xmlhttprequest", "xhr", "popup",
})  # fmt: skip
_IDLE = frozenset({"important", "~third-party", "first-party", "1p", "~3p", *(f"~{one}" for one in _TYPES)})
"""Options that leave a rule for a page as it is: what is asked for from its own address bar is first-party."""


class _Rule(NamedTuple):
    line: str
    exception: bool
    name: str
    place: Place
    excepted: tuple[str, ...]


def read_removeparam(data: bytes, name: str) -> Brought:
    """The `$removeparam` rules of a filter list. `name` names it in errors. Raises InputError where it has none at all."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8", got=f"byte 0x{data[error.start]:02X}", where=name) from None
    found: list[_Rule] = []
    left: list[Left] = []
    rules = others = 0
    for number, line in enumerate(map(str.strip, lines), 1):
        if line.startswith(("!#if", "!#include")):
            left.append(Left(f"line {number}", line, "condition"))
        elif not line or line.startswith(("!", "[", "# ")):
            continue
        elif options := _OPTIONS.search(line):
            rules += 1
            one = _rule(f"line {number}", line, options, left)
            found += [one] if one else []
        else:
            others += 1
    if not rules:
        raise InputError("no $removeparam rules", expected="a line like ||example.com^$removeparam=x", got=f"{others} others", where=name)
    notes = [f"{others:,} lines are filters of another kind"] * (others > 0)
    return Brought(tuple(_entries(found, left)), tuple(left), rules, None, tuple(notes))


def _rule(of: str, line: str, at: re.Match[str], left: list[Left]) -> _Rule | None:
    """The rule on the line; None, with a word in `left`, where it is none that a policy can say."""
    head, options = line[: at.start()], _SPLIT.split(line[at.end() :])
    exception = head.startswith("@@")
    said = [option for option in options if option.partition("=")[0] not in ("removeparam", "queryprune", "domain", "from")]
    value = next(option.partition("=")[2] for option in options if option.partition("=")[0] in ("removeparam", "queryprune"))
    domains = [d for option in options if option.partition("=")[0] in ("domain", "from") for d in option.partition("=")[2].split("|")]
    if exception:
        return _exception(of, line, value, head[2:], domains, left)
    reason, note = _condition(said)
    reason = reason or _value(value)
    place = _place(head, [d for d in domains if not d.startswith("~")])
    without = host_places([d[1:] for d in domains if d.startswith("~")])
    if reason or place.reason:
        left.append(Left(of, line, reason or place.reason, note if reason else place.note))
    if without.reason:
        left.append(Left(of, line, "exceptions", without.note))
    return None if reason or without.reason or not place.scopes else _Rule(of, False, value, place, without.scopes)


def _exception(of: str, line: str, value: str, head: str, domains: list[str], left: list[Left]) -> _Rule:
    """An exception is read wide, whatever its conditions: for its whole hosts, or everywhere where it names none. So no name is taken
    that the list itself would have kept."""
    hit = _SOME_HOST.match(head)
    place = host_places([*([hit[1]] if hit else []), *(d for d in domains if not d.startswith("~"))])
    if place.reason or not place.scopes:
        left.append(Left(of, line, "exceptions", place.note or "it is read as one for every host"))
        place = Place((EVERYWHERE,))
    return _Rule(of, True, value, place, ())


def _condition(said: list[str]) -> tuple[str, str]:
    """Why the options make the rule one for something else than pages, if they do."""
    types = [option for option in said if option in _TYPES]
    if types and not _PAGES & set(said):
        return "condition", f"only for {', '.join(types)}, not for pages"
    unknown = [option for option in said if option not in _PAGES | _TYPES | _IDLE]
    return ("condition", f"the option {unknown[0]}") if unknown else ("", "")


def _value(value: str) -> str:
    """The reason why the value of `removeparam` is neither a name nor the beginning of one; "" if it is."""
    if not value or value.startswith("~"):
        return "every"
    if value.startswith("/"):
        return "" if _BEGINNING.match(value) else "pattern"
    return "pattern" if "|" in value or "*" in value else ""


def _place(head: str, domains: list[str]) -> Place:
    if head in ("", "*"):
        return host_places(domains) if domains else Place((EVERYWHERE,))
    if domains:
        return Place(reason="condition", note="a host and a domain: only what one leads to from the other")
    hit = _HOST.match(head)
    if hit:
        return host_places([hit[1]])
    part = _PART.match(head)
    if part:
        hosts = host_places([part[1]])
        return part_of(hosts.scopes, part[2] + "/") if hosts.scopes else hosts
    inside = head.startswith("||") and "/" in head
    return Place(reason="path" if inside else "host", note="it is no plain path, or has no end" if inside else "it is no host")


def _entries(found: list[_Rule], left: list[Left]) -> list[Entry]:
    """An entry a rule, with what the exceptions of the list say of its name."""
    excepted: dict[str, list[str]] = {}
    for one in found:
        if one.exception:
            excepted.setdefault(one.name, []).extend(one.place.scopes)
    out = []
    for one in found:
        if one.exception:
            continue
        hosts = [*one.excepted, *excepted.get(one.name, ()), *excepted.get("", ())]
        everywhere = EVERYWHERE in one.place.scopes
        if everywhere and hosts:
            left.append(Left(one.line, one.name, "exceptions", "what is dropped everywhere is dropped there too"))
        wide = EVERYWHERE in hosts or (everywhere and bool(hosts))
        names = tuple(host for host in dict.fromkeys(hosts) if host)
        begins = _BEGINNING.match(one.name)
        whole = () if begins else (one.name,)
        prefixes = (begins[1].replace("\\", ""),) if begins else ()
        out.append(Entry(one.line, one.place.scopes, whole, prefixes, () if everywhere else names, wide))
    return out
