"""URLs and keys taken apart, roughly and fast: only to find suspects, never to make a key."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote_plus

from pagekey.policy.spelling import LONGEST

PARAMETERS = 8  # a query with more is not tried one parameter less: that would be quadratic


class Key(NamedTuple):
    """A key (or another URL without scheme). `query` and `route` keep their sign."""

    host: str
    path: str
    query: str
    route: str


def split_key(key: str) -> Key:
    """The parts of a key; joined they are the key."""
    rest, mark, route = key.partition("#")
    rest, sign, query = rest.partition("?")
    host, slash, path = rest.partition("/")
    return Key(host, slash + path, sign + query, mark + route)


def bare_host(host: str) -> str:
    """The host as a policy names it: no port, no www."""
    name = host if host.startswith("[") else host.partition(":")[0]
    return name.removeprefix("www.")


def parameters(url: str) -> list[tuple[str, str]]:
    """(name, value) of the query, decoded, only those with a name and `=`; none of an opaque query."""
    query = url.partition("#")[0].partition("?")[2].replace("&amp;", "&")
    found = []
    for pair in query.split("&"):
        name, equals, value = pair.partition("=")
        if "/" in name or ":" in name or "?" in name:
            return []
        if equals and 0 < len(name) <= LONGEST:
            found.append((unquote_plus(name), unquote_plus(value)))
    return found


def one_less(key: Key) -> list[tuple[str, str, str]]:
    """(name, value, the key without that parameter) for each parameter of a key, as it stands there. None of a long or opaque query."""
    pairs = key.query[1:].split("&")
    if not key.query or len(pairs) > PARAMETERS:
        return []
    found = []
    for k, pair in enumerate(pairs):
        name, equals, value = pair.partition("=")
        if "/" in name or ":" in name or "?" in name:
            return []
        if equals and 0 < len(name) <= LONGEST:
            rest = "&".join(pairs[:k] + pairs[k + 1 :])
            found.append((name, value, f"{key.host}{key.path}{'?' if rest else ''}{rest}{key.route}"))
    return found
