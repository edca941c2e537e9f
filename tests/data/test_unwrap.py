"""The decode steps of redirects: what each makes of a target, and that no target makes one raise, guess or slow down."""

from __future__ import annotations

import base64
import json
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagekey.policy
from pagekey.engine.unwrap import STEPS, decode, translate_goog

URL = "https://docs.example.org/guide/ab?c=1&d=23"
B64 = base64.b64encode(URL.encode()).decode()
B64URL = base64.urlsafe_b64encode(b"https://example.org/?q=\xf0\x9f\x94\x8d\xfb\xff").decode().rstrip("=")

VECTORS = [
    # percent: once, and '+' is a plus
    ("https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D2", "percent", "https://example.org/a?b=1&c=2"),
    ("https%3A%2F%2Fexample.org%2Fa%2520b", "percent", "https://example.org/a%20b"),
    ("https://example.org/watch%3Fv%3Dx", "percent", "https://example.org/watch?v=x"),
    ("https%3A%2F%2Fexample.org%2Fa+b", "percent", "https://example.org/a+b"),
    ("%20https%3A%2F%2Fexample.org%2F%0A", "percent", "https://example.org/"),
    ("HTTPS%3A%2F%2FExample.org", "percent", "HTTPS://Example.org"),
    ("https://example.org/100%", "percent", "https://example.org/100%"),
    ("https://example.org/a%2Fb", "raw", "https://example.org/a%2Fb"),
    ("https:/example.org/a", "raw", "https://example.org/a"),
    ("https://example.org/a%2Fb", "percent-unless-web", "https://example.org/a%2Fb"),
    ("https%3A%2F%2Fexample.org%2Fa%252Fb", "percent-unless-web", "https://example.org/a%2Fb"),
    # no web URL with a host
    ("%2Fsearch%3Fq%3Dx", "percent", None),
    ("javascript%3Aalert(1)", "percent", None),
    ("ftp://example.org/", "percent", None),
    ("https://", "percent", None),
    ("https:///?x", "percent", None),
    ("https://user@/x", "percent", None),
    ("https://.../x", "percent", None),
    ("https://:80/x", "percent", None),
    ("", "percent", None),
    ("https://[::1]/x", "percent", "https://[::1]/x"),
    ("example.org/a%3fb=1", "amp https", "https://example.org/a?b=1"),
    ("example.org/a%3fb=1?c=2", "amp https", "https://example.org/a?b=1&c=2"),
    ("example.org/a?amp_js_v=0.1&b=1&usqp=mq%3D&amp_gsa=1", "amp https", "https://example.org/a?b=1"),
    ("example.org/a?usqp=1", "amp https", "https://example.org/a"),
    # html
    ("https://example.org/?a=1&amp;b=2&#38;c=3&#x26;d=4&copy=5&#xD800;", "html", "https://example.org/?a=1&b=2&c=3&d=4&copy=5&#xD800;"),
    ("https%3A%2F%2Fexample.org%2F%3Fa%3D1%26amp%3Bb%3D2", "percent html", "https://example.org/?a=1&b=2"),
    # base64
    (B64, "base64", URL),
    (B64.rstrip("="), "base64", URL),
    (B64.replace("=", "%3D"), "percent base64", URL),
    (base64.b64encode(b"https%3A%2F%2Fexample.org%2Fx").decode(), "base64 percent-unless-web", "https://example.org/x"),
    (B64URL, "base64url", "https://example.org/?q=\U0001f50d\udcfb\udcff"),
    (B64URL, "base64", None),
    (B64 + "A" if len(B64.rstrip("=")) % 4 == 0 else "A", "base64", None),
    ("aHR0cHM6*", "base64", None),
    ("aHR0cHM6Ly9leGFtcGxlLm9yZy8++/v7", "base64", "https://example.org/>\udcfb\udcfb\udcfb"),
    ("aHR0cHM6Ly9leGFtcGxlLm9yZy8++/v7", "base64url", None),
    ("aHR0cHM6Ly9leGFtcGxlLm9yZy8--_v7", "base64url", "https://example.org/>\udcfb\udcfb\udcfb"),
    ("a1" + B64.rstrip("="), "base64url-a1", URL),
    ("a2" + B64.rstrip("="), "base64url-a1", None),
    ("a1L3NlYXJjaD9xPXg", "base64url-a1", None),  # /search?q=x
    ("a1", "base64url-a1", None),
    # proofpoint
    ("https-3A__docs.example.org_a-2Db-5Fc-3Fd-3D1-26e-3D2", "proofpoint-v2", "https://docs.example.org/a-b_c?d=1&e=2"),
    ("https-3A__example.org_-3Fa-3D1-26amp-3Bb-3D2", "proofpoint-v2 html", "https://example.org/?a=1&b=2"),
    ("__https://example.org/plain__;!!AbCd!token$", "proofpoint-v3", "https://example.org/plain"),
    ("__https:/example.org/one-slash__;!!AbCd!token$", "proofpoint-v3", "https://example.org/one-slash"),
    ("__https://example.org/a*b*c__;Kw!!AbCd$", "proofpoint-v3", None),  # two tokens, one letter
    ("__https://example.org/a*b*c__;Kys!!AbCd$", "proofpoint-v3", "https://example.org/a+b+c"),
    ("__https://example.org/a*2Fb__;JQ!!AbCd$", "proofpoint-v3", "https://example.org/a%2Fb"),
    ("__https://example.org/x**Ay__;Iyc!!AbCd$", "proofpoint-v3", "https://example.org/x#'y"),
    ("__https://example.org/x**By*z__;Iyc_Kw!!AbCd$", "proofpoint-v3", "https://example.org/x#'?y+z"),
    ("__https://example.org/**A__;5L2g5aW9!!AbCd$", "proofpoint-v3", "https://example.org/\u4f60\u597d"),
    ("__https://example.org/a***b__;Kys!!AbCd$", "proofpoint-v3", None),  # '**' wants the letter of a length behind it
    ("__https://example.org/a", "proofpoint-v3", None),
    ("https://example.org/a__;!!x", "proofpoint-v3", None),
    ("__https%3A%2F%2Fexample.org%2Fa__;!!AbCd$", "proofpoint-v3", "https://example.org/a"),
    # schemes
    ("example.org/a?b=1", "https", "https://example.org/a?b=1"),
    ("example.org:8080/a", "http", "http://example.org:8080/a"),
    ("//example.org/a", "https", "https://example.org/a"),
    ("http://example.org/a", "https", "http://example.org/a"),
    ("s/example.org", "https", None),
    ("mailto:1.a@example.org", "https", None),
    ("1:2.a@example.org", "https", None),
    ("user@example.org/a", "https", None),
    ("example.org:8a/x", "https", None),
    ("tel:123.4", "https", None),
    # other steps
    ("_ylt=x/RV=2/RE=1/RO=10/RU=https%3A%2F%2Fexample.org%2Fa%3Fb/RK=2/RS=y?c=1", "yahoo-ru", "https://example.org/a?b"),
    ("_ylt=x/RV=2/RK=2", "yahoo-ru", None),
    ("www.example.org/s/news/1?a=2", "turbo", "https://www.example.org/news/1?a=2"),
    ("www.example.org/s", "turbo", "https://www.example.org"),
    ("www.example.org/sport/1", "turbo", None),
    ("localhost/s/x", "turbo", None),
    ("cache:AbCd-fGh_jKl:https://example.org/a+some+words", "google-cache", "https://example.org/a"),
    ("cache%3Aexample.org/a", "google-cache", "http://example.org/a"),
    ("cache:example.org:8080/a", "google-cache", "http://example.org:8080/a"),
    ("some words", "google-cache", None),
    ("http%3A%2F%2Fexample.org%2Fa%3A0Vz3BhE6BzJ2KzQ4bKpW0pSbC8k", "percent hash-tail", "http://example.org/a"),
    ("http://example.org:8080", "hash-tail", "http://example.org:8080"),
    ("a-example-org.translate.goog/x?_x_tr_sl=de&b=1", "translate-goog", "https://a.example.org/x?b=1"),
    ("https://example.org/", "no-such-step", None),
]


