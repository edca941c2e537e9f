"""Words of a page in their reading direction: what is Latin or a number stays whole inside a sentence that runs from right to left."""

from __future__ import annotations

import re

from pagekey.face.report.html.element import Child, Markup, joined, tag, text
from pagekey.face.report.words import Words

_RUN = re.compile(r"[!-~]*[A-Za-z0-9][!-~]*(?: [!-~]*[A-Za-z0-9][!-~]*)*")
_ENDS = re.compile(r"([(\[{\"']*)(.*?)([\"')\]}.,:;!?]*)", re.DOTALL)


def direction(words: Words) -> str:
    """`rtl` or `ltr`."""
    return "rtl" if words.language == "fa" else "ltr"


def prose(words: str, side: str) -> Markup:
    """A sentence. From right to left, each run of ASCII in it is isolated without the signs at its ends, which belong to the sentence."""
    if side == "ltr":
        return text(words)
    out: list[Child] = []
    at = 0
    for run in _RUN.finditer(words):
        found = _ENDS.fullmatch(run[0])
        assert found  # every part may be empty
        out += [words[at : run.start()] + found[1], tag("bdi", found[2], dir="ltr"), found[3]]
        at = run.end()
    return joined([*out, words[at:]])


def label(words: str, side: str) -> Markup:
    """Words of a chart, whose base direction is from left to right: isolated where they run the other way."""
    return text(words) if side == "ltr" else Markup(f"&#x2067;{text(words)}&#x2069;")


def number(words: str) -> Markup:
    """A number with its signs, isolated."""
    return tag("bdi", words, dir="ltr")
