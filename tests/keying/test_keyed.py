"""keyed, mapping, explain, compare, display: what the public functions promise."""

from __future__ import annotations

from pathlib import Path

import pytest

import pagekey
from pagekey import InputError, PagekeyError, Policy

ARTICLE = "https://site.example/article/1"
TRACKED = [
    f"{ARTICLE}?utm_source=wechat",
    f"{ARTICLE}?utm_source=weibo&utm_medium=social",
    f"{ARTICLE}?spm=a2c.1",
    f"{ARTICLE}?share_token=x",
    f"{ARTICLE}?from=timeline",
    f"{ARTICLE}?utm_campaign=q4",
    f"{ARTICLE}?utm_source=kimi",
    f"{ARTICLE}?share_token=y&from=singlemessage",
]
SHORT = ["https://s.example/x1", "https://s.example/x2"]
TARGETS = {SHORT[0]: ARTICLE, SHORT[1]: f"{ARTICLE}?from=groupmessage"}


def test_eight_tracked_links_and_two_short_ones_are_one_page() -> None:
    counts = pagekey.count(pagekey.keyed(TRACKED + SHORT, mapping=TARGETS))
    assert (counts.before.records, counts.before.pages, counts.before.hosts) == (10, 10, 2)
    assert (counts.records, counts.pages, counts.hosts) == (10, 1, 1)
    assert counts.pages_per_site.value == 1.0
    assert counts.after.records_per_page.value == 10.0


def test_an_unresolved_short_link_is_counted_apart() -> None:
    counts = pagekey.count(pagekey.keyed([ARTICLE, "https://s.example/dead"], mapping={"https://s.example/dead": None}))
    assert (counts.rows, counts.records, counts.pages, counts.hosts) == (2, 1, 1, 1)
    assert {apart.status: apart.records for apart in counts.apart}["short-link"] == 1


def test_rows_keep_length_order_and_nulls() -> None:
    table = pagekey.keyed(["http://a.com/", None, "", "N/A", "http://a.com"])
    assert table.raw == ["http://a.com/", None, "", "N/A", "http://a.com"]
    assert table.key == ["a.com/", None, "", "N/A", "a.com/"]
    assert table.status == ["page", "empty", "empty", "unparsed", "page"]
    assert table.rules(0) == ("drop-scheme",)
    assert len(table) == 5


def test_dicts_keep_their_columns() -> None:
    table = pagekey.keyed([{"link": "http://a.com", "n": 1}, {"link": None, "n": None, "x": "y"}], url="link")
    assert table.columns == {"link": ["http://a.com", None], "n": ["1", None], "x": [None, "y"]}


