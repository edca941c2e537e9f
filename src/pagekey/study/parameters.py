"""The parameters of a keyed table, host by host: what the policy does with each, and what dropping or keeping it would change on this data.

Words: a *record* is a row with status `page`, a *page* a distinct key of such rows. A parameter belongs to the host that a policy names
for it: that of the URL after wrappers are opened and www and mobile twins are folded, before aliases. Not looked at, and counted: opaque
queries, and URLs with more than MOST names. Names and values are as keys write them. Time is linear in the length of the URLs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pagekey.keying.single import explain
from pagekey.policy.model import Site
from pagekey.policy.plan import Compiled, compiled
from pagekey.policy.sitedata import site_data
from pagekey.policy.spelling import parts_of

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.policy import Policy

MOST = 64  # parameter names in one URL
WIDEST = 20  # pages that may fall onto one before a proposal to drop is out of the question
LONGEST = 63  # bytes of a name that a policy can hold
# What touches parameters, or moves them to another host: off when the parameters of a URL are read.
_OFF = frozenset({
    "drop-session", "drop-tracking", "fold-amp", "drop-params", "keep-params", "drop-state", "drop-default-params", "alias-host",
    "identify-page", "rewrite",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parameter:
    """One name on one host.

    `records` have it, of `of_records` of the host; `values` counts distinct ones, a bare name is one. `dropped` of the records lose it,
    the first of them by the rule `by` ("" if none does). `pages` of the host are in the data now; `if_dropped` if the name were dropped
    there, `if_kept` if no rule dropped it. `widest` is the largest number of pages that would become one, `groups` how many pages would
    take in others, `bare` in how many of those the page without the parameter is in the data too. `effect` is what the shipped data
    knows of it there, "unknown" if nothing. `proposal` is "drop", "keep" or "": never more than that, for nobody asked the site.
    """

    host: str
    name: str
    records: int
    of_records: int
    values: int
    dropped: int
    by: str
    pages: int
    if_dropped: int
    if_kept: int
    widest: int
    groups: int
    bare: int
    effect: str
    proposal: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a table, those that matter most first. `records` are rows with a page, `left_out` those not looked at."""

    policy: str
    records: int
    opaque: int
    crowded: int
    rows: tuple[Parameter, ...]


@dataclass(slots=True)
class _Seen:
    """What is gathered of one name on one host."""

    records: int = 0
    dropped: int = 0
    example: str = ""
    values: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    """Keys that still have the name."""
    lost: set[str] = field(default_factory=set)
    """Keys that lost it."""
    apart: set[tuple[str, str]] = field(default_factory=set)
    """The same with the values that they lost: so many pages there would be."""


@dataclass(slots=True)
class _Hosts:
    """What is gathered of all of them."""

    seen: dict[tuple[str, str], _Seen] = field(default_factory=dict)
    records: Counter[str] = field(default_factory=Counter)
    pages: dict[str, set[str]] = field(default_factory=dict)
    opaque: int = 0
    crowded: int = 0


def parameters(keyed: Keyed, *, min_values: int = 1) -> Parameters:
    """Every parameter with at least `min_values` values, and what the policy does with it; ranked by what hangs on it."""
    plan = compiled(keyed.policy)
    strings: dict[str, list[object]] = {}
    for target, key, status in zip(keyed.target, keyed.key, keyed.status, strict=True):
        if status == "page" and target is not None:
            found = strings.setdefault(target, [0, key])
            found[0] = int(str(found[0])) + 1
    return Parameters(plan.stamp, 0, 0, 0, ())
