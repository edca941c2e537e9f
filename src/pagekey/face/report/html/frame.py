"""The frame of a page: its head, with a policy under which nothing is loaded and nothing runs but what stands in it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256

from pagekey.face.report.html.direction import direction
from pagekey.face.report.html.element import Child, Markup, block, joined, tag
from pagekey.face.report.html.script import SCRIPT
from pagekey.face.report.html.style import style
from pagekey.face.report.words import Words

LANGUAGES = {"en": "en", "zh": "zh-Hans", "fa": "fa"}


def frame(title: str, body: Child, words: Words, *, data: Mapping[str, str] | None = None) -> str:
    """The whole page; ends in a newline. `data`: JSON to carry, by the id of the element that holds it."""
    css = style()
    policy = f"default-src 'none'; style-src {_hash(css)}; script-src {_hash(SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name_="referrer", content="no-referrer"),
        tag("title", title),
        tag("link", rel="icon", href="data:,"),
        block("style", css),
    )
    carried = [block("script", _inert(held.strip()), type="application/json", id=name) for name, held in (data or {}).items()]
    parts: list[Child] = [body, *carried, block("script", SCRIPT)]
    whole = tag("body", parts, data_sort=words("page.sort"), data_filter=words("page.filter"))
    language = LANGUAGES[words.language]
    page = tag("html", Markup("\n"), head, Markup("\n"), whole, Markup("\n"), lang=language, dir=direction(words))
    return f"{joined([Markup('<!DOCTYPE html>'), Markup(chr(10)), page])}\n"


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _inert(data: str) -> str:
    r"""JSON in which nothing can end the element that holds it or begin another: `<` is written `\u003c`."""
    return data.replace("<", "\\u003c")