@pytest.mark.parametrize(
    ("rows", "message"),
    [("http://a.com", "one string"), ([1], "not a string"), ([{"a": "b"}], "no such column"), ([{"url": "b"}, "c"], "rows of two kinds")],
)
def test_what_is_no_table_is_refused(rows: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pagekey.keyed(rows)  # type: ignore[arg-type]


def test_a_mapping_is_looked_up_by_key_and_followed() -> None:
    chain = {"s.example/a": "https://www.s.example/b/", "http://s.example/b": "http://t.example/x?utm_source=1"}
    trace = pagekey.explain("HTTPS://s.example/a?utm_source=2", mapping=chain)
    assert (trace.key, trace.status, trace.hits[0]) == ("t.example/x", "page", "expand-short-link")
    assert trace.steps[0].rule == "expand-short-link"
    assert pagekey.key("HTTPS://s.example/a", mapping=chain) == "t.example/x"


@pytest.mark.parametrize(
    "circle",
    [
        {"s.example/a": "http://s.example/a"},
        {"s.example/a": "http://s.example/b", "s.example/b": "s.example/a"},
        {f"s.example/{k}": f"s.example/{k + 1}" for k in range(20)} | {"s.example/a": "s.example/0"},
    ],
)
def test_a_circle_or_an_endless_chain_stays_a_short_link(circle: dict[str, str | None]) -> None:
    assert pagekey.explain("http://s.example/a", mapping=circle).status == "short-link"


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl"])
def test_a_mapping_file(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"mapping.{suffix}"
    gap = {"csv": ",", "tsv": "\t"}.get(suffix)
    rows = [("https://s.example/x1", ARTICLE), ("https://s.example/dead", "")]
    if gap:
        file.write_text("\n".join(gap.join(row) for row in [("raw", "final"), *rows]) + "\n", "utf-8")
    else:
        file.write_text("".join(f'{{"raw": "{raw}", "final": "{final}"}}\n' for raw, final in rows), "utf-8")
    table = pagekey.keyed(["http://s.example/x1", "http://s.example/dead"], mapping=file)
    assert table.key == ["site.example/article/1", "s.example/dead"]
    assert table.status == ["page", "short-link"]


def test_a_mapping_under_a_policy_that_cannot_use_it_is_refused() -> None:
    with pytest.raises(PagekeyError, match="expand-short-link"):
        pagekey.keyed([ARTICLE], policy="crawl@1", mapping={})


def test_a_listed_shortener_is_no_source() -> None:
    trace = pagekey.explain("https://bit.ly/3abc")
    assert (trace.status, trace.host, trace.key) == ("short-link", None, "bit.ly/3abc")
    assert pagekey.explain("https://bit.ly/").status == "page"


@pytest.mark.parametrize(
    ("url", "host", "domain"),
    [
        ("http://www.a.b.co.uk/x", "a.b.co.uk", "b.co.uk"),
        ("http://a.com:8080/", "a.com", "a.com"),
        ("http://1.2.3.4/", "1.2.3.4", "1.2.3.4"),
        ("http://[::1]/", "[::1]", "[::1]"),
        ("http://www.gov.uk/", "www.gov.uk", "www.gov.uk"),
        ("http://intranet/", "intranet", "intranet"),
        ("http://a.b.unknown-suffix/", "a.b.unknown-suffix", "b.unknown-suffix"),
        ("http://x.github.io/", "x.github.io", "github.io"),
        ("http://www.ck/", "www.ck", "www.ck"),
        ("http://a.b.ck/", "a.b.ck", "a.b.ck"),
        ("http://gov.uk/", "gov.uk", "gov.uk"),
    ],
)
def test_host_and_registrable_domain(url: str, host: str, domain: str) -> None:
    trace = pagekey.explain(url)
    assert (trace.host, trace.domain) == (host, domain)


def test_the_site_is_what_the_policy_says() -> None:
    words = {"sites": {"a.example": {"group": "A"}, "*.b.example": {"group": "A"}}}
    group, domain = Policy.from_dict({**words, "site": "group"}), Policy.from_dict({**words, "site": "domain"})
    urls = ["http://a.example/", "http://x.b.example/", "http://b.example/"]
    assert pagekey.keyed(urls, policy=group).site == ["A", "A", "b.example"]
    assert pagekey.keyed(urls, policy=domain).site == ["a.example", "b.example", "b.example"]


@pytest.mark.parametrize(
    ("a", "b", "level"),
    [
        ("http://a.com/", "http://a.com/", "string"),
        ("HTTP://A.com", "http://a.com/", "rfc3986"),
        ("http://a.com/?b&a", "http://a.com/?a&b", "crawl"),
        ("http://a.com/", "https://www.a.com", "citation"),
        ("http://a.com/1", "http://a.com/2", None),
    ],
)
def test_compare_names_the_finest_level(a: str, b: str, level: str | None) -> None:
    assert pagekey.compare(a, b).level == level


def test_compare_names_the_rules() -> None:
    found = pagekey.compare("http://a.com/x/", "http://www.a.com/x?utm_source=1")
    assert set(found.rules) == {"drop-tracking", "strip-www", "strip-slash"}


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("xn--bcher-kva.de/%C3%BC", "bücher.de/ü"),
        ("a.com/%D6%D0", "a.com/%D6%D0"),
        ("a.com/%E2%80%AEx", "a.com/%E2%80%AEx"),
        ("a.com/%2F", "a.com/%2F"),
        ("a.com/%E3%80%80", "a.com/%E3%80%80"),
        ("xn--a/x", "xn--a/x"),
        ("a.com/%D8%B3%D9%84%D8%A7%D9%85", "\u2068a.com/سلام\u2069"),
    ],
)
def test_display_is_readable_and_safe(key: str, shown: str) -> None:
    assert pagekey.display(key) == shown


