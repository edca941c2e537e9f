"""Reads lists in the form of Brave's query filter and clean URLs: a JSON list of `include`, `exclude` (match patterns) and `params`.

A match pattern is scheme, host and path, `*` for any; `*.example.com` is the host with all below it. A page is the same under http and
https, so the scheme is not read. Form: https://github.com/brave/adblock-lists (read 2026-11).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from pagekey.errors import InputError, PolicyError
from pagekey.policy import spell
from pagekey.policy.importing.brought import Brought, Entry, Left
from pagekey.policy.importing.places import EVERYWHERE, Place, exceptions_of, part_of

_LISTS = ("include", "exclude", "params")
_PATTERN = re.compile(r"(?:\*|https?)://(?P<below>\*\.)?(?P<host>[^/*]+|\*)(?P<path>/.*)", re.DOTALL)
_FORM = '[{"include": ["*://*/*"], "params": [".."]}]'


def read_brave(data: bytes, name: str) -> Brought:
    """The entries of such a file. `name` names it in errors. Raises InputError where it has another form."""
    entries: list[Entry] = []
    left: list[Left] = []
    rules = 0
    for line, entry in _entries(data, name):
        of, where = f"line {line}", f"{name}:{line}"
        lists = {word: _list(entry, word, where) for word in _LISTS}
        rules += len(lists["params"])
        left += [Left(of, word, "field") for word in entry if word not in _LISTS]
        scopes: list[str] = []
        for pattern in lists["include"]:
            place = _place(pattern)
            scopes += place.scopes
            if place.reason:
                left.append(Left(of, pattern, place.reason, place.note))
        if scopes and lists["params"]:
            excepted, beyond = exceptions_of(of, lists["exclude"], tuple(scopes), _place)
            left += beyond
            names = tuple(dict.fromkeys(lists["params"]))
            entries.append(Entry(of, tuple(dict.fromkeys(scopes)), names, (), excepted, bool(beyond)))
    return Brought(tuple(entries), tuple(left), rules)


def _entries(data: bytes, name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Each entry with the line on which it begins."""
    try:
        text = data.decode("utf-8-sig")
        whole = json.loads(text)
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8", got=f"byte 0x{data[error.start]:02X}", where=name) from None
    except json.JSONDecodeError as error:
        raise InputError("not JSON", got=error.msg, where=f"{name}:{error.lineno}") from None
    except (RecursionError, ValueError):
        raise InputError("not JSON", got="lists nested too deeply, or a number with too many digits", where=name) from None
    if not isinstance(whole, list) or not whole:
        raise InputError("no list of Brave's form", expected=_FORM, where=name)
    decoder, at, line = json.JSONDecoder(), text.index("[") + 1, 1 + text.count("\n", 0, text.index("["))
    for _ in whole:
        start = re.compile(r"[\s,]*").match(text, at).end()  # type: ignore[union-attr]
        line += text.count("\n", at, start)
        entry, at = decoder.raw_decode(text, start)
        if not isinstance(entry, dict) or "include" not in entry or "params" not in entry:
            raise InputError("no list of Brave's form", expected=_FORM, where=f"{name}:{line}")
        yield line, entry
        line += text.count("\n", start, at)


def _list(entry: Mapping[str, object], word: str, where: str) -> list[str]:
    value = entry.get(word, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InputError("wrong type", expected="a list of strings", got=word, where=where)
    return value


def _place(pattern: str) -> Place:
    """The place that a match pattern names."""
    hit = _PATTERN.fullmatch(pattern)
    if hit is None:
        return Place(reason="host", note="it is no match pattern")
    if hit["host"] == "*":
        return Place((EVERYWHERE,)) if hit["path"] == "/*" and not hit["below"] else Place(reason="path", note="a path on any host")
    try:
        host = spell.host(hit["host"].lower().removeprefix("www."))
    except PolicyError:
        return Place(reason="host", note=f"{spell.quote(hit['host'])} is no host")
    hosts = (host, f"*.{host}") if hit["below"] else (host,)
    return Place(hosts) if hit["path"] == "/*" else part_of(hosts, hit["path"].removesuffix("*"))
