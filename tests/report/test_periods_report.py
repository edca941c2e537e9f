"""A comparison of periods for readers: both languages, every form, hostile names, and the refusal."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from string import Formatter

import pytest

from pagekey import Policy, PolicyMismatch, diff
from pagekey.face.report.periods import refusal, render
from pagekey.face.report.periods.chinese import ZH
from pagekey.face.report.periods.english import EN
from pagekey.face.report.periods.page import refused
from pagekey.face.report.periods.persian import FA
from pagekey.face.report.periods.sections import sections
from pagekey.face.report.words import Words
from pagekey.keying.caliber import Caliber, caliber_of
from pagekey.study.periods import Changes, Period

CALIBER = caliber_of(Policy.load("citation@1"), None, "column url, all rows")
EVIL = "e.com/\x1b[31m\u202e|`x`\n"


def table(name: str, pages: dict[str, int], caliber: Caliber = CALIBER, failed: int = 0, **columns: list[str | None]) -> Period:
    keys = [key for key, records in pages.items() for _ in range(records)] + ["s.com/"] * 10 + ["s.com/x"] * failed
    status = ["page"] * (len(keys) - failed) + ["short-link"] * failed
    cut = {column: cells[: len(keys)] for column, cells in columns.items()}
    return Period(name, caliber, keys, status, [key.partition("/")[0] for key in keys], [key == "s.com/" for key in keys], cut)


def full(caliber: Caliber = CALIBER) -> Changes:
    """A comparison in which everything is said."""
    many: dict[str, list[str | None]] = {
        "engine": ["Kimi"] * 40 + ["豆包"] * 40 + [None] * 100,
        "answer_id": [str(i // 4) for i in range(180)],
        "prompt": ["p"] * 90 + ["q"] * 90,
    }
    fewer = {**many, "engine": [EVIL] * 180, "prompt": ["p"] * 60 + ["r"] * 120}
    old = table("2026-09", {"a.com/1": 50, "b.com/": 30, "c.com/": 3, EVIL: 5}, caliber, 2, **many)
    return diff(old, table("2026-10", {"a.com/1": 22, "a.com/2": 2, "d.com/": 12, EVIL: 9}, caliber, 12, **fewer))


def others() -> list[Changes]:
    """What the full one does not say: other units, no columns, no intervals, random groups."""
    found = [full(replace(CALIBER, site_unit=unit, mapping=None)) for unit in ("domain", "group", None)]
    found.append(diff(table("a", {}), table("b", {})))
    large = {f"{h}.com/{i}": 60 for h in "ab" for i in range(10)}
    found.append(diff(table("a", large), table("b", {**large, "a.com/0": 90})))
    return found


def test_all_languages_have_the_same_words_and_blanks() -> None:
    assert list(EN) == list(ZH) == list(FA)
    for key, text in EN.items():
        blanks = [sorted({field for _, field, _, _ in Formatter().parse(words) if field}) for words in (text, ZH[key], FA[key])]
        assert blanks[0] == blanks[1] == blanks[2], key
    assert {key for key, text in FA.items() if not re.search("[\u0600-\u06ff]", text)} == {"list.direction", "card.column"}
    assert not re.search("[\u064a\u0643\u0660-\u0669\u06f0-\u06f9]", "".join(FA.values()))


def test_every_word_is_used() -> None:
    seen: set[str] = set()

    class Listening(Words):
        def __call__(self, key: str, **blanks: object) -> str:
            seen.add(key)
            return super().__call__(key, **blanks)

    for changes in (full(), *others()):
        sections(changes, Listening("en", {"en": EN}), str, (("a.csv",), ("b.csv",)))
    stamps = [Policy.load(name).stamp for name in ("citation@1", "crawl@1")]
    for pair in (stamps, stamps[::-1], stamps[:1] * 2, ["house@1", stamps[0]]):
        for command in (None, "pagekey diff --rekey"):
            error = PolicyMismatch("", differences=(("policy", pair[0], pair[1]),), hint="")
            refused(error, ("a", "b"), command, Listening("en", {"en": EN}))
    assert set(EN) - seen == {"refused.store"}


@pytest.mark.parametrize("lang", ["en", "zh", "fa"])
def test_everything_is_said(lang: str) -> None:
    text = render(full(), "text", lang, sources=(("old.csv, sha256 12",), ("new.csv",)))  # type: ignore[arg-type]
    assert text.endswith("\n") and "\x1b" not in text and "\u202e" not in text
    words = {"en": EN, "zh": ZH, "fa": FA}[lang]
    text = re.sub("[\u200f\u2066-\u2069]", "", text)
    for said in ("old.csv, sha256 12", "↓", "n=9", "-", CALIBER.policy or "", words["caution"], words["turnover"], words["card"]):
        assert said in text
    assert ("over whole answers" in " ".join(text.split())) == (lang == "en")


def test_small_numbers_have_no_share_and_no_arrow() -> None:
    found = diff(table("a", {"a.com/": 5}), table("b", {"b.com/": 5}))
    text = render(found)
    assert not any(sign in text.split("Method card")[0].replace("95 %", "") for sign in ("↑", "↓", "%"))


def test_json_holds_all_of_it() -> None:
    changes = full()
    value = json.loads(render(changes, "json"))
    assert (value["comparable"], value["pages"]["new"], value["caliber"]["policy"]) == (True, changes.pages.new, CALIBER.policy)
    first = value["top_sites"]["losses"][0]
    assert (first["change"], first["direction"], first["name"]) == (changes.top_sites.losses[0].change, -1, "b.com")
    assert value["columns"] == {"engine": "engine", "answer": "answer_id", "prompt": "prompt"}
    assert render(changes, "json", "zh") == render(changes, "json")
    assert "\x1b" not in render(changes, "json") and "\u202e" not in render(changes, "json")


def test_markdown_has_tables_and_no_markup_of_names() -> None:
    text = render(full(), "markdown")
    assert text.startswith("# 2026-09 and 2026-10 compared\n")
    assert "|`x`" not in text


@pytest.mark.parametrize("lang", ["en", "zh", "fa"])
@pytest.mark.parametrize("command", ["pagekey diff --rekey", None])
def test_a_refusal_names_every_field(lang: str, command: str | None) -> None:
    names = tuple(field.name for field in fields(Caliber))
    error = PolicyMismatch("a and b do not compare", differences=tuple((name, "x", "y") for name in names), hint="do it")
    lines = refusal(error, ("a", "b\x1b"), command, "text", lang).splitlines()  # type: ignore[arg-type]
    lines = [re.sub("[\u200f\u2066-\u2069]", "", line) for line in lines]
    assert [line.split()[0] for line in lines[1:-1]] == list(names)
    assert all(EN[f"field.{name}"] in line for name, line in zip(names, lines[1:-1], strict=True)) == (lang == "en")
    assert (command or "--policy") in lines[-1] and "\x1b" not in lines[0]
    assert [one["field"] for one in json.loads(refusal(error, ("a", "b"), command, "json"))["differences"]] == list(names)
