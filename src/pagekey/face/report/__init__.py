"""The report of a count: `render(counts, card, form, lang)`, where `card` comes from `method_card(keyed, counts, ...)`.

`render_page` makes the page, which shows groups of strings too, and `render_card` the method card alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekey.face.report.card import Card as Card
    from pagekey.face.report.card import method_card as method_card
    from pagekey.face.report.periods.page import Comparison
    from pagekey.study.count import Counts
    from pagekey.study.merges import Merges

__all__ = ["Card", "Language", "method_card", "render", "render_card", "render_comparison", "render_page"]

Language = Literal["en", "zh", "fa"]


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
    lang: Language = "en",
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

        return as_markdown(report_sections(counts, card, words, display), leftward=words.leftward)
    if form == "text":
        from pagekey.face.report.text import as_text

        return as_text(report_sections(counts, card, words, display), colour=colour, leftward=words.leftward)
    raise ValueError(f"expected a form of text, markdown, json, got {form!r}")


def render_page(
    counts: Counts,
    card: Card,
    found: Merges,
    lang: Language = "en",
    *,
    display: Callable[[str], str] = str,
    beside: Comparison | None = None,
) -> str:
    """The report as one HTML file that ends in a newline; `found` are the groups of the same table (`merges(keyed)`).

    `display` as in `render`. `beside`: what `periods.compared` or `periods.refused` gives, to stand before all that is of this table alone.
    """
    from pagekey.face.report.html.page import as_html
    from pagekey.face.report.words import Words

    return as_html(counts, card, found, Words(lang), display, beside)


def render_comparison(beside: Comparison, lang: Language = "en", *, display: Callable[[str], str] = str) -> str:
    """A comparison of two periods, or its refusal, as one HTML file of its own that ends in a newline."""
    from pagekey.face.report.html.page import comparison_html
    from pagekey.face.report.words import Words

    return comparison_html(beside, Words(lang), display)


def render_card(card: Card, form: Literal["markdown", "json", "html"], lang: Language = "en") -> str:
    """The method card alone as a string that ends in a newline. ValueError on another form or language."""
    from pagekey.face.report.words import Words

    words = Words(lang)
    if form == "html":
        from pagekey.face.report.html.page import card_html

        return card_html(card, words)
    if form == "json":
        from pagekey.face.report.as_json import card_json

        return card_json(card, words)
    if form == "markdown":
        from pagekey.face.report.markdown import as_markdown
        from pagekey.face.report.method import method

        return as_markdown([method(card, words)], leftward=words.leftward)
    raise ValueError(f"expected a form of markdown, json, html, got {form!r}")
