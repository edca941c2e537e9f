"""Makes src/pagekey/engine/tables/unicode.bin from the packages `idna` and `unicodedata2`; pagekey itself needs neither.

    pip install idna==3.20 unicodedata2==18.0.0
    python tools/make_unicode.py [FILE]

The file: header lines `# name: value`, an empty line, then the sections in the order and with the sizes (bytes) that the header names.
`index` and `rows` lead from a code point to its record number, the columns (256 bytes each) from record number to a property; the maps
are UTF-8, source and target in turn, separated by NUL. What each section means stands in src/pagekey/engine/characters.py.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from pathlib import Path

import unicodedata2  # type: ignore[import-not-found, unused-ignore]
from idna import idnadata, package_data, uts46data

TARGET = Path(__file__).parent.parent / "src" / "pagekey" / "engine" / "tables" / "unicode.bin"
VERSION = "18.0.0"
DATE = "2026-09"
IDNA = "3.20"

CODES = range(0x110000)
BIDI = {"L": "L", "R": "R", "AL": "A", "AN": "N", "EN": "E", "ES": "S", "CS": "C", "ET": "T", "ON": "O", "BN": "B", "NSM": "M"}
COLUMNS = ("status", "bidi", "joining", "order", "unstable", "mark")
VIRAMA = 9  # canonical combining class
VOWELS, TAILS = range(0x1161, 0x1176), range(0x11A8, 0x11C3)
SYLLABLES = range(0xAC00, 0xD7A4)

Record = tuple[int, ...]


def check_versions() -> None:
    """Ends with a message if an input is not the release that VERSION and DATE speak of."""
    found = {
        "idna": package_data.__version__,
        "idna.uts46data": uts46data.__version__,
        "idna.idnadata": idnadata.__version__,
        "unicodedata2": unicodedata2.unidata_version,
    }
    wanted = {"idna": IDNA, "idna.uts46data": VERSION, "idna.idnadata": VERSION, "unicodedata2": VERSION}
    for name, version in wanted.items():
        if found[name] != version:
            sys.exit(f"{name}: expected {version}, got {found[name]}\nhint: pip install idna=={IDNA} unicodedata2=={VERSION}")


def uts46(code: int) -> tuple[str, str]:
    """Status (V, M, I, X) of a code point and what it is mapped to. Deviations are valid: processing is non-transitional."""
    at = bisect_right(uts46data.uts46_starts, code) - 1
    status = chr(uts46data.uts46_statuses[at])
    return {"D": "V"}.get(status, status), uts46data.uts46_replacements[at] or ""


def joining_types() -> dict[int, str]:
    types = {}
    for letter, ranges in idnadata.joining_types.items():
        for span in ranges:
            types.update(dict.fromkeys(range(span >> 32, span & 0xFFFFFFFF), letter))
    return types


def joining_letter(code: int, types: dict[int, str]) -> str:
    letter = {0x200C: "Z", 0x200D: "J"}.get(code, types.get(code, "U"))
    if unicodedata2.combining(chr(code)) == VIRAMA:
        assert letter in "TU", f"a virama that joins: U+{code:04X}"
        return "V" if letter == "T" else "W"
    return letter


def compositions() -> dict[str, str]:
    """Two characters -> their primary composite; the composition exclusions are those that NFC does not put together again."""
    composed = {}
    for code in CODES:
        parts = unicodedata2.decomposition(chr(code)).split()
        pair = "".join(chr(int(part, 16)) for part in parts) if parts and not parts[0].startswith("<") else ""
        if len(pair) == 2 and unicodedata2.normalize("NFC", pair) == chr(code):
            composed[pair] = chr(code)
    return composed


def decompositions() -> dict[str, str]:
    full = {chr(code): unicodedata2.normalize("NFD", chr(code)) for code in CODES if code not in SYLLABLES}
    return {character: parts for character, parts in full.items() if parts != character}


def record(code: int, seconds: set[str], types: dict[int, str]) -> Record:
    """The columns of a code point; what is not valid in a label keeps its status and its normalization only."""
    character = chr(code)
    status = uts46(code)[0]
    order = unicodedata2.combining(character)
    unstable = order > 0 or character in seconds or unicodedata2.normalize("NFC", character) != character
    if status != "V":
        return (ord(status), ord("X"), ord("U"), order, unstable, 0)
    bidi = BIDI.get(unicodedata2.bidirectional(character), "X")
    mark = unicodedata2.category(character).startswith("M")
    return (ord(status), ord(bidi), ord(joining_letter(code, types)), order, unstable, mark)


def blocks(records: list[Record]) -> dict[str, bytes]:
    """Sections `index` and `rows`, and the columns."""
    numbers = {row: number for number, row in enumerate(dict.fromkeys(records))}
    rows: dict[bytes, int] = {}
    index = []
    for start in range(0, len(records), 256):
        row = bytes(numbers[entry] for entry in records[start : start + 256])
        index.append(rows.setdefault(row, len(rows)))
    sections = {"index": bytes(index), "rows": b"".join(rows)}
    for at, name in enumerate(COLUMNS):
        sections[name] = bytes(entry[at] for entry in numbers).ljust(256, b"\0")
    return sections


def pack(pairs: dict[str, str]) -> bytes:
    flat = [text for pair in sorted(pairs.items()) for text in pair]
    assert not any("\0" in text for text in flat)
    return "\0".join(flat).encode("utf-8")


def build() -> bytes:
    """The whole table file."""
    composed, types = compositions(), joining_types()
    seconds = {pair[1] for pair in composed} | {chr(code) for code in (*VOWELS, *TAILS)}
    sections = blocks([record(code, seconds, types) for code in CODES])
    mapped = {chr(code): target for code in CODES for status, target in [uts46(code)] if status in "MI"}
    sections |= {"mapped": pack(mapped), "decomposed": pack(decompositions()), "composed": pack(composed)}
    header = {
        "table": "Unicode properties for the hosts of URLs, made by tools/make_unicode.py",
        "unicode": VERSION,
        "date": DATE,
        "source": f"idna {IDNA} (UTS 46 mapping, joining types), unicodedata2 {VERSION} (all other properties)",
        "licence": "Unicode-3.0 (data), see NOTICE.md",
        "sections": " ".join(f"{name}={len(section)}" for name, section in sections.items()),
    }
    lines = "".join(f"# {name}: {value}\n" for name, value in header.items())
    return lines.encode("ascii") + b"\n" + b"".join(sections.values())


def main() -> None:
    check_versions()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    data = build()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    print(f"{target}: {len(data)} bytes, Unicode {VERSION}", file=sys.stderr)


if __name__ == "__main__":
    main()
