"""`pagekey policy` and `pagekey rule`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run

from pagekey import Policy
from pagekey.face.cli.rule import run_example
from pagekey.policy import shipped
from pagekey.rules import NAMES, RULES, Rule

MINE = """\
extends = "citation@1"
drop = ["ref"]
[sites."example.com"]
path_case = "fold"
group = "examples"
[[case]]
raw = "http://www.example.com/A?ref=1"
key = "example.com/a"
"""
FAILING = """
[[case]]
raw = "http://a.com/b/"
key = "a.com/b/"
why = "the slash counts"
[[case]]
raw = "http://a.com/b?c=1"
key = "a.com/other"
[[case]]
raw = "http://a.com/b"
key = "http://a.com/b"
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    return path


def test_list_has_every_shipped_policy_with_its_stamp(run: Run) -> None:
    lines = run("policy", "list").lines
    assert [line.split()[:2] for line in lines] == [[name, Policy.load(name).stamp] for name in shipped()]
    assert [line for line in lines if len(line.split(maxsplit=2)[2]) < 20] == []


def test_show_has_rules_words_tables_and_stamp(run: Run, mine: Path) -> None:
    text = run("policy", "show", mine).text
    policy = Policy.load(mine)
    on, off = text.split("\nrules off: ")
    assert f"stamp     {policy.stamp}" in on
    assert [line.split()[0] for line in on.split("\n\n")[1].splitlines()[1:]] == list(policy.rules)
    assert off.splitlines()[0].split(", ") == [name for name in NAMES if name not in policy.rules]
    assert '\n  drop = ["ref"]\n' in off and '\n  [sites."example.com"]\n  path_case = "fold"\n  group = "examples"\n' in off
    for name, date, _ in policy.tables:
        assert f"\n  {name:{31}}  {date}" in off
    assert off.endswith("\ncases: 1; pagekey policy check runs them\n")


@pytest.mark.parametrize("name", shipped())
def test_show_json(run: Run, name: str) -> None:
    value = json.loads(run("policy", "show", "--json", name).text)
    policy = Policy.load(name)
    assert (value["stamp"], value["extends"]) == (policy.stamp, policy.base)
    assert [rule["name"] for rule in value["rules"]] == list(policy.rules)
    assert len(value["tables"]) == len(policy.tables)


def test_check_of_a_policy_that_keeps_its_promises(run: Run, mine: Path) -> None:
    done = run("policy", "check", mine)
    assert (done.code, done.said) == (0, ())
    assert done.lines == [
        "ok      http://www.example.com/A?ref=1",
        'idle    $.sites["example.com"].group: needs site = "group"',
        f"{mine}: 1 case ok; policy {Policy.load(mine).stamp}",
    ]


def test_check_tells_what_was_expected_what_came_and_by_which_rule(run: Run, mine: Path) -> None:
    mine.write_text(MINE + FAILING)
    done = run("policy", "check", mine)
    assert done.code == 1
    assert done.lines[1:7] == [
        "FAILED  http://a.com/b/",
        "        expected  a.com/b/",
        "        got       a.com/b",
        "        why       the slash counts",
        "        rule      strip-slash (without it the key is as expected)",
        f"        at        {mine}:10 $.case[1]",
    ]
    assert "        rule      no single one; that ran: drop-scheme" in done.lines
    assert "        rule      drop-scheme (without it the key is as expected)" in done.lines
    assert done.lines[-1].startswith(f"{mine}: 3 of 4 cases failed; policy mine@1")


def test_check_names_a_rule_that_is_off(run: Run, mine: Path) -> None:
    mine.write_text('extends = "citation@1"\ndisable = ["strip-www"]\n[[case]]\nraw = "http://www.a.com/"\nkey = "a.com/"\n')
    assert "        rule      strip-www is off (with it the key is as expected)" in run("policy", "check", mine).lines


def test_check_of_one_that_does_not_load_goes_on_with_the_next(run: Run, mine: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('extends = "citation@1"\nkeeps = ["a"]\n')
    done = run("policy", "check", bad, mine)
    assert done.code == 2
    assert done.said[0].startswith(f"pagekey: {bad}:2")
    assert done.lines[-1].startswith(f"{mine}: 1 case ok")
    assert run("policy", "check", "citation@1").lines[-1].startswith("citation@1: no cases; policy citation@1")


def test_rules_are_listed_in_their_order(run: Run) -> None:
    lines = run("rule").lines
    assert lines[0].split() == ["rule", "on", "from", "tier", "what", "it", "touches"]
    assert [tuple(line.split(maxsplit=3)) for line in lines[1:]] == [(one.name, one.level, one.tier, one.label_en) for one in RULES]


@pytest.mark.parametrize("one", RULES, ids=NAMES)
def test_the_example_of_a_rule_is_what_it_does(one: Rule) -> None:
    assert run_example(one) == one.example.after


@pytest.mark.parametrize("name", ["strip-www", "add-slash", "fold-path-case", "expand-short-link"])
def test_a_rule_has_its_parts(run: Run, name: str) -> None:
    one = RULES[NAMES.index(name)]
    text = " ".join(run("rule", name).text.split())
    for part in (one.does, one.why, one.merges_wrongly, one.source, one.label_en, one.label_zh, f"on from {one.level}", f"tier {one.tier}"):
        assert " ".join(part.split()) in text
    assert f"{one.example.before} -> {one.example.after}" in text


def test_rule_json(run: Run) -> None:
    values = [json.loads(line) for line in run("rule", "--json").lines]
    assert [value["name"] for value in values] == list(NAMES)
    one = json.loads(run("rule", "strip-www", "--json").text)
    assert one == values[NAMES.index("strip-www")]
    assert one["example"]["after"] == RULES[NAMES.index("strip-www")].example.after


def test_an_unknown_rule(run: Run) -> None:
    done = run("rule", "strip-ww")
    assert (done.code, done.out) == (2, b"")
    assert done.said[1] == "hint: did you mean strip-www?"
