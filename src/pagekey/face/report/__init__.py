"""The report of a count: `render(counts, card, form, lang)`, where `card` comes from `method_card(keyed, counts, ...)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pagekey.face.report.as_json import as_json
from pagekey.face.report.card import Card, method_card
from pagekey.face.report.markdown import as_markdown
from pagekey.face.report.sections import report_sections
from pagekey.face.report.text import as_text
from pagekey.face.report.words import Words
from pagekey.study.count import Counts

__all__ = ["Card", "method_card", "render"]


def render(
    counts: Counts,
    card: Card,
    form: Literal["text", "markdown", "json"] = "text",
    lang: Literal["en", "zh"] = "en",
    *,
    colour: bool = False,
    display: Callable[[str], str] = str,
) -> str:
    """The report as a string that ends in a newline and can be encoded as UTF-8.

    `colour` (text only) adds ANSI bold and dim. `display` turns hosts and keys into their form for people (text and Markdown); what it
    returns is cleaned like the data itself. ValueError on another form or language.
    """
    words = Words(lang)
    if form == "json":
        return as_json(counts, card, words)
    if form == "markdown":
        return as_markdown(report_sections(counts, card, words, display))
    if form == "text":
        return as_text(report_sections(counts, card, words, display), colour=colour)
    raise ValueError(f"expected a form of text, markdown, json, got {form!r}")
