"""A policy laid out for reading, and as JSON: what is on, what is set, and what it rests on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from pagekey.face.report.names import reveal
from pagekey.policy import Policy
from pagekey.rules import NAMES, RULES

_NOT_WORDS = ("name", "version", "base", "rules", "sites", "aliases", "rewrites", "cases", "origin")


def page(policy: Policy) -> str:
    """The policy as text that ends in a newline."""
    off = [name for name in NAMES if name not in policy.rules]
    facts = [
        ("policy", f"{policy.name}@{policy.version}"),
        ("stamp", policy.stamp),
        ("from", policy.origin),
        ("extends", policy.base or "nothing"),
    ]
    lines = [f"{label:8}  {reveal(value)}" for label, value in facts]
    lines += ["", f"rules on, in their order ({len(policy.rules)} of {len(NAMES)})"]
    on = [rule for rule in RULES if rule.name in policy.rules]
    width, level = (max((len(text) for text in texts), default=0) for texts in ([r.name for r in on], [r.level for r in on]))
    lines += [f"  {rule.name:{width}}  {rule.level:{level}}  {rule.label_en}" for rule in on]
    lines += ["", f"rules off: {', '.join(off) or 'none'}", "", "words"]
    lines += [f"  {reveal(line)}" for line in _words(policy)]
    lines += ["", "tables"]
    width = max(len(name) for name, _, _ in policy.tables)
    lines += [f"  {name:{width}}  {date}  {source}" for name, date, source in policy.tables]
    cases = len(policy.cases)
    return "\n".join([*lines, *["", f"cases: {cases}; pagekey policy check runs them"] * (cases > 0)]) + "\n"


def _words(policy: Policy) -> Iterator[str]:
    """The words as TOML, inherited ones too."""
    for field in fields(policy):
        value = getattr(policy, field.name)
        if field.name not in _NOT_WORDS and value not in (None, ()):
            yield f"{field.name} = {_toml(value)}"
    for site in policy.sites:
        yield f"[sites.{_toml(site.host)}]"
        for field in fields(site):
            value = getattr(site, field.name)
            if field.name != "host" and value is not None:
                yield f"{field.name} = {_toml(value)}"
    for alias in policy.aliases:
        yield f"[[alias]] from = {_toml(alias.source)}, to = {_toml(alias.target)}"
    for rewrite in policy.rewrites:
        yield f"[[rewrite]] site = {_toml(rewrite.site)}, from = {_toml(rewrite.source)}, to = {_toml(rewrite.target)}"


def _toml(value: Any) -> str:
    """A value as TOML writes it; pairs (defaults) become an inline table."""
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{ " + ", ".join(f"{_toml(name)} = {_toml(text)}" for name, text in value) + " }"
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def as_object(policy: Policy) -> dict[str, object]:
    """The policy as JSON types; words in the spelling of TOML, unset ones left out."""
    said: dict[str, object] = {"name": policy.name, "version": policy.version, "stamp": policy.stamp}
    said |= {"from": policy.origin, "extends": policy.base}
    said["rules"] = [{"name": rule.name, "level": rule.level, "label": rule.label_en} for rule in RULES if rule.name in policy.rules]
    for field in fields(policy):
        value = getattr(policy, field.name)
        if field.name not in _NOT_WORDS and value not in (None, ()):
            said[field.name] = _plain(value)
    said["sites"] = {
        site.host: {f.name: _plain(getattr(site, f.name)) for f in fields(site) if f.name != "host" and getattr(site, f.name) is not None}
        for site in policy.sites
    }
    said["alias"] = [{"from": alias.source, "to": alias.target} for alias in policy.aliases]
    said["rewrite"] = [{"site": one.site, "from": one.source, "to": one.target} for one in policy.rewrites]
    said["tables"] = [{"name": name, "date": date, "source": source} for name, date, source in policy.tables]
    said["cases"] = [{"raw": case.raw, "key": case.key, "why": case.why} for case in policy.cases]
    return said


def _plain(value: Any) -> object:
    return dict(value) if isinstance(value, tuple) and value and isinstance(value[0], tuple) else value
