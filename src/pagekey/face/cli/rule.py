"""`pagekey rule`: the rules in their order, or all that is known of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekey.face.cli import options
from pagekey.face.cli.ends import put

if TYPE_CHECKING:
    from pagekey.rules import Rule

_WIDTH = 92


@click.command("rule")
@click.argument("name", required=False)
@options.as_json
def verb(name: str | None, as_json: bool) -> None:
    """All rules in the order in which they run, or what NAME does, why, and when it can merge two pages wrongly."""
    from pagekey.rules import RULES, rule

    if as_json:
        put("".join(_json(one) for one in ((rule(name),) if name else RULES)))
    elif name:
        put(_page(rule(name)))
    else:
        put(listing(RULES))


def listing(rules: tuple[Rule, ...]) -> str:
    """One line a rule: name, the level from which it is on, tier, label."""
    rows = [("rule", "on from", "tier", "what it touches"), *((one.name, one.level, one.tier, one.label_en) for one in rules)]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return "".join("  ".join((*(cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)), row[3])) + "\n" for row in rows)


def _page(one: Rule) -> str:
    """The five parts of a rule, its place, and its example as it really runs."""
    until = f" (only up to {one.until})" if one.until else ""
    lines = [f"{one.name}: {one.label_en} ({one.label_zh})", f"on from {one.level}{until}; tier {one.tier}; stage {one.stage} of 12", ""]
    for title, text in (("does", one.does), ("why", one.why), ("merges wrongly", one.merges_wrongly), ("source", one.source)):
        lines += _paragraph(title, text)
        if title == "why":
            lines += _example(one)
    return "\n".join(lines).rstrip() + "\n"


def _paragraph(title: str, text: str) -> list[str]:
    import textwrap

    # URLs stay whole, to be copied.
    lines = textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"{title if not n else '':16}{line}" for n, line in enumerate(lines)] + [""]


def _example(one: Rule) -> list[str]:
    """The example, run now: what is printed is what this version does."""
    with_ = f"   with {_words(one)}" if one.example.policy or one.example.mapping else ""
    return [f"{'example':16}{one.example.before}", f"{'':16}-> {run_example(one)}{with_}", ""]


def _words(one: Rule) -> str:
    import json

    said = dict(one.example.policy) | ({"mapping": dict(one.example.mapping)} if one.example.mapping else {})
    return json.dumps(said, ensure_ascii=False)


def run_example(one: Rule) -> str:
    """The key of the example under the rule alone."""
    from pagekey.keying.single import explain
    from pagekey.policy import from_dict

    policy = from_dict({"rules": [one.name], **one.example.policy}, base="rfc3986@1")
    return explain(one.example.before, policy, one.example.mapping or None).key


def _json(one: Rule) -> str:
    import json
    from dataclasses import asdict

    value = asdict(one)
    value["example"]["after"] = run_example(one)
    return json.dumps(value, ensure_ascii=False) + "\n"
