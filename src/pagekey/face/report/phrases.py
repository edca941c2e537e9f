"""What is Latin or a number inside a sentence that runs from right to left: found, and in plain text isolated, so that it stays whole."""

from __future__ import annotations

import re

_OTHER = "\u00c0-\u058f\u0900-\u1fff\u2e80-\ud7ff\uf900-\ufaff\uff10-\uffdf\U00010000-\U0003ffff"  # from left to right, beside ASCII
_RUN = re.compile(f"[!-~…{_OTHER}]+(?: [!-~…{_OTHER}]+)*")  # … stands where a name is cut
_WORD = re.compile(f"[A-Za-z0-9{_OTHER}]")
_ENDS = re.compile(r"([(\[{\"']*)(.*?(?:&\w+;)?)([\"')\]}.,:;!?]*)", re.DOTALL)
_CLOSING = tuple("\"')]}.,:;!?")
_SCRIPT = re.compile("[\u0600-\u06ff]")
_PLAIN = re.compile(r"[A-Za-z0-9]+|[0-9][0-9,.]*[0-9]")
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")
_MARK, _LTR, _RTL, _AUTO, _END = "\u200f", "\u2066", "\u2067", "\u2068", "\u2069"


def phrases(words: str) -> list[tuple[str, bool]]:
    """The words in pieces, in their order; True for a phrase from left to right, without the signs at its ends."""
    out: list[tuple[str, bool]] = []
    at = 0
    for run in _RUN.finditer(words):
        out.append((words[at : run.start()], False))
        for k, phrase in enumerate(_parted(run[0].split(" "))):
            out += [(" ", False)] * (k > 0) + _own(phrase)
        at = run.end()
    return [piece for piece in [*out, (words[at:], False)] if piece[0]]


def isolated(line: str) -> str:
    """A line of plain text that runs from right to left, whole and with each phrase that would turn isolated; another line as it is.

    The mark before it is for readers that take the direction of a line from its first letter.
    """
    said = line.rstrip("\n")
    if not _SCRIPT.search(said):
        return line
    turned = "".join(part if part.startswith("\x1b") else inside(part) for part in _COLOUR.split(said))
    return f"{_MARK}{_RTL}{turned}{_END}{line[len(said) :]}"


def inside(words: str) -> str:
    """The words with each phrase isolated that signs or blanks could turn."""
    return "".join(f"{_LTR}{part}{_END}" if own and not _PLAIN.fullmatch(part) else part for part, own in phrases(words))


def cell(words: str) -> str:
    """A cell of a row of plain text, isolated: its direction is its own, and the cells keep their order."""
    return f"{_AUTO}{words}{_END}" if words else ""


def row(line: str) -> str:
    """A row of such cells, which begins at the right."""
    return _MARK + line


def _parted(words: list[str]) -> list[list[str]]:
    """The words of a run, parted where one ends in a closing sign or begins with a bracket: there the sentence goes on."""
    found: list[list[str]] = []
    for k, word in enumerate(words):
        if k == 0 or _closes(words[k - 1]) or word.startswith("("):
            found.append([])
        found[-1].append(word)
    return found


def _closes(word: str) -> bool:
    """Whether the sentence goes on after the word; signs alone, as between the ends of an interval, close nothing."""
    return word.endswith(_CLOSING) and _WORD.search(word) is not None


def _own(phrase: list[str]) -> list[tuple[str, bool]]:
    """The phrase from its first to its last word that has a letter or digit; signs alone are the sentence's."""
    able = [k for k, word in enumerate(phrase) if _WORD.search(word)]
    if not able:
        return [(" ".join(phrase), False)]
    first, last = able[0], able[-1] + 1
    found = _ENDS.fullmatch(" ".join(phrase[first:last]))
    assert found  # every part may be empty
    before = "".join(f"{word} " for word in phrase[:first]) + found[1]
    after = found[3] + "".join(f" {word}" for word in phrase[last:])
    return [(before, False), (found[2], True), (after, False)]
