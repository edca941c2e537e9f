"""What a policy says, as values. A plan is made of it elsewhere; nothing here reads a file or knows a rule."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Site:
    """What a policy says of one host. None means that it says nothing, so a shorter host or the shipped data decides, field by field.

    `host` is `example.com` (which covers www.example.com) or `*.example.com` (what lies below), in lower-case A-labels without
    www and final dot.
    An empty `keep` is not None: it keeps no parameter at all.
    """

    host: str
    www: str | None = None  # "fold" | "distinct"
    mobile: str | None = None  # "fold" | "keep"
    amp: str | None = None  # "fold" | "keep"
    path_case: str | None = None  # "keep" | "fold"
    path_params: str | None = None  # "keep" | "drop"
    index_files: str | None = None  # "drop" | "keep"
    routes: str | None = None  # "keep" | "path"
    keep: tuple[str, ...] | None = None
    drop: tuple[str, ...] | None = None
    drop_below: tuple[tuple[str, tuple[str, ...]], ...] | None = None  # path and what is dropped there and below
    defaults: tuple[tuple[str, str], ...] | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Alias:
    """`source` (host, port, leading segments) is another address of `target`. Both stand as written; the plan reads them as URLs.

    `where` is the place in file or dict, for the errors of a plan; it takes no part in equality.
    """

    source: str
    target: str
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Pages of `site` whose path and query have the form `source` get the form `target`. Every `{name}` of `target` stands in `source`."""

    site: str
    source: str
    target: str
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Case:
    """What the author of a policy promises of it: `raw` gets `key`. A case speaks of its own policy and is not inherited."""

    raw: str
    key: str
    why: str = ""
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy with its base merged in. The defaults here are those of a policy that says nothing.

    No name stands in both `keep` and `drop`. Names, keys and forms stand as the author wrote them, not yet escaped.
    """

    name: str
    version: int = 1
    base: str | None = None  # name@version of what it extends; None for a shipped root
    rules: tuple[str, ...] = ()  # those that are on, in registry order
    params: str = "drop-listed"  # | "keep-listed"
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    defaults: tuple[tuple[str, str], ...] = ()
    state: tuple[str, ...] | None = None  # None is the shipped list, () none at all
    site: str = "host"  # | "domain" | "group"
    archive: str = "page"  # | "unwrap"
    renditions: str = "keep"  # | "fold"
    locale: str = "keep"  # | "drop"
    comments: str = "keep"  # | "drop"
    pagination: str = "keep"  # | "drop"
    sites: tuple[Site, ...] = ()
    aliases: tuple[Alias, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    cases: tuple[Case, ...] = ()
    origin: str = "dict"  # file path as given, "shipped", or what from_dict was told

    @staticmethod
    def load(name_or_path: str | os.PathLike[str]) -> Policy:
        """The policy of a shipped name (`citation@1`) or in a TOML file. Raises PolicyError with file, line and place."""
        from pagekey.policy.loader import load

        return load(name_or_path)

    @staticmethod
    def from_dict(mapping: Mapping[str, Any], base: str | os.PathLike[str] = "citation@1") -> Policy:
        """The policy that the mapping makes over `base`, in the same words as TOML. Raises PolicyError."""
        from pagekey.policy.loader import from_dict

        return from_dict(mapping, base)

    @property
    def stamp(self) -> str:
        """`name@version-draft:hash`: equal stamps make equal keys."""
        from pagekey.policy.lists import lists
        from pagekey.policy.stamp import stamp_of

        return stamp_of(self, lists())

    @property
    def tables(self) -> tuple[tuple[str, str, str], ...]:
        """(table, date, source) of every shipped list and snapshot that the keys rest on."""
        from pagekey.policy.lists import lists

        return lists().dates
