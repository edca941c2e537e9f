"""`pagekey policy suggest`: the table, the lines to paste, JSON, and what is said beside them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_line import Run

import pagekey
from pagekey import Policy
from pagekey.face.cli.verbs import verbs

LINES = """\
https://www.a.example/x?ref=1
https://a.example/x
https://a.example/x?ref=2&utm_source=z
https://a.example/item?id=1
https://a.example/item?id=2
https://b.example/?threads/x.1/
N/A
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "urls.txt"
    path.write_text(LINES)
    return path


def test_table_proposals_and_what_is_said(run: Run, file: Path) -> None:
    done = run("policy", "suggest", file)
    assert done.code == 0
    assert [line.split() for line in done.lines[1:4]] == [
        ["a.example", "ref", "2", "40.0%", "2", "kept", "5", "3", "-", "unknown", "drop"],
        ["a.example", "id", "2", "40.0%", "2", "kept", "5", "4", "-", "specify", "elsewhere", "-"],
        ["a.example", "utm_source", "1", "20.0%", "1", "drop-tracking", "5", "-", "5", "none", "-"],
    ]
    assert done.lines[0].split()[:3] == ["host", "parameter", "records"]
    assert done.said == (
        f"6 records with a page; 3 parameters on 1 hosts; policy {Policy.load('citation@1').stamp}",
        "note: 1 records with an opaque query were not looked at",
    )
    assert run("policy", "suggest", "-q", file).said == ()
    assert run("policy", "suggest", stdin=LINES.encode()).out == done.out


def test_the_lines_can_be_pasted(run: Run, file: Path, tmp_path: Path) -> None:
    text = run("policy", "suggest", file).text.partition("\n\n")[2]
    assert text.startswith("# proposals for 1 host: not active until they stand in a policy")
    assert '[sites."a.example"]  # pages on this data: 5 -> 3' in text
    assert tomllib.loads(text) == {"sites": {"a.example": {"drop": ["ref"]}}}
    mine = tmp_path / "mine.toml"
    mine.write_text(text)
    assert pagekey.key("https://a.example/x?ref=1&id=2", mine) == "a.example/x?id=2"
    again = run("policy", "suggest", "--policy", mine, file)
    assert again.lines[-1] == "# no proposals"
    assert any("ref" in line and "drop-params" in line for line in again.lines)


def test_a_policy_without_the_rule_is_told(run: Run, file: Path) -> None:
    assert (
        '# crawl@1 has a rule off that they need: enable = ["drop-params"]' in run("policy", "suggest", "--policy", "crawl@1", file).lines
    )


def test_json_has_everything(run: Run, file: Path) -> None:
    values = [json.loads(line) for line in run("policy", "suggest", "--json", file).lines]
    assert [(value["kind"], value["host"]) for value in values] == [("parameter", "a.example")] * 3 + [("proposal", "a.example")]
    assert values[0] | {"name": "ref", "records": 2, "of_records": 5, "pages": 5, "if_dropped": 3, "bare": 1} == values[0]
    assert values[3] == {"kind": "proposal", "host": "a.example", "drop": ["ref"], "keep": [], "pages": 5, "after": 3}


def test_long_tables_are_cut_unless_all_is_asked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("".join(f"https://a.example/{i}?n{i}=1\n" for i in range(40)))
    done = run("policy", "suggest", path)
    assert len(done.lines) == 31 + 2 and "10 more are listed by --all" in done.said
    assert len(run("policy", "suggest", "--all", path).lines) == 41 + 2
    assert len(run("policy", "suggest", "--min-values", "2", path).lines) == 1 + 2


def test_a_column_of_a_table(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cited.csv"
    path.write_text("one,two\nhttps://a.example/?x=1,https://b.example/?y=1\n")
    assert "b.example" in run("policy", "suggest", "--column", "two", path).text
    assert run("policy", "suggest", "--column", "three", path).code == 2
    assert run("policy", "suggest", "--policy", "nope@1", path).code == 2
    assert run("policy", "suggest", "--min-values", "0", path).code == 2


def test_names_are_harmless_to_show(run: Run) -> None:
    done = run("policy", "suggest", stdin="https://a.example/?\x1b[31m\u202e=1\n".encode())
    assert "\x1b" not in done.text and "\u202e" not in done.text and "%1B" in done.text


def test_every_option_has_help() -> None:
    done = CliRunner().invoke(verbs, ["policy", "suggest", "--help"])
    assert done.exit_code == 0 and done.output.startswith("Usage: pagekey policy suggest ")
    for word in ("--min-values", "--policy", "--column", "--json", "--all", "Nothing is active"):
        assert word in done.output
