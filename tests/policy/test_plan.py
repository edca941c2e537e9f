"""Plans: sites, aliases, rewrites, and stamps."""

from __future__ import annotations

from dataclasses import replace

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
