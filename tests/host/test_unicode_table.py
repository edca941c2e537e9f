"""The table file of Unicode properties: what it says of itself, how it is made, and its NFC against unicodedata2."""

from __future__ import annotations

import importlib.util
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pagekey.engine import characters, idna
from pagekey.errors import PagekeyError

TOOL = Path(__file__).parents[2] / "tools" / "make_unicode.py"
TABLE = Path(characters.table_path())


def load_tool() -> ModuleType:
    pytest.importorskip("idna", reason="the package idna, a source of the table, is not installed")
    load_unicodedata2()
    spec = importlib.util.spec_from_file_location("make_unicode", TOOL)
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    try:
        tool.check_versions()
    except SystemExit as stop:
        pytest.skip(str(stop.code))
    return tool


def load_unicodedata2() -> Any:
    unicodedata2 = pytest.importorskip("unicodedata2", reason="unicodedata2, the oracle, is not installed")
    if unicodedata2.unidata_version != idna.UNICODE_VERSION:
        pytest.skip(f"unicodedata2 is of Unicode {unicodedata2.unidata_version}, the table of {idna.UNICODE_VERSION}")
    return unicodedata2


def test_header_agrees_with_the_code() -> None:
    header, _ = characters.read_header(TABLE.read_bytes())
    assert (header["unicode"], header["date"]) == (idna.UNICODE_VERSION, idna.UNICODE_DATE)
    assert TABLE.stat().st_size < 250_000


def test_table_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "unicode.bin"
    other.write_bytes(TABLE.read_bytes().replace(b"# unicode: 18", b"# unicode: 17", 1))
    monkeypatch.setattr(characters, "table_path", lambda: str(other))
    with pytest.raises(PagekeyError, match=re.escape("wrong Unicode table: expected Unicode 18.0.0 of 2026-09, got 17.0.0 of 2026-09")):
        characters.load_characters.__wrapped__()


def test_notice_names_every_table_and_its_date() -> None:
    notice = (TABLE.parent / "NOTICE.md").read_text(encoding="utf-8")
    rows = [line for line in notice.splitlines() if line.startswith("| `")]
    assert {row.split("`")[1] for row in rows} >= {"suffixes.txt", "unicode.bin"}
    assert any("unicode.bin" in row and idna.UNICODE_VERSION in row and idna.UNICODE_DATE in row for row in rows)


def test_generator_makes_the_same_file() -> None:
    assert load_tool().build() == TABLE.read_bytes(), "run: python tools/make_unicode.py"


def make_texts() -> Iterator[str]:
    """Every character alone and before a mark, every pair that composes, and seeded mixtures of what NFC may change."""
    table = characters.load_characters()
    everything = [chr(code) for code in range(0x35000) if not 0xD800 <= code < 0xE000]
    yield from everything
    yield from (character + "\u0323" for character in everything if character in table.decomposed)
    yield from table.composed
    unstable = [character for character in everything if 1 in table.records(character).translate(table.unstable)]
    unstable += ["a", "e", "\u00e9", "\u1100", "\uac00", "\uac01", "\u0915", "\u0b47", "\u1025"] * 40
    mixer = random.Random(2026)
    for _ in range(20_000):
        yield "".join(mixer.choice(unstable) for _ in range(mixer.randint(2, 8)))


def test_nfc_agrees_with_unicodedata2() -> None:
    normalize = load_unicodedata2().normalize
    table = characters.load_characters()
    differing = [text for text in make_texts() if table.nfc(text) != normalize("NFC", text)]
    assert [ascii(text) for text in differing[:5]] == []
