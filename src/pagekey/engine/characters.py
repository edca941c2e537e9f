"""What Unicode says of a code point, from our own dated table: `unicodedata` differs from Python to Python, and keys must not.

The table file is made by `tools/make_unicode.py` and describes itself in its header. Every code point has a record number (one byte);
a column is a table of 256 bytes from record number to a letter or number, so that `records.translate(column)` reads a property of a
whole text at once.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

from pagekey.errors import PagekeyError

UNICODE_VERSION = "18.0.0"
UNICODE_DATE = "2026-09"

HANGUL_BASE, HANGUL_COUNT = 0xAC00, 11172
LEAD_BASE, LEAD_COUNT = 0x1100, 19
VOWEL_BASE, VOWEL_COUNT = 0x1161, 21
TAIL_BASE, TAIL_COUNT = 0x11A7, 28


@dataclass(frozen=True, slots=True)
class Characters:
    """The loaded table. `status`, `bidi`, `joining`, `order`, `unstable`, `mark` are columns (256 bytes each)."""

    mapped: dict[str, str]  # UTS 46 mapping, ignored characters to ""
    decomposed: dict[str, str]  # full canonical decomposition, without Hangul
    composed: dict[str, str]  # two characters -> primary composite, without Hangul
    index: bytes  # block of 256 code points -> number of its row
    rows: bytes  # rows of 256 record numbers
    status: bytes  # UTS 46: V valid or deviation, M mapped, I ignored, X disallowed
    bidi: bytes  # L R, A = AL, N = AN, E = EN, S = ES, C = CS, T = ET, O = ON, B = BN, M = NSM, X = all others
    joining: bytes  # L R D T U, C as Join_Causing; V = virama that is transparent, W = any other virama; Z = ZWNJ, J = ZWJ
    order: bytes  # canonical combining class
    unstable: bytes  # 1 if a text that holds the character may change under NFC
    mark: bytes  # 1 for general category M

    def records(self, text: str) -> bytes:
        """The record number of each code point, in order."""
        index, rows = self.index, self.rows
        return bytes([rows[index[code >> 8] << 8 | code & 0xFF] for code in map(ord, text)])

    def map(self, text: str) -> str | None:
        """The text after step 1 of UTS 46 section 4, or None if it holds a disallowed code point."""
        status = self.records(text).translate(self.status)
        if b"X" in status:
            return None
        if b"M" not in status and b"I" not in status:
            return text
        mapped = self.mapped
        return "".join([mapped.get(character, character) for character in text])

    def nfc(self, text: str) -> str:
        """Normalization Form C (UAX 15)."""
        if text.isascii() or 1 not in self.records(text).translate(self.unstable):
            return text
        decomposed = self.decomposed
        # Hangul syllables stay whole: composing is all that NFC can do to them.
        text = "".join([decomposed.get(character, character) for character in text])
        return self._compose(*self._reorder(text))

    def _reorder(self, text: str) -> tuple[str, bytes]:
        """The text in canonical order, with the combining class of each character."""
        order = self.records(text).translate(self.order)
        segment, keys = 0, []
        for combining in order:
            segment += combining == 0
            keys.append((segment, combining))
        places = sorted(range(len(text)), key=keys.__getitem__)
        return "".join([text[place] for place in places]), bytes([order[place] for place in places])

    def _compose(self, text: str, order: bytes) -> str:
        out: list[str] = []
        starter, last = -1, 0
        for character, combining in zip(text, order, strict=True):
            # A character meets its starter if nothing stands between, or only such as have a lower class (UAX 15 D115: "blocked").
            if starter >= 0 and (starter == len(out) - 1 or last < combining):
                composite = self.composed.get(out[starter] + character) or _compose_hangul(out[starter], character)
                if composite:
                    out[starter] = composite
                    continue
            if combining == 0:
                starter = len(out)
            last = combining
            out.append(character)
        return "".join(out)


def _compose_hangul(first: str, second: str) -> str:
    """The syllable of lead and vowel, or of an open syllable and a tail (Unicode 3.12); "" if they make none."""
    lead, vowel, tail, syllable = ord(first) - LEAD_BASE, ord(second) - VOWEL_BASE, ord(second) - TAIL_BASE, ord(first) - HANGUL_BASE
    if 0 <= lead < LEAD_COUNT and 0 <= vowel < VOWEL_COUNT:
        return chr(HANGUL_BASE + (lead * VOWEL_COUNT + vowel) * TAIL_COUNT)
    if 0 <= syllable < HANGUL_COUNT and syllable % TAIL_COUNT == 0 and 0 < tail < TAIL_COUNT:
        return chr(HANGUL_BASE + syllable + tail)
    return ""


def table_path() -> str:
    """Where the table file of this installation lies."""
    return os.path.join(os.path.dirname(__file__), "tables", "unicode.bin")


def read_header(data: bytes) -> tuple[dict[str, str], int]:
    """The `# name: value` lines that open a table file, and the offset of the first byte after the empty line that ends them."""
    end = data.find(b"\n\n")
    lines = data[: max(end, 0)].decode("ascii").splitlines()
    return dict(line[2:].split(": ", 1) for line in lines if ": " in line), end + 2


def _pairs(section: bytes) -> dict[str, str]:
    parts = section.decode("utf-8").split("\0")
    return dict(zip(parts[::2], parts[1::2], strict=True))


@cache
def load_characters() -> Characters:
    """The table, read once. Raises PagekeyError if the file is of another Unicode version than this code."""
    with open(table_path(), "rb") as file:
        data = file.read()
    header, at = read_header(data)
    if (header.get("unicode"), header.get("date")) != (UNICODE_VERSION, UNICODE_DATE):
        raise PagekeyError(
            "wrong Unicode table",
            expected=f"Unicode {UNICODE_VERSION} of {UNICODE_DATE}",
            got=f"{header.get('unicode')} of {header.get('date')}",
            where=table_path(),
            hint="python tools/make_unicode.py, then set UNICODE_VERSION and UNICODE_DATE in engine/characters.py",
        )
    sections: dict[str, bytes] = {}
    for entry in header["sections"].split():
        name, _, size = entry.partition("=")
        sections[name] = data[at : at + int(size)]
        at += int(size)
    mapped, decomposed, composed = (_pairs(sections.pop(name)) for name in ("mapped", "decomposed", "composed"))
    return Characters(mapped=mapped, decomposed=decomposed, composed=composed, **sections)
