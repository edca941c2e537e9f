"""Two periods in one page: the comparison with its ranks and charts, the refusal with the rules that differ, in three languages."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from fixture import answered_table, small_table
from pages import Element, tree
from test_html import HOSTILE, check_form, page_of
from test_periods_report import EVIL, full, table

from pagekey import Policy, PolicyMismatch, diff
from pagekey.face.report import render_comparison
from pagekey.face.report.names import clean
from pagekey.face.report.periods import refusal, render, words_of
from pagekey.face.report.periods.page import Comparison, compared, refused
from pagekey.face.report.words import EN, LANGUAGES
from pagekey.keying.caliber import Caliber
from pagekey.study.periods import Changes

STAMPS = (Policy.load("citation@1").stamp, Policy.load("crawl@1").stamp)
COMMAND = "pagekey diff --store cited 2026-09 2026-10 --rekey"


def comparison(lang: str = "en", changes: Changes | None = None) -> Comparison:
    return compared(changes or full(), words_of(lang), str, (("old.csv",), ("new.csv",)))


def mismatch(**differences: tuple[str, str]) -> PolicyMismatch:
    return PolicyMismatch("do not compare", differences=tuple((name, *pair) for name, pair in differences.items()), hint="do it")


def rows(document: Element, place: str) -> list[list[str]]:
    return [[cell.text for cell in row.children if isinstance(cell, Element)] for row in document.by_id(place).all("tr")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_comparison_stands_before_the_report(lang: str) -> None:
    document = tree(page_of(answered_table(), lang, beside=comparison(lang)))
    check_form(document)
    order = [str(one.attributes["id"]) for one in document.all("section")]
    mine = [name for name in order if name.startswith("compared")]
    assert order[: len(mine) + 1] == [*mine, "three"]
    assert {"compared", "compared-ranks", "compared-turnover", "compared-gains-site", "compared-losses-page", "compared-card"} <= set(mine)
    for section in comparison(lang).sections:
        assert clean(section.title) in document.by_id(section.name).text
        assert all(clean(note) in document.by_id(section.name).text for note in section.notes)
    assert "\x1b" not in document.text and "\u202e" not in document.text
    inside = json.loads(document.by_id("pagekey-diff").text)
    assert inside == json.loads(render(full(), "json", sources=(("old.csv",), ("new.csv",))))
    assert "pagekey_report" in json.loads(document.by_id("pagekey-report").text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_comparison_alone_is_a_page(lang: str) -> None:
    document = tree(render_comparison(comparison(lang), lang))
    check_form(document)
    assert [one.attributes.get("id") for one in document.all("script")] == ["pagekey-diff", None]
    assert document.by_id("compared").all("h2")[0].text == words_of(lang)("title", old="2026-09", new="2026-10")


def test_turnover_bars_lie_end_to_end() -> None:
    changes = full()
    image = tree(render_comparison(comparison(changes=changes))).by_id("chart-turnover").all("svg")[0]
    bars = [one.attributes for one in image.all("rect") if one.attributes["class"] != "track"]
    ends = [(float(str(bar["x"]).rstrip("%")), float(str(bar["width"]).rstrip("%"))) for bar in bars if bar["class"] == "after"]
    whole = changes.pages.lost + changes.pages.kept + changes.pages.new
    assert ends[0] == pytest.approx((100 * (whole - changes.pages.new) / whole, 100 * changes.pages.new / whole), abs=0.02)
    assert sum(ends[0]) == pytest.approx(100, abs=0.02)


def test_bars_of_a_change_begin_at_the_line_of_no_change() -> None:
    found = diff(table("a", {"a.com/": 60, "b.com/": 20}), table("b", {"a.com/": 20, "b.com/": 60}))
    sites = [one for one in (*found.top_sites.gains, *found.top_sites.losses) if one.low is not None]
    image = tree(render_comparison(comparison(changes=found))).by_id("chart-changes").all("svg")[0]
    zero = {str(one.attributes["x1"]) for one in image.all("line") if one.attributes["class"] == "zero"}
    assert len(zero) == 1
    at = float(zero.pop().rstrip("%"))
    bars = [one.attributes for one in image.all("rect") if one.attributes["class"] != "track"]
    assert len(bars) == len(sites) and {bar["class"] for bar in bars} == {"after", "loss"}
    for bar in bars:
        start, wide = (float(str(bar[name]).rstrip("%")) for name in ("x", "width"))
        assert (start if bar["class"] == "after" else start + wide) == pytest.approx(at, abs=0.02)


def test_few_records_have_counts_and_no_charts() -> None:
    document = tree(render_comparison(comparison(changes=diff(table("a", {"a.com/": 5}), table("b", {"b.com/": 5})))))
    assert document.all("figure") == []
    assert "compared-ranks" not in [one.attributes.get("id") for one in document.walk()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_names_fields_rules_and_the_way_out(lang: str) -> None:
    error = mismatch(**{field.name: STAMPS if field.name == "policy" else ("x", EVIL) for field in fields(Caliber)})
    document = tree(page_of(small_table(), lang, beside=refused(error, ("2026-09", "2026-10"), COMMAND, words_of(lang))))
    check_form(document)
    words = words_of(lang)
    assert [row[0] for row in rows(document, "compared")[1:]] == [words(f"field.{field.name}") for field in fields(Caliber)]
    assert rows(document, "compared")[1][1:] == list(STAMPS)
    assert document.by_id("compared-way").all("code")[0].text == COMMAND
    told = dict(rows(document, "compared-rules"))
    assert (told["strip-www"], told["add-slash"]) == (words("rules.then"), words("rules.now"))
    assert "drop-fragment" not in told
    assert json.loads(document.by_id("pagekey-diff").text)["comparable"] is False
    assert document.all("title")[0].text.startswith(words("refused", old="2026-09", new="2026-10", fields=7))
    assert "\u202e" not in document.text


def test_rules_that_cannot_be_told_are_said_to_be_unknown() -> None:
    def notes(stamp: str) -> tuple[str, ...]:
        error = mismatch(policy=(STAMPS[0], stamp))
        return next(one.notes for one in refused(error, ("a", "b"), None, words_of("en")).sections if one.name == "compared-rules")

    unknown = (words_of("en")("refused.rules.unknown"),)
    assert notes("house@1-draft:0123456789ab") == unknown
    assert notes(STAMPS[1][:-1] + "_") == unknown
    assert notes("/etc/passwd") == unknown
    assert notes(STAMPS[0]) == (words_of("en")("refused.rules.none"),)


def test_keyed_files_are_told_to_be_made_anew() -> None:
    found = refused(mismatch(policy=STAMPS), ("a.csv", HOSTILE[0]), None, words_of("en"))
    assert [one.name for one in found.sections] == ["compared", "compared-rules"]
    document = tree(render_comparison(found))
    check_form(document)
    assert "key both files anew" in document.text and HOSTILE[0] in document.text


def test_a_refusal_in_text_says_the_same_fields() -> None:
    lines = refusal(mismatch(policy=STAMPS), ("a", "b"), COMMAND, "text", "fa").splitlines()
    assert all(line.startswith("\u200f\u2067") and line.endswith("\u2069") for line in lines)
    assert STAMPS[0] in lines[1] and COMMAND in lines[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_used(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pagekey.face.report.words import Words

    seen: set[str] = set()
    spoken = Words.__call__

    def listening(self: Words, key: str, **blanks: object) -> str:
        seen.add(key)
        return spoken(self, key, **blanks)

    monkeypatch.setattr(Words, "__call__", listening)
    page_of(answered_table(), lang, beside=comparison(lang))
    render_comparison(comparison(lang), lang)
    used = {word for word in EN if word.startswith(("chart.turnover", "chart.changes", "page.periods", "page.compared", "page.rows.old"))}
    assert len(used) > 10 and used <= seen
