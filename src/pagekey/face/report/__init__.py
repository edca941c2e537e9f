"""The report of a count: `render(counts, card, form, lang)`, where `card` comes from `method_card(keyed, counts, ...)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekey.face.report.card import Card as Card
    from pagekey.face.report.card import method_card as method_card
    from pagekey.study.count import Counts

__all__ = ["Card", "method_card", "render"]


def __getattr__(name: str) -> object:
    """Imported when first used: other verbs want the names of this package, and not the counting under it."""
    if name not in ("Card", "method_card"):
        raise AttributeError(f"module 'pagekey.face.report' has no attribute {name!r}")
    from pagekey.face.report import card

    return getattr(card, name)


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
    from pagekey.face.report.sections import report_sections
    from pagekey.face.report.words import Words

    words = Words(lang)
    if form == "json":
        from pagekey.face.report.as_json import as_json

        return as_json(counts, card, words)
    if form == "markdown":
        from pagekey.face.report.markdown import as_markdown

        return as_markdown(report_sections(counts, card, words, display))
    if form == "text":
        from pagekey.face.report.text import as_text

        return as_text(report_sections(counts, card, words, display), colour=colour)
    raise ValueError(f"expected a form of text, markdown, json, got {form!r}")
