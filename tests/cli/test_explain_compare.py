"""`pagekey explain` and `pagekey compare`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run

import pagekey
from pagekey.face.cli.explain import trace_text

STAMP = pagekey.Policy.load("citation@1").stamp
RAW = "HTTPS://www.Example.com//a/index.html?utm_source=kimi#top"

ANALYTICS = "https://support.google.com/analytics/answer/10917952"
TRACE = f"""\
raw               HTTPS://www.Example.com//a/index.html?utm_source=kimi#top
lowercase-scheme  https://www.Example.com//a/index.html?utm_source=kimi#top
lowercase-host    https://www.example.com//a/index.html?utm_source=kimi#top
drop-fragment     https://www.example.com//a/index.html?utm_source=kimi
drop-tracking     https://www.example.com//a/index.html
                    by tracking.toml, Google Analytics, and every tool that writes its campaign tags ({ANALYTICS})
drop-scheme       www.example.com//a/index.html
strip-www         example.com//a/index.html
collapse-slashes  example.com/a/index.html
drop-index-file   example.com/a/
strip-slash       example.com/a
key               example.com/a
                  page, host example.com; policy {STAMP}
"""


def test_explain_shows_what_each_rule_left(run: Run) -> None:
    done = run("explain", RAW)
    assert (done.code, done.text, done.said) == (0, TRACE, ())


def test_explain_of_several_stands_apart_by_a_blank_line(run: Run) -> None:
    assert run("explain", RAW, RAW).text == f"{TRACE}\n{TRACE}"


def test_explain_tells_flags_domain_and_status(run: Run) -> None:
    assert run("explain", "user@news.a.co.uk", "news.a.co.uk/x").lines[1:3] == ["key  user@news.a.co.uk", f"     unparsed; policy {STAMP}"]
    assert run("explain", "news.a.co.uk/x").lines[-1].strip() == f"page, assumed-web, host news.a.co.uk, domain a.co.uk; policy {STAMP}"


VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1"


@pytest.mark.parametrize(
    ("url", "by"),
    [
        ("https://m.youtube.com/watch?v=dQw4w9WgXcQ", 'sites/youtube.toml [sites."youtube.com"] ('),
        ("https://twitter.com/a/status/1", "sites/x.toml [[alias]] 1 ("),
        ("https://www.imdb.com/title/tt1/?ref_=x", "sites/imdb.toml [[params]] 1 ("),
        ("https://a.com/x?fbclid=1", "tracking.toml, Meta (click id) ("),
        ("https://a.com/x?back=/y", "state.toml, the page before ("),
        ("https://a.com/x?PHPSESSID=0123456789abcdef0123456789abcdef", "sessions.toml, PHP ("),
        ("https://www.google.com/imgres?imgrefurl=https%3A%2F%2Fa.com", "wrappers.toml [[wrapper]] 1 ("),
        ("https://forum.example.com/viewtopic.php?f=1&t=2", "signatures.toml [[signature]] 1 ("),
        ("https://bit.ly/abc", "shorteners.toml, general services ("),
        ("https://www.baidu.com/link?url=abc", "wrappers.toml [[opaque]] 2 ("),
    ],
)
def test_what_rests_on_data_names_its_entry(run: Run, url: str, by: str) -> None:
    assert any(line.strip().startswith(f"by {by}") for line in run("explain", url).lines)


def test_a_step_that_rests_on_several_entries_names_each(run: Run) -> None:
    named = [line for line in run("explain", "https://www.imdb.com/title/tt1/?ref_=x&utm_source=y&fbclid=1").lines if " by " in line]
    assert len(named) == 3


def test_a_step_names_the_entry_it_rests_on_and_its_source(run: Run) -> None:
    lines = run("explain", VIDEO).lines
    at = next(i for i, line in enumerate(lines) if line.startswith("identify-page"))
    source = next(step.sources[0] for step in pagekey.explain(VIDEO).steps if step.rule == "identify-page")
    assert source.startswith("sites/youtube.toml [[identify]]") and "https://" in source
    assert lines[at + 1] == f"{'':{len('identify-page')}}    by {source}"


@pytest.mark.parametrize("url", [RAW, VIDEO, "http://1.2.3.4/", "news.a.co.uk/x", "N/A", "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.com"])
def test_command_and_library_print_one_trace(run: Run, url: str) -> None:
    assert run("explain", url).text == f"{pagekey.explain(url)}\n"


def test_a_site_is_named_where_it_is_not_the_host(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nversion = 1\nextends = "citation@1"\nsite = "group"\n\n[sites."a.com"]\ngroup = "the a group"\n')
    assert "page, host a.com, site the a group; policy own@1" in run("explain", "--policy", own, "http://a.com/").lines[-1]
    assert run("explain", "http://1.2.3.4/").lines[-1].strip() == f"page, host 1.2.3.4; policy {STAMP}"


def test_explain_shows_hidden_characters_as_escapes(run: Run) -> None:
    done = run("explain", "http://a.com/\tx\x1b[31m\u202ey")
    assert done.lines[0] == r"raw             http://a.com/\tx\x1b[31m\u202ey"
    assert "\x1b" not in done.text and "\u202e" not in done.text


def test_explain_json_is_one_object_a_line(run: Run) -> None:
    first, second = map(json.loads, run("explain", "--json", RAW, "N/A").lines)
    assert (first["raw"], first["key"], first["status"], first["policy"]) == (RAW, "example.com/a", "page", STAMP)
    assert first["steps"][1] == {
        "rule": "lowercase-host", "before": "https://www.Example.com//a/index.html?utm_source=kimi#top",
        "after": "https://www.example.com//a/index.html?utm_source=kimi#top", "sources": [],
    }  # fmt: skip
    assert (second["status"], second["host"], second["steps"]) == ("unparsed", None, [])


def test_explain_with_policy_and_mapping(run: Run, tmp_path: Path) -> None:
    mapping = tmp_path / "map.csv"
    mapping.write_text("raw,final\nhttps://bit.ly/abc,https://www.a.com/x/\n")
    done = run("explain", "--mapping", mapping, "http://bit.ly/abc")
    assert done.lines[1] == "expand-short-link  https://www.a.com/x/"
    assert run("explain", "--policy", "rfc3986@1", RAW).lines[-2].split() == [
        "key", "https://www.example.com//a/index.html?utm_source=kimi#top",
    ]  # fmt: skip


def test_colours_show_what_went_and_what_came() -> None:
    painted = trace_text(pagekey.explain("HTTP://www.a.com/x#y"), coloured=True)
    gone, new, plain = "\x1b[31;9m", "\x1b[32m", "\x1b[0m"
    lines = painted.splitlines()
    assert lines[1] == f"lowercase-scheme  {gone}HTTP{plain}{new}http{plain}://www.a.com/x#y"
    assert lines[2] == f"drop-fragment     http://www.a.com/x{gone}#y{plain}"
    assert lines[-2] == "key               \x1b[1ma.com/x\x1b[0m"
    source = next(line for line in trace_text(pagekey.explain(VIDEO), coloured=True).splitlines() if "sites/youtube.toml" in line)
    assert source.startswith(f"{'':{len('identify-page')}}  \x1b[2m  by sites") and source.endswith(plain)


def test_explain_wants_a_url(run: Run) -> None:
    done = run("explain")
    assert (done.code, done.out) == (2, b"")
    assert done.said == ("pagekey: Missing argument 'URL...'", "hint: pagekey explain --help")


@pytest.mark.parametrize(
    ("a", "b", "code", "head"),
    [
        ("http://a.com/x", "http://a.com/x", 0, "same page; level string"),
        ("http://A.com", "http://a.com/", 0, "same page; level rfc3986, by lowercase-host, slash-empty-path"),
        ("http://a.com/x#y", "http://a.com/x", 0, "same page; level crawl, by drop-fragment"),
        ("http://www.a.com/x", "https://a.com/x", 0, "same page; level citation, by drop-scheme, strip-www"),
        ("http://a.com/x", "http://a.com/y", 1, "different pages"),
        ("a.com/x", "N/A", 1, "different pages"),
    ],
)
def test_compare(run: Run, a: str, b: str, code: int, head: str) -> None:
    done = run("compare", a, b)
    assert (done.code, done.lines[0], done.lines[-1]) == (code, head, f"policy {STAMP}")
    assert [line.strip() for line in done.lines[1:-1]] == list(dict.fromkeys((pagekey.key(a), pagekey.key(b))))


def test_compare_under_a_finer_policy_does_not_say_same_of_a_coarser_one(run: Run) -> None:
    done = run("compare", "--policy", "rfc3986@1", "http://a.com/x#y", "http://a.com/x")
    assert done.code == 1
    assert done.lines[0].startswith("different pages")
    assert [line.strip() for line in done.lines[1:3]] == ["http://a.com/x#y", "http://a.com/x"]


def test_compare_json(run: Run) -> None:
    done = run("compare", "--json", "http://www.a.com/x", "https://a.com/x")
    assert json.loads(done.text) == {
        "a": "http://www.a.com/x", "b": "https://a.com/x", "same": True, "level": "citation", "rules": ["drop-scheme", "strip-www"],
        "keys": ["a.com/x", "a.com/x"], "policy": STAMP,
    }  # fmt: skip
    assert run("compare", "--json", "http://a.com", "http://b.com").code == 1


def test_compare_wants_two(run: Run) -> None:
    assert (run("compare", "http://a.com").code, run("compare", "a", "b", "c").code) == (2, 2)
