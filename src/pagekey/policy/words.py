"""The words of a policy: what each may hold, and how it is merged over the base (DESIGN section 6).

`name version extends level rules enable disable params keep drop defaults state site archive renditions locale comments pagination`,
`[sites."HOST"] www mobile amp path_case path_params index_files routes keep drop drop_below defaults group`, `[[alias]] from to`,
`[[rewrite]] site from to`, `[[case]] raw key why`.

Over the base: a word with one value replaces; `keep`, `drop`, `defaults`, sites, aliases and rewrites add, and what is new wins (a
name newly kept is no longer dropped, and the other way round; the same host is merged field by field); `state` replaces; `level`
(all rules on from that level) or `rules` (only these) replace the rules, `enable` and `disable` change them. `name`, `version` and
cases are a policy's own.
Nothing is switched on by a word that needs it: `idle.idle` tells which words wait for a rule that is off.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from pagekey.errors import PolicyError
from pagekey.policy import spell
from pagekey.policy.model import Alias, Case, Policy, Rewrite, Site
from pagekey.policy.spell import quote
from pagekey.policy.table import Source, Table
from pagekey.rules import LEVELS, NAMES, names_at

SWITCHES = {
    "params": ("drop-listed", "keep-listed"),
    "site": ("host", "domain", "group"),
    "archive": ("page", "unwrap"),
    "renditions": ("fold", "keep"),
    "locale": ("keep", "drop"),
    "comments": ("keep", "drop"),
    "pagination": ("keep", "drop"),
}
SITE_SWITCHES = {
    "www": ("fold", "distinct"),
    "mobile": ("fold", "keep"),
    "amp": ("fold", "keep"),
    "path_case": ("keep", "fold"),
    "path_params": ("keep", "drop"),
    "index_files": ("drop", "keep"),
    "routes": ("keep", "path"),
}
POLICY_WORDS = (
    *("name", "version", "extends", "level", "rules", "enable", "disable", "keep", "drop", "defaults", "state"),
    *SWITCHES,
    *("sites", "alias", "rewrite", "case"),
)
SITE_WORDS = (*SITE_SWITCHES, "keep", "drop", "drop_below", "defaults", "group")


def table(source: Source, data: object) -> Table:
    """The policy as a table, its words checked, nothing read yet."""
    return Table(source, data, (), POLICY_WORDS, _misplaced_word)


def merged(words: Table, base: Policy, *, name: str, version: int, origin: str) -> Policy:
    """The policy that `words` make over `base`. `name` and `version` are used where the words give none."""
    given = {word: value for word, values in SWITCHES.items() if (value := words.one_of(word, values)) is not None}
    keep, drop = _kept_and_dropped(words, base.keep, base.drop)
    state = words.texts("state", spell.param)
    return replace(
        base,
        name=words.text("name", _name) or name,
        version=words.number("version") or version,
        base=f"{base.name}@{base.version}" if base.name else None,
        rules=_rules(words, base),
        keep=keep or (),
        drop=drop or (),
        defaults=tuple({**dict(base.defaults), **dict(words.pairs("defaults", spell.param) or ())}.items()),
        state=base.state if state is None else state,
        sites=_sites(words, base),
        aliases=_aliases(words, base),
        rewrites=_rewrites(words, base),
        cases=tuple(
            Case(row.need("raw"), row.need("key"), row.text("why") or "", row.where()) for row in words.rows("case", ("raw", "key", "why"))
        ),
        origin=origin,
        **given,
    )


def _name(text: str) -> str:
    """A name that a stamp `name@version:hash` can hold."""
    if not text or any(c in "@:" or c <= " " for c in text):
        mended = text.partition("@")[0].strip()
        hint = f'write name = {quote(mended)} and the number after "@" as version' if "@" in text and mended else ""
        raise PolicyError("not a name", expected='no blank, "@" or ":"', got=quote(text), hint=hint)
    return text


def _rules(words: Table, base: Policy) -> tuple[str, ...]:
    level = words.one_of("level", LEVELS)
    only = words.names("rules", NAMES)
    if level is not None and only is not None:
        hint = "`level` with `enable` and `disable` changes single rules"
        raise words.error(("rules",), "two starting points", expected="`level` or `rules`", got="both", hint=hint)
    enable = words.names("enable", NAMES) or ()
    disable = words.names("disable", NAMES) or ()
    for place, rule in enumerate(disable):
        if rule in enable:
            raise words.error(("disable", place), "enabled and disabled", got=quote(rule))
    on = set(names_at(level) if level is not None else base.rules if only is None else only)
    on = (on | set(enable)) - set(disable)
    if {"add-slash", "strip-slash"} <= on:  # each undoes the other: no path would come to rest
        hint = "put the other one under `disable`"
        raise words.error(("enable" if enable else "rules",), "rules that undo each other", got="add-slash and strip-slash", hint=hint)
    return tuple(rule for rule in NAMES if rule in on)


def _kept_and_dropped(
    words: Table, old_keep: tuple[str, ...] | None, old_drop: tuple[str, ...] | None
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """`keep` and `drop` over those of the base; a name that changes sides leaves the other list. None: neither side says a word."""
    keep = words.texts("keep", spell.param)
    drop = words.texts("drop", spell.param)
    for place, name in enumerate(drop or ()):
        if name in (keep or ()):
            raise words.error(("drop", place), "kept and dropped", got=quote(name))
    return _added(old_keep, keep, drop), _added(old_drop, drop, keep)


def _added(old: tuple[str, ...] | None, new: tuple[str, ...] | None, gone: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if old is None:
        return new
    return tuple(dict.fromkeys([name for name in old if name not in (gone or ())] + list(new or ())))


def _sites(words: Table, base: Policy) -> tuple[Site, ...]:
    sites = {site.host: site for site in base.sites}
    own: dict[str, str] = {}
    for key, value in words.children("sites"):
        entry = Table(words.source, value, ("sites", key), SITE_WORDS, partial(_misplaced_in_site, key))
        host = words.spelt(("sites", key), key, spell.host)
        if host in own:
            raise words.error(("sites", key), "same host twice", got=f"{quote(own[host])} and {quote(key)}")
        own[host] = key
        sites[host] = _site(entry, sites.get(host) or Site(host))
    return tuple(sites.values())


def _site(words: Table, old: Site) -> Site:
    """The site with what `words` say; a field that is given replaces the base's."""
    new: dict[str, Any] = {word: words.one_of(word, values) for word, values in SITE_SWITCHES.items()}
    new["keep"], new["drop"] = _kept_and_dropped(words, None, None)
    new["drop_below"] = words.lists("drop_below", spell.place, spell.param)
    new["defaults"] = words.pairs("defaults", spell.param)
    new["group"] = words.text("group", _group)
    given = {word: value for word, value in new.items() if value is not None}
    # What is newly dropped is no longer kept, unless a new list of what is kept says otherwise; and the other way round.
    for word, other in (("keep", "drop"), ("drop", "keep")):
        if other in given and word not in given and getattr(old, word) is not None:
            given[word] = tuple(name for name in getattr(old, word) if name not in given[other])
    return replace(old, **given)