@pytest.mark.parametrize(("target", "steps", "url"), VECTORS)
def test_each_step_gives_the_url_or_none(target: str, steps: str, url: str | None) -> None:
    found = decode(target.encode(), tuple(steps.split()))
    assert found == (None if url is None else url.encode("utf-8", "surrogateescape")), steps


TRANSLATED = [
    ("docs-example-org.translate.goog", "/a/b", "_x_tr_sl=en&_x_tr_tl=fr", "https://docs.example.org/a/b"),
    ("my--docs-example-org.translate.goog", "/", "p=2&_x_tr_hl=en&q=", "https://my-docs.example.org/?p=2&q="),
    ("example-org.translate.goog", "", "", "https://example.org"),
    ("EXAMPLE-ORG.translate.goog.", "/", "_x_tr_sch=http", "http://example.org/"),
    ("example-org.translate.goog", "/", "_x_tr_hp=very--long-", "https://very-long.example.org/"),
    ("1-ab--cd-example-org.translate.goog", "/", "_x_tr_enc=1", "https://ab-cd.example.org/"),
    ("0-80ak6aa92e-com.translate.goog", "/", "_x_tr_enc=0", "https://xn--80ak6aa92e.com/"),
    ("1-0-ab--c-example.translate.goog", "/", "_x_tr_enc=0%2C1", "https://xn--ab-c.example/"),
    ("1-1-example-org.translate.goog", "/", "_x_tr_enc=1", "https://1.example.org/"),
    ("1-example-org.translate.goog", "/", "", "https://1.example.org/"),
    ("www-xn----p1ai.translate.goog", "/", "", "https://www.xn--p1ai/"),
    ("translate.goog", "/", "", None),
    ("example.translate.goog", "/", "", None),
    ("a.example-org.translate.goog", "/", "", None),
    ("example-org.translate.goog.evil.example", "/", "", None),
    ("example-org.translate.goog", "/", "_x_tr_hp=a%2Fb-", None),
]


