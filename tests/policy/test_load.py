"""Policies from names, files and dicts: what each word gives, how a base is merged, and the exact text of every error."""

from __future__ import annotations

import tomllib
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

import pytest

from pagekey.errors import PolicyError
from pagekey.policy import words
from pagekey.policy.idle import idle
from pagekey.policy.loader import from_dict, load, shipped
from pagekey.policy.locate import lines, nearest, show
from pagekey.policy.model import Alias, Policy, Site
from pagekey.rules import LEVELS, NAMES, names_at

HERE = Path(__file__).parent


def _cases(name: str) -> list[Any]:
    cases = tomllib.loads((HERE / name).read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=case["what"]) for case in cases]


def _listed(value: object) -> object:
    """Tuples as lists, so that what TOML can say compares with a field."""
    return [_listed(item) for item in value] if isinstance(value, (list, tuple)) else value


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _error(name: str) -> str:
    with pytest.raises(PolicyError) as caught:
        load(name)
    return str(caught.value)


@pytest.mark.parametrize("case", _cases("broken_files.toml"))
def test_broken_file(case: dict[str, str], here: Path) -> None:
    (here / "house.toml").write_text(case["text"].lstrip("\n"), encoding="utf-8")
    assert _error("house.toml") == case["error"].strip("\n")


@pytest.mark.parametrize("case", _cases("broken_dicts.toml"))
def test_broken_dict(case: dict[str, Any]) -> None:
    with pytest.raises(PolicyError) as caught:
        from_dict(case["policy"])
    assert str(caught.value) == case["error"].strip("\n")


@pytest.mark.parametrize("case", _cases("words.toml"))
def test_word(case: dict[str, Any]) -> None:
    policy = from_dict(case["policy"], case.get("over", "citation@1"))
    for field, wanted in case.get("gives", {}).items():
        got = getattr(policy, field)
        if field in ("aliases", "rewrites", "cases"):
            got = [astuple(one)[:-1] for one in got]  # without `where`
        elif field == "sites":
            got = [astuple(one) for one in got]
        assert _listed(got) == wanted, field
    if "hosts" in case:
        assert [site.host for site in policy.sites] == case["hosts"]


def test_every_word_has_a_case() -> None:
    """A word added to the loader must be shown in words.toml, or be one of those that the other tests need files for."""
    cases = [param.values[0] for param in _cases("words.toml")]
    used = {word for case in cases for word in case["policy"]}
    assert used | {"level", "enable", "disable", "drop"} == set(words.POLICY_WORDS)
    of_sites = {word for case in cases for site in case["policy"].get("sites", {}).values() for word in site}
    assert of_sites == set(words.SITE_WORDS) == {field.name for field in fields(Site)} - {"host"}
    assert set(words.POLICY_WORDS) - {"extends", "level", "enable", "disable", "alias", "rewrite", "case"} == (
        {field.name for field in fields(Policy)} - {"base", "origin", "aliases", "rewrites", "cases"}
    )


def test_same_words_in_file_and_dict(here: Path) -> None:
    for param in _cases("words.toml"):
        case = param.values[0]
        said = {"extends": case.get("over", "citation@1"), **case["policy"]}
        (here / "custom.toml").write_text(_toml(said), encoding="utf-8")
        from_file = load("custom.toml")
        from_mapping = from_dict(said, origin="custom.toml")
        assert from_file == from_mapping, case["what"]


def _toml(mapping: dict[str, Any]) -> str:
    """One line a word; only what words.toml uses."""

    def one(value: object) -> str:
        if isinstance(value, dict):
            return "{ " + ", ".join(f'"{key}" = {one(item)}' for key, item in value.items()) + " }"
        if isinstance(value, list):
            return "[" + ", ".join(one(item) for item in value) + "]"
        return f'"{value}"' if isinstance(value, str) else str(value)

    return "".join(f"{key} = {one(value)}\n" for key, value in mapping.items())


@pytest.mark.parametrize("name", shipped())
def test_shipped_loads(name: str) -> None:
    policy = load(name)
    assert f"{policy.name}@{policy.version}" == name
    assert policy.origin == "shipped"
    assert load(policy.name) == load(name)
    assert idle(policy) == ()
    if policy.base is None:
        assert policy.rules == names_at(policy.name)
    assert set(policy.rules) <= set(NAMES)