def _group(text: str) -> str:
    if text.strip() and text == text.strip():
        return text
    raise PolicyError("not a group", expected="a name without blanks around it", got=quote(text))


def _aliases(words: Table, base: Policy) -> tuple[Alias, ...]:
    own: dict[str, Alias] = {}
    for row in words.rows("alias", ("from", "to")):
        alias = Alias(row.need("from", spell.address), row.need("to", spell.address), row.where())
        if alias.source in own:
            raise row.error(("from",), "given twice", got=quote(alias.source))
        own[alias.source] = alias
    return tuple(({alias.source: alias for alias in base.aliases} | own).values())


def _rewrites(words: Table, base: Policy) -> tuple[Rewrite, ...]:
    own: dict[tuple[str, str], Rewrite] = {}
    for row in words.rows("rewrite", ("site", "from", "to")):
        rewrite = Rewrite(row.need("site", spell.host), row.need("from", spell.form), row.need("to", spell.form), row.where())
        _check_holes(row, rewrite)
        at = (rewrite.site, rewrite.source)
        if at in own:
            raise row.error(("from",), "given twice", got=quote(rewrite.source))
        own[at] = rewrite
    return tuple(({(rewrite.site, rewrite.source): rewrite for rewrite in base.rewrites} | own).values())


def _check_holes(row: Table, rewrite: Rewrite) -> None:
    """Every name that `to` uses must stand in `from`, where its type is said."""
    known = spell.holes(rewrite.source)
    for name in spell.holes(rewrite.target):
        if name not in known:
            listed = ", ".join(f"{{{n}}}" for n in known) or "`from` has none"
            raise row.error(("to",), "unknown name", expected=listed, got=quote(f"{{{name}}}"), hint=spell.did_you_mean(name, known))
    if any(":" in inside for inside in spell.insides(rewrite.target)):
        raise row.error(("to",), "a type in `to`", expected="types in `from` only", got=quote(rewrite.target))


def _misplaced_word(key: str, value: object) -> str:
    if key in SITE_WORDS:
        return f'`{key}` is said of a site: put it under [sites."HOST"]'
    return f'a host stands under `sites`: [sites."{key}"]' if "." in key and isinstance(value, dict) else ""


def _misplaced_in_site(host: str, key: str, value: object) -> str:
    """A host without quotes is read by TOML as tables inside tables: [sites.example.com]."""
    if key in POLICY_WORDS:
        return f"`{key}` is said of the whole policy: put it above the first [table]"
    if not isinstance(value, dict):
        return ""
    labels = [host, key]
    while len(value) == 1 and isinstance(inner := next(iter(value.values())), dict) and "defaults" not in value:
        labels.append(next(iter(value)))
        value = inner
    return f'write the host in quotes: [sites."{".".join(labels).removeprefix("www.")}"]'
