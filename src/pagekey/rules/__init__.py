"""The registry: every rule by name, in the one order in which rules run. `BIT[name]` is the bit that a hit sets."""

from __future__ import annotations

from pagekey.errors import PagekeyError
from pagekey.rules import escapes, fragment, host, path, query, scheme, site
from pagekey.rules.shape import LEVELS, TIERS, Example, Rule

__all__ = ["BIT", "LEVELS", "NAMES", "RULES", "TIERS", "Example", "Rule", "names_at", "names_of", "rule"]

# One line a stage. The order inside and across the lines decides keys: golden keys move when a line moves.
_ORDER = (
    ("trim", "remove-tabs", "fix-backslashes", "fix-slashes", "lowercase-scheme", "assume-http"),
    ("lowercase-host", "host-to-ascii", "canonical-ip"),
    ("escape-illegal", "uppercase-escapes", "decode-unreserved"),
    ("remove-dot-segments", "drop-default-port", "slash-empty-path"),
    ("drop-host-dot", "unescape-amp"),
    ("unwrap-redirect", "expand-short-link"),
    ("drop-fragment", "drop-session", "drop-tracking"),
    ("drop-userinfo", "drop-scheme", "strip-www", "fold-mobile-host", "fold-amp"),
    ("drop-params", "keep-params", "drop-state", "drop-default-params"),
    ("drop-empty-params", "unify-spaces", "sort-params", "drop-empty-query"),
    ("collapse-slashes", "drop-index-file", "add-slash", "strip-slash"),
    ("fold-path-case", "alias-host", "identify-page", "rewrite"),
)

_WRITTEN = {one.name: one for part in (scheme, host, escapes, path, query, fragment, site) for one in part.RULES}

RULES: tuple[Rule, ...] = tuple(_WRITTEN[name] for stage in _ORDER for name in stage)
NAMES: tuple[str, ...] = tuple(one.name for one in RULES)
BIT: dict[str, int] = {name: bit for bit, name in enumerate(NAMES)}


def rule(name: str) -> Rule:
    """The rule of that name. Raises PagekeyError with the nearest name as a hint."""
    bit = BIT.get(name)
    if bit is None:
        raise _unknown(name)
    return RULES[bit]


def names_of(hits: int) -> tuple[str, ...]:
    """The names behind a set of hit bits, in the order in which the rules ran. Raises ValueError for a bit that no rule has."""
    if hits >> len(NAMES):
        raise ValueError(f"hits {hits:#x} hold a bit beyond the {len(NAMES)} rules of this version")
    return tuple(name for bit, name in enumerate(NAMES) if hits >> bit & 1)


def names_at(level: str) -> tuple[str, ...]:
    """The names of the rules that are on at that level, in order. Raises PagekeyError for a word that is no level."""
    if level not in LEVELS:
        raise PagekeyError("no such level", expected=" or ".join(LEVELS), got=repr(level))
    return tuple(one.name for one in RULES if one.on_at(level))


def _unknown(name: str) -> PagekeyError:
    from difflib import get_close_matches  # costs milliseconds, and only a mistake needs it

    near = get_close_matches(name.strip().lower().replace("_", "-").replace(" ", "-"), NAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else "`pagekey rule` lists all names"
    return PagekeyError("no such rule", expected=f"one of {len(NAMES)} rule names", got=repr(name), hint=hint)
