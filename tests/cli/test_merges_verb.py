"""`pagekey merges`: the text in both languages, the other forms, one page alone, and the weight."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from command_line import Run

import pagekey
from pagekey.face.report.merged import Style, merges_text
from pagekey.face.report.words import Words

STAMP = pagekey.Policy.load("citation@1").stamp
TABLE = """\
engine,url,inlinks
kimi,https://example.com/guide?id=7,10
kimi,http://www.example.com/guide/?id=7&utm_source=chatgpt.com,25
other,http://www.example.com/guide/?id=7&utm_source=chatgpt.com,5
other,https://example.com/guide?id=7#prices,
other,http://b.example/,many
other,https://b.example/,3
other,https://c.example/,100
other,N/A,7
"""
ENGLISH = f"""\
Pages with several strings
==========================
  input           cited.csv
  rows read       8
  policy          {STAMP}
  in scope        7 records (status page): 6 distinct strings, 3 pages
  merged          3 strings: 5 strings became 2 pages, all others are pages of one string
  moved           4 records stand under another string than the representative of their page
  representative  An address of its own before a short link or a wrapper; https before http before
                  any other; fewest parameters; most records; fewest bytes; first in the order of
                  bytes.
  * is the representative, the number before a string its records. {{..}} stands around what the
  representative has not; {{}} is where a string lacks what it has.
"""
GROUPS = """
1. example.com/guide?id=7
   records 4, strings 3
   rules (strings changed): drop-fragment 1, drop-tracking 1, drop-scheme 3, strip-www 1, strip-slash 1
   chosen by: scheme, fewest bytes
   *  1  https://example.com/guide?id=7
      2  {http}://{www.}example.com/guide{/}?id=7{&utm_source=chatgpt.com}
      1  https://example.com/guide?id=7{#prices}
"""
SECOND = """
2. b.example/
   records 2, strings 2
   rules (strings changed): drop-scheme 2
   chosen by: scheme
   *  1  https://b.example/
      1  {http}://b.example/
"""
WEIGHT = """\
  * is the representative, the number before a string its records. {..} stands around what the
  representative has not; {} is where a string lacks what it has.
  share: of the weight of the page. A string's weight is the sum over its records.

Weight of the pages with several strings (column inlinks)
---------------------------------------------------------
  weight on                               weight   share
  the representative of each page alone       13   30.2%
  the heaviest string of each page alone      33   76.7%
  these pages, all strings together           43  100.0%
  all pages of the table                     143
  Records with a number: 5; blank: 1; no number: 1. The last two are left out, not taken for 0.
  No number of 0 or more (1 of 1): row 5 many.

1. example.com/guide?id=7
   records 4, strings 3; weight 40, of it on the heaviest string alone 75.0%
   rules (strings changed): drop-fragment 1, drop-tracking 1, drop-scheme 3, strip-www 1, strip-slash 1
   chosen by: scheme, fewest bytes
      records  weight  share
   *        1      10  25.0%  https://example.com/guide?id=7
            2      30  75.0%  {http}://{www.}example.com/guide{/}?id=7{&utm_source=chatgpt.com}
            1       -      -  https://example.com/guide?id=7{#prices}
"""
ONE_IN_CHINESE = f"""\
页面 b.example/
2 条记录，2 个串
规则（改动的串数）：drop-scheme 2
选定依据：协议
*  1  https://b.example/
        规则：drop-scheme
   1  {{http}}://b.example/
        规则：drop-scheme
        不同之处：协议

* 为代表串，串前的数字是它的记录数。{{..}} 之内是代表串没有的部分；{{}} 处缺少代表串有的部分。
规则集 {STAMP}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cited.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_text(run: Run, file: Path) -> None:
    done = run("merges", file)
    assert (done.code, done.text, done.said) == (0, ENGLISH + GROUPS + SECOND, ())


def test_text_of_the_first_says_how_many_more(run: Run, file: Path) -> None:
    more = "\nPages not shown: 1, with strings: 2, records: 2 (--top N shows more, --format jsonl all).\n"
    assert run("merges", file, "--top", "1").text == ENGLISH + GROUPS + more
    assert run("merges", file, "--top", "1", "--format", "jsonl").said == ("pagekey: pages left out by --top: 1",)


def test_many_strings_of_a_page_are_cut_and_counted(run: Run) -> None:
    lines = "".join(f"https://a.com/x?utm_source={i}\n" for i in range(11)) + "https://a.com/x\n"
    shown = run("merges", stdin=lines.encode())
    assert "strings not shown: 4, with records: 4 (pagekey merges --key KEY shows all)" in shown.text
    assert shown.text.count("utm_source=") == 7
    assert run("merges", "--key", "a.com/x", stdin=lines.encode()).text.count("utm_source=") == 11


def test_nothing_merged(run: Run) -> None:
    done = run("merges", stdin=b"https://a.com/\nhttps://b.com/\n")
    assert (done.code, done.lines[-1]) == (0, "No page has more than one string.")


def test_persian(run: Run, file: Path) -> None:
    plain = [re.sub("[\u200f\u2066-\u2069]", "", line) for line in run("merges", file, "--lang", "fa", "--weight", "inlinks").lines]
    assert plain[0] == "صفحه‌هایی با چند رشته"
    assert "1. example.com/guide?id=7" in plain
    assert "   4 رکورد، 3 رشته؛ وزن 40، که 75.0% آن تنها بر سنگین‌ترین رشته است" in plain
    one = run("merges", file, "--lang", "fa", "--key", "b.example/").lines
    assert one[0] == "\u200f\u2067صفحهٔ \u2066b.example/\u2069\u2069"


