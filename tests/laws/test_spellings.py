"""The laws over every case of the shipped data, spelt in the ways in which logs and pages spell a URL."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import pagekey.policy
from tests.laws.test_laws import ENGINE, SLOW, broken_law, facts_of

DATA = Path(pagekey.policy.__file__).parent / "data"
FILES = [DATA / "wrappers.toml", DATA / "signatures.toml", *sorted((DATA / "sites").glob("*.toml"))]
URL = re.compile(r"(https?://[^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?")
SESSION = ";jsessionid=ABCDEF0123456789ABCDEF0123456789"
MARKS = ("utm_source=chatgpt.com", "fbclid=IwAR0abc", "gclid=CjwKabc")


def spellings(raw: str) -> Iterator[str]:
    """The URL itself, and as others write it: same host, same path, same parameters."""
    yield raw
    found = URL.fullmatch(raw)
    if found is None:
        return
    host, path, query, fragment = (part or "" for part in found.groups())
    for written in (host + ".", host + ":443", host.replace("://", "://u:p@"), "http" + host.removeprefix("https").removeprefix("http")):
        yield written + path + query + fragment
    for way in (path + "/", "/" + path, path + "/.", path + "//", path + "/index.html", path + SESSION, path + "/x/..", path + "/amp"):
        yield host + way + query + fragment
    if path[-1:].isalnum() and path.isascii():
        yield f"{host}{path[:-1]}%{ord(path[-1]):02x}{query}{fragment}"
    if query:
        fields = query[1:].split("&")
        turned = "?" + "&".join(reversed(fields))
        for way in (query + "&", "?&" + query[1:], query + "&a=", query + "&" + query[1:], turned, query + "?x=1"):
            yield host + path + way + fragment


def marked(raw: str) -> Iterator[str]:
    """The URL with a mark of a tracker behind its parameters, and before them."""
    start, fragment = raw.partition("#")[0], raw[len(raw.partition("#")[0]) :]
    for mark in MARKS:
        yield start + ("&" if "?" in start else "?") + mark + fragment
        if "?" in start:
            yield start.replace("?", f"?{mark}&", 1) + fragment


def cases(file: Path) -> list[str]:
    """The raw strings of the cases in a file of the data."""
    return [case["raw"] for case in tomllib.loads(file.read_text("utf-8")).get("case", [])]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_laws_over_spellings(file: Path) -> None:
    strings = cases(file)[:: 10 if SLOW else 1]
    broken = [law for raw in strings for written in spellings(raw) if (law := broken_law(ENGINE, written))]
    assert not broken, f"{len(broken)}: {broken[0]}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_tracking_does_not_move_a_key(file: Path) -> None:
    moved = []
    for raw in cases(file)[:: 10 if SLOW else 1]:
        for written in spellings(raw):
            key, status = facts_of(ENGINE, "citation", written)[:2]
            if status in (0, 1, 2):  # page, short-link, opaque
                moved += [(other, key) for other in marked(written) if facts_of(ENGINE, "citation", other)[0] != key]
    assert not moved, f"{len(moved)}: {moved[0]}"