def test_importing_the_package_imports_nothing_heavy() -> None:
    import subprocess
    import sys

    code = "import sys, pagekey; print([m for m in ('pagekey.engine', 'tomllib', 'csv', 'json', 'click') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_first_is_the_first_row_with_the_same_string() -> None:
    urls = ["http://b.example/", None, "http://a.example/", "http://b.example/", None, "N/A", "http://a.example/", "http://A.example/"]
    table = pagekey.keyed(urls)
    assert table.first == [0, 1, 2, 0, 1, 5, 2, 7]
    for column in (table.raw, table.key, table.status, table.host, table.domain, table.site, table.hits, table.flags, table.target):
        assert list(column) == [column[i] for i in table.first]


def test_rungs_are_of_pages_by_their_first_row() -> None:
    table = pagekey.keyed(["HTTP://a.example/%3a#x", "N/A", "HTTP://a.example/%3a#x", None])
    assert table.rungs["standard"] == {0: "http://a.example/%3A#x"}
    assert list(table.rungs["convention"]) == [0] and table.rungs["convention"] != table.rungs["standard"]


def test_the_ladder_climbs_rule_by_rule() -> None:
    """Six strings of one page, by hand: host, anchor, tracking, scheme and www merge one each; a page of one string stays."""
    page = "https://a.example/x"
    urls = [page, "https://A.example/x", f"{page}#top", f"{page}?utm_source=y", "http://a.example/x", "http://www.a.example/x"]
    table = pagekey.keyed([*urls, "https://b.example/#z", page, "N/A", None])
    ladder = table.ladder()
    assert ladder == (("lowercase-host", 6), ("drop-fragment", 5), ("drop-tracking", 4), ("drop-scheme", 3), ("strip-www", 2))
    assert pagekey.keyed(["https://a.example/", "https://b.example/#x"]).ladder() == pagekey.keyed([]).ladder() == ()


def test_the_ladder_counts_a_short_link_from_its_rule_on() -> None:
    table = pagekey.keyed([*SHORT, ARTICLE, f"{ARTICLE}?from=timeline"], mapping=TARGETS)
    assert table.ladder() == (("expand-short-link", 3), ("drop-tracking", 1), ("drop-scheme", 1))


def test_the_ladder_leaves_tracking_to_its_rule() -> None:
    """`from=timeline` is tracking from citation on; neither user names nor schemes merge it."""
    table = pagekey.keyed([ARTICLE, f"{ARTICLE}?from=timeline", f"http://u@{ARTICLE[8:]}"])
    assert table.ladder() == (("drop-userinfo", 3), ("drop-tracking", 2), ("drop-scheme", 1))
    plain = Policy.from_dict({"disable": ["drop-userinfo"]})
    assert pagekey.keyed([ARTICLE, f"{ARTICLE}?from=timeline", f"http://{ARTICLE[8:]}"], policy=plain).ladder()[-1] == ("drop-tracking", 1)


def test_no_rows_have_no_first_and_empty_rungs() -> None:
    table = pagekey.keyed([])
    assert (table.first, list(table.rungs.values())) == ([], [{}] * 7)


class Text(str):
    """A subclass of str, as numpy and pandas give them."""


def test_strings_of_a_subclass_are_strings() -> None:
    url = Text("HTTP://www.A.com/x/")
    assert pagekey.key(url) == pagekey.keys([url])[0] == pagekey.explain(url).key == "a.com/x"


def test_nan_in_a_column_means_none() -> None:
    assert pagekey.keys(["a.com", None, float("nan")]) == ["a.com/", None, None]  # type: ignore[list-item]


@pytest.mark.parametrize("bad", [None, 3, b"http://a.com/", ["a.com"]])
def test_what_is_no_string_is_named(bad: object) -> None:
    for call in (pagekey.key, pagekey.explain):
        with pytest.raises(PagekeyError, match="no string: expected a URL as str, got"):
            call(bad)  # type: ignore[operator]
    if bad is not None:
        with pytest.raises(PagekeyError, match="row 2: no string"):
            pagekey.keys(["a.com", bad])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("url", "flagged"),
    [
        ("http://a.com/x%0d%0aSet-Cookie:%20y", True),
        ("http://a.com/x?y=%00", True),
        ("http://a.com/x\x01y", True),
        ("http://a.com/x%20y?z=%0", False),
        ("http://a.com/x%2Fy%7Ez", False),
    ],
)
def test_control_bytes_are_flagged_escaped_or_not(url: str, flagged: bool) -> None:
    assert ("control-bytes" in pagekey.explain(url).flags) is flagged
