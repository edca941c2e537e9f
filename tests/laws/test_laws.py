"""The laws of a key, on both engines: over a URL grammar, over mutated strings, and over every real string at hand."""

from __future__ import annotations

import re
import struct
from types import ModuleType
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pagekey import Policy
from pagekey.engine import load_compiled, load_uncompiled
from pagekey.policy import compiled
from pagekey.policy.lists import lists
from pagekey.rules import LEVELS, names_of
from pagekey.types import STATUSES
from tests import oracle
from tests.golden.make_golden import golden_strings
from tests.oracle_tables import shipped_tables
from tests.sanitize.inside import VIEWS, column
from tests.url_grammar import mutated, urls, urls_with_parameters, web_urls

POLICIES = {level: Policy.load(f"{level}@1") for level in LEVELS} | {"strict": Policy.load("citation-strict@1")}
# What the oracle witnesses: the rules that need no knowledge of sites.
WITNESSED = {**POLICIES, "citation": Policy.from_dict({"disable": ["unwrap-redirect", "identify-page", "alias-host"]})}
PAIRS = [(fine, coarse) for k, fine in enumerate(LEVELS) for coarse in LEVELS[k:]] + [("strict", "strict"), ("rfc3986", "strict")]
TABLES = {level: shipped_tables(level) for level in LEVELS}
ENGINE = load_compiled() or load_uncompiled()
SLOW = ENGINE is load_uncompiled()
# DESIGN section 5: the grammar of a citation key.
OCTET = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})"
KEY = re.compile(
    r"(?:https?://(?=https?:))?(?:[^/?#\[\]@\s:A-Z]+|\[[0-9a-f:]+\])(?::(?:0|[1-9][0-9]{0,4}))?"
    rf"(?:/|(?:/{OCTET}*)+)(?:\?(?:{OCTET}|[/?])*)?(?:\#[/!](?:{OCTET}|[/?])+)?"
)


def key_of(engine: ModuleType, level: str, raw: str) -> str:
    key: str = engine.key(compiled(POLICIES[level], engine).plan, raw)
    return key


def facts_of(engine: ModuleType, level: str, raw: str) -> tuple[Any, ...]:
    found: tuple[Any, ...] = engine.facts(compiled(POLICIES[level], engine).plan, raw)
    return found


def broken_law(engine: ModuleType, raw: str) -> str:
    """'' or the first law that `raw` breaks: coarse(fine(x)) == coarse(x), which for one level is f(f(x)) == f(x)."""
    keys = {level: key_of(engine, level, raw) for level in POLICIES}
    for fine, coarse in PAIRS:
        again = key_of(engine, coarse, keys[fine])
        if again != keys[coarse]:
            return f"{raw!a}: {coarse} {keys[coarse]!a}, but by way of {fine} {keys[fine]!a} it is {again!a}"
    return ""


@given(urls())
@settings(max_examples=1_500, deadline=None)
def test_absorption_and_idempotence(raw: str) -> None:
    assert not broken_law(ENGINE, raw)


@given(urls())
@settings(max_examples=100, deadline=None)
def test_absorption_and_idempotence_uncompiled(raw: str) -> None:
    assert not broken_law(load_uncompiled(), raw)


@given(st.text(st.characters(), max_size=40))
@settings(max_examples=500, deadline=None)
def test_any_text_has_a_key(raw: str) -> None:
    assert not broken_law(ENGINE, raw)


def test_absorption_over_mutated_strings() -> None:
    broken = [law for raw in mutated(11, 1_000 if SLOW else 40_000) if (law := broken_law(ENGINE, raw))]
    assert not broken, broken[0]


@given(urls())
@settings(max_examples=500, deadline=None)
def test_split_is_lossless(raw: str) -> None:
    data = oracle.to_bytes(raw)
    for engine in (ENGINE, load_uncompiled()):
        parts = engine.split_parts(compiled(POLICIES["citation"], engine).plan, data)
        assert b"".join(parts) == data


def test_compiled_and_uncompiled_agree() -> None:
    strings = [*mutated(12, 1_500), *golden_strings()[::40]]
    for level, policy in POLICIES.items():
        one, other = (compiled(policy, engine).plan for engine in (ENGINE, load_uncompiled()))
        for raw in strings:
            assert ENGINE.explain(one, raw) == load_uncompiled().explain(other, raw), f"{level}: {raw!a}"


def against_oracle(strings: list[str]) -> str:
    """'' or the first string on which engine and oracle differ."""
    for raw in strings:
        for level in LEVELS:
            key, status, hits, *_ = ENGINE.facts(compiled(WITNESSED[level], ENGINE).plan, raw)
            word = "page" if STATUSES[status] == "short-link" else STATUSES[status]
            expected = oracle.key(raw, level, TABLES[level])
            if (key, word) != expected:
                return f"{level}: {raw!a}\n engine {key!a} {word} by {names_of(hits)}\n oracle {expected[0]!a} {expected[1]}"
    return ""


