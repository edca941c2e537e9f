"""The shipped lists: form, order, doubles, and the names that must never be in them."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src" / "pagekey" / "policy" / "data"
FACTS = ROOT.parent / "shared" / "facts"
FILES = ("index_files", "sessions", "shorteners", "state", "tracking")

Table = dict[str, Any]

SHAPES = {"dotted", "digits", "hex16", "hex32", "letters24", "token16", "values", "alnum6", "any"}
COMMON = {"source", "licence"}
MUST = {
    "index_files": {"vendor", "names"},
    "sessions": {"vendor", "shape"},
    "shorteners": {"mode", "kind", "hosts"},
    "state": {"vendor", "names"},
    "tracking": {"vendor", "level"},
}
MAY: dict[str, set[str]] = {
    "index_files": set(),
    "sessions": {"names", "prefixes", "together"},
    "shorteners": {"pages", "ended"},
    "state": {"within_site"},
    "tracking": {"names", "prefixes"},
}

# Names that some site reads as content: whoever lists one merges pages.
CONTENT = {
    "aid": "article",
    "amp": "another rendition, folded by the site's entry",
    "article": "article",
    "cat": "WordPress category",
    "cb": "cache buster here, callback there",
    "channel": "a channel's page",
    "cid": "category, company, Google Maps place",
    "code": "voucher, country, error",
    "country": "market",
    "date": "day of a calendar",
    "feature": "a feature's page",
    "from": "start of a trip, date range, sender: only with share values",
    "gl": "market",
    "goto": "target of a redirector",
    "hl": "language",
    "hsa_eligible": "filter of a shop",
    "id": "everything",
    "item": "article of a shop",
    "k": "search word",
    "keyword": "search word",
    "lang": "language",
    "link": "target of a redirector",
    "locale": "language",
    "mid": "message, WeChat article",
    "mtm_day": "stock indicator",
    "name": "person, file",
    "node": "Drupal page",
    "p": "WordPress post, page number",
    "page": "page number",
    "pid": "post, product",
    "pk_id": "primary key",
    "q": "search word",
    "query": "search word",
    "r": "route of Yii programs",
    "ref": "branch, knowledge base article",
    "s": "WordPress search, session of vBulletin",
    "search": "search word",
    "session": "talk of a conference",
    "sessionid": "talk of a conference",
    "site": "site under test",
    "sn": "WeChat article",
    "sort": "order of a list",
    "source": "newspaper, code view",
    "src": "image, feed",
    "start": "offset of a list",
    "t": "thread, time offset",
    "tab": "part of a page",
    "tag": "tag's page",
    "target": "target of a redirector",
    "tid": "thread",
    "title": "MediaWiki page",
    "to": "target of a redirector",
    "topic": "thread",
    "type": "kind of a list",
    "u": "user, target of a redirector",
    "uid": "user",
    "uri": "address under test",
    "url": "address under test",
    "v": "YouTube video",
    "version": "version of a document",
    "view": "form of a page",
}


def read(name: str) -> Table:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def groups(name: str) -> list[Table]:
    found: list[Table] = read(name)["group"]
    return found


def listed(name: str, *keys: str) -> list[str]:
    return [word for group in groups(name) for key in keys for word in group.get(key, [])]


def query_names() -> Iterator[tuple[str, str]]:
    """(file, name) of every parameter name that is listed as a whole."""
    for name in ("tracking", "sessions", "state"):
        for word in listed(name, "names"):
            yield name, word


def covered(name: str) -> bool:
    """True if tracking.toml drops the parameter whatever its value."""
    return name in listed("tracking", "names") or name.startswith(tuple(listed("tracking", "prefixes")))


def cases() -> list[Table]:
    text = (ROOT / "tests" / "cases" / "tracking.toml").read_text(encoding="utf-8")
    found: list[Table] = tomllib.loads(text)["case"]
    return found


def pairs(url: str) -> list[tuple[str, str]]:
    """(lower-case name, value) of the parameters of a URL, nothing decoded."""
    split = (part.partition("=") for part in urlsplit(url).query.split("&"))
    return [(name.lower(), value) for name, _, value in split]


@pytest.mark.parametrize("name", FILES)
def test_head_has_a_date_and_a_licence(name: str) -> None:
    head = read(name)
    datetime.date.fromisoformat(head["date"])
    assert head["licence"]
    assert set(head) <= {"date", "licence", "group", "guarded"}


def test_no_file_is_unknown_to_these_tests() -> None:
    assert sorted(path.stem for path in DATA.glob("*.toml")) == sorted((*FILES, "marks", "signatures", "wrappers"))


def test_marks_of_engines() -> None:
    head = read("marks")
    datetime.date.fromisoformat(head["date"])
    assert set(head) == {"date", "licence", "mark"} and head["licence"]
    for mark in head["mark"]:
        assert {"engine", "name"} | COMMON <= set(mark) <= {"engine", "engine_zh", "name", "values"} | COMMON, mark
        assert re.fullmatch(r"https://[a-z0-9.-]+/\S*|observed in public URLs( and code)?, 20\d\d-\d\d", mark["source"]), mark
        assert mark["licence"] == "facts", mark
        values = mark.get("values", ["any"])
        assert values and values == sorted(set(values)), mark
        assert all(re.fullmatch(r"(:~:)?[a-z0-9_.-]{1,63}", word) for word in (mark["name"], *values)), mark
    order = [(mark["engine"].lower(), mark["name"]) for mark in head["mark"]]
    assert order == sorted(set(order))
    owners = Counter((mark["name"], value) for mark in head["mark"] for value in mark.get("values", ["any"]))
    assert set(owners.values()) == {1}, "a mark of two engines"
    whole = {mark["name"] for mark in head["mark"] if "values" not in mark}
    assert not whole & {mark["name"] for mark in head["mark"] if "values" in mark}, "any value, and one of them"


@pytest.mark.parametrize("name", FILES)
def test_groups_have_the_keys_that_readme_names(name: str) -> None:
    for group in groups(name):
        missing, unknown = (MUST[name] | COMMON) - set(group), set(group) - MUST[name] - MAY[name] - COMMON
        assert not missing and not unknown, f"{name}: missing {missing}, unknown {unknown} in {group}"
        assert all(group[key] for key in group), f"{name}: an empty value in {group}"
        assert "names" in group or "prefixes" in group or "hosts" in group, f"{name}: nothing listed in {group}"


@pytest.mark.parametrize("name", FILES)
def test_sources_are_addresses_or_dated_observations(name: str) -> None:
    for group in groups(name) + read(name).get("guarded", []):
        source = group["source"]
        assert re.fullmatch(r"https://[a-z0-9.-]+/\S*|observed in public URLs[a-z() .]*, 20\d\d-\d\d", source), source
        assert group["licence"] in {"facts", "Apache-2.0", "MIT", "Unlicense"}, group


@pytest.mark.parametrize("name", FILES)
def test_lists_are_lower_case_and_sorted(name: str) -> None:
    for group in groups(name):
        for key in ("names", "prefixes", "hosts"):
            words = group.get(key, [])
            assert words == sorted(words), f"{name}: not sorted: {words}"
            assert all(re.fullmatch(r"[a-z0-9_.*-]{1,63}", word) for word in words), f"{name}: {words}"


def test_no_name_is_listed_twice() -> None:
    """But a guarded name may stand in state.toml too: paths and URLs go by that one, the listed values by the guard."""
    names = Counter(word for _, word in query_names())
    names.update(entry["name"] for entry in read("tracking")["guarded"] if entry["name"] not in listed("state", "names"))
    assert [word for word, count in names.items() if count > 1] == []
    for name, key in (("index_files", "names"), ("shorteners", "hosts")):
        assert [word for word, count in Counter(listed(name, key)).items() if count > 1] == []


def test_no_name_is_listed_that_a_prefix_covers() -> None:
    prefixes = tuple(listed("tracking", "prefixes") + listed("sessions", "prefixes"))
    assert [word for _, word in query_names() if word.startswith(prefixes)] == []


@pytest.mark.parametrize(("name", "meaning"), CONTENT.items(), ids=list(CONTENT))
def test_content_is_never_listed(name: str, meaning: str) -> None:
    where = [file for file, word in query_names() if word == name]
    where += [prefix for prefix in listed("tracking", "prefixes") + listed("sessions", "prefixes") if name.startswith(prefix)]
    assert where == [], f"{name} is content ({meaning})"


def test_prefixes_end_where_no_word_can_go_on() -> None:
    # "utm_" and not "utm"; the one exception is followed by a number
    assert {prefix for prefix in listed("tracking", "prefixes") if not prefix.endswith("_")} == {"cm_mmc"}


def test_levels_and_shapes_are_known() -> None:
    guarded = read("tracking")["guarded"]
    assert {group["level"] for group in groups("tracking") + guarded} <= {"crawl", "citation"}
    assert {group["shape"] for group in groups("sessions") + guarded} <= SHAPES
    for entry in guarded:
        keys = {"vendor", "name", "shape", "level"} | COMMON | ({"values"} if entry["shape"] == "values" else set())
        assert set(entry) - {"unless"} == keys and ("unless" in entry or entry["shape"] != "any"), entry
        words = entry.get("unless", ["word"])
        assert words and words == sorted(set(words)) and all(re.fullmatch(r"[a-z0-9_-]+", word) for word in words), entry
        values = entry.get("values", ["one"])
        assert values and values == sorted(set(values)), entry


def test_sessions_that_go_together_are_more_than_one() -> None:
    for group in groups("sessions"):
        assert "together" not in group or (group["together"] is True and len(group["names"]) > 1), group
        assert group["shape"] != "any" or "together" in group, group


def test_index_files_are_index_or_default_with_a_program_s_extension() -> None:
    names = listed("index_files", "names")
    assert all(re.fullmatch(r"(index|default)\.[a-z0-9]{2,5}", name) for name in names), names
    assert not {"index.pdf", "index.xml", "index.json", "index.zip", "index.js", "index.css", "default.jpg"} & set(names)
    assert {"index.html", "index.htm", "index.php", "index.jsp", "index.shtml", "default.asp", "default.aspx"} <= set(names)


def test_hosts_are_lower_case_a_labels() -> None:
    label = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
    for host in listed("shorteners", "hosts"):
        assert re.fullmatch(rf"(\*\.)?({label}\.)+{label}", host), host


def test_shorteners_have_a_known_mode() -> None:
    for group in groups("shorteners"):
        assert group["mode"] in {"http", "js", "partly", "dead"}, group
        assert "ended" not in group or (group["mode"] == "dead" and 2000 < group["ended"] < 2027), group
        assert "pages" not in group or (group["mode"] == "partly" and all(p.startswith("/") for p in group["pages"])), group


def test_pages_and_identifiers_are_no_shorteners() -> None:
    assert not {"doi.org", "youtu.be", "t.me", "wa.me", "linktr.ee", "redd.it", "perma.cc"} & set(listed("shorteners", "hosts"))


def test_every_group_has_a_case() -> None:
    seen = {name for case in cases() if "drop-tracking" in case["hits"] for name, _ in pairs(case["raw"])}
    for group in groups("tracking"):
        names = set(group.get("names", [])) & seen
        names |= {name for name in seen if name.startswith(tuple(group.get("prefixes", ())))}
        assert names, f"no case in tests/cases/tracking.toml drops a name of {group['vendor']}"


GUARDED = ("from", "msockid", "referrer", "spm", "sid", "phpsessid", "mkt_tok", "__s", "isallowed", "ck_subscriber_id", "h_sid", "h_slt")


@pytest.mark.parametrize("name", GUARDED)
def test_every_guard_has_a_case_that_goes_and_one_that_stays(name: str) -> None:
    went = [not any(kept == name for kept, _ in pairs("//" + case["key"])) for case in cases() if name in dict(pairs(case["raw"]))]
    assert True in went and False in went, f"{name}: cases that go {went.count(True)}, that stay {went.count(False)}"


def facts(name: str) -> list[list[str]]:
    path = FACTS / name
    if not path.exists():
        pytest.skip(f"the list of facts {name} lies beside the repository, not in it")
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [row for row in rows if row != [""]]


def test_every_safe_name_is_covered() -> None:
    safe = [(tier, name.lower()) for tier, name, *_ in facts("safe_global.txt")]
    assert [name for tier, name in safe if not covered(name)] == []
    crawl = [group for group in groups("tracking") if group["level"] == "crawl"]
    names = {name for group in crawl for name in group.get("names", [])}
    prefixes = tuple(prefix for group in crawl for prefix in group.get("prefixes", []))
    assert [name for tier, name in safe if tier == "A" and name not in names and not name.startswith(prefixes)] == []


# hosts of the facts that are left out, and why
LEFT_OUT = {
    "perma.cc": "an archive's copy is a page of its own",
}


def test_every_known_shortener_is_covered() -> None:
    hosts = set(listed("shorteners", "hosts"))
    known = {host: mode for host, mode, *_ in facts("shorteners.tsv")[1:]}
    live = {host for host, mode in known.items() if mode not in {"offline", "not"}}
    assert {host for host in live if host not in hosts and f"*.{host}" not in hosts} == set(LEFT_OUT)
    assert {host for host, mode in known.items() if mode in {"offline", "not"}} & hosts == set()
