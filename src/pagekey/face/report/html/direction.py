"""Words of a page in their reading direction: what is Latin or a number stays whole inside a sentence that runs from right to left."""

from __future__ import annotations

import re

from pagekey.face.report.html.element import Child, Markup, joined, tag, text
from pagekey.face.report.words import Words

_RUN = re.compile(r"[!-~]+(?: [!-~]+)*")
_WORD = re.compile(r"[A-Za-z0-9]")
_ENDS = re.compile(r"([(\[{\"']*)(.*?)([\"')\]}.,:;!?]*)", re.DOTALL)
_WHOLE = 16  # characters of a phrase that no line may break
_CLOSING = tuple("\"')]}.,:;!?")


def direction(words: Words) -> str:
    """`rtl` or `ltr`."""
    return "rtl" if words.language == "fa" else "ltr"


def prose(words: str, side: str) -> Markup:
    """A sentence. From right to left, each phrase of ASCII in it is isolated, but for the signs at its ends: those are the sentence's."""
    if side == "ltr":
        return text(words)
    out: list[Child] = []
    at = 0
    for run in _RUN.finditer(words):
        phrases = Markup(" ".join(_isolated(phrase) for phrase in _phrases(run[0].split(" "))))
        out += [words[at : run.start()], phrases]
        at = run.end()
    return joined([*out, words[at:]])


def _phrases(words: list[str]) -> list[list[str]]:
    """The words of a run, parted where one ends in a closing sign or begins with a bracket: there the sentence goes on."""
    found: list[list[str]] = []
    for k, word in enumerate(words):
        if k == 0 or words[k - 1].endswith(_CLOSING) or word.startswith("("):
            found.append([])
        found[-1].append(word)
    return found


def _isolated(phrase: list[str]) -> Markup:
    """The phrase from its first to its last word that has a letter or digit; signs alone are the sentence's."""
    able = [k for k, word in enumerate(phrase) if _WORD.search(word)]
    if not able:
        return text(" ".join(phrase))
    first, last = able[0], able[-1] + 1
    found = _ENDS.fullmatch(" ".join(phrase[first:last]))
    assert found  # every part may be empty
    whole = "whole" if len(found[2]) <= _WHOLE else None
    inside = joined([found[1], tag("bdi", found[2], dir="ltr", class_=whole), found[3]])
    return Markup(" ".join([text(word) for word in phrase[:first]] + [inside] + [text(word) for word in phrase[last:]]))


def label(words: str, side: str) -> Markup:
    """Words of a chart, whose base direction is from left to right: isolated where they run the other way."""
    return text(words) if side == "ltr" else Markup(f"&#x2067;{text(words)}&#x2069;")


def number(words: str) -> Markup:
    """A number with its signs, isolated."""
    return tag("bdi", words, dir="ltr")
