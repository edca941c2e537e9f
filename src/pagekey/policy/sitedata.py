"""The shipped site data as values: `data/sites/*.toml`, `data/wrappers.toml`, `data/signatures.toml` (format: `data/README.md`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from pagekey.errors import PolicyError
from pagekey.policy.lists import DATA
from pagekey.policy.model import Alias, Case, Site

EFFECTS = ("none", "session", "translate", "paginate", "comment", "sort", "narrow", "specify")
When = tuple[tuple[str, str], ...]
"""Switches of the policy that must have these values for an entry to count."""


@dataclass(frozen=True, slots=True)
class Identify:
    """Which parts identify a page on these hosts: forms, and the one way in which the page is written."""

    hosts: tuple[str, ...]
    forms: tuple[str, ...]
    target: str
    when: When
    source: str
    where: str


@dataclass(frozen=True, slots=True)
class Scoped:
    """Parameters of these hosts, and what they do to the page; with `below` only under these paths."""

    hosts: tuple[str, ...]
    names: tuple[str, ...]
    effect: str
    below: tuple[str, ...]
    source: str
    where: str


@dataclass(frozen=True, slots=True)
class Wrapper:
    """Forms of URLs that lead to another one, and the steps that decode it; none: nobody can. `short`: it is a short link."""

    hosts: tuple[str, ...]
    forms: tuple[str, ...]
    steps: tuple[str, ...]
    when: When
    source: str
    where: str
    short: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """A program that is known by the last segment of its paths, on any host."""

    file: str
    forms: tuple[str, ...]
    target: str
    source: str
    where: str


@dataclass(frozen=True, slots=True)
class SiteData:
    """Everything that is shipped about sites. `cases` are (file, case); `placed` says of each host in `sites` where its entry stands."""

    sites: tuple[Site, ...]
    decode: tuple[tuple[str, str], ...]
    aliases: tuple[tuple[Alias, When], ...]
    identify: tuple[Identify, ...]
    scoped: tuple[Scoped, ...]
    wrappers: tuple[Wrapper, ...]
    signatures: tuple[Signature, ...]
    cases: tuple[tuple[str, dict[str, Any]], ...]
    placed: tuple[tuple[str, str], ...]
    digest: bytes
    date: str


@cache
def site_data() -> SiteData:
    """The shipped site data, read once. Raises PolicyError with file and entry for the first thing that is wrong."""
    import hashlib
    import tomllib

    from pagekey.policy.siteread import Reader

    digest = hashlib.sha256()
    reader = Reader()
    for name, data in _files():
        digest.update(data)
        try:
            reader.read(name, tomllib.loads(data.decode()))
        except tomllib.TOMLDecodeError as error:
            raise PolicyError("not TOML", got=str(error), where=name) from None
    return reader.result(digest.digest())


def _files() -> Iterator[tuple[str, bytes]]:
    folder = os.path.join(DATA, "sites")
    names = [os.path.join("sites", name) for name in sorted(os.listdir(folder)) if name.endswith(".toml")] if os.path.isdir(folder) else []
    for name in (*names, "signatures.toml", "wrappers.toml"):
        path = os.path.join(DATA, name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                yield name.replace(os.sep, "/"), file.read()


__all__ = ["EFFECTS", "Alias", "Case", "Identify", "Scoped", "Signature", "Site", "SiteData", "When", "Wrapper", "site_data"]
