"""Plans: sites, aliases, rewrites, and stamps."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from pagekey import Policy, PolicyError, key
from pagekey.policy import compiled


def made(**words: object) -> Policy:
    return Policy.from_dict(words)


@pytest.mark.parametrize(
    ("words", "raw", "expected"),
    [
        ({"sites": {"a.com": {"www": "distinct"}}}, "http://www.a.com/", "www.a.com/"),
        ({"sites": {"a.com": {"www": "distinct"}}}, "http://www.b.a.com/", "b.a.com/"),
        ({"sites": {"*.a.com": {"www": "distinct"}}}, "http://www.b.a.com/", "www.b.a.com/"),
        ({"sites": {"a.com": {"keep": ["v"]}}}, "http://a.com/?v=1&x=2&utm_source=3", "a.com/?v=1"),
        ({"sites": {"a.com": {"keep": ["spm"]}}}, "http://a.com/?spm=a.b&x=2", "a.com/?spm=a.b"),
        ({"sites": {"a.com": {"keep": []}}}, "http://a.com/?v=1", "a.com/"),
        ({"sites": {"a.com": {"drop": ["x"]}, "*.a.com": {"drop": ["y"]}}}, "http://b.a.com/?x=1&y=2", "b.a.com/?x=1"),
        ({"sites": {"*.com": {"drop": ["x"]}, "a.com": {"path_case": "fold"}}}, "http://a.com/Q?x=1", "a.com/q"),
        ({"sites": {"*.com": {"drop": ["x"]}, "a.com": {"drop": ["y"]}}}, "http://a.com/Q?x=1", "a.com/Q?x=1"),
        ({"sites": {"a.com": {"defaults": {"q": "a b"}}}}, "http://a.com/?q=a+b", "a.com/"),
        ({"sites": {"a.com": {"defaults": {"q": "a b"}}}}, "http://a.com/?q=a%20b&p=1", "a.com/?p=1"),
        ({"sites": {"a.com": {"path_params": "drop"}}}, "http://a.com/x;v=1/y;z", "a.com/x/y"),
        ({"sites": {"a.com": {"path_case": "fold"}}}, "http://a.com/A%C3%A9B?Q=R", "a.com/a%C3%A9b?Q=R"),
        ({"sites": {"a.com": {"mobile": "fold"}}}, "http://www.m.a.com/x", "a.com/x"),
        ({"sites": {"a.com": {"mobile": "fold"}}}, "http://amp.a.com/x", "amp.a.com/x"),
        ({"sites": {"a.com": {"amp": "fold"}}}, "http://amp.a.com/x/amp/?amp=1&b", "a.com/x?b"),
        ({"sites": {"bücher.de": {"drop": ["ü"]}}}, "http://bücher.de/?ü=1", "xn--bcher-kva.de/"),
        ({"drop": ["ref"]}, "http://a.com/?ref=1&id=2", "a.com/?id=2"),
        ({"keep": ["utm_source"]}, "http://a.com/?utm_source=1&utm_medium=2", "a.com/?utm_source=1"),
        ({"state": ["zurueck"]}, "http://a.com/?zurueck=/x&back=/y", "a.com/?back=/y"),
        ({"alias": [{"from": "a.com/x", "to": "b.com/y"}]}, "http://www.a.com/x/z?q=1", "b.com/y/z?q=1"),
        ({"alias": [{"from": "a.com/x", "to": "b.com/y"}]}, "http://a.com/xz", "a.com/xz"),
        ({"alias": [{"from": "a.com/x", "to": "b.com"}]}, "http://a.com/x", "b.com/"),
        ({"alias": [{"from": "a.com:81/", "to": "a.com/"}]}, "http://a.com:81/q", "a.com/q"),
        ({"alias": [{"from": "a.com/", "to": "b.com/"}, {"from": "a.com/x", "to": "c.com/"}]}, "http://a.com/x/1", "c.com/1"),
        ({"alias": [{"from": "a.com/", "to": "b.com/"}], "sites": {"b.com": {"drop": ["s"]}}}, "http://a.com/?s=1", "b.com/"),
        ({"rewrite": [{"site": "a.com", "from": "/t?id={id:digits}", "to": "/t_{id}"}]}, "http://a.com/t?id=12&utm_source=x", "a.com/t_12"),
        ({"rewrite": [{"site": "a.com", "from": "/t?id={id:digits}", "to": "/t_{id}"}]}, "http://a.com/t?id=12&x=1", "a.com/t?id=12&x=1"),
        ({"rewrite": [{"site": "a.com", "from": "/t?id={id:digits}", "to": "/t_{id}"}]}, "http://a.com/t?id=x", "a.com/t?id=x"),
        (
            {"rewrite": [{"site": "a.com", "from": "/t?id={id}&{*rest}", "to": "/t/{id}?{*rest}"}]},
            "http://a.com/t?b=2&id=7&a=1",
            "a.com/t/7?a=1&b=2",
        ),
        ({"rewrite": [{"site": "a.com", "from": "/t?id={id}", "to": "/t/{id}"}]}, "http://a.com/t?id=a/b", "a.com/t/a%2Fb"),
        ({"rewrite": [{"site": "a.com", "from": "/t/{id}", "to": "/t?id={id}"}]}, "http://a.com/t/a&b=c", "a.com/t?id=a%26b%3Dc"),
        (
            {"rewrite": [{"site": "*.a.com", "from": "/{y:digits}/{s:slug}-{n:digits}", "to": "/n/{n}"}]},
            "http://x.a.com/2020/so-it-goes-7",
            "x.a.com/n/7",
        ),
        ({"rewrite": [{"site": "a.com", "from": "/?p={p:digits}", "to": "/p/{p}"}]}, "http://a.com/?p=3", "a.com/p/3"),
    ],
)
def test_words(words: dict[str, object], raw: str, expected: str) -> None:
    policy = made(**words)
    assert key(raw, policy) == expected
    assert key(expected, policy) == expected


def test_words_work_in_a_crawl_policy_too() -> None:
    words = {
        "enable": ["alias-host", "rewrite"],
        "alias": [{"from": "a.com/x", "to": "https://b.com/y"}],
        "rewrite": [{"site": "b.com", "from": "/y/{n:digits}", "to": "/z?n={n}"}],
    }
    policy = Policy.from_dict(words, base="crawl@1")
    assert key("http://www.a.com/x/7/", policy) == "http://b.com/z?n=7"
    assert key("http://b.com/z?n=7", policy) == "http://b.com/z?n=7"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"alias": [{"from": "a.com/", "to": "b.com/"}, {"from": "b.com/", "to": "a.com/"}]}, "does not come to rest"),
        ({"alias": [{"from": "a.com/", "to": "a.com/x"}]}, "does not come to rest"),
        ({"rewrite": [{"site": "a.com", "from": "/x/{a}", "to": "/x/y{a}"}]}, "does not come to rest"),
        (
            {"rewrite": [{"site": "a.com", "from": "/a/{a}", "to": "/b/{a}"}, {"site": "a.com", "from": "/b/{a}", "to": "/a/{a}"}]},
            "does not come to rest",
        ),
        ({"rewrite": [{"site": "a.com", "from": "/{a}{b}", "to": "/x"}]}, "side by side"),
        ({"rewrite": [{"site": "a.com", "from": "/x?utm_source={a}", "to": "/{a}"}]}, "drops a name"),
        ({"rewrite": [{"site": "a.com", "from": "/x?{a}=1", "to": "/{a}"}]}, "stands for a value"),
        ({"alias": [{"from": "intranet/", "to": "b.com/"}]}, "not an address"),
        ({"drop": ["x" * 64]}, "too long"),
    ],
)
def test_what_cannot_work_is_refused_at_load(words: dict[str, object], message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        compiled(made(**words))


def test_a_stamp_moves_with_what_moves_keys_and_with_nothing_else() -> None:
    base = Policy.load("citation@1")
    assert base.stamp.startswith("citation@1-draft:")
    assert replace(base, origin="elsewhere", cases=()).stamp == base.stamp
    stamps = {
        base.stamp,
        made(drop=["x"]).stamp,
        made(keep=["x"]).stamp,
        made(sites={"a.com": {"drop": ["x"]}}).stamp,
        made(disable=["trim"]).stamp,
        made(alias=[{"from": "a.com/", "to": "b.com/"}]).stamp,
        made(defaults={"a": "b"}).stamp,
        made(site="domain").stamp,
    }
    assert len({stamp.rpartition(":")[2] for stamp in stamps}) == 8


SHOP = {"drop_below": {"/shop/": ["ref"], "/a/b": ["ref", "src"]}}
LOOSE = {**SHOP, "path_params": "drop", "path_case": "fold"}


@pytest.mark.parametrize(
    ("site", "raw", "expected"),
    [
        (SHOP, "http://a.com/shop/oars?ref=1&id=2", "a.com/shop/oars?id=2"),
        (SHOP, "http://a.com/shop/?ref=1", "a.com/shop"),
        (SHOP, "http://a.com/shop?ref=1", "a.com/shop"),
        (SHOP, "http://www.a.com/shop/index.html?ref=1", "a.com/shop"),
        (SHOP, "http://a.com/shops?ref=1", "a.com/shops?ref=1"),
        (SHOP, "http://a.com/Shop/oars?ref=1", "a.com/Shop/oars?ref=1"),
        (SHOP, "http://a.com/x/shop/oars?ref=1", "a.com/x/shop/oars?ref=1"),
        (SHOP, "http://a.com/?ref=1", "a.com/?ref=1"),
        (SHOP, "http://a.com/a?ref=1", "a.com/a?ref=1"),
        (SHOP, "http://a.com/a/b/c?src=1&ref=2", "a.com/a/b/c"),
        (SHOP, "http://a.com/shop?src=1", "a.com/shop?src=1"),
        (SHOP, "http://b.com/shop?ref=1", "b.com/shop?ref=1"),
        (SHOP, "http://a.com//shop//oars?ref=1", "a.com/shop/oars"),
        (SHOP, "http://a.com/a///b?ref=1", "a.com/a/b"),
        (SHOP, "http://a.com/x/../%73hop/oars?ref=1", "a.com/shop/oars"),
        (SHOP, "http://a.com/shop;v=1/oars?ref=1", "a.com/shop;v=1/oars?ref=1"),
        (LOOSE, "http://a.com/shop;v=1/oars?ref=1", "a.com/shop/oars"),
        (LOOSE, "http://a.com/A;x/;y/B;z?ref=1&src=2&q=3", "a.com/a/b?q=3"),
        (LOOSE, "http://a.com/SHOPS;/?ref=1", "a.com/shops?ref=1"),
        ({"drop_below": {"/a b/é": ["ref"]}}, "http://a.com/a%20b/%c3%a9/x?ref=1", "a.com/a%20b/%C3%A9/x"),
        ({"drop": ["ref"], "drop_below": {"/shop": ["ref"]}}, "http://a.com/x?ref=1", "a.com/x"),
        ({"keep": ["ref", "id"], "drop_below": {"/shop": ["ref"]}}, "http://a.com/shop?ref=1&id=2&x=3", "a.com/shop?id=2"),
        ({"keep": ["ref", "id"], "drop_below": {"/shop": ["ref"]}}, "http://a.com/x?ref=1&id=2&x=3", "a.com/x?id=2&ref=1"),
    ],
)
def test_parameters_of_a_part_of_a_site(site: dict[str, object], raw: str, expected: str, engine: ModuleType) -> None:
    """What is dropped there is dropped in every spelling of the path, so that the key of a key is the key."""
    plan = compiled(made(sites={"a.com": site}), engine)
    assert engine.key(plan.plan, raw) == expected
    assert engine.key(plan.plan, expected) == expected


def test_the_narrowest_host_decides_what_its_parts_drop() -> None:
    policy = made(sites={"*.a.com": {"drop_below": {"/x": ["r"]}}, "b.a.com": {"drop_below": {"/y": ["r"]}}})
    assert key("http://c.a.com/x?r=1", policy) == "c.a.com/x"
    assert key("http://b.a.com/x?r=1", policy) == "b.a.com/x?r=1"
    assert key("http://b.a.com/y?r=1", policy) == "b.a.com/y"
    assert policy.stamp != made(sites={"*.a.com": {"drop_below": {"/x": ["r"]}}}).stamp


def test_a_plan_holds_so_many_sets_of_paths() -> None:
    parts = {f"/{n}": [f"p{n}"] for n in range(300)}
    with pytest.raises(PolicyError, match="too many sets of paths: expected at most 240"):
        compiled(made(sites={"a.com": {"drop_below": parts}}))
    shared = made(sites={"a.com": {"drop_below": {f"/{n}": ["p", "q"] for n in range(300)}}})
    assert key("http://a.com/299?p=1&q=2&r=3", shared) == "a.com/299?r=3"
