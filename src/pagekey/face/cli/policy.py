"""`pagekey policy`: which policies there are, what one holds, and whether it keeps its promises. Two more verbs make words for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli import options, policy_import, policy_suggest
from pagekey.face.cli.ends import DONE, FINDING, MISUSE, put, say
from pagekey.face.report.names import reveal

if TYPE_CHECKING:
    from pagekey.policy import Policy
    from pagekey.policy.model import Case

_UNDO_EACH_OTHER = {"add-slash", "strip-slash"}  # a policy with both is refused, since no path would come to rest


@click.group("policy", cls=options.Group, no_args_is_help=False)
def verb() -> None:
    """Policies: which rules are on, and what they work with."""


verb.add_command(policy_import.verb)
verb.add_command(policy_suggest.verb)


@verb.command("list", short_help="The shipped policies.")
def list_() -> None:
    """The shipped policies: name, stamp, and what each is for."""
    from pagekey.policy import load, shipped

    rows = [(name, load(name).stamp, headline(name)) for name in shipped()]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    put("".join(f"{name:{widths[0]}}  {stamp:{widths[1]}}  {text}\n" for name, stamp, text in rows))


def headline(name: str) -> str:
    """The first sentence of the comment at the head of a shipped policy, without its name."""
    from importlib.resources import files

    text = (files("pagekey") / "policies" / f"{name}.toml").read_text("utf-8")
    return text.partition("\n")[0].removeprefix("#").strip().removeprefix(f"{name}:").strip()


@verb.command("show", short_help="A policy as it works: rules, words, tables, stamp.")
@click.argument("policy", metavar="NAME|FILE")
@options.as_json
def show(policy: str, as_json: bool) -> None:
    """The policy as it works: its rules, the words that are set, the dated tables, the stamp."""
    from pagekey.face.cli.policy_page import as_object, page
    from pagekey.policy import compiled, load

    one = load(policy)
    compiled(one)  # what is shown can be used
    if as_json:
        import json

        put(json.dumps(as_object(one), ensure_ascii=False) + "\n")
    else:
        put(page(one))


@verb.command("check", short_help="Run the cases of policies, and name idle words.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(files: tuple[str, ...]) -> int:
    """Load each policy, run the cases in it, and name the words that do nothing.

    Exit 1 if a case fails, 2 if a policy cannot be used.
    """
    return max(_check(name) for name in files)


def _check(name: str) -> int:
    from pagekey.policy import compiled, load
    from pagekey.policy.idle import idle

    try:
        policy = load(name)
        stamp = compiled(policy).stamp
    except PagekeyError as error:
        say(f"pagekey: {error}")
        return MISUSE
    lines, failed = [], 0
    for case in policy.cases:
        said = _run(case, policy)
        failed += said[0].startswith("FAILED")
        lines += said
    lines += [f"idle    {sentence}" for sentence in idle(policy)]
    count = len(policy.cases)
    verdict = f"{failed} of {count} case{'' if count == 1 else 's'} failed" if failed else f"{count} case{'' if count == 1 else 's'} ok"
    put("".join(f"{line}\n" for line in (*lines, f"{name}: {verdict if count else 'no cases'}; policy {stamp}")))
    return FINDING if failed else DONE


def _run(case: Case, policy: Policy) -> list[str]:
    """What is said of one case: one line, or what was expected and what came, with the rule that makes the difference."""
    from pagekey.keying.single import explain

    trace = explain(case.raw, policy)
    if trace.key == case.key:
        return [f"ok      {reveal(case.raw)}"]
    lines = [f"FAILED  {reveal(case.raw)}", f"        expected  {reveal(case.key)}", f"        got       {reveal(trace.key)}"]
    lines += [f"        why       {reveal(case.why)}"] * bool(case.why)
    lines.append(f"        rule      {_culprit(case, policy, trace.hits)}")
    return [*lines, *[f"        at        {case.where}"] * bool(case.where)]


def _culprit(case: Case, policy: Policy, hits: tuple[str, ...]) -> str:
    """The first rule that, switched off or on, gives the expected key; else the first that moves the expected key, else those that ran."""
    from dataclasses import replace

    from pagekey.keying.single import explain
    from pagekey.rules import NAMES

    for name in hits:
        without = replace(policy, rules=tuple(rule for rule in policy.rules if rule != name))
        if _gives(case, without):
            return f"{name} (without it the key is as expected)"
    for name in NAMES:
        on = {*policy.rules, name}
        if name in policy.rules or on >= _UNDO_EACH_OTHER:
            continue
        if _gives(case, replace(policy, rules=tuple(rule for rule in NAMES if rule in on))):
            return f"{name} is off (with it the key is as expected)"
    moved = explain(case.key, policy)
    if moved.key != case.key and moved.steps:
        step = moved.steps[0]
        return f"{step.rule} (it moves the expected key itself: {reveal(step.before)} -> {reveal(step.after)})"
    return f"no single one; that ran: {', '.join(hits) or 'none'}"


def _gives(case: Case, policy: Policy) -> bool:
    from pagekey.keying.single import key

    try:
        return key(case.raw, policy) == case.key
    except PagekeyError:  # an alias or rewrite that does not come to rest without that rule
        return False
