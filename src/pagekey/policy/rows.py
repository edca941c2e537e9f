"""Rule names -> rows of a plan: opcode, slice, and the bits of a URL that call for it. The numbers come from the engine."""

from __future__ import annotations

from typing import NamedTuple

from pagekey.engine import engine
from pagekey.rules import BIT, RULES

_LAYOUT: dict[str, dict[str, int]] = engine.layout()
_OPS, _PARTS = _LAYOUT["ops"], _LAYOUT["parts"]
SITE_BITS = _LAYOUT["site"]
SHAPES = _LAYOUT["shapes"]
GUARDS = _LAYOUT["guards"]
CODE = _LAYOUT["code"]
TYPES = _LAYOUT["types"]
TRANSFORMS = _LAYOUT["transforms"]
UNWRAP: int = _OPS["unwrap"]
DECODE_BIT = 16
"""Plan.site_flags: from this bit on, which sub-delims a site has decoded in its paths."""


class Row(NamedTuple):
    """One row of a plan, as the engine takes it. `early`: of a level below citation."""

    bit: int
    op: int
    part: int
    early: bool
    when: int
    back: int


def _has(*parts: str) -> int:
    return sum(1 << _LAYOUT["in"]["has"] + _PARTS[part] for part in parts)


def _in(part: str, *bits: str) -> int:
    return sum(_LAYOUT["bits"][bit] for bit in bits) << _LAYOUT["in"][part]


def _head(*bits: str) -> int:
    return sum(_LAYOUT["head"][bit] for bit in bits)


def _escapes(op: str, *bits: str) -> tuple[tuple[str, str, int], ...]:
    return (
        (op, "user", _head("user")),
        (op, "host", _head("foreign")),
        (op, "path", _in("path", *bits)),
        (op, "query", _in("query", *bits)),
        (op, "fragment", _head("fragment")),
    )


# Rule -> (opcode, slice, mask). A mask may call a rule in vain, but never leave it out.
_ROWS: dict[str, tuple[tuple[str, str, int], ...]] = {
    "trim": (("trim", "lead", _has("lead")), ("trim", "tail", _has("tail"))),
    "remove-tabs": (("remove_tabs", "path", _head("tabs")),),
    "fix-backslashes": (("fix_backslashes", "path", _head("back")),),
    "fix-slashes": (("fix_slashes", "scheme", _head("slashes")),),
    "lowercase-scheme": (("lowercase", "scheme", _head("scheme")),),
    "assume-http": (("assume_http", "scheme", _head("assumed")),),
    "lowercase-host": (("lowercase", "host", _head("upper")),),
    "host-to-ascii": (("host_to_ascii", "host", _head("foreign")),),
    "canonical-ip": (("canonical_ip", "host", _head("numeric")),),
    "escape-illegal": _escapes("escape_illegal", "illegal", "stray"),
    "uppercase-escapes": _escapes("uppercase_escapes", "lowesc", "unresc"),
    "decode-unreserved": _escapes("decode_unreserved", "unresc"),
    "remove-dot-segments": (("remove_dots", "path", _in("path", "oddseg")),),
    "drop-default-port": (("drop_port", "port", _has("port")),),
    "slash-empty-path": (("slash_empty", "path", _head("no_path")),),
    "drop-host-dot": (("drop_host_dot", "host", _head("dotty")),),
    "unescape-amp": (("unescape_amp", "query", _head("entity")),),
    "unwrap-redirect": (("unwrap", "path", _head("site")),),
    "drop-fragment": (("drop_fragment", "fragment", _has("fragment")),),
    "drop-session": (("path_session", "path", _in("path", "session")), ("query_session", "query", _has("query"))),
    "drop-tracking": (("drop_tracking", "query", _has("query")), ("route_tracking", "fragment", _has("fragment"))),
    "drop-userinfo": (("drop", "user", _has("user")),),
    "drop-scheme": (("drop_scheme", "scheme", _has("scheme", "port")),),
    "strip-www": (("strip_www", "host", _head("www")),),
    "fold-mobile-host": (("fold_mobile", "host", _head("site")),),
    "fold-amp": (("fold_amp", "path", _head("site")),),
    "drop-params": (("drop_params", "query", _has("query") | _head("site")),),
    "keep-params": (("keep_params", "query", _has("query")),),
    "drop-state": (("drop_state", "query", _has("query")),),
    "drop-default-params": (("drop_defaults", "query", _has("query")),),
    "drop-empty-params": (("drop_empty", "query", _in("query", "ampeq")),),
    "unify-spaces": (("unify_spaces", "query", _in("query", "plus")),),
    "sort-params": (("sort_params", "query", _in("query", "amp")),),
    "drop-empty-query": (("empty_query", "query", _in("query", "ampeq")),),
    "collapse-slashes": (("collapse", "path", _in("path", "oddseg")),),
    "drop-index-file": (("index_file", "path", _in("path", "index")),),
    "add-slash": (("add_slash", "path", _has("path")),),
    "strip-slash": (("strip_slash", "path", _head("end_slash")),),
    "fold-path-case": (("fold_case", "path", _head("site")),),
    "alias-host": (("alias", "path", _head("site")),),
    "identify-page": (("identify", "path", _head("site") | _in("path", "numbered") | _has("query")),),
    "rewrite": (("rewrite", "path", _head("site")),),
}

# A rule that fired and gave an earlier one new work: the run goes on there.
_BACK = {
    "fold-mobile-host": "strip-www",
    "strip-slash": "drop-index-file",
    "alias-host": "remove-dot-segments",
    "identify-page": "remove-dot-segments",
    "rewrite": "remove-dot-segments",
}


def rows_of(rules: tuple[str, ...], *, idle: frozenset[str], look_up: int) -> tuple[list[Row], int]:
    """The rows of these rules in registry order, and how many of them are for every scheme.

    `look_up` is the stage before which the host is looked up, 0 = never.
    Rules that are `idle` have no data and get no row."""
    rows: list[Row] = []
    plain: int | None = None
    starts: dict[str, int] = {}
    for rule in RULES:
        if plain is None and rule.stage >= 5:
            plain = len(rows)
        if rule.stage >= look_up > 0:
            look_up = 0
            rows.append(Row(0, _OPS["look_up"], _PARTS["host"], True, _has("host"), -1))
        starts[rule.name] = len(rows)
        if rule.name in rules and rule.name in _ROWS and rule.name not in idle:
            early = rule.level != "citation"
            rows += [Row(BIT[rule.name], _OPS[op], _PARTS[part], early, when, -1) for op, part, when in _ROWS[rule.name] if when]
    plain = len(rows) if plain is None else plain
    targets = {BIT[name]: starts[to] for name, to in _BACK.items()}
    lookup = _OPS["look_up"]
    rows = [row if row.op == lookup else row._replace(back=targets.get(row.bit, -1)) for row in rows]
    return rows, plain