def test_shipped_names() -> None:
    assert shipped() == ("citation@1", "citation-strict@1", "crawl@1", "rfc3986@1")
    strict, plain = load("citation-strict"), load("citation")
    assert (strict.base, strict.params, strict.keep) == ("citation@1", "keep-listed", ("id", "p", "page", "aid"))
    assert strict.rules == plain.rules
    assert plain.renditions == "fold"
    assert load("rfc3986").renditions == "keep"


@pytest.mark.parametrize("level", LEVELS)
def test_level_is_a_word_for_all(level: str) -> None:
    policy = from_dict({"level": level, "disable": ["trim"]}, "citation-strict@1")
    assert policy.rules == tuple(name for name in names_at(level) if name != "trim")
    assert policy.keep == ("id", "p", "page", "aid")


def test_newest_version(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    for version in (2, 9, 10):
        (here / f"house@{version}.toml").write_text(f'name = "house"\nversion = {version}\nlevel = "rfc3986"\n')
    monkeypatch.setattr("pagekey.policy.loader._FOLDER", str(here))
    assert shipped() == ("house@2", "house@9", "house@10")
    assert load("house").version == 10
    assert load("house@9").version == 9


def test_unknown_name() -> None:
    assert _error("citaton") == (
        'unknown policy: expected a shipped name or the path of a TOML file, got "citaton"\nhint: did you mean "citation@1"?'
    )
    assert _error("") == (
        'unknown policy: expected a shipped name or the path of a TOML file, got ""\n'
        "hint: shipped are citation@1, citation-strict@1, crawl@1, rfc3986@1"
    )


def test_shipped_name_wins_over_a_file(here: Path) -> None:
    (here / "citation").write_text('params = "keep-listed"')
    (here / "house").write_text('params = "keep-listed"')
    assert load("citation").origin == "shipped"
    assert load(Path("citation")).params == "keep-listed"
    assert load("house").origin == "house"


def test_name_and_version_from_the_file_name(here: Path) -> None:
    for file, name, version in (("house.toml", "house", 1), ("house@3.toml", "house", 3), ("my house.toml", "my-house", 1)):
        (here / file).write_text("")
        policy = load(here / file)
        assert (policy.name, policy.version, policy.base, policy.origin) == (name, version, "citation@1", str(here / file))


def test_file_that_cannot_be_read(here: Path) -> None:
    assert _error("gone.toml") == "gone.toml: cannot be read: got No such file or directory"
    (here / "latin.toml").write_bytes(b'name = "a"\n# caf\xe9\n')
    assert _error("latin.toml") == "latin.toml:2: not UTF-8: got byte 0xE9\nhint: save the file as UTF-8"
    (here / "deep.toml").write_text("keep = " + "[" * 9000 + "]" * 9000)
    assert _error("deep.toml") == "deep.toml: not TOML: got lists or tables nested too deeply"
    (here / "long.toml").write_text("version = " + "1" * 5000)
    assert _error("long.toml") == "long.toml: not TOML: got a number with too many digits"


def test_byte_order_mark_and_windows_lines(here: Path) -> None:
    (here / "house.toml").write_bytes(b'\xef\xbb\xbfname = "house"\r\n\r\nkeep = ["id"]\r\n')
    assert load("house.toml").keep == ("id",)
    (here / "house.toml").write_bytes(b'\xef\xbb\xbfname = "house"\r\n\r\nkeep = [7]\r\n')
    assert _error("house.toml").startswith("house.toml:3 $.keep[0]: wrong type")


def test_extends_a_file_beside_it(here: Path) -> None:
    (here / "sub").mkdir()
    (here / "sub" / "base.toml").write_text('extends = "crawl"\nversion = 4\ndrop = ["a"]\n[[case]]\nraw = "x"\nkey = "x"\n')
    (here / "sub" / "house.toml").write_text('extends = "base.toml"\ndrop = ["b"]\n')
    policy = load("sub/house.toml")
    assert (policy.name, policy.version, policy.base) == ("house", 1, "base@4")
    assert policy.drop == ("a", "b")
    assert policy.rules == names_at("crawl")
    assert policy.cases == ()


def test_error_in_the_base_names_the_base(here: Path) -> None:
    (here / "base.toml").write_text("\nkeep = 1\n")
    (here / "house.toml").write_text('extends = "base.toml"\n')
    assert _error("house.toml") == "base.toml:2 $.keep: wrong type: expected a list of strings, got the number 1"


def test_circle_of_bases(here: Path) -> None:
    (here / "a.toml").write_text('extends = "b.toml"\n')
    (here / "b.toml").write_text('extends = "./a.toml"\n')
    assert _error("a.toml") == "b.toml:1 $.extends: a policy extends itself: got a.toml -> b.toml -> ./a.toml"


BASE = """
keep = ["id"]
drop = ["x", "y"]
state = ["next"]
defaults = { sort = "up", page = "1" }
params = "keep-listed"
alias = [{ from = "a.example/", to = "b.example/" }, { from = "c.example/", to = "d.example/" }]
rewrite = [{ site = "example.com", from = "/a", to = "/b" }]
sites."example.com" = { www = "distinct", amp = "fold", keep = ["id", "q"], defaults = { a = "1" } }
sites."example.org" = { drop = ["q", "r"] }
"""

OVER_IT = """
extends = "base.toml"
keep = ["y", "z"]
drop = ["w"]
defaults = { sort = "down", n = "" }
params = "drop-listed"
alias = [{ from = "a.example/", to = "e.example/" }]
rewrite = [{ site = "example.com", from = "/a", to = "/c" }, { site = "example.org", from = "/a", to = "/b" }]
sites."example.com" = { www = "fold", drop = ["q"] }
sites."example.org" = { keep = ["r"] }
sites."example.net" = { group = "press" }
"""


def test_merging_over_a_base(here: Path) -> None:
    (here / "base.toml").write_text(BASE)
    (here / "house.toml").write_text(OVER_IT)
    policy = load("house.toml")
    assert policy.keep == ("id", "y", "z")
    assert policy.drop == ("x", "w")
    assert policy.state == ("next",)
    assert policy.defaults == (("sort", "down"), ("page", "1"), ("n", ""))
    assert policy.params == "drop-listed"
    assert policy.aliases == (Alias("a.example/", "e.example/"), Alias("c.example/", "d.example/"))
    assert policy.aliases[0].where == "house.toml:7 $.alias[0]"
    assert policy.aliases[1].where == "base.toml:7 $.alias[1]"
    assert [(one.site, one.source, one.target) for one in policy.rewrites] == [("example.com", "/a", "/c"), ("example.org", "/a", "/b")]
    assert policy.sites == (
        Site("example.com", www="fold", amp="fold", keep=("id",), drop=("q",), defaults=(("a", "1"),)),
        Site("example.org", keep=("r",), drop=("q",)),
        Site("example.net", group="press"),
    )


def test_nothing_is_enabled_by_a_word_that_needs_it() -> None:
    said = {
        "params": "keep-listed",
        "drop": ["x"],
        "alias": [{"from": "a.example/", "to": "b.example/"}],
        "sites": {"example.com": {"www": "distinct", "drop_below": {"/a": ["x"]}, "group": "press"}},
        "rules": ["drop-index-file"],
    }
    policy = from_dict(said, "rfc3986@1")
    assert policy.rules == ("drop-index-file",)
    assert idle(policy) == (
        "$.drop: needs the rule drop-params, which is off",
        "$.alias: needs the rule alias-host, which is off",
        "$.params: needs the rule keep-params, which is off",
        '$.sites["example.com"].www: needs the rule strip-www, which is off',
        '$.sites["example.com"].drop_below: needs the rule drop-params, which is off',
        '$.sites["example.com"].group: needs site = "group"',
    )
    assert idle(from_dict({"keep": ["id"], "site": "group"})) == (
        '$.keep: needs params = "keep-listed"',
        '$.site: "group" needs a site with `group`',
    )


def test_dict_may_hold_tuples_and_keeps_its_origin() -> None:
    policy = from_dict({"keep": ("id",), "alias": ({"from": "a.example/", "to": "b.example/"},)}, origin="notebook")
    assert policy.keep == ("id",)
    assert policy.origin == "notebook"
    assert policy.aliases[0].where == "notebook $.alias[0]"


@pytest.mark.parametrize(
    ("mapping", "text"),
    [
        ({1: 2}, "dict $: unknown word: got the number 1"),
        ({"sites": {1: {}}}, "dict $.sites: wrong type: expected strings as keys, got the number 1"),
        ({"keep": None}, "dict $.keep: wrong type: expected a list of strings, got None"),
        ({"keep": {"id"}}, "dict $.keep: wrong type: expected a list of strings, got a set"),
        ({"name": b"x"}, "dict $.name: wrong type: expected a string, got a bytes"),
        ({"version": 10**5000}, "dict $.version: out of range: expected a whole number from 1, got a number too long to show"),
        ({"name": 10**5000}, "dict $.name: wrong type: expected a string, got a number too long to show"),
        ([], "dict $: wrong type: expected a table, got a list"),
        (
            {"sites": {"\udce4.de": {}}},
            'dict $.sites["\udce4.de"]: not a host: expected a name that UTS 46 can write in ASCII, got "\\udce4.de"',
        ),
        ({"site": "x" * 80}, f'dict $.site: unknown value: expected "host" or "domain" or "group", got "{"x" * 57}..."'),
    ],
)
def test_dict_that_toml_cannot_write(mapping: Any, text: str) -> None:
    with pytest.raises(PolicyError) as caught:
        from_dict(mapping)
    assert str(caught.value) == text


LOCATED = (
    r'''# a comment with [brackets] and "quotes
"quoted \u00e9" = 1
a.b . "c.d" = [ # ]
  "x", """two
lines ""\"""", # three
  'it''s' ] # no
'''.replace("'it''s'", "'its'")
    + r'''
[t]
k = { x = 1, y = [1,
  2] , z.w = 'v' }
s = """
[not.a.table]
k = 1
"""""
u = \'\'\'
a = 1\'\'\'
d = 1979-05-27 07:32:00 # date
[[list]]
k = 1
  [list.sub]
  k = 1
[[list]]
[[list.inner]]
[[list.inner]]
k = [[1], [2, {q = 3}]]
["t".'deep']
k = 1
'''.replace("\\'", "'")
)


def test_lines_of_a_tangled_text() -> None:
    found = lines(LOCATED)
    wanted = {
        ("quoted é",): 2,
        ("a", "b", "c.d"): 3,
        ("a", "b", "c.d", 0): 4,
        ("a", "b", "c.d", 1): 4,
        ("a", "b", "c.d", 2): 6,
        ("t",): 8,
        ("t", "k"): 9,
        ("t", "k", "x"): 9,
        ("t", "k", "y", 0): 9,
        ("t", "k", "y", 1): 10,
        ("t", "k", "z", "w"): 10,
        ("t", "s"): 11,
        ("t", "u"): 15,
        ("t", "d"): 17,
        ("list", 0): 18,
        ("list", 0, "k"): 19,
        ("list", 0, "sub"): 20,
        ("list", 0, "sub", "k"): 21,
        ("list", 1): 22,
        ("list", 1, "inner", 0): 23,
        ("list", 1, "inner", 1): 24,
        ("list", 1, "inner", 1, "k", 1, 1, "q"): 25,
        ("t", "deep", "k"): 27,
    }
    assert {path: found.get(path) for path in wanted} == wanted
    assert _paths(tomllib.loads(LOCATED)) <= set(found)


def _paths(value: object, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    out: set[tuple[str | int, ...]] = set()
    for key, item in items:
        out |= {(*path, key)} | _paths(item, (*path, key))
    return out


def test_every_value_of_our_own_files_has_a_line() -> None:
    for file in sorted(HERE.glob("*.toml")):
        text = file.read_text(encoding="utf-8")
        assert _paths(tomllib.loads(text)) <= set(lines(text)), file.name


def test_missing_word_gets_the_line_of_its_table() -> None:
    assert nearest({("alias", 0): 3, ("alias", 0, "from"): 4}, ("alias", 0, "to")) == 3
    assert nearest({}, ("x",)) is None


def test_path_spelling() -> None:
    assert show(()) == "$"
    assert show(("sites", "example.com", "keep", 0)) == '$.sites["example.com"].keep[0]'
    assert show(('a"b\\', "")) == '$["a\\"b\\\\"][""]'