@given(urls())
@settings(max_examples=400, deadline=None)
def test_the_oracle_agrees_over_the_grammar(raw: str) -> None:
    assert not against_oracle([raw])


def test_the_oracle_agrees_over_mutated_and_golden_strings() -> None:
    assert not against_oracle([*mutated(13, 6_000), *golden_strings()[::10]])


TRACKING = [name.name for name in lists().tracking if name.shape == "any" and not name.unless]


@given(urls_with_parameters(), st.sampled_from(TRACKING), st.sampled_from(("", "=", "=x", "=a%20b", "=%D6%D0")), st.integers(0, 6))
@settings(max_examples=800, deadline=None)
def test_tracking_is_not_seen(parts: tuple[str, list[str], str], name: str, value: str, at: int) -> None:
    start, parameters, fragment = parts
    plain = start + "?" * bool(parameters) + "&".join(parameters) + fragment
    tracked = start + "?" + "&".join([*parameters[:at], name + value, *parameters[at:]]) + fragment
    assume(facts_of(ENGINE, "citation", plain)[1] == 0)
    assert key_of(ENGINE, "citation", tracked) == key_of(ENGINE, "citation", plain)


@given(urls())
@settings(max_examples=800, deadline=None)
def test_the_status_is_the_same_at_every_level(raw: str) -> None:
    words = {STATUSES[facts_of(ENGINE, level, raw)[1]] for level in POLICIES}
    assert len(words - {"short-link"}) <= 1 or words <= {"page", "short-link"}, words


@given(web_urls())
@settings(max_examples=1_000, deadline=None)
def test_a_page_key_has_the_grammar(raw: str) -> None:
    key, status, _, flags, host, domain, _ = facts_of(ENGINE, "citation", raw)
    assume(status == 0)
    assert KEY.fullmatch(key), key
    assert key.isascii() and host in key and (host == domain or host.endswith(f".{domain}")), (key, host, domain)


@pytest.mark.parametrize("width", [4, 8, VIEWS])
def test_columns_agree_with_single_calls(width: int) -> None:
    strings: list[str | None] = [raw if k % 7 else None for k, raw in enumerate(mutated(14, 3_000 if not SLOW else 300))]
    strings += ["http://b\u00fccher.example/", "https://l.facebook.com/l.php?u=http%3A%2F%2Fa.com", "http://\u0430pple.com/", "", None]
    plan = compiled(POLICIES["citation"], ENGINE).plan
    rows = column(ENGINE, plan, [None if raw is None else oracle.to_bytes(raw) for raw in strings], width)
    for raw, row in zip(strings, rows, strict=True):
        if raw is None:
            assert row == (None, 255, 0, 0, None, None)
            continue
        key, status, hits, flags, host, domain, _ = ENGINE.facts(plan, raw)
        parts = [None if part is None else oracle.to_bytes(part) for part in (key, host, domain)]
        assert row == (parts[0], status, hits, flags, *parts[1:]), raw


@pytest.mark.parametrize("offsets", [[0, 5, 3], [-1, 2], [0, 99]])
@pytest.mark.parametrize("width", [4, 8])
def test_a_column_with_bad_offsets_is_refused(engine: ModuleType, offsets: list[int], width: int) -> None:
    plan = compiled(POLICIES["citation"], engine).plan
    places = b"".join(offset.to_bytes(width, "little", signed=True) for offset in offsets)
    texts = engine.Texts(width, len(offsets) - 1, 0, b"", places, [b"http://a.b/"])
    with pytest.raises(ValueError, match="does not lie in the data"):
        engine.column(plan, texts, 0, len(offsets) - 1, 8, False)


@pytest.mark.parametrize("view", [(-1, 0, 0), (13, 1, 0), (13, -1, 0), (13, 0, -1), (13, 0, 9)])
def test_a_column_with_bad_views_is_refused(engine: ModuleType, view: tuple[int, int, int]) -> None:
    plan = compiled(POLICIES["citation"], engine).plan
    texts = engine.Texts(VIEWS, 1, 0, b"", struct.pack("<i4xii", *view), [b"http://a.b/xyz"])
    with pytest.raises(ValueError, match="does not lie in the data"):
        engine.column(plan, texts, 0, 1, 8, False)


def test_buffers_shorter_than_the_column_are_refused(engine: ModuleType) -> None:
    eight = b"\0" * 8
    short = ((8, 2, 0, b"", eight * 2, [b""]), (8, 9, 0, b"\1", eight * 10, [b""]))
    for wrong in (*short, (5, 0, 0, b"", b"", [b""]), (8, 1, 0, b"", eight * 2, [])):
        with pytest.raises(ValueError, match="column"):
            engine.Texts(*wrong)
