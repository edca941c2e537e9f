"""Plain text from right to left: phrases and cells are isolated, and nothing else changes."""

from __future__ import annotations

import re

import pytest
from fixture import small_report
from hypothesis import given
from hypothesis import strategies as st

from pagekey.face.report.layout import Lines, Name, Section, Table
from pagekey.face.report.markdown import as_markdown
from pagekey.face.report.phrases import cell, inside, isolated, phrases
from pagekey.face.report.text import as_text

MARKS = re.compile("[\u200f\u2066-\u2069]")
MIXED = st.text(alphabet="ab1 .,:;()%/-+\u0645\u06cc&…中é", max_size=60)


@given(MIXED)
def test_nothing_is_lost(words: str) -> None:
    assert "".join(part for part, _ in phrases(words)) == words
    for turned in (inside(words), isolated(words), cell(words)):
        assert MARKS.sub("", turned) == words
        assert turned.count("\u2069") == sum(map(turned.count, "\u2066\u2067\u2068"))


@pytest.mark.parametrize(
    ("words", "turned"),
    [
        ("سهم -0.7 تا +0.3.", "سهم \u2066-0.7\u2069 تا \u2066+0.3\u2069."),
        ("902 / 161؛ 5", "\u2066902 / 161\u2069؛ 5"),
        ("-0.6 .. +1.8", "\u2066-0.6 .. +1.8\u2069"),
        ("رکورد 1,234 page", "رکورد \u20661,234 page\u2069"),
        ("رکورد 1,234،", "رکورد 1,234،"),
        ("نخست a.example/be…apps است", "نخست \u2066a.example/be…apps\u2069 است"),
        ("در a.example/中文 b (2)", "در \u2066a.example/中文 b\u2069 (2)"),
        ("&amp; است", "\u2066&amp;\u2069 است"),
    ],
)
def test_phrases_that_signs_could_turn(words: str, turned: str) -> None:
    assert inside(words) == turned


def test_lines() -> None:
    assert isolated("https://a.example/ 5 -1") == "https://a.example/ 5 -1"
    assert isolated("  سهم -1\n") == "\u200f\u2067  سهم \u2066-1\u2069\u2069\n"
    assert isolated("\x1b[1mسهم -1\x1b[0m") == "\u200f\u2067\x1b[1mسهم \u2066-1\u2069\x1b[0m\u2069"


def test_sections_from_right_to_left_are_the_same_but_for_the_marks() -> None:
    table = Table("lrr", ("سایت", "پیشین", "تغییر"), ((Name("a.example"), "1,200", "-3"), ("جمع", "5", "")), "فهرست (2)")
    pairs = Table("ll", (), (("ورودی", Name("a.csv")), ("ورودی", "902 / 161؛ 5"), ("یادداشت", "سهم " * 60)))
    sections = [Section("گزارش 2026-09", (table, pairs, Lines(("x = 1",), "toml", "نمونه 1:")), ("سهم -0.7.",))]
    plain, turned = as_text(sections), as_text(sections, leftward=True)
    assert MARKS.sub("", turned) == plain
    assert not MARKS.search(plain)
    lines = turned.splitlines()
    row = next(line for line in lines if "a.example" in line)
    assert row == "\u200f  \u2068\u2066a.example\u2069\u2069  \u20681,200\u2069     \u2068\u2066-3\u2069\u2069"
    assert all(line.startswith("\u200f") for line in lines if re.search("[\u0600-\u06ff]", line))
    assert "    x = 1" in lines
    assert MARKS.sub("", as_markdown(sections, leftward=True)) == as_markdown(sections)
    assert "\u2066902 / 161\u2069" in as_markdown(sections, leftward=True)


@pytest.mark.parametrize(("form", "lang"), [(form, lang) for form in ("text", "markdown") for lang in ("en", "zh")])
def test_other_languages_have_no_marks(form: str, lang: str) -> None:
    assert not MARKS.search(small_report(form, lang))
