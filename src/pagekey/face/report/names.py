"""Strings from the data, made harmless to show: a report is read in terminals and browsers that obey what they are sent.

Static ranges, not `unicodedata`: the same text on every Python.
"""

from __future__ import annotations

import re

# Line breaks and tabs become a blank; other controls, bidi marks, overrides and isolates, invisible format characters and tags go.
_BLANK = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_INVISIBLE = "\x7f-\x9f\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_HIDDEN = re.compile(f"[\x00-\x1f{_INVISIBLE}]")
_UNSAFE_IN_JSON = re.compile(f"[{_INVISIBLE}\u2028\u2029\ud800-\udfff]")  # what an encoder of JSON leaves as it is
_REVEALED = re.compile(f"[\x00-\x1f{_INVISIBLE}\x85\u2028\u2029\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")

_WIDE = (
    (0x1100, 0x115F), (0x2329, 0x232A), (0x2E80, 0x303E), (0x3041, 0x33FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA000, 0xA4CF),
    (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19), (0xFE30, 0xFE6F), (0xFF00, 0xFF60), (0xFFE0, 0xFFE6),
    (0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF), (0x20000, 0x3FFFD),
)  # fmt: skip
_ZERO = (
    (0x0300, 0x036F), (0x0483, 0x0489), (0x0591, 0x05BD), (0x0610, 0x061A), (0x064B, 0x065F), (0x0E31, 0x0E31), (0x0E34, 0x0E3A),
    (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x200B, 0x200F), (0x20D0, 0x20FF), (0x3099, 0x309A), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F),
)  # fmt: skip


def clean(text: str) -> str:
    """The text on one line, without anything that moves a cursor or turns the reading direction; a stray byte shows as U+FFFD."""
    return _SURROGATE.sub("\ufffd", _HIDDEN.sub("", _BLANK.sub(" ", text)))


def reveal(text: str) -> str:
    r"""The text on one line with every hidden character written as an escape (`\t`, `\x1b`, `\u202e`): for a trace, where it counts."""
    return _REVEALED.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def escape_hidden(text: str) -> str:
    r"""JSON text whose invisible characters are written `\uXXXX`: whole for a parser, harmless for a terminal."""

    def escape(found: re.Match[str]) -> str:
        units = found[0].encode("utf-16-be", "surrogatepass")
        return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))

    return _UNSAFE_IN_JSON.sub(escape, text)


def json_text(value: object, indent: int | None = None) -> str:
    """The value as JSON that ends in a newline, whole for a parser and harmless for a terminal; on one line without `indent`."""
    import json  # a verb that writes none starts without it

    return escape_hidden(json.dumps(value, ensure_ascii=False, indent=indent)) + "\n"


def width(text: str) -> int:
    """Columns of a terminal: two for East Asian wide characters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(_columns(ord(char)) for char in text)


def cut(text: str, columns: int) -> str:
    """At most `columns` wide, cut in the middle: the host at the front and the id at the end tell two names apart."""
    if width(text) <= columns:
        return text
    front = _prefix(text, (columns - 1) * 2 // 3)
    back = _prefix(text[::-1], columns - 1 - width(front))[::-1]
    return f"{front}…{back}"


def _prefix(text: str, columns: int) -> str:
    used = 0
    for i, char in enumerate(text):
        used += _columns(ord(char))
        if used > columns:
            return text[:i]
    return text


def _columns(code: int) -> int:
    if code < 0x300:
        return 1
    if any(low <= code <= high for low, high in _ZERO):
        return 0
    return 2 if any(low <= code <= high for low, high in _WIDE) else 1
