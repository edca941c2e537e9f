"""Numbers, widths, cuts and wrapping, each by example."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fixture import small_report
from hypothesis import given
from hypothesis import strategies as st

from pagekey.face.report import figures, text
from pagekey.face.report.names import clean, cut, escape_hidden, width


@pytest.mark.parametrize(
    ("part", "over", "shown"),
    [
        (528, 902, "58.5%"), (0, 5, "0.0%"), (5, 5, "100.0%"), (1, 3, "33.3%"), (1, 80, "1.3%"), (1, 10_000, "<0.1%"),
        (9_999, 10_000, ">99.9%"), (-9, 10, "-90.0%"), (-1, 10_000, ">-0.1%"), (-9_999, 10_000, "<-99.9%"), (15, 5, "300.0%"),
    ],
)  # fmt: skip
def test_percent(part: int, over: int, shown: str) -> None:
    assert figures.percent(part, over) == shown


@pytest.mark.parametrize(
    ("part", "over", "shown"), [(294, 143, "2.06"), (10, 1, "10.00"), (1, 200, "0.01"), (1, 201, "0.00"), (12_345, 1, "12,345.00")]
)
def test_decimal(part: int, over: int, shown: str) -> None:
    assert figures.decimal(part, over) == shown


@given(st.integers(0, 10**12), st.integers(1, 10**9), st.integers(1, 3))
def test_decimal_rounds_halves_up(part: int, over: int, places: int) -> None:
    shown = Fraction(figures.decimal(part, over, places).replace(",", ""))
    off = Fraction(part, over) - shown
    assert -Fraction(1, 2 * 10**places) <= off < Fraction(1, 2 * 10**places)


def test_whole_signed_and_halves() -> None:
    assert (figures.whole(1_234_567), figures.signed(-12_345), figures.signed(7), figures.signed(0)) == ("1,234,567", "-12,345", "+7", "0")
    assert (figures.halves(2.0), figures.halves(2.5)) == ("2", "2.5")


@pytest.mark.parametrize(
    ("shown", "columns"),
    [
        ("abc", 3),
        ("中文", 4),
        ("a中b", 4),
        ("ｱ", 1),
        ("한글", 4),
        ("e\u0301", 1),
        ("（）", 4),
        ("café", 4),
        ("カタ", 4),
        ("😀", 2),
        ("", 0),
    ],
)
def test_width(shown: str, columns: int) -> None:
    assert width(shown) == columns


@given(st.text(max_size=60), st.integers(4, 30))
def test_a_cut_name_fits_and_keeps_both_ends(name: str, columns: int) -> None:
    shown = cut(name, columns)
    assert width(shown) <= columns
    if width(name) <= columns:
        assert shown == name
    else:
        front, _, back = shown.rpartition("…")
        assert name.startswith(front)
        assert name.endswith(back)


def test_cut_in_the_middle() -> None:
    assert cut("example.com/" + "x" * 40 + "/id-7", 24) == "example.com/xxx…xxx/id-7"


def test_clean_keeps_joiners_that_scripts_need() -> None:
    assert clean("می\u200cخواهم") == "می\u200cخواهم"
    assert clean("a\r\n\tb\u202e\x00c\ud800") == "a bc\ufffd"


def test_escape_hidden_is_json() -> None:
    assert escape_hidden("\u202e\udcff\U000e0041") == "\\u202e\\udcff\\udb40\\udc41"


@given(st.text(alphabet="ab 中，文", max_size=120), st.integers(6, 40))
def test_wrapping_loses_nothing_and_fits(line: str, columns: int) -> None:
    pieces = text._wrapped(line, columns, "")
    assert "".join("".join(pieces).split()) == "".join(line.split())
    assert all(width(piece) <= columns for piece in pieces)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_columns_line_up(lang: str) -> None:
    """Right-aligned columns of the status table end at one place, whatever the script of the head."""
    lines = small_report("text", lang).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("  page "))
    ends = set()
    for line in lines[start - 1 : start + 9]:
        at, cell = 2, line[2:]
        name = cell.split("  ")[0]
        number = cell[len(name) :].lstrip().split("  ")[0]
        at += width(cell[: cell.index(number, len(name))]) + width(number)
        ends.add(at)
    assert len(ends) == 1
