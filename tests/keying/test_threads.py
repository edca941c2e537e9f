"""Threads share plans: no key depends on what another thread keys at the same moment."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import pagekey
from pagekey.engine import which

URLS = [
    "http://www.example.com/a?b=2&a=1",
    "http://b\u00fccher.example/\u00fc",
    "https://l.facebook.com/l.php?u=http%3A%2F%2Fexample.org%2Fa&h=x",
    "https://www.bing.com/ck/a?!&&p=1&u=a2x&ntb=1",
    "http://\u4f8b\u3048.jp/x/../y",
    "https://href.li/?https://href.li/?http://m\u00fcller.example/",
    "report.pdf",
]


@pytest.fixture
def hasty() -> object:
    """Threads that take turns as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_keys_and_traces_of_many_threads_are_those_of_one(hasty: object) -> None:
    times = 400 if which() == "compiled" else 20
    alone = [(pagekey.key(url), pagekey.explain(url)) for url in URLS]

    def many(shift: int) -> list[str]:
        wrong = []
        for k in range(times):
            place = (k + shift) % len(URLS)
            if pagekey.key(URLS[place]) != alone[place][0] or (k % 8 == 0 and pagekey.explain(URLS[place]) != alone[place][1]):
                wrong.append(URLS[place])
        return wrong

    with ThreadPoolExecutor(8) as pool:
        assert not [wrong for found in pool.map(many, range(8)) for wrong in found]
