"""What stands in the league: one function a line that makes one string of a URL, called as its own documentation says for our question.

A package has a second line where its documentation offers a stronger way. None of them is needed: what is not installed is named as such.
Some are GPL-3 or AGPL-3 (ural, surt, cleanurl): they are imported here and nowhere else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from urllib.parse import parse_qsl, urlencode, urlsplit

from peers import Peer

import pagekey

Key = Callable[[str], object]
KEPT = ("id", "p", "page", "aid")
"""The parameters of the function that people write themselves."""
MARKS = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid", "fbclid", "msclkid", "srsltid", "yclid")
"""What is given to libraries whose documentation leaves the names of tracking parameters to their user."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to a key. `first`: the package's line in the table by themes. `again`: what stands before its key when it is
    asked once more, since a library may not read a URL without scheme; None if its key is no URL."""

    name: str
    call: str
    pip: str
    make: Callable[[], tuple[Key | None, str]]
    first: bool = False
    again: str | None = ""


def theirs(
    name: str, call: str, pip: str, module: str, pick: Callable[[ModuleType], Key], *, first: bool = False, again: str | None = ""
) -> Contender:
    """A function of a package that may be missing."""
    return Contender(name, call, pip, Peer(name, pip, module, pick, "").find, first, again)


def ours(policy: str, *, first: bool = False) -> Contender:
    return Contender(f"pagekey {policy}", f'key(url, "{policy}")', "", lambda: (partial(pagekey.key, policy=policy), ""), first)


def hand_rolled(url: str) -> str:
    """The ten lines that people write: host without www, path without final slash, four parameters."""
    parts = urlsplit(url.strip())
    host = (parts.hostname or "").removeprefix("www.")
    query = urlencode(sorted((name, value) for name, value in parse_qsl(parts.query) if name in KEPT))
    return host + parts.path.rstrip("/") + ("?" + query if query else "")


def _can_ada(module: ModuleType) -> Key:
    parse = module.parse
    return lambda url: parse(url).href


def _courlan(*, strict: bool) -> Callable[[ModuleType], Key]:
    """What its `clean_url` does, with options that `clean_url` does not hand on."""

    def pick(module: ModuleType) -> Key:
        scrub, normalize = module.scrub_url, partial(module.normalize_url, strict=strict, trailing_slash=False)
        return lambda url: normalize(scrub(url))

    return pick


def _w3lib(module: ModuleType) -> Key:
    canonicalize, clean = module.canonicalize_url, partial(module.url_query_cleaner, parameterlist=MARKS, remove=True, unique=False)
    return lambda url: canonicalize(clean(url))


def _urlcanon(level: str) -> Callable[[ModuleType], Key]:
    def pick(module: ModuleType) -> Key:
        parse, canonicalize = module.parse_url, getattr(module, level)

        def run(url: str) -> str:
            parsed = parse(url)
            canonicalize(parsed)
            return str(parsed)

        return run

    return pick


def _turbohtml(**options: bool) -> Callable[[ModuleType], Key]:
    def pick(module: ModuleType) -> Key:
        clean, chosen = module.clean_url, module.UrlCleaning(**options)
        return lambda url: clean(url, chosen)

    return pick


def _cleanurl(**options: bool) -> Callable[[ModuleType], Key]:
    def pick(module: ModuleType) -> Key:
        clean = module.cleanurl

        def run(url: str) -> object:
            found = clean(url, **options)
            return found and found.schemeless_url

        return run

    return pick


def _url_cleaner(module: ModuleType) -> Key:
    """It sets up logging for the whole process when it is imported; that is undone."""
    logging.getLogger().setLevel(logging.WARNING)
    clean: Key = module.UrlCleaner().clean
    return clean


HAND = Contender("ten lines by hand", "host without www, path, " + " ".join(KEPT), "", lambda: (hand_rolled, ""), True, "https://")

CONTENDERS = (
    ours("citation@1", first=True),
    ours("crawl@1"),
    HAND,
    theirs("ural", "normalize_url(url)", "ural", "ural", lambda m: m.normalize_url),
    theirs(
        "ural, by platform",
        "normalize_url(url, platform_aware=True)",
        "ural",
        "ural",
        lambda m: partial(m.normalize_url, platform_aware=True),
        first=True,
    ),
    theirs(
        "ural, fingerprint",
        "fingerprint_url(url, platform_aware=True)",
        "ural",
        "ural",
        lambda m: partial(m.fingerprint_url, platform_aware=True),
    ),
    theirs("courlan", "clean_url(url)", "courlan", "courlan", lambda m: m.clean_url),
    theirs(
        "courlan, no final slash",
        "normalize_url(scrub_url(url), trailing_slash=False)",
        "courlan",
        "courlan",
        _courlan(strict=False),
        first=True,
    ),
    theirs(
        "courlan, strict",
        "normalize_url(scrub_url(url), strict=True, trailing_slash=False)",
        "courlan",
        "courlan",
        _courlan(strict=True),
    ),
    theirs("w3lib", "canonicalize_url(url)", "w3lib", "w3lib.url", lambda m: m.canonicalize_url),
    theirs(
        "w3lib, ten marks removed",
        "canonicalize_url(url_query_cleaner(url, MARKS, remove=True, unique=False))",
        "w3lib",
        "w3lib.url",
        _w3lib,
        first=True,
    ),
    theirs("url-normalize", "url_normalize(url)", "url-normalize", "url_normalize", lambda m: m.url_normalize, first=True),
    theirs(
        "url-normalize, filtered",
        "url_normalize(url, filter_params=True)",
        "url-normalize",
        "url_normalize",
        lambda m: partial(m.url_normalize, filter_params=True),
    ),
    theirs("urlcanon, semantic", "semantic(parse_url(url))", "urlcanon", "urlcanon", _urlcanon("semantic")),
    theirs("urlcanon, aggressive", "aggressive(parse_url(url))", "urlcanon", "urlcanon", _urlcanon("aggressive"), first=True),
    theirs("surt", "surt(url)", "surt", "surt", lambda m: m.surt, first=True, again=None),
    theirs("turbohtml", "normalize_url(url)", "turbohtml", "turbohtml.extract", lambda m: m.normalize_url),
    theirs(
        "turbohtml, no slash or fragment",
        "clean_url(url, UrlCleaning(trailing_slash=False, strip_fragment=True))",
        "turbohtml",
        "turbohtml.extract",
        _turbohtml(trailing_slash=False, strip_fragment=True),
        first=True,
    ),
    theirs(
        "turbohtml, strict",
        "clean_url(url, UrlCleaning(strict=True, trailing_slash=False))",
        "turbohtml",
        "turbohtml.extract",
        _turbohtml(strict=True, trailing_slash=False),
    ),
    theirs("k-url-normalizer", "normalize_url(url)", "k-url-normalizer", "keenable_url_helpers", lambda m: m.normalize_url, first=True),
    theirs("cleanurl", "cleanurl(url).schemeless_url", "cleanurl", "cleanurl", _cleanurl(), first=True, again="https://"),
    theirs(
        "cleanurl, semantics",
        "cleanurl(url, respect_semantics=True).schemeless_url",
        "cleanurl",
        "cleanurl",
        _cleanurl(respect_semantics=True),
        again="https://",
    ),
    theirs("url-cleaner", "UrlCleaner().clean(url)", "url-cleaner", "url_cleaner", _url_cleaner, first=True),
    theirs("can_ada (WHATWG parser)", "parse(url).href", "can_ada", "can_ada", _can_ada, first=True),
)
