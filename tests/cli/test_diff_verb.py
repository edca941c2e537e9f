"""`pagekey diff --policies A B`: the text in both languages, JSON, exit codes, misuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import Run

import pagekey
from pagekey.face.report.moved import moves_text
from pagekey.face.report.words import EN, Words
from pagekey.study.moves import moves

HOUSE = """\
name = "house"
version = 1
extends = "citation@1"

[sites."shop.example"]
drop = ["view"]
"""
URLS = "url\n" + "https://shop.example/item?view=1\n" * 3 + "https://shop.example/item?view=2\nhttps://shop.example/b?view=2\nN/A\n"
STAMP = pagekey.Policy.load("citation@1").stamp


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    house, urls = tmp_path / "house.toml", tmp_path / "urls.csv"
    house.write_text(HOUSE)
    urls.write_text(URLS)
    return house, urls


def text(house: Path) -> str:
    return f"""\
Keys that move between two policies
===================================
  input      urls.csv
  rows read  6
  policy A   {STAMP}
  policy B   {pagekey.Policy.load(house).stamp}
  moved      5 of 6 rows, 3 of 4 distinct strings: their key or status is another

The table under both policies
-----------------------------
  figure               under A  under B  change
  pages                      3        2      -1
  hosts                      1        1       0
  registrable domains        1        1       0
  sites (host)               1        1       0
  rows page                  5        5       0
  rows unparsed              1        1       0

Groups by kind
--------------
  kind     groups  strings  records  records moved  meaning
  joined        1        2        4              4  several keys of A are one of B
  renamed       1        1        1              1  the same rows under another key
  A group is all keys of A and of B that have strings in common. Its records are all of its rows,
  also those whose key does not move.

Rules that differ (groups by kind)
----------------------------------
  rule         works         joined  renamed  records
  drop-params  under B only       1        1        5
  A group with several causes stands under each of them. In a large group they are those of its most
  frequent strings.

joined: several keys of A are one of B (1 of 1)
-----------------------------------------------

1. keys 2 -> 1; records 4, of them moved 4; strings 2
   A  3  shop.example/item?view=1
   A  1  shop.example/item?view=2
   B  4  shop.example/item
   by drop-params (under B only; [sites."shop.example"])
   e.g. https://shop.example/item?view=1
   e.g. https://shop.example/item?view=2

renamed: the same rows under another key (1 of 1)
-------------------------------------------------

1. keys 1 -> 1; records 1, of them moved 1; strings 1
   A  1  shop.example/b?view=2
   B  1  shop.example/b
   by drop-params (under B only; [sites."shop.example"])
   e.g. https://shop.example/b?view=2
