"""Paths on which a parameter with many values was dropped: the page may have been in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pagekey.study.suspects.changes import keeping, losing_step
from pagekey.study.suspects.figures import EXAMPLES, LOST, Suspect
from pagekey.study.suspects.pieces import parameters, split_key

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.types import Step

# Rules that drop a parameter because of what a policy or a platform's entry says of its name. Not drop-default-params: it drops one
# value of a name, never more than twenty.
RULES = frozenset(("drop-params", "keep-params", "identify-page", "drop-state"))
ASKED = 10  # strings of a path whose trace is looked at: one name is dropped by one rule, but for values of a special shape
NAMES = 4  # suspects of one path that are held against the next


class _Lost(NamedTuple):
    """One string of a path: its key, what it lost, and its records."""

    key: str
    url: str
    lost: dict[str, str]
    records: int


def lost_values(keyed: Keyed, rows: Mapping[int, int], read: Sequence[str | None]) -> list[Suspect]:
    """Paths (of the key) that lose more than twenty distinct values of one parameter, by what the policy says of its name.

    `rows` are distinct rows of status `page`, with how many there are; `read` what was keyed in each row.
    """
    paths: dict[str, list[_Lost]] = {}
    for (key, url), records in _touched(keyed, rows, read).items():
        kept = {name for name, _ in parameters(key)}
        lost = {name: value for name, value in parameters(url) if name not in kept}
        if lost:
            parts = split_key(key)
            paths.setdefault(parts.host + parts.path, []).append(_Lost(key, url, lost, records))
    return [suspect for path, strings in paths.items() if len(strings) > LOST for suspect in _on_path(path, strings, keyed)]


def _on_path(path: str, strings: Sequence[_Lost], keyed: Keyed) -> list[Suspect]:
    """The suspects of one path, the parameter with most values first.

    At least half of the values must share a key with another value: a position in a video is lost while each video keeps its key.
    A parameter that tells nothing apart once those before it are kept is no suspect of its own.
    """
    values: dict[str, set[str]] = {}
    having: dict[str, list[_Lost]] = {}
    for one in strings:
        for name, value in one.lost.items():
            values.setdefault(name, set()).add(value)
            having.setdefault(name, []).append(one)
    found: list[Suspect] = []
    for name in sorted(values, key=lambda name: (-len(values[name]), name)):
        if len(values[name]) <= LOST:
            break
        groups: dict[tuple[str | None, ...], set[str]] = {}
        for one in having[name]:
            at = (one.key, *(one.lost.get(other.by) for other in found[:NAMES]))
            groups.setdefault(at, set()).add(one.lost[name])
        if 2 * sum(len(own) - 1 for own in groups.values()) < len(values[name]):
            continue
        losers = sorted(having[name], key=lambda one: (-one.records, one.url))
        step = _lost_by([one.url for one in losers[:ASKED]], name, keyed)
        if step is not None:
            total = sum(one.records for one in losers)
            examples = tuple(one.url for one in losers[:EXAMPLES])
            found.append(Suspect("lost-values", path, name, len(values[name]), total, examples, keeping(step, (name,), keyed.policy)))
    return found


def _touched(keyed: Keyed, rows: Mapping[int, int], read: Sequence[str | None]) -> Counter[tuple[str, str]]:
    """Records by key and string, where a rule of ours changed something and the string has a query."""
    masks = {keyed.hits[i]: i for i in rows}
    ours = {mask for mask, i in masks.items() if not RULES.isdisjoint(keyed.rules(i))}
    pairs: Counter[tuple[str, str]] = Counter()
    for i, records in rows.items():
        if keyed.hits[i] in ours:
            key, url = keyed.key[i], read[i]
            if key is not None and url is not None and "?" in url:
                pairs[key, url] += records
    return pairs


def _lost_by(urls: Sequence[str], name: str, keyed: Keyed) -> Step | None:
    """The step at which most of the strings lose the parameter; None if that is tracking, a session or a wrapper."""
    steps = [losing_step(url, name, keyed.policy) for url in urls]
    rules = Counter(step.rule if step else "" for step in steps)
    rule = rules.most_common(1)[0][0]
    return next((step for step in steps if step and step.rule == rule), None) if rule in RULES else None