@pytest.mark.parametrize(("host", "path", "query", "url"), TRANSLATED)
def test_a_translated_page_is_the_page_itself(host: str, path: str, query: str, url: str | None) -> None:
    found = translate_goog(host.encode(), path.encode(), query.encode())
    assert found == (None if url is None else url.encode())


def test_every_step_is_used_and_every_used_step_is_known() -> None:
    wrappers = tomllib.loads((Path(pagekey.policy.__file__).parent / "data" / "wrappers.toml").read_text(encoding="utf-8"))["wrapper"]
    assert {step for wrapper in wrappers for step in wrapper["steps"]} == set(STEPS)


PIECES = st.sampled_from(
    [*"*_-%/+=:;!?&#@.\\", "__", "__;", "**", "https://", "https%3A%2F%2F", "%00", "%2", "a1", "&amp;", "&#99999999;", "RU=", "cache:"]
)
TARGETS = st.one_of(st.binary(max_size=80), st.lists(PIECES | st.text(max_size=3), max_size=12).map(lambda p: "".join(p).encode()))


@given(target=TARGETS, steps=st.lists(st.sampled_from(sorted(STEPS)), max_size=3))
def test_whatever_comes_back_is_a_web_url_with_a_host(target: bytes, steps: list[str]) -> None:
    found = decode(target, tuple(steps))
    assert found is None or re.match(rb"(?i)https?://[^/?#\\]", found), found
    if found is not None:
        assert decode(found, ("raw",)) == found


@pytest.mark.parametrize("name", sorted(STEPS))
@pytest.mark.parametrize(
    "piece", ["*", "**A", "__;", "a.", ":a", ":aaaaaaaaaaaaaaaaaaaaaaaaa", "&#1", "-", "/RU", "%2", "@", "cache:", "=", "http://"]
)
def test_a_long_target_ends(name: str, piece: str) -> None:
    """400 kB take some hundredths of a second; a step that looks at every pair of bytes would not end today."""
    found = decode(b"__" + (piece * (400_000 // len(piece))).encode() + b"@", (name,))
    assert found is None or found.startswith(b"http")


SHARED = Path(__file__).parents[3] / "shared" / "cases" / "redirectors.jsonl"
FIELDS = {
    "/l.php": ("u", "percent"),
    "/url": ("q", "percent"),
    "/linkfilter/": ("url", "percent"),
    "/safe-mode": ("url", "percent"),
    "/ck/a": ("u", "base64url-a1"),
    "/sinaurl": ("u", "percent"),
    "/v1/url": ("u", "percent html"),
    "/v2/url": ("u", "proofpoint-v2 html"),
    "/wis/clicktime/v1/query": ("url", "percent"),
    "/l": ("u", "percent"),
    "/translate": ("u", "percent"),
    "/redirect": ("q", "percent"),
    "/redirect/": ("destination", "percent"),
}


def _target(url: str) -> tuple[str, str] | None:
    """Target and steps of the cases whose form is a field of a known path, or the rest of it."""
    address, _, query = url.replace("&amp;", "&").partition("#")[0].partition("?")
    path = "/" + address.split("/", 3)[3]
    values = dict(pair.partition("=")[::2] for pair in query.split("&"))
    if path in FIELDS and FIELDS[path][0] in values:
        return values[FIELDS[path][0]], FIELDS[path][1]
    if ".protection.sophos." in url:
        return values["u"], "percent base64"
    if "/v3/" in url:
        return url.partition("/v3/")[2], "proofpoint-v3"
    if ".translate.goog/" in url:
        return url.partition("://")[2], "translate-goog"
    if "r.search.yahoo" in url:
        return path[1:], "yahoo-ru"
    if ".ampproject.org" in url:
        return url.partition("/s/")[2], "https"
    return next(((values[name], "percent") for name in ("target", "url") if "%3A%2F%2F" in values.get(name, "")), None)


def test_the_collected_redirects_decode() -> None:
    if not SHARED.exists():
        pytest.skip("needs ../shared: redirects that others' tests hold")
    ran = 0
    for line in SHARED.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        found = _target(case["input"]) if case["expected"] else None
        if found:
            ran += 1
            assert decode(found[0].encode(), tuple(found[1].split())) == case["expected"].encode(), case["input"]
    assert ran >= 28
