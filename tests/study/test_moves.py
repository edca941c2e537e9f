"""What moves between two policies: kinds of groups, what they count, and the rule or entry behind them."""

from __future__ import annotations

import pytest

import pagekey
from pagekey.study.moves import KINDS, Cause, Move, Moves, Unit, moves

VIEWS = [
    *["https://shop.example/item?view=1"] * 3, *["https://shop.example/item?view=2"] * 2, "https://shop.example/item", "https://other.example/",
]  # fmt: skip
DROP = {"sites": {"shop.example": {"drop": ["view"]}}}


def between(urls: list[str | None], old: str | dict[str, object], new: str | dict[str, object]) -> Moves:
    policies = [pagekey.Policy.from_dict(one) if isinstance(one, dict) else one for one in (old, new)]
    a, b = (pagekey.keyed(urls, policy=policy) for policy in policies)
    return moves(a, b)


def only(found: Moves) -> Move:
    (group,) = found.groups
    return group


def test_pages_that_are_joined() -> None:
    found = between(VIEWS, "citation@1", DROP)
    group = only(found)
    assert (group.kind, group.records, group.strings, group.moved) == ("joined", 6, 3, 5)
    assert group.before == (
        Unit("shop.example/item?view=1", "page", 3, 1), Unit("shop.example/item?view=2", "page", 2, 1),
        Unit("shop.example/item", "page", 1, 1),
    )  # fmt: skip
    assert group.after == (Unit("shop.example/item", "page", 6, 3),)
    assert group.causes == (Cause("drop-params", "new", '[sites."shop.example"]'),)
    assert group.examples == tuple(dict.fromkeys(VIEWS[:6]))
    assert (found.rows, found.strings, found.moved, found.moved_strings) == (7, 4, 5, 2)
    assert (found.before.pages, found.after.pages, found.before.sites, found.after.hosts) == (4, 2, 2, 2)
    (rule,) = found.rules
    assert (rule.rule, rule.under, rule.records) == ("drop-params", "new", 6)
    assert rule.groups == {"joined": 1, "split": 0, "regrouped": 0, "status": 0, "renamed": 0}


def test_a_rule_that_works_alike_under_both_is_no_cause() -> None:
    group = only(between(["https://www.a.com/x#top", "https://a.com/x"], "crawl@1", "citation@1"))
    assert (group.kind, [(cause.rule, cause.under) for cause in group.causes]) == ("joined", [("strip-www", "new")])


def test_pages_that_are_split_are_the_joined_ones_the_other_way_round() -> None:
    group, back = only(between(VIEWS, DROP, "citation@1")), only(between(VIEWS, "citation@1", DROP))
    assert (group.kind, group.before, group.after) == ("split", back.after, back.before)
    assert group.causes == (Cause("drop-params", "old", '[sites."shop.example"]'),)


def test_pages_that_are_regrouped() -> None:
    urls = [f"https://shop.example/item?a={a}&b={b}" for a in (1, 2) for b in (1, 2)]
    group = only(between(urls, {"sites": {"shop.example": {"drop": ["a"]}}}, {"sites": {"shop.example": {"drop": ["b"]}}}))
    assert (group.kind, len(group.before), len(group.after), group.moved) == ("regrouped", 2, 2, 4)
    assert {(cause.rule, cause.under) for cause in group.causes} == {("drop-params", "old"), ("drop-params", "new")}


def test_a_page_that_gets_another_key() -> None:
    urls = ["https://old.example.com/a", "http://old.example.com/a"]
    policy = {"alias": [{"from": "http://old.example.com", "to": "http://example.com"}]}
    group = only(between(urls, "citation@1", policy))
    assert (group.kind, group.records, group.before[0].key, group.after[0].key) == ("renamed", 2, "old.example.com/a", "example.com/a")
    assert group.causes == (Cause("alias-host", "new", "dict $.alias[0]"),)


def test_a_rule_that_works_differently_and_the_entry_behind_it() -> None:
    group = only(between(["https://a.com/x?b=1&id=2"], {"sites": {"a.com": {"drop": ["b"]}}}, {"sites": {"a.com": {"drop": ["id"]}}}))
    assert group.causes == (Cause("drop-params", "both", '[sites."a.com"]'),)
    video = only(between(["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1"], {"disable": ["identify-page"]}, "citation@1"))
    assert [(cause.rule, cause.under, cause.entry.partition(" ")[0]) for cause in video.causes] == [
        ("identify-page", "new", "sites/youtube.toml")
    ]


def test_a_status_that_changes() -> None:
    url = "https://www.baidu.com/link?url=abcDEF123"
    found = between([url, url, "https://b.com/"], {"disable": ["unwrap-redirect"]}, "citation@1")
    group = only(found)
    assert (group.kind, group.moved, group.before[0].status, group.after[0].status) == ("status", 2, "page", "opaque")
    assert group.before[0].key == group.after[0].key
    assert (found.before.records, found.after.records, found.after.statuses["opaque"]) == (3, 1, 2)


def test_nothing_moves_under_one_policy_and_rows_without_cell_are_rows() -> None:
    found = between([*VIEWS, None, "", "N/A"], "citation@1", "citation@1")
    assert (found.groups, found.rules, found.rows, found.strings, found.moved) == ((), (), 10, 6, 0)
    assert found.before == found.after and found.before.statuses["empty"] == 2


def test_groups_by_kind_then_largest_first() -> None:
    urls = [*VIEWS, "https://a.com/x?view=1", "https://shop.example/b?view=1", "https://shop.example/b?view=1", "https://shop.example/c?view=1"]
    found = between(urls, "citation@1", DROP)
    assert [(group.kind, group.records) for group in found.groups] == [("joined", 6), ("renamed", 2), ("renamed", 1)]
    assert [len(found.of(kind)) for kind in KINDS] == [1, 0, 0, 0, 2]


def test_the_sample_adds_up() -> None:
    from pathlib import Path

    table = pagekey.read_table(Path(__file__).parents[2] / "examples" / "citations" / "citations.csv")
    old, new = (pagekey.keyed(table, policy=policy) for policy in ("rfc3986@1", "citation-strict@1"))
    found = moves(old, new)
    assert (found.before.pages, found.after.pages) == (pagekey.count(old).pages, pagekey.count(new).pages)
    assert sum(len(group.before) - len(group.after) for group in found.groups) == found.before.pages - found.after.pages
    assert sum(group.moved for group in found.groups) == found.moved
    assert all(group.causes for group in found.groups)


def test_tables_of_different_rows_do_not_compare() -> None:
    with pytest.raises(pagekey.InputError, match="expected one table keyed under two policies, got 1 and 2 rows"):
        moves(pagekey.keyed(["a.com"]), pagekey.keyed(["a.com", "b.com"]))
