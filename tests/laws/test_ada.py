"""Hosts and ports as browsers read them: ada-url is the witness."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from pagekey.engine import engine
from tests.laws.test_laws import facts_of
from tests.url_grammar import web_urls

ada_url = pytest.importorskip("ada_url")


@given(web_urls())
@settings(max_examples=1_500, deadline=None)
def test_host_and_port_are_those_of_a_browser(raw: str) -> None:
    try:
        raw.encode()
        parsed = ada_url.URL(raw)
    except (ValueError, UnicodeEncodeError):
        assume(False)
    assume(parsed.protocol in ("http:", "https:") and parsed.hostname.strip("."))
    key, status, _, _, host, _, _ = facts_of(engine, "rfc3986", raw)
    if status not in (0, 1):
        # ada-url asks the bidi and joiner rules of fewer labels than UTS 46 and Chromium do: tests/host has each such case.
        assert not raw.isascii() or "%" in raw or "xn--" in raw.lower(), (raw, parsed.href)
        return
    assert host == parsed.hostname, (raw, key)
    port = key.split("//", 1)[1].split("/", 1)[0].rpartition("@")[2].removeprefix(host)
    assert port.removeprefix(":") == parsed.port, (raw, key)
