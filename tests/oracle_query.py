"""The query as a list of pieces between '&': nothing is decoded, `a`, `a=` and `a=1` are three things."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.oracle_tables import Tables

_PLAIN_NAME = re.compile(rb"[0-9A-Za-z_.~-]*")
_STATE_VALUE = re.compile(rb"(?:/|%2F)|https?(?::|%3A)(?:/|%2F){2}", re.IGNORECASE)
_OTHER_HOST = re.compile(rb"(?:https?(?::|%3A))?(?:/|%2F){2}([0-9A-Za-z._~-]*)", re.IGNORECASE)


def crawl_query(query: bytes, tables: Tables, *, host: bytes, citation: bool) -> bytes | None:
    """What is left of the query of a URL on `host` at crawl or citation, None where nothing is."""
    parameters = query.split(b"&")
    opaque = any(set(name(p)) & set(b"/:?") for p in parameters)
    if not opaque:
        parameters = [re.sub(rb"\A(?:(?i:amp);)+", b"", p) for p in parameters]
    there = {name(p).lower() for p in parameters}
    pairs = {word for group in tables.together if group <= there for word in group}
    parameters = [p for p in parameters if not is_session(p, tables) and name(p).lower() not in pairs]
    parameters = [p for p in parameters if not is_tracking(p, tables, citation=citation)]
    if not opaque:
        if citation:
            parameters = [p for p in parameters if not is_state(p, host, tables)]
        parameters = [p.replace(b"+", b"%20") for p in parameters if not is_empty(p)]
        parameters.sort(key=name)
    return b"&".join(parameters) or None


def crawl_route(route: bytes, tables: Tables, *, citation: bool) -> bytes:
    """The parameters behind the first `?` of a route, without tracking; names that the path must allow are left alone there."""
    path, mark, rest = route.partition(b"?")
    if not mark:
        return route
    kept = [p for p in rest.split(b"&") if not is_shaped(p, tables.shaped) and not is_marked(p, tables, citation=citation)]
    return path + b"?" + b"&".join(kept) if kept else path


def name(parameter: bytes) -> bytes:
    return parameter.partition(b"=")[0]


def value(parameter: bytes) -> bytes:
    return parameter.partition(b"=")[2]


def is_empty(parameter: bytes) -> bool:
    """'', '=', 'name=' and '=value' say nothing; a bare 'name' is content."""
    return not name(parameter) or (b"=" in parameter and not value(parameter))


def listed(parameter: bytes, names: frozenset[bytes], prefixes: tuple[bytes, ...]) -> bool:
    low = name(parameter).lower()
    return low in names or (low.startswith(prefixes) and _PLAIN_NAME.fullmatch(low) is not None)


def is_session(parameter: bytes, tables: Tables) -> bool:
    if is_shaped(parameter, tables.session_shaped):
        return True
    for prefix, shape in tables.session_shaped_prefixes.items():
        if listed(parameter, frozenset(), (prefix,)) and shape.fullmatch(value(parameter)):
            return True
    return listed(parameter, tables.session, tables.session_prefixes)


def is_tracking(parameter: bytes, tables: Tables, *, citation: bool) -> bool:
    if is_shaped(parameter, tables.shaped) or is_shaped(parameter, tables.pathwise):
        return True
    return is_marked(parameter, tables, citation=citation)


def is_shaped(parameter: bytes, shaped: Mapping[bytes, re.Pattern[bytes]]) -> bool:
    """Has the value the shape that goes with the name?"""
    shape = shaped.get(name(parameter).lower())
    return shape is not None and shape.fullmatch(value(parameter)) is not None


def is_marked(parameter: bytes, tables: Tables, *, citation: bool) -> bool:
    """By its name, whatever its value."""
    if listed(parameter, tables.tracking, tables.tracking_prefixes):
        return True
    return citation and listed(parameter, tables.citation_tracking, tables.citation_prefixes)


def is_state(parameter: bytes, host: bytes, tables: Tables) -> bool:
    if not listed(parameter, tables.state, ()) or not _STATE_VALUE.match(value(parameter)):
        return False
    elsewhere = _OTHER_HOST.match(value(parameter)) if name(parameter).lower() in tables.onward else None
    return elsewhere is None or (b"." + elsewhere[1].lower()).endswith(b"." + domain_of(host, tables))


def domain_of(host: bytes, tables: Tables) -> bytes:
    """The longest public suffix and one label more; the last label is a suffix where none is known. An address is its own."""
    labels = host.split(b".")
    if host.startswith(b"[") or labels[-1].isdigit():
        return host
    at = next((k for k in range(len(labels)) if tables.is_public_suffix(b".".join(labels[k:]))), len(labels) - 1)
    return b".".join(labels[max(at - 1, 0) :])
