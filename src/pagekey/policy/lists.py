"""The shipped lists (`data/*.toml`) and snapshots as values: what is tracking, what is a session, which hosts shorten."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import Any

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
"""The folder of the shipped data."""
_TABLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "engine", "tables")


@dataclass(frozen=True, slots=True)
class Listed:
    """A parameter name, or the beginning of one, with the shape its value must have and the level from which it counts.

    It stays where the path holds one of the words of `unless`, and where one of the names of `together` is missing."""

    name: str
    shape: str = "any"
    level: str = "crawl"
    values: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lists:
    """Everything that lies in `data/`. `onward`: the names of `state` that count only where they stay within
    the site. `dates` are (table, date, source) for the method card; `digest` is part of every stamp."""

    tracking: tuple[Listed, ...]
    tracking_prefixes: tuple[Listed, ...]
    sessions: tuple[Listed, ...]
    session_prefixes: tuple[Listed, ...]
    state: tuple[str, ...]
    onward: frozenset[str]
    index_files: tuple[str, ...]
    shorteners: tuple[str, ...]
    suffixes: bytes
    dates: tuple[tuple[str, str, str], ...]
    digest: bytes


@cache
def lists() -> Lists:
    """The shipped lists, read once."""
    import hashlib
    import tomllib

    digest = hashlib.sha256()
    dates: list[tuple[str, str, str]] = []
    read: dict[str, dict[str, Any]] = {}
    for name in ("tracking", "sessions", "state", "index_files", "shorteners"):
        data = _bytes(DATA, f"{name}.toml")
        digest.update(data)
        read[name] = tomllib.loads(data.decode())
        dates.append((name.replace("_", " "), read[name]["date"], "shipped list"))
    suffixes = _bytes(_TABLES, "suffixes.txt")
    digest.update(suffixes)
    dates.append(("public suffixes (ICANN section)", _suffix_date(suffixes), "publicsuffix.org"))
    from pagekey.policy.sitedata import site_data

    known = site_data()
    digest.update(known.digest)
    dates.append(("sites, wrappers and programs", known.date, "shipped data"))
    unicode, when = _unicode()
    digest.update(unicode.encode())
    dates.append(("Unicode (UTS 46)", when, f"Unicode {unicode}"))
    tracking = [*read["tracking"]["group"], *read["tracking"].get("guarded", ())]
    return Lists(
        tracking=_listed(tracking, "names"),
        tracking_prefixes=_listed(tracking, "prefixes"),
        sessions=_listed(read["sessions"]["group"], "names"),
        session_prefixes=_listed(read["sessions"]["group"], "prefixes"),
        state=_all(read["state"]["group"], "names"),
        onward=frozenset(_all([group for group in read["state"]["group"] if group.get("within_site")], "names")),
        index_files=_all(read["index_files"]["group"], "names"),
        shorteners=_all(read["shorteners"]["group"], "hosts"),
        suffixes=suffixes,
        dates=tuple(dates),
        digest=digest.digest(),
    )


def _bytes(folder: str, name: str) -> bytes:
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def _suffix_date(table: bytes) -> str:
    for line in table.split(b"\n", 12):
        if line.startswith(b"# date: "):
            return line[8:].decode().strip()
    raise ValueError("suffixes.txt has no date")


def _unicode() -> tuple[str, str]:
    """Version of the Unicode tables, and their date."""
    from pagekey.engine import idna

    return idna.UNICODE_VERSION, getattr(idna, "UNICODE_DATE", "")


def _listed(groups: list[dict[str, Any]], word: str) -> tuple[Listed, ...]:
    out = []
    for group in groups:
        names = group.get(word, [group["name"]] if word == "names" and "name" in group else [])
        shape, level, values = group.get("shape", "any"), group.get("level", "crawl"), tuple(group.get("values", ()))
        unless, together = tuple(group.get("unless", ())), tuple(names) if group.get("together") else ()
        out += [Listed(name, "values" if values else shape, level, values, unless, together) for name in names]
    return tuple(out)


def _all(groups: list[dict[str, Any]], word: str) -> tuple[str, ...]:
    return tuple(name for group in groups for name in group[word])