def test_chinese(run: Run, file: Path) -> None:
    done = run("merges", file, "--lang", "zh")
    assert done.lines[0] == "有多种写法的页面"
    assert "  合并      3 个串：5 个串并成 2 页，其余的页各只有一个串" in done.lines
    assert done.lines[done.lines.index("1. example.com/guide?id=7") + 1] == "   4 条记录，3 个串"
    assert run("merges", file, "--lang", "zh", "--key", "b.example/").text == ONE_IN_CHINESE


def test_weight(run: Run, file: Path) -> None:
    assert WEIGHT in run("merges", file, "--weight", "inlinks").text
    chinese = run("merges", file, "--weight", "inlinks", "--lang", "zh").lines
    assert "  每页只算代表串          13   30.2%" in chinese
    assert "  不是非负数值的单元格（1 个中的 1 个）：第 5 行 many。" in chinese


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("engine", "pagekey: cited.csv, row 1: the weight column 'engine' holds no number: expected numbers of 0 or more"),
        ("inlink", "pagekey: no weight column: expected one of engine, url, inlinks, got 'inlink'"),
    ],
)  # fmt: skip
def test_a_column_that_cannot_be_the_weight(run: Run, file: Path, column: str, said: str) -> None:
    done = run("merges", file, "--weight", column)
    assert (done.code, done.out) == (2, b"")
    assert done.said[0].startswith(said)


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "csv"])
def test_one_page_by_its_key_or_any_url_of_it(run: Run, file: Path, form: str) -> None:
    shown = {run("merges", file, "--format", form, "--key", url).text for url in ("b.example/", "HTTP://www.b.example:80?utm_source=x#y")}
    (text,) = shown
    assert "b.example" in text and "example.com/guide" not in text


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "csv"])
def test_a_page_that_is_not_there(run: Run, file: Path, form: str) -> None:
    done = run("merges", file, "--format", form, "--key", "https://nowhere.example/x")
    assert (done.code, done.out) == (1, b"")
    assert done.said == (f"pagekey: no row of the table is this page: nowhere.example/x (page); policy {STAMP}",)
    assert run("merges", file, "--key", "N/A").code == 1


def test_json_has_the_totals_and_jsonl_the_same_groups(run: Run, file: Path) -> None:
    whole = json.loads(run("merges", file, "--format", "json", "--weight", "inlinks").text)
    assert {name: whole[name] for name in ("rows", "records", "strings", "pages", "merged", "several", "moved", "groups_left_out")} == {
        "rows": 8, "records": 7, "strings": 6, "pages": 3, "merged": 3, "several": 5, "moved": 4, "groups_left_out": 0,
    }  # fmt: skip
    assert whole["representative"].startswith("an address of its own before a short link or a wrapper; https before http")
    assert whole["weight"]["listed"] == [{"row": 5, "cell": "many"}]
    first = whole["groups"][0]
    assert (first["why"], first["weight"], first["largest"]) == (["scheme", "length"], 40.0, 30.0)
    second = first["spellings"][1]
    pieces = [(second["raw"][span["start"] : span["end"]], span["instead"]) for span in second["spans"]]
    assert pieces == [("http", "https"), ("www.", ""), ("/", ""), ("&utm_source=chatgpt.com", "")]
    assert second["rules"] == ["drop-tracking", "drop-scheme", "strip-www", "strip-slash"]
    lines = [json.loads(line) for line in run("merges", file, "--format", "jsonl", "--weight", "inlinks").lines]
    assert lines == [group | {"policy": STAMP} for group in whole["groups"]]


def test_csv_has_a_row_a_string(run: Run, file: Path, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("merges", file, "--format", "csv", "--weight", "inlinks").text)))
    assert len(rows) == 5
    assert rows[1] == {
        "url": "http://www.example.com/guide/?id=7&utm_source=chatgpt.com", "key": "example.com/guide?id=7", "site": "example.com",
        "representative": "no", "records": "2", "weight": "30", "rules": "drop-tracking drop-scheme strip-www strip-slash",
        "parts": "scheme prefix path parameters", "marked": "{http}://{www.}example.com/guide{/}?id=7{&utm_source=chatgpt.com}",
        "policy": STAMP,
    }  # fmt: skip
    out = tmp_path / "merged.csv"
    assert run("merges", file, "-o", out, "--weight", "inlinks").code == 0
    assert list(csv.DictReader(io.StringIO(out.read_text("utf-8")))) == rows


def test_the_policy_decides(run: Run, file: Path) -> None:
    assert json.loads(run("merges", file, "--policy", "rfc3986@1", "--format", "json").text)["groups"] == []


def test_colour_marks_what_differs_and_hides_nothing() -> None:
    rows = pagekey.keyed(["https://www.a.com/x", "http://a.com/x\u202e", "http://a.com/x"])
    text = merges_text(pagekey.merges(rows), None, 9, Style(Words("en"), True, str))
    assert "\x1b[31;9mhttps\x1b[0m\x1b[32mhttp\x1b[0m://\x1b[31;9mwww.\x1b[0ma.com/x\n" in text
    assert "Green is what the" in text and "\u202e" not in text


def test_notes_of_the_input_are_said(run: Run) -> None:
    data = b"url,n\nhttps://a.com/,1\nhttp://a.com/\n"
    assert run("merges", stdin=data).said == ("note: 1 short row, its missing cells are empty (row 2)",)
    assert run("merges", "-q", stdin=data).said == ()