"""


def test_text(run: Run, files: tuple[Path, Path]) -> None:
    house, urls = files
    done = run("diff", "--policies", "citation@1", house, urls)
    assert (done.code, done.text, done.said) == (1, text(house), ())
    assert run("diff", "--policies", "citation@1", house, stdin=URLS.encode()).text == text(house).replace("urls.csv", "stdin")


def test_chinese(run: Run, files: tuple[Path, Path]) -> None:
    lines = run("diff", "--policies", "citation@1", *files, "--lang", "zh").lines
    assert lines[0] == "两个规则集之间变动的键"
    assert "  变动      6 行中的 5 行，4 个不同的串中的 3 个：键或状态变了" in lines
    assert "1. 键 2 -> 1；4 条记录，其中变动 4 条；2 个串" in lines
    assert '   原因：drop-params（只在 B 之下；[sites."shop.example"]）' in lines


def test_persian(run: Run, files: tuple[Path, Path]) -> None:
    plain = [re.sub("[\u200f\u2066-\u2069]", "", line) for line in run("diff", "--policies", "citation@1", *files, "--lang", "fa").lines]
    assert plain[0] == "کلیدهایی که میان دو مجموعه‌قواعد جابه‌جا می‌شوند"
    assert "1. کلیدها 2 -> 1؛ رکورد 4، جابه‌جاشده 4؛ رشته 2" in plain
    assert '   به سبب drop-params (تنها زیر B؛ [sites."shop.example"])' in plain
    assert "   A  3  shop.example/item?view=1" in plain


def test_nothing_moves(run: Run, files: tuple[Path, Path]) -> None:
    done = run("diff", "--policies", "citation@1", "citation@1", files[1])
    assert (done.code, done.lines[-1]) == (0, "  rows unparsed              1        1       0")
    assert "  No key moves." in done.lines
    whole = json.loads(run("diff", "--policies", "citation@1", "citation@1", files[1], "--format", "json").text)
    assert (whole["groups"], whole["moved"]) == ([], 0)


def test_json(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    done = run("diff", "--policies", "citation@1", *files, "-o", tmp_path / "moves.json")
    whole = json.loads((tmp_path / "moves.json").read_text("utf-8"))
    assert (done.code, done.out) == (1, b"")
    assert (whole["before"]["policy"], whole["before"]["pages"], whole["after"]["pages"]) == (STAMP, 3, 2)
    assert [(group["kind"], group["records"]) for group in whole["groups"]] == [("joined", 4), ("renamed", 1)]
    assert whole["groups"][0]["causes"] == [{"rule": "drop-params", "under": "new", "entry": '[sites."shop.example"]'}]
    (rule,) = whole["rules"]
    assert (rule["rule"], rule["under"], rule["records"], rule["groups"]["joined"]) == ("drop-params", "new", 5, 1)


def test_what_is_cut_is_counted(run: Run, files: tuple[Path, Path]) -> None:
    urls = "".join(f"https://shop.example/{i}?view=1\n" for i in range(3)) + "".join(f"https://shop.example/?view={i}\n" for i in range(7))
    done = run("diff", "--policies", "citation@1", files[0], "--top", "1", stdin=urls.encode())
    assert "   A  keys not shown: 2, with records: 2" in done.lines
    assert done.lines[-1] == "Groups not shown: 2, with records: 2 (--top N shows more, --format json all)."
    whole = json.loads(run("diff", "--policies", "citation@1", files[0], "--top", "1", "--format", "json", stdin=urls.encode()).text)
    assert (len(whole["groups"]), whole["groups_left_out"]) == (2, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "pagekey: nothing to compare: expected OLD and NEW, or --policies A B FILE"),
        (("a.csv",), "pagekey: nothing to compare: expected OLD and NEW, or --policies A B FILE"),
        (("--policies", "citation@1", "crawl@1", "a.csv", "b.csv"), "pagekey: one file at a time: got 2 files"),
        (("--policies", "citation@1", "nope", "a.csv"), "pagekey: unknown policy: "),
        (("--policies", "citation@1", "crawl@1", "a.csv"), "pagekey: a.csv: no such file"),
        (("--policies", "citation@1", "crawl@1", "a.csv", "--store", "s"), "pagekey: --store is not for --policies"),
        (("--policies", "citation@1", "crawl@1", "a.csv", "--bootstrap", "9"), "pagekey: --bootstrap is not for --policies"),
        (("--policies", "citation@1", "crawl@1", "a.csv", "--format", "markdown"), "pagekey: no Markdown of what moves"),
        (("--policies", "citation@1", "crawl@1", "a.csv", "--format", "html"), "pagekey: no page of what moves"),
        (("--policies", "citation@1", "crawl@1", "a.csv", "--html", "a.html"), "pagekey: --html is not for --policies"),
        (("a.csv", "b.csv", "--top", "3"), "pagekey: --top is not for two periods"),
        (("--policies", "citation@1"), "pagekey: Option '--policies' requires 2 arguments"),
    ],
)
def test_misuse(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("diff", *words)
    assert (done.code, done.out) == (2, b"")
    assert done.said[0].startswith(said)


def test_every_word_is_used() -> None:
    seen: set[str] = set()

    class Listening(Words):
        def __call__(self, key: str, **blanks: object) -> str:
            seen.add(key)
            return super().__call__(key, **blanks)

    def said(urls: list[str], old: dict[str, object], new: dict[str, object]) -> None:
        a, b = (pagekey.keyed(urls, policy=pagekey.Policy.from_dict(one)) for one in (old, new))
        moves_text(moves(a, b), None, 1, Listening("en"), colour=True, display=str)

    drop_a, drop_b = ({"sites": {"a.com": {"drop": [name]}}} for name in "ab")
    square = [f"https://a.com/?a={a}&b={b}" for a in range(7) for b in range(7)]
    said(square, drop_a, drop_b)
    said(["https://a.com/x?a=1&b=2", "https://a.com/y?a=1&b=2"], drop_a, drop_b)
    said(square, drop_a, {})
    said(square, {}, drop_a)
    said(["https://www.baidu.com/link?url=abcDEF123"], {"disable": ["unwrap-redirect"]}, {})
    said(["https://a.com/"], {}, {})
    assert {word for word in EN if word.startswith("moves")} - seen == set()
