"""What the lists say of a parameter's name, as one small number: session, tracking and state are looked up together."""

from __future__ import annotations

from collections.abc import Iterable

from pagekey.policy.guards import Guards
from pagekey.policy.lists import Listed, Lists
from pagekey.policy.spelling import check_length, escaped

Table = dict[tuple[int, bytes], int]
Said = tuple[int, int, int]
"""Shape of the value that makes it a session, shape that makes it tracking (0 = never), and whether it is a state variable: 0 = no,
1 = yes, 2 = if what it holds is of the same site."""


def kinds_of(data: Lists, state: Iterable[str], level: str, guards: Guards) -> tuple[Table, Table, dict[str, list[int]]]:
    """Names and prefixes -> numbers, and for each number what is said: `kind_session`, `kind_tracking`, `kind_state`."""
    numbers: dict[Said, int] = {(0, 0, 0): 0}
    names = _said(data.sessions, data.tracking, level, guards)
    for word in state:
        session, tracking, _ = names.get(escaped(word).lower(), (0, 0, 0))
        names[escaped(word).lower()] = (session, tracking, 2 if word in data.onward else 1)
    tables = [
        {(0, name): numbers.setdefault(said, len(numbers)) for name, said in sorted(table.items())}
        for table in (names, _said(data.session_prefixes, data.tracking_prefixes, level, guards))
    ]
    for name in names:
        check_length(name, "state")
    kinds = {f"kind_{word}": [said[k] for said in numbers] for k, word in enumerate(("session", "tracking", "state"))}
    return tables[0], tables[1], kinds


def _said(sessions: tuple[Listed, ...], tracking: tuple[Listed, ...], level: str, guards: Guards) -> dict[bytes, Said]:
    on = [one for one in tracking if level == "citation" or one.level == "crawl"]
    names = {one.name.encode() for one in (*sessions, *on)}
    by_session = {one.name.encode(): guards.shape_of(one) for one in sessions}
    by_tracking = {one.name.encode(): guards.shape_of(one) for one in on}
    return {name: (by_session.get(name, 0), by_tracking.get(name, 0), 0) for name in names}
