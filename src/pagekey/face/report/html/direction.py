"""Words of a page in their reading direction: what is Latin or a number stays whole inside a sentence that runs from right to left."""

from __future__ import annotations

from pagekey.face.report.html.element import Markup, joined, tag, text
from pagekey.face.report.phrases import phrases
from pagekey.face.report.words import Words

_WHOLE = 16  # characters of a phrase that no line may break


def direction(words: Words) -> str:
    """`rtl` or `ltr`."""
    return "rtl" if words.leftward else "ltr"


def prose(words: str, side: str) -> Markup:
    """A sentence. From right to left, each phrase from left to right in it is isolated, but for the signs at its ends."""
    if side == "ltr":
        return text(words)
    return joined([_isolated(part) if own else part for part, own in phrases(words)])


def _isolated(phrase: str) -> Markup:
    return tag("bdi", phrase, dir="ltr", class_="whole" if len(phrase) <= _WHOLE else None)


def label(words: str, side: str) -> Markup:
    """Words of a chart, whose base direction is from left to right: isolated, in the direction of their first letter."""
    return text(words) if side == "ltr" else Markup(f"&#x2068;{text(words)}&#x2069;")


def number(words: str) -> Markup:
    """A number with its signs, isolated."""
    return tag("bdi", words, dir="ltr")
