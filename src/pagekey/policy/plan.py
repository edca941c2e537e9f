"""Policy -> compiled plan: rows, tables and the host table, as the engine takes them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from pagekey.engine import engine as default_engine
from pagekey.errors import PolicyError
from pagekey.policy.guards import Guards
from pagekey.policy.hosts import AMP_LABELS, MOBILE_LABELS, Entry, Numbered, counting, numbered
from pagekey.policy.kinds import Table, kinds_of
from pagekey.policy.lists import Lists, lists
from pagekey.policy.model import Alias, Policy, Site
from pagekey.policy.programs import Forms, forms_of
from pagekey.policy.rows import DECODE_BIT, SHAPES, SITE_BITS, UNWRAP, rows_of
from pagekey.policy.sitedata import Signature, SiteData, site_data
from pagekey.policy.siteread import SIGNS
from pagekey.policy.spelling import address_of, check_length, escaped
from pagekey.policy.stamp import stamp_of
from pagekey.rules import NAMES, RULES

_LAST_STAGE = tuple(rule.name for rule in RULES if rule.stage == 12 and rule.name in ("alias-host", "identify-page", "rewrite"))


class Parts(NamedTuple):
    """What a plan is made of, as plain values: they can be frozen in a file."""

    rows: list[tuple[int, ...]]
    plain: int
    tables: dict[str, tuple[Table, bool]]
    hosts: tuple[tuple[bytes, bool, int], ...]
    switches: dict[str, Any]

    def plan(self, engine: ModuleType, suffixes: bytes) -> Any:
        """The engine's plan."""
        return engine.Plan(self.rows, self.plain, self.tables, engine.Hosts(suffixes, self.hosts), self.switches)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A policy ready to run. `row_rules[k]` names the rule of row k; `sites[n]` is the site numbered n, of the host table."""

    policy: Policy
    stamp: str
    plan: Any
    engine: ModuleType
    row_rules: tuple[str, ...]
    sites: tuple[Site, ...]
    dates: tuple[tuple[str, str, str], ...]
    parts: Parts
    entries: tuple[Entry, ...]
    signatures: tuple[Signature, ...]


@lru_cache(maxsize=32)
def compiled(policy: Policy, engine: ModuleType = default_engine) -> Compiled:
    """The plan of a policy. Raises PolicyError where an alias or a rewrite cannot be read, or does not come to rest."""
    if {"add-slash", "strip-slash"} <= set(policy.rules):
        raise PolicyError("rules that undo each other", got="add-slash and strip-slash", where=policy.origin)
    data = lists()
    shipped = counting(policy, site_data())
    first = _build(policy, data, shipped, engine, {}, None)
    aliases: dict[str, list[Alias]] = {}
    for alias in [*policy.aliases, *(alias for alias, _ in shipped.aliases)]:
        wild = alias.source.startswith("*.")
        host = alias.source.partition("/")[0] if wild else address_of(alias.source, alias.where, first.plan, engine).host
        aliases.setdefault(host, []).append(alias)
    if not aliases and not policy.rewrites and not shipped.identify:
        return first
    whole = _build(policy, data, shipped, engine, aliases, first)
    if policy.aliases or policy.rewrites:
        from pagekey.policy.rest import check_rest

        check_rest(policy, whole.plan, engine)
    return whole


def _build(
    policy: Policy, data: Lists, shipped: SiteData, engine: ModuleType, aliases: dict[str, list[Alias]], first: Compiled | None
) -> Compiled:
    """The plan; without `first` one in which the forms of the last stage do nothing, to read their sides with."""
    rules = tuple(rule for rule in policy.rules if first is not None or rule not in _LAST_STAGE)
    sites = numbered(policy, data, shipped, aliases)
    by_file: dict[str, list[Signature]] = {}
    for one in shipped.signatures:
        by_file.setdefault(one.file, []).append(one)
    guards = Guards()
    tables, kinds = _tables(policy, data, sites, rules, by_file, guards)
    forms = forms_of(sites, by_file, first.plan if first else None, engine, last=first is not None)
    look_up = 6 if any(forms.wrap_at) else 8 if any(entry.is_asked_for for entry in sites.entries) else 0
    rows, plain = rows_of(rules, idle=_idle(policy, sites, forms), look_up=look_up)
    switches = {
        "keep_listed": policy.params == "keep-listed",
        "all_fragments": "drop-fragment" not in rules,
        "site_flags": [_flags(entry) for entry in sites.entries],
        "site_alias": forms.alias_at,
        "site_rewrite": forms.rewrite_at,
        "site_identify": forms.identify_at,
        "site_wrap": forms.wrap_at,
        "signature_at": forms.signature_at,
        "guard_at": guards.write(forms.programs),
        "code": forms.programs.code,
        "text": bytes(forms.programs.text),
        "steps": tuple(forms.steps),
        "unwrap_row": next((k for k, row in enumerate(rows) if row.op == UNWRAP), 0),
        **kinds,
    }
    parts = Parts([tuple(row) for row in rows], plain, tables, sites.table, switches)
    names = tuple(NAMES[row.bit] for row in rows)
    plan = parts.plan(engine, data.suffixes)
    known = tuple(replace(entry.site, host=entry.host) for entry in sites.entries)
    return Compiled(policy, stamp_of(policy, data), plan, engine, names, known, data.dates, parts, sites.entries, shipped.signatures)


def _idle(policy: Policy, sites: Numbered, forms: Forms) -> frozenset[str]:
    """Rules that are on and have nothing to work with: they get no row."""
    known = [entry.site for entry in sites.entries]
    needs = {
        "drop-params": bool(policy.drop) or any(site.drop or site.drop_below or site.path_params == "drop" for site in known),
        "keep-params": policy.params == "keep-listed" or any(site.keep is not None for site in known),
        "drop-default-params": bool(policy.defaults) or any(site.defaults for site in known),
        "fold-mobile-host": any(site.mobile == "fold" or site.amp == "fold" for site in known),
        "fold-amp": any(site.amp == "fold" for site in known),
        "fold-path-case": any(site.path_case == "fold" for site in known),
        "unwrap-redirect": any(forms.wrap_at),
        "alias-host": any(forms.alias_at),
        "identify-page": any(forms.identify_at) or any(site.routes == "path" for site in known) or len(forms.signature_at) > 1,
        "rewrite": any(forms.rewrite_at),
    }
    return frozenset(name for name, needed in needs.items() if not needed)


def _flags(entry: Entry) -> int:
    site = entry.site
    said = {
        "www_distinct": site.www == "distinct",
        "mobile": site.mobile == "fold",
        "amp": site.amp == "fold",
        "fold_case": site.path_case == "fold",
        "drop_path_params": site.path_params == "drop",
        "keep_index": site.index_files == "keep",
        "routes": site.routes == "path",
        "keep": site.keep is not None,
        "shortener": entry.shortener,
    }
    signs = sum(1 << k for k, sign in enumerate(SIGNS) if sign in entry.decode)
    return sum(SITE_BITS[name] for name, yes in said.items() if yes) | signs << DECODE_BIT


def _tables(
    policy: Policy, data: Lists, sites: Numbered, rules: tuple[str, ...], files: dict[str, list[Signature]], guards: Guards
) -> tuple[dict[str, tuple[Table, bool]], dict[str, list[int]]]:
    """The name tables, each with whether letter case is folded, and the shapes behind the numbers of the parameter tables."""
    level = "citation" if "drop-scheme" in rules or "drop-userinfo" in rules else "crawl"
    values: Table = {(0, f"{one.name}={v}".lower().encode()): 1 for one in data.tracking for v in one.values}
    values |= {(0, label.encode()): 2 for label in MOBILE_LABELS} | {(0, label.encode()): 3 for label in AMP_LABELS}
    state = data.state if policy.state is None else policy.state
    params, prefixes, kinds = kinds_of(data, state, level, guards)
    keep: Table = {(0, escaped(name)): 1 for name in policy.keep}
    drop: Table = {(0, escaped(name)): 1 for name in policy.drop}
    defaults: Table = dict.fromkeys(_pairs(0, policy.defaults), 1)
    scoped: Table = {}
    for entry in sites.entries:
        for name, paths in sorted(entry.scoped.items()):
            scoped[entry.number, escaped(name)] = guards.below(paths) if paths else SHAPES["any"]
        drop |= {(entry.number, escaped(name)): guards.below(paths) for name, paths in _below(entry.site).items()}
        keep |= {(entry.number, escaped(name)): 1 for name in entry.site.keep or ()}
        drop |= {(entry.number, escaped(name)): 1 for name in entry.site.drop or ()}
        defaults |= dict.fromkeys(_pairs(entry.number, entry.site.defaults or ()), 1)
    tables: dict[str, tuple[Table, bool]] = {
        "params": (params, True),
        "prefixes": (prefixes, True),
        "values": (values, True),
        "scoped": (scoped, False),
        "signatures": ({(int(name.endswith("*")), name.rstrip("*").encode()): k for k, name in enumerate(files, 1)}, True),
        "index": ({(0, name.encode()): 1 for name in data.index_files}, True),
        "keep": (_short_enough(keep, "keep", policy), False),
        "drop": (_short_enough(drop, "drop", policy), False),
        "defaults": (_short_enough(defaults, "defaults", policy), False),
    }
    return tables, kinds


def _below(site: Site) -> dict[str, list[str]]:
    """Name -> the paths below which the site drops it."""
    out: dict[str, list[str]] = {}
    for path, names in site.drop_below or ():
        for name in names:
            out.setdefault(name, []).append(path)
    return out


def _pairs(number: int, defaults: tuple[tuple[str, str], ...]) -> list[tuple[int, bytes]]:
    """name=value in key form; a space in a value is looked for as %20 and as '+', since the rule runs before unify-spaces."""
    out = []
    for name, value in defaults:
        pair = escaped(name) + b"=" + escaped(value)
        out += [(number, pair), (number, pair.replace(b"%20", b"+"))]
    return out


def _short_enough(table: Table, word: str, policy: Policy) -> Table:
    for _, name in table:
        check_length(name, word, policy.origin)
    return table
