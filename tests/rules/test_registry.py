"""The registry as data: order, levels, texts and hit bits. What the rules do is in `tests/cases/rules.toml` and run by the case tests."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pagekey.errors import PagekeyError
from pagekey.rules import (
    BIT,
    LEVELS,
    NAMES,
    RULES,
    TIERS,
    Rule,
    escapes,
    fragment,
    host,
    names_at,
    names_of,
    path,
    query,
    rule,
    scheme,
    site,
)

ORDER = """
1 trim remove-tabs fix-backslashes fix-slashes lowercase-scheme assume-http
2 lowercase-host host-to-ascii canonical-ip
3 escape-illegal uppercase-escapes decode-unreserved
4 remove-dot-segments drop-default-port slash-empty-path
5 drop-host-dot unescape-amp
6 unwrap-redirect expand-short-link
7 drop-fragment drop-session drop-tracking
8 drop-userinfo drop-scheme strip-www fold-mobile-host fold-amp
9 drop-params keep-params drop-state drop-default-params
10 drop-empty-params unify-spaces sort-params drop-empty-query
11 collapse-slashes drop-index-file add-slash strip-slash
12 fold-path-case alias-host identify-page rewrite
"""
PLACES = [(int(line.split()[0]), name) for line in ORDER.split("\n") if line for name in line.split()[1:]]
PARTS = (scheme, host, escapes, path, query, fragment, site)
CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parents[1] / "cases" / "rules.toml").read_text("utf-8"))["case"]

every_rule = pytest.mark.parametrize("one", RULES, ids=NAMES)


def test_order_and_stages_are_the_designed_ones() -> None:
    assert [(one.stage, one.name) for one in RULES] == PLACES


def test_every_written_rule_is_in_the_registry_once() -> None:
    written = [one.name for part in PARTS for one in part.RULES]
    assert Counter(written) == Counter(NAMES)
    assert max(Counter(written).values()) == 1


def test_hits_fit_in_64_bits() -> None:
    assert len(RULES) < 64


@every_rule
def test_words_are_of_their_vocabulary(one: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", one.name)
    assert one.level in LEVELS
    assert one.until is None or one.until in LEVELS
    assert one.tier in TIERS
    assert one.stage in range(1, 13)
    assert one.step in range(6)


@every_rule
def test_texts_are_there_and_end_as_sentences(one: Rule) -> None:
    for text in (one.does, one.why, one.merges_wrongly):
        assert text == text.strip()
        assert text.endswith("."), text
        assert "  " not in text
        assert len(text) <= 280, text
    assert one.source and not one.source.endswith(".")


@every_rule
def test_labels_are_short(one: Rule) -> None:
    assert 0 < len(one.label_en) <= 30
    assert 0 < len(one.label_zh) <= 15


def test_labels_tell_rules_apart() -> None:
    assert len({one.label_en for one in RULES}) == len({one.label_zh for one in RULES}) == len(RULES)


@every_rule
def test_example_shows_a_change(one: Rule) -> None:
    assert one.example.before != one.example.after


@every_rule
def test_only_standard_rules_claim_that_they_cannot_merge(one: Rule) -> None:
    claims = one.merges_wrongly.startswith("Cannot")
    assert claims == (one.tier == "standard")
    if not claims:
        assert len(re.findall(r"https?://", one.merges_wrongly)) >= 1, "a concrete URL is wanted"


@every_rule
def test_levels_follow_stages(one: Rule) -> None:
    """Stages 1 to 4 are the standard's, 5, 7, 10 and 11 are conventions from crawl on, the others need the citation level."""
    if one.name in ("assume-http", "strip-slash"):
        return  # the scheme a crawl key needs, and the slash in which crawl and citation part
    wanted = "rfc3986" if one.stage <= 4 else "crawl" if one.stage in (5, 7, 10, 11) else "citation"
    assert one.level == wanted
    assert (one.tier == "standard") == (wanted == "rfc3986")


def test_levels_grow_but_for_what_crawl_alone_has() -> None:
    fine, middle, coarse = (set(names_at(level)) for level in LEVELS)
    assert fine < middle
    assert fine < coarse
    assert middle - coarse == {"add-slash", "assume-http"}
    assert coarse == set(NAMES) - {"add-slash", "assume-http"}
    assert {"strip-slash", "drop-scheme", "strip-www"} <= coarse - middle


def test_names_at_keeps_the_order_of_rules() -> None:
    for level in LEVELS:
        assert [BIT[name] for name in names_at(level)] == sorted(BIT[name] for name in names_at(level))


def test_names_at_refuses_an_unknown_level() -> None:
    with pytest.raises(PagekeyError, match="no such level"):
        names_at("aggressive")


def test_each_of_the_five_steps_has_rules() -> None:
    steps = {one.name: one.step for one in RULES}
    assert set(steps.values()) == set(range(6))
    assert [steps[name] for name in ("drop-scheme", "strip-www", "drop-tracking", "strip-slash", "lowercase-scheme")] == [1, 2, 3, 4, 5]


def test_bits_and_names_go_round() -> None:
    assert [BIT[name] for name in NAMES] == list(range(len(RULES)))
    assert names_of(0) == ()
    assert names_of((1 << len(RULES)) - 1) == NAMES
    for name in NAMES:
        assert names_of(1 << BIT[name]) == (name,)
    assert names_of(1 << BIT["strip-slash"] | 1 << BIT["trim"]) == ("trim", "strip-slash")


def test_names_of_refuses_a_bit_beyond_the_rules() -> None:
    with pytest.raises(ValueError, match="beyond"):
        names_of(1 << len(RULES))


def test_rule_finds_by_name() -> None:
    assert rule("strip-www").name == "strip-www"


@pytest.mark.parametrize(("typed", "meant"), [("strip-ww", "strip-www"), ("drop_tracking", "drop-tracking"), ("Sort-Param", "sort-params")])
def test_rule_says_what_was_probably_meant(typed: str, meant: str) -> None:
    with pytest.raises(PagekeyError) as caught:
        rule(typed)
    assert f"did you mean {meant}?" in str(caught.value)
    assert repr(typed) in str(caught.value)


def test_rule_has_a_hint_when_nothing_is_near() -> None:
    with pytest.raises(PagekeyError, match="hint: "):
        rule("zzz")


@every_rule
def test_case_file_shows_the_rule_at_work_and_at_rest(one: Rule) -> None:
    mine = [case for case in CASES if case["rule"] == one.name]
    rests = [case for case in mine if case["raw"] == case["key"]]
    assert len(mine) >= 3
    assert rests, "one case must be left alone"
    assert len(mine) - len(rests) >= 2, "two cases must change"


def test_case_file_is_well_formed() -> None:
    seen: set[str] = set()
    for case in CASES:
        assert set(case) <= {"rule", "raw", "key", "why", "also", "policy", "mapping"}, case
        assert {"rule", "raw", "key", "why"} <= set(case), case
        assert case["rule"] in BIT, case
        assert set(case.get("also", ())) <= set(NAMES) - {case["rule"]}, case
        what = repr((case["rule"], case["raw"], case.get("policy"), case.get("mapping")))
        assert what not in seen, case
        seen.add(what)


def test_case_file_follows_the_order_of_rules() -> None:
    bits = [BIT[case["rule"]] for case in CASES]
    assert bits == sorted(bits)
