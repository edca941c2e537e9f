"""What a foreign list holds, in the words of a policy as far as they go: names with the places where they are dropped, and the rest."""

from __future__ import annotations

from dataclasses import dataclass

REASONS = {
    "ending": "hosts of which only the beginning is said",
    "host": "places that are no list of hosts",
    "path": "places inside a host that are no plain path",
    "prefix": "beginnings of names: a policy lists whole names",
    "pattern": "patterns that are no list of names",
    "name": "what can stand in no policy as the name of a parameter",
    "kept": "names that the base policy keeps",
    "exceptions": "exceptions that no policy can say",
    "excepted": "names that wait: their rule has such exceptions",
    "raw": "rules over the whole URL",
    "redirections": "redirections: where a wrapper leads is shipped data, no word of a policy",
    "complete": "blockers of whole URLs: a key blocks nothing",
    "every": "rules that drop every parameter, or all but one",
    "condition": "conditions that a policy does not know",
    "field": "words that this version does not know",
}
"""Why something was not taken: key, and what the report calls it."""


@dataclass(frozen=True, slots=True)
class Left:
    """Something that was not taken: whose it was, as it stood, why (a key of REASONS), and what more there is to say."""

    of: str
    what: str
    reason: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Names that are dropped in `scopes` (places.Place) but not in `excepted`, which are hosts. `open`: there are exceptions beyond
    those, which no policy can say."""

    of: str
    scopes: tuple[str, ...]
    names: tuple[str, ...]
    prefixes: tuple[str, ...] = ()
    excepted: tuple[str, ...] = ()
    open: bool = False


@dataclass(frozen=True, slots=True)
class Brought:
    """A foreign list as it was read. `rules` counts what could have been taken, `providers` who has them (None where the form knows
    none); `notes` are sentences for the user."""

    entries: tuple[Entry, ...]
    left: tuple[Left, ...]
    rules: int
    providers: int | None = None
    notes: tuple[str, ...] = ()
