"""`pagekey report`: options, formats and ends. What the report says is tested in tests/report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run

from pagekey import Policy
from pagekey.face.cli.tables import form_of
from pagekey.study.count import REPLICATES, SEED

TABLE = b"engine,url\nkimi,https://www.a.com/x/\nkimi,http://a.com/x?utm_source=k\nother,http://b.com\nother,https://bit.ly/abc\nother,N/A\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cited.csv"
    path.write_bytes(TABLE)
    return path


def test_text_on_stdout(run: Run, file: Path) -> None:
    done = run("report", file)
    assert (done.code, done.said) == (0, ())
    assert done.lines[:6] == [
        "Citations counted by page",
        "=========================",
        "  input      cited.csv",
        "  rows read  5",
        f"  policy     {Policy.load('citation@1').stamp}",
        "  as of      not stated",
    ]
    assert "a.com/x" in done.text
    assert "\x1b" not in done.text


def test_stdin_is_a_file_too(run: Run, file: Path) -> None:
    counted = json.loads(run("report", "--format", "json", file).text)["counts"]
    for words in (("report", "--format", "json"), ("report", "--format", "json", "-")):
        assert json.loads(run(*words, stdin=TABLE).text)["counts"] == counted


def test_json_has_the_counts_and_the_card(run: Run, file: Path) -> None:
    options = ("--by", "engine", "--as-of", "2026-10-27", "--source", "our own")
    value = json.loads(run("report", file, "--format", "json", *options).text)
    counts, card = value["counts"], value["card"]
    assert (counts["rows"], counts["records"], counts["pages"], counts["unresolved"]) == (5, 3, 2, 1)
    assert [group["name"] for group in counts["groups"]] == ["kimi", "other"]
    assert (card["as_of"], card["source"], card["by"], card["version"]) == ("2026-10-27", "our own", "engine", "0.1.0")


@pytest.mark.parametrize(("name", "begins"), [("r.md", "# Cit"), ("r.json", "{"), ("r.html", "<!DOCTYPE html>"), ("r.txt", "Citations")])
def test_the_suffix_of_out_chooses_the_format(run: Run, file: Path, name: str, begins: str) -> None:
    out = file.with_name(name)
    done = run("report", file, "-o", out)
    assert (done.code, done.out, done.said) == (0, b"", ())
    assert out.read_text("utf-8").startswith(begins)
    assert run("report", file, "-o", out, "--format", "text").code == 0
    assert out.read_bytes() == run("report", file).out


def test_chinese(run: Run, file: Path) -> None:
    assert run("report", file, "--lang", "zh").lines[0] == "按页计数的引用报告"


def test_unit_columns_and_bootstrap(run: Run, file: Path) -> None:
    rows = "".join(f"{i % 30},{'AB'[i % 2]},http://h{i % 14}.com/{i % 3}\n" for i in range(600))
    file.write_text(f"q,who,url\n{rows}")
    options = ("--unit", "pairs", "--answer", "q", "--engine", "who", "--bootstrap", "50", "--seed", "3")
    value = json.loads(run("report", file, "--format", "json", *options).text)
    card, counting = value["card"], value["counts"]["counting"]
    assert (card["unit"], card["answer_column"], card["answer_found_by"], card["engine_column"]) == ("pairs", "q", "named", "who")
    assert card["bootstrap"] == {"replicates": 50, "seed": 3, "answers": 30, "drawn": 30, "withheld": ""}
    assert (counting["n"], counting["pairs"], counting["answers"]) == (210, 210, 30)
    assert value["counts"]["top_sites"]["interval"] is not None
    none = json.loads(run("report", file, "--format", "json", "--answer", "q", "--bootstrap", "0").text)
    assert none["counts"]["top_sites"]["interval"] is None


def test_defaults_of_the_bootstrap_are_those_of_count(run: Run, file: Path) -> None:
    card = json.loads(run("report", file, "--format", "json").text)["card"]
    assert (card["bootstrap"]["replicates"], card["bootstrap"]["seed"]) == (REPLICATES, SEED)
    assert f"[default: {REPLICATES}; x>=0]" in " ".join(run("report", "--help").text.split())


def test_policy_mapping_and_column(run: Run, file: Path) -> None:
    mapping = file.with_name("map.csv")
    mapping.write_text("raw,final\nhttps://bit.ly/abc,https://www.a.com/x/\n")
    done = json.loads(run("report", file, "--format", "json", "--mapping", mapping).text)["counts"]
    assert (done["records"], done["pages"], done["unresolved"]) == (4, 2, 0)
    crawl = json.loads(run("report", file, "--format", "json", "--policy", "crawl@1", "--column", "2").text)["counts"]
    assert crawl["pages"] == 4


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--by", "engines"), "did you mean"),
        (("--column", "urls"), "did you mean"),
        (("--engine", "engines"), "did you mean"),
        (("--answer", "nope"), "no column of answers"),
        (("--unit", "pairs"), "--answer NAME"),
        (("--unit", "rows"), "pagekey report --help"),
        (("--bootstrap", "-1"), "pagekey report --help"),
        (("--policy", "nope"), "shipped are"),
        (("--format", "pdf"), "pagekey report --help"),
        (("--card", "card.txt"), ".html, .md or .json"),
        (("--lang", "fr"), "pagekey report --help"),
        (("--mapping", "nowhere.csv"), "no such file"),
    ],
)
def test_misuse_is_said_and_nothing_comes_out(run: Run, file: Path, options: tuple[str, str], said: str) -> None:
    done = run("report", file, *options, "-o", file.with_name("r.md"))
    assert (done.code, done.out) == (2, b"")
    assert said in "\n".join(done.said)
    assert done.said[0].startswith("pagekey: ")
    assert not file.with_name("r.md").exists()


def test_a_page_and_a_card_beside_each_other(run: Run, file: Path) -> None:
    written = file.with_name("r.html"), file.with_name("c.md")
    done = run("report", file, "--html", written[0], "--card", written[1], "--lang", "fa")
    assert (done.code, done.out, done.said) == (0, b"", ())
    assert '<html lang="fa" dir="rtl">' in written[0].read_text("utf-8")
    assert written[1].read_text("utf-8").startswith("# شناسنامهٔ روش")
    asked = run("report", file, "--card", file.with_name("c.json"), "--format", "json")
    assert json.loads(asked.text)["card"] == json.loads(file.with_name("c.json").read_text("utf-8"))["card"]
    assert run("report", file, "--format", "html", "--lang", "fa").out == written[0].read_bytes()
    assert run("report", file, "--lang", "fa").lines[0] == "\u200f\u2067گزارش استنادها به تفکیک صفحه\u2069"


def test_no_such_file(run: Run) -> None:
    assert run("report", "nowhere.csv").said == ("pagekey: nowhere.csv: no such file",)


def test_the_suffix_before_gz_says_the_form() -> None:
    assert [form_of(out) for out in ("a.json", "a.MD.gz", "a.json.gz", "a.gz", "json", "-", None)] == [
        "json", "markdown", "json", "text", "text", "text", "text",
    ]  # fmt: skip
    assert form_of("a.csv.gz", {".csv": "csv"}) == "csv"
