"""The parameters of a table: what is counted, what dropping and keeping would do, and what is proposed. Every number is checked
against the keys themselves, made anew under a policy that has the words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import pagekey
from pagekey import Policy
from pagekey.keying.table import Keyed
from pagekey.study.parameters import MOST, WIDEST, Parameter, parameters, words


def table(urls: Iterable[str], policy: str | Policy = "citation@1") -> Keyed:
    return pagekey.keyed(list(urls), policy=policy)


def one(urls: Iterable[str], name: str, host: str = "a.example", policy: str | Policy = "citation@1") -> Parameter:
    found = [row for row in parameters(table(urls, policy)).rows if (row.host, row.name) == (host, name)]
    assert len(found) == 1
    return found[0]


def pages(urls: Iterable[str], policy: str | Policy) -> int:
    return len({key for key, status in zip(*(lambda k: (k.key, k.status))(table(urls, policy)), strict=True) if status == "page"})


REF = [
    "https://a.example/x",
    "https://a.example/x?ref=1",
    "https://www.a.example/x?ref=2&id=7",
    "http://a.example/x?id=7",
    "https://a.example/y",
]


def test_what_is_counted() -> None:
    row = one([*REF, REF[1]], "ref")
    assert (row.records, row.of_records, row.values) == (3, 6, 2)
    assert (row.dropped, row.by) == (0, "")
    assert (row.pages, row.if_dropped, row.if_kept) == (5, 3, 5)
    assert (row.widest, row.groups, row.bare) == (2, 2, 2)
    assert (row.effect, row.proposal) == ("unknown", "drop")


def test_a_parameter_that_names_the_page_is_not_proposed() -> None:
    row = one([f"https://a.example/item?nr={i}" for i in range(9)], "nr")
    assert (row.pages, row.if_dropped, row.widest, row.bare, row.effect, row.proposal) == (9, 1, 9, 0, "unknown", "")
    many = [*(f"https://a.example/item?n={i}" for i in range(WIDEST)), "https://a.example/item"]
    assert one(many, "n").widest == WIDEST + 1 and one(many, "n").proposal == ""
    assert one(many[1:], "n").proposal == "drop"


def test_what_is_known_as_content_is_not_proposed() -> None:
    assert one(["https://a.example/x", "https://a.example/x?page=2"], "page").effect == "paginate elsewhere"
    assert one(["https://a.example/x", "https://a.example/x?page=2"], "page").proposal == ""
    row = one(["https://www.amazon.com/x", "https://www.amazon.com/x?node=1"], "node", "amazon.com")
    assert (row.effect, row.proposal) == ("specify", "")


def test_a_dropped_parameter_and_what_keeping_it_would_split() -> None:
    urls = [
        "https://a.example/x",
        "https://a.example/x?utm_source=1",
        "https://a.example/x?utm_source=2",
        "https://a.example/y?utm_source=1",
    ]
    row = one(urls, "utm_source")
    assert (row.dropped, row.by, row.effect) == (3, "drop-tracking", "none")
    assert (row.pages, row.if_dropped, row.if_kept, row.proposal) == (2, 2, 4, "")


def test_a_parameter_that_goes_only_in_one_shape() -> None:
    row = one(["https://a.example/x?sid=3", "https://a.example/x?sid=0123456789abcdef0123456789abcdef"], "sid")
    assert (row.records, row.dropped, row.by, row.effect) == (2, 1, "drop-session", "session")
    assert (row.pages, row.if_dropped, row.if_kept, row.proposal) == (2, 1, 2, "")


@pytest.mark.parametrize(
    ("rule", "mapping", "url"),
    [
        ("drop-params", {"drop": ["q1"]}, "https://a.example/x?q1=1"),
        ("drop-state", {"state": ["q1"]}, "https://a.example/x?q1=/back"),
        ("drop-default-params", {"defaults": {"q1": "1"}}, "https://a.example/x?q1=1"),
        ("keep-params", {"params": "keep-listed"}, "https://a.example/x?q1=1"),
        ("rewrite", {"rewrite": [{"site": "a.example", "from": "/x?q1={n}", "to": "/x/{n}"}]}, "https://a.example/x?q1=1"),
        ("fold-amp", {"sites": {"a.example": {"amp": "fold"}}}, "https://a.example/x?amp=1"),
    ],
)
def test_the_rule_is_named(rule: str, mapping: dict[str, object], url: str) -> None:
    name = "amp" if rule == "fold-amp" else "q1"
    assert one([url], name, policy=Policy.from_dict(mapping)).by == rule


def test_the_host_is_the_one_that_a_policy_would_name() -> None:
    urls = [
        "https://www.a.example/x?q=1",
        "https://m.youtube.com/watch?v=x&q1=1",
        "https://user@b.example:8080/?q=1",
        "https://www.google.com/url?q=https://c.example/?z=1",
        "https://bit.ly/abc?z=1",
        "https://[2001:db8::1]/?z=1",
    ]
    found = {(row.host, row.name) for row in parameters(table(urls)).rows}
    assert found == {
        ("a.example", "q"),
        ("youtube.com", "v"),
        ("youtube.com", "q1"),
        ("b.example", "q"),
        ("c.example", "z"),
        ("[2001:db8::1]", "z"),
    }
    assert {row.host for row in parameters(table(["https://www.a.example/?q=1"], "crawl@1")).rows} == {"a.example"}


def test_a_name_that_a_rule_writes_is_dropped_with_the_others() -> None:
    urls = ["https://youtu.be/aaaaaaaaaaa", "https://www.youtube.com/watch?v=bbbbbbbbbbb", "https://www.youtube.com/watch?v=ccccccccccc"]
    row = one(urls, "v", "youtube.com")
    dropped = pages(urls, Policy.from_dict({"sites": {"youtube.com": {"drop": ["v"]}}}))
    assert (row.records, row.of_records, row.pages, row.if_dropped) == (2, 2, 3, dropped)


def test_an_index_file_that_comes_to_light() -> None:
    urls = ["https://a.example/x/", "https://a.example/x/index.html?q=1", "https://a.example/x/index.html?q=2"]
    row = one(urls, "q")
    assert (row.pages, row.if_dropped) == (3, 1)


def test_repeated_and_bare_names() -> None:
    row = one(["https://a.example/x?q=1&q=2", "https://a.example/x?q=2&q=1", "https://a.example/x?q", "https://a.example/x?q="], "q")
    assert (row.records, row.values, row.pages) == (3, 3, 4)


def test_what_is_not_looked_at_is_counted() -> None:
    crowded = "https://a.example/?" + "&".join(f"n{i}=1" for i in range(MOST + 1))
    found = parameters(table(["https://a.example/?threads/x.1/", crowded, "N/A", "https://a.example/?x=1"]))
    assert (found.records, found.opaque, found.crowded) == (3, 1, 1)
    assert [row.name for row in found.rows] == ["x"]
    assert parameters(table([])).rows == ()


def test_few_values_are_left_out_where_asked() -> None:
    urls = ["https://a.example/?x=1&y=1", "https://a.example/?x=2&y=1"]
    assert [row.name for row in parameters(table(urls), min_values=2).rows] == ["x"]


def test_words_hold_the_lists_that_are_there_and_do_what_they_say() -> None:
    policy = Policy.from_dict({"sites": {"a.example": {"drop": ["mine"]}, "*.b.example": {"drop": ["wide"]}}})
    urls = [*REF, "https://a.example/x?src=1", "https://c.b.example/", "https://c.b.example/?ref=1", "https://c.b.example/?wide=1"]
    keyed = table(urls, policy)
    found = words(keyed, parameters(keyed).rows)
    assert [(said.host, said.drop, said.keep) for said in found] == [
        ("a.example", ("mine", "ref", "src"), ()),
        ("c.b.example", ("wide", "ref"), ()),
    ]
    pasted = Policy.from_dict({"sites": {said.host: {"drop": list(said.drop)} for said in found}})
    for said in found:
        own = [url for url in urls if said.host in url]
        assert (said.pages, said.after) == (pages(own, policy), pages(own, pasted))


def test_a_keep_list_is_told_what_it_misses() -> None:
    urls = [f"https://a.example/watch?v={i}&utm_source=1&z=1" for i in range(WIDEST + 2)]
    keyed = table(urls, "citation-strict@1")
    assert [(row.name, row.proposal) for row in parameters(keyed).rows] == [("v", "keep"), ("utm_source", ""), ("z", "")]
    said = words(keyed, parameters(keyed).rows)
    assert [(one.host, one.drop, one.keep, one.pages, one.after) for one in said] == [("a.example", (), ("v",), 1, WIDEST + 2)]


def test_names_that_no_policy_can_say_are_not_proposed() -> None:
    long = "n" * 64
    assert one(["https://a.example/x", f"https://a.example/x?{long}=1"], long).proposal == ""
    kept = Policy.from_dict({"keep": ["ref"]})
    assert one(REF, "ref", policy=kept).proposal == ""


@pytest.mark.parametrize("name", ["researcherbench_answers.csv", "chatgpt_citations.csv"])
def test_the_numbers_are_those_of_the_keys(shared: Path, name: str) -> None:
    """On real data: `if_dropped` is what a policy with that one word counts."""
    from pagekey.keying.io import read_table
    from pagekey.policy.model import Site

    keyed = pagekey.keyed(read_table(shared / "data" / "citations" / name))
    rows = [row for row in parameters(keyed).rows if not row.dropped][:12]
    policy = keyed.policy
    for row in rows:
        urls = [raw for raw, host in zip(keyed.raw, keyed.host, strict=True) if host == row.host and raw]
        under = replace(policy, sites=(*policy.sites, Site(row.host, drop=(row.name,))))
        assert (row.pages, row.if_dropped) == (pages(urls, policy), pages(urls, under)), (row.host, row.name)
