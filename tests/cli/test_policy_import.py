"""`pagekey policy import`, with small lists of our own: what is taken, what is left and said, and that the result is a policy."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from command_line import Ran, Run

import pagekey
from pagekey import Policy
from pagekey.face.cli.verbs import verbs
from pagekey.policy.importing.patterns import Beyond, Text, texts
from pagekey.policy.importing.places import place_of

BELOW = r"^https?:\/\/(?:[a-z0-9-]+\.)*?"
RULES: dict[str, Any] = {
    "everywhere": {"urlPattern": ".*", "rules": ["oarclid", "fbclid", "utm_[a-z]*", "wave_[a-z]+", "(?:tide|moon)src", "[a-z]?mc"]},
    "paddle": {
        "urlPattern": BELOW + r"paddle\.example",
        "rules": ["stroke"],
        "referralMarketing": ["buoy"],
        "exceptions": [r"^https?:\/\/help\.paddle\.example\/"],
    },
    "boatshop": {"urlPattern": BELOW + r"boatshop(?:\.[a-z]{2,}){1,}", "rules": ["ref_", "qid"]},
    "news": {"urlPattern": BELOW + r"news\.example\/story", "rules": ["from"]},
    "oars": {
        "urlPattern": r"^https?:\/\/(?:www\.)?(?:oars\.example\.org|oars\.example\.net)",
        "rules": ["cmp"],
        "rawRules": [r"\/ref=[^/?]*"],
        "redirections": [r"^https?:\/\/oars\.example\.org\/out\?u=([^&]*)"],
        "methods": ["GET"],
    },
    "ads": {"urlPattern": r"^https?:\/\/ads\.example", "completeProvider": True, "rules": ["a"]},
}
FILTERS = """\
[Adblock Plus 2.0]
! invented
$removeparam=oarclid
$removeparam=fbclid
$removeparam=/^utm_/
$removeparam=/^(a|b)=/
$removeparam=source,domain=oars.example.org|~kept.oars.example.org|sails.*
||paddle.example^$removeparam=stroke
||www.news.example^$document,removeparam=from
||news.example/story^$removeparam=x
||news.example/sto$removeparam=w
||news.example/a*/story^$removeparam=v
||api.example^$removeparam=y,xmlhttprequest
||paddle.example^$removeparam=z,third-party
@@||help.paddle.example/faq$removeparam=stroke
||a.example^$removeparam
||ads.example^
"""


@pytest.fixture
def clearurls(run: Run, tmp_path: Path) -> Any:
    """clearurls(providers, *words): the run, and the file that it wrote."""

    def bring(providers: dict[str, Any], *words: str) -> tuple[Ran, Path]:
        (tmp_path / "rules.json").write_text(json.dumps({"providers": providers}))
        done = run("policy", "import", "--from", "clearurls", tmp_path / "rules.json", "-o", tmp_path / "mine.toml", *words)
        return done, tmp_path / "mine.toml"

    return bring


def reasons(done: Ran) -> dict[str, int]:
    """The counts by reason that stderr states."""
    lines = [line.split() for line in done.said if line.startswith("  ") and line.split()[0].replace(",", "").isdigit()]
    return {words[1].rstrip(":"): int(words[0]) for words in lines if words[1].endswith(":")}


def test_what_is_taken_is_dropped_and_nothing_else(clearurls: Any) -> None:
    done, out = clearurls(RULES)
    assert (done.code, done.out) == (0, b"")
    policy = Policy.load(out)
    assert policy.drop == ("oarclid", "tidesrc", "moonsrc")
    assert {site.host: site.drop for site in policy.sites} == {
        "help.paddle.example": (),
        "oars.example.net": ("cmp",),
        "oars.example.org": ("cmp",),
        "paddle.example": ("stroke", "buoy"),
        "*.paddle.example": ("stroke", "buoy"),
    }
    for url, key in {
        "https://any.example/a?oarclid=1&id=2": "any.example/a?id=2",
        "https://www.paddle.example/a?stroke=1": "paddle.example/a",
        "https://deep.down.paddle.example/a?buoy=1": "deep.down.paddle.example/a",
        "https://help.paddle.example/a?stroke=1&oarclid=2": "help.paddle.example/a?stroke=1",
        "https://notpaddle.example/a?stroke=1": "notpaddle.example/a?stroke=1",
        "https://boatshop.example/a?qid=1": "boatshop.example/a?qid=1",
        "https://news.example/story?from=1": "news.example/story?from=1",
    }.items():
        assert pagekey.key(url, policy) == key


def test_what_is_left_is_counted_by_reason(clearurls: Any) -> None:
    done, _ = clearurls(RULES, "--all")
    assert done.said[0].endswith("rules.json: 13 rules of 6 providers, read as clearurls")
    assert done.said[1].split()[:3] == ["taken", "6", "names;"]
    assert done.said[2].split()[:3] == ["already", "2", "dropped"]
    assert done.said[2].endswith(Policy.load("citation@1").stamp)
    assert reasons(done) == dict.fromkeys(("ending", "path", "prefix", "pattern", "raw", "redirections", "complete", "field"), 1)
    text = "\n".join(done.said)
    assert "boatshop before a public suffix could mean 6," in text and "2 rules with it" in text
    assert "everywhere: wave_" in text and "oars: methods" in text
    assert "ClearURLs itself ignores case" in text


def test_some_of_each_reason_or_all(clearurls: Any) -> None:
    many = {"p": {"urlPattern": ".*", "rules": [f"x{i}[0-9]" for i in range(9)]}}
    few, _ = clearurls(many)
    every, _ = clearurls(many, "--all")
    assert sum("p: x" in line for line in few.said) == 3
    assert any("6 more are listed by --all" in line for line in few.said)
    assert sum("p: x" in line for line in every.said) == 9
    assert clearurls(many, "-q")[0].said == ()


def test_names_wait_whose_exceptions_no_policy_can_say(clearurls: Any) -> None:
    providers = {"p": {"urlPattern": ".*", "rules": ["oarclid", "fbclid"], "exceptions": [BELOW + r"kept\.example"]}}
    done, out = clearurls(providers)
    assert reasons(done) == {"exceptions": 1, "excepted": 1}
    assert Policy.load(out).drop == ()
    done, out = clearurls(providers, "--past-exceptions")
    assert reasons(done) == {"exceptions": 1}
    assert Policy.load(out).drop == ("oarclid",)


def test_the_narrowest_host_has_the_names_of_all_rules_that_hold_there(clearurls: Any) -> None:
    providers = {
        "wide": {"urlPattern": BELOW + r"paddle\.example", "rules": ["a1"]},
        "narrow": {"urlPattern": r"^https?:\/\/shop\.paddle\.example", "rules": ["b1"]},
    }
    _, out = clearurls(providers)
    assert pagekey.key("https://shop.paddle.example/?a1=1&b1=2&c1=3", out) == "shop.paddle.example/?c1=3"
    assert pagekey.key("https://paddle.example/?a1=1&b1=2", out) == "paddle.example/?b1=2"


def test_the_file_says_where_it_comes_from_and_keeps_its_promises(run: Run, clearurls: Any) -> None:
    _, out = clearurls(RULES)
    source = out.with_name("rules.json").read_bytes()
    head = out.read_text().partition("\n\n")[0]
    assert '"rules.json"' in head and f"sha256: {hashlib.sha256(source).hexdigest()}" in head
    assert all(line.startswith("#") for line in head.splitlines()) and str(out.parent) not in head
    checked = run("policy", "check", out)
    assert checked.code == 0 and checked.lines[-1].startswith(f"{out}: 5 cases ok")
    assert [line for line in checked.lines if line.startswith("idle")] == []


def test_a_base_of_the_users_own(run: Run, clearurls: Any, tmp_path: Path) -> None:
    base = tmp_path / "base.toml"
    base.write_text('keep = ["buoy"]\n[sites."paddle.example"]\ndrop = ["mine"]\n[sites."x.paddle.example"]\ndrop = ["own"]\n')
    done, out = clearurls(RULES, "--base", str(base))
    assert 'extends = "base.toml"' in out.read_text()
    assert reasons(done)["kept"] == 1
    sites = {site.host: site.drop for site in Policy.load(out).sites}
    assert sites["paddle.example"] == ("mine", "stroke")
    assert sites["x.paddle.example"] == ("own", "stroke")
    assert run("policy", "check", out).code == 0


def test_a_base_without_the_rule_is_said_to_be_idle(clearurls: Any) -> None:
    done, out = clearurls(RULES, "--base", "crawl@1")
    assert 'extends = "crawl@1"' in out.read_text() and "[[case]]" not in out.read_text()
    assert "note: $.drop: needs the rule drop-params, which is off" in done.said


def test_stdin_and_stdout(run: Run, tmp_path: Path) -> None:
    data = json.dumps({"providers": RULES}).encode()
    done = run("policy", "import", "--from", "clearurls", "-", stdin=data)
    assert done.code == 0 and done.said[0].startswith("stdin: 13 rules")
    (tmp_path / "out.toml").write_bytes(done.out)
    assert Policy.load(tmp_path / "out.toml").drop == ("oarclid", "tidesrc", "moonsrc")


def test_filters_of_adguard_and_ublock(run: Run, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(FILTERS)
    out = tmp_path / "mine.toml"
    done = run("policy", "import", "--from", "removeparam", tmp_path / "list.txt", "-o", out)
    assert done.code == 0 and done.said[0].endswith("list.txt: 14 rules, read as removeparam")
    assert reasons(done) == {"ending": 1, "path": 2, "pattern": 1, "every": 1, "condition": 2}
    policy = Policy.load(out)
    assert policy.drop == ("oarclid",)
    for url, key in {
        "https://a.oars.example.org/?source=1": "a.oars.example.org/",
        "https://a.kept.oars.example.org/?source=1": "a.kept.oars.example.org/?source=1",
        "https://news.example/?from=1": "news.example/",
        "https://www.news.example/story/7?x=1&w=2&v=3": "news.example/story/7?v=3&w=2",
        "https://news.example/storyline?x=1": "news.example/storyline?x=1",
        "https://www.paddle.example/?stroke=1&z=2": "paddle.example/?z=2",
        "https://help.paddle.example/?stroke=1": "help.paddle.example/?stroke=1",
        "https://api.example/?y=1": "api.example/?y=1",
    }.items():
        assert pagekey.key(url, policy) == key
    assert run("policy", "check", out).code == 0


BRAVE = """\
[
    {"include": ["*://*/*"], "exclude": [], "params": ["oarclid", "fbclid"]},

    {"include": ["*://*.paddle.example/*", "https://www.oars.example/item/*"], "exclude": ["*://help.paddle.example/*"],
     "params": ["stroke"], "since": 9},
    {
        "include": ["*://sails.example/book/show/*", "*://*.sails.example/watch?*", "*://sails.example/*/x/*", "file:///x", "*://a b/*"],
        "params": ["ref", "re=f"]
    },
    {"include": ["*://sails.example/book/*"], "exclude": ["*://sails.example/book/v3/*"], "params": ["cmp"]},
    {"include": ["*://*.sails.example/*"], "params": ["hull"]}
]
"""


def test_lists_of_brave(run: Run, tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(BRAVE)
    out = tmp_path / "mine.toml"
    done = run("policy", "import", "--from", "brave", tmp_path / "list.json", "-o", out, "--all")
    assert done.code == 0 and done.said[0].endswith("list.json: 7 rules, read as brave")
    assert [line.split()[1] for line in done.said[1:4]] == ["4", "1", "taken"]
    assert reasons(done) == {"path": 2, "host": 2, "name": 1, "exceptions": 1, "excepted": 1, "field": 1}
    text = "\n".join(done.said)
    assert "line 4: since" in text and "line 6: *://*.sails.example/watch?*" in text and "line 10: *://sails.example/book/v3/*" in text
    policy = Policy.load(out)
    assert policy.drop == ("oarclid",)
    for url, key in {
        "https://any.example/?oarclid=1&id=2": "any.example/?id=2",
        "https://paddle.example/?stroke=1": "paddle.example/",
        "https://help.paddle.example/?stroke=1": "help.paddle.example/?stroke=1",
        "https://oars.example/item/7?stroke=1": "oars.example/item/7",
        "https://oars.example/items?stroke=1": "oars.example/items?stroke=1",
        "https://sails.example/book/show/7?ref=1&cmp=2&hull=3": "sails.example/book/show/7?cmp=2",
        "https://sails.example/watch?ref=1": "sails.example/watch?ref=1",
        "https://deep.sails.example/?hull=1": "deep.sails.example/",
    }.items():
        assert pagekey.key(url, policy) == key
    assert run("policy", "check", out).code == 0
    past = run("policy", "import", "--from", "brave", tmp_path / "list.json", "-o", out, "--past-exceptions")
    assert reasons(past)["exceptions"] == 1 and "excepted" not in reasons(past)
    assert pagekey.key("https://sails.example/book/show/7?ref=1&cmp=2&hull=3", out) == "sails.example/book/show/7"


def test_parts_of_hosts_over_a_base_that_has_some(run: Run, tmp_path: Path) -> None:
    """The narrowest host decides alone, so what the base and wider hosts say of parts is written with it."""
    (tmp_path / "base.toml").write_text('[sites."*.sails.example"]\ndrop_below = { "/a" = ["mine"], "/b" = ["own"] }\n')
    entries = [
        {"include": ["*://x.sails.example/a/*"], "params": ["ref"]},
        {"include": ["*://*.sails.example/b/*"], "exclude": ["*://y.sails.example/*"], "params": ["cmp", "own"]},
    ]
    (tmp_path / "list.json").write_text(json.dumps(entries))
    out = tmp_path / "mine.toml"
    done = run("policy", "import", "--from", "brave", tmp_path / "list.json", "-o", out, "--base", tmp_path / "base.toml")
    assert done.code == 0 and done.said[1].split()[:2] == ["taken", "3"]
    parts = {site.host: dict(site.drop_below or ()) for site in Policy.load(out).sites}
    assert parts["x.sails.example"] == {"/a": ("mine", "ref"), "/b": ("own", "cmp")}
    assert parts["*.sails.example"] == {"/a": ("mine",), "/b": ("own", "cmp")}
    assert parts["y.sails.example"] == {"/a": ("mine",), "/b": ("own",)}
    assert parts["sails.example"] == {"/b": ("cmp", "own")}
    assert run("policy", "check", out).code == 0


def test_an_exception_for_every_host_takes_the_name_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("||a.example^$removeparam=x\n||b.example^$removeparam=y\n@@*$removeparam=x\n")
    done = run("policy", "import", "--from", "removeparam", tmp_path / "list.txt")
    assert "a.example" not in done.text and '[sites."b.example"]\ndrop = ["y"]' in done.text


@pytest.mark.parametrize(
    ("form", "text", "said"),
    [
        ("clearurls", "[]", "no ClearURLs rules: expected"),
        ("clearurls", '{"providers": {\n"a": 1}}', 'expected {"urlPattern": "..", ..}'),
        (
            "clearurls",
            '{"providers": {"a": {"urlPattern": ".*", "rules": "x"}}}',
            'providers["a"].rules: wrong type: expected a list of strings',
        ),
        ("clearurls", '{"providers":\n oops}', ":2: not JSON"),
        ("removeparam", "||a.example^\n", "no $removeparam rules"),
        ("brave", '{"providers": {}}', "no list of Brave's form: expected"),
        ("brave", "[]", "no list of Brave's form: expected"),
        ("brave", '[{"include": [], "params": []},\n {"include": ["*://*/*"]}]', ":2: no list of Brave's form"),
        ("brave", '[\n {"include": "x", "params": []}]', ":2: wrong type: expected a list of strings, got include"),
        ("brave", "[\n oops]", ":2: not JSON"),
    ],
)
def test_what_is_no_such_list(run: Run, tmp_path: Path, form: str, text: str, said: str) -> None:
    (tmp_path / "list").write_text(text)
    done = run("policy", "import", "--from", form, tmp_path / "list", "-o", tmp_path / "out.toml")
    assert (done.code, done.out) == (2, b"") and said in done.said[0]
    assert not (tmp_path / "out.toml").exists()


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("fbclid", [Text("fbclid")]),
        (r"ga\.source", [Text("ga.source")]),
        ("(?:%3F)?x", [Text("x"), Text("%3Fx")]),
        ("a(?:b|c)d?", [Text("ab"), Text("abd"), Text("ac"), Text("acd")]),
        ("utm(?:_[a-z_]*)?", [Text("utm"), Text("utm_", True)]),
        ("[sS]rc", [Text("src"), Text("Src")]),
        ("vn(?:_[a-z]*)+", [Text("vn_", True)]),
        (r"mtm_\w+", [Text("mtm_", True)]),
        ("", [Text("")]),
    ],
)
def test_names_in_an_expression(pattern: str, found: list[Text]) -> None:
    assert list(texts(pattern)) == found


NO_NAMES = ["[a-z]?mc", "a.b", "x[0-9]", "(?!a)b", "(?<n>a)", "a{2,3}[a-z]{1,2}", "[a-z]*ie", "a)", "(a", "[a", "*a", r"\bfoo"]


@pytest.mark.parametrize("pattern", [*NO_NAMES, "(" * 99, "[ab][ab]" * 9])
def test_what_is_no_list_of_names(pattern: str) -> None:
    with pytest.raises(Beyond):
        texts(pattern)


@pytest.mark.parametrize(
    ("pattern", "scopes", "reason"),
    [
        (".*", [""], ""),
        (r"^https?:\/\/", [""], ""),
        (BELOW + r"a\.example", ["a.example", "*.a.example"], ""),
        (BELOW + r"(?:a|b)\.example\/", ["a.example", "*.a.example", "b.example", "*.b.example"], ""),
        (r"^https?:\/\/www\.a\.example(?:\/|$)", ["a.example"], ""),
        (r"^https?:\/\/(?:[a-z0-9-]+\.)+a\.example", ["*.a.example"], ""),
        (r"^https?:\/\/(?:[a-z0-9-]+\.)?a\.example", ["a.example"], "host"),
        (r"^https?:\/\/(?:[a-z]+\.)*a\.example", [], "host"),
        (r"a\.example", [], "host"),
        (r"^https?:\/\/.*\.a\.example", [], "host"),
        (BELOW + r"a\.example\/path", [], "path"),
        (BELOW + "boatshop", [], "host"),
        (BELOW + r"boatshop\.[a-z]+", [], "ending"),
        (BELOW + r"boatshop\.[a-z]{2,3}", [], "ending"),
        (BELOW + r"boatshop(?:\.[a-z]{2,}){1,2}", [], "ending"),
    ],
)
def test_hosts_in_an_expression(pattern: str, scopes: list[str], reason: str) -> None:
    place = place_of(pattern)
    assert (list(place.scopes), place.reason) == (scopes, reason)


def test_how_many_hosts_an_ending_could_mean() -> None:
    def count(ending: str) -> int:
        note = place_of(BELOW + "boatshop" + ending).note
        return int(note.partition("mean ")[2].split()[0].replace(",", ""))

    one, two, any_ = count(r"\.[a-z]{2,}"), count(r"(?:\.[a-z]{2,}){1,2}"), count(r"(?:\.[a-z]{2,}){1,}")
    assert 1000 < one < two < any_
    assert count(r"\.[a-z]{2,3}") < one


def test_every_option_has_help() -> None:
    done = CliRunner().invoke(verbs, ["policy", "import", "--help"])
    assert done.exit_code == 0 and done.output.startswith("Usage: pagekey policy import ")
    for word in ("--from", "--base", "--past-exceptions", "--all", "licence"):
        assert word in done.output
