"""Merged pages: the same strings as `count` merges, what stands for each, where strings differ, and the weight of a page."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fake import Row, keyed_of
from hypothesis import given
from hypothesis import strategies as st

import pagekey
from pagekey.keying.representative import CRITERIA, Candidate, representative
from pagekey.rules import BIT
from pagekey.study.merges import Page, page
from pagekey.study.merges.parts import differences

SAMPLE = Path(__file__).parents[2] / "examples" / "citations" / "citations.csv"
GUIDE = [
    *["https://example.com/guide?id=7"] * 3,
    *["http://www.example.com/guide/?id=7&utm_source=chatgpt.com"] * 4,
    "https://example.com/guide?id=7#prices",
]
TABLE = [*GUIDE, "https://one.example/", "https://one.example/", "http://two.example/a", "https://two.example/a", "N/A", None, "https://bit.ly/x"]


def marked(raw: str, other: str) -> str:
    """The string with braces around what the other has not."""
    _, spans = differences(raw, other)
    for span in reversed(spans):
        raw = f"{raw[: span.start]}{{{raw[span.start : span.end]}}}{raw[span.end :]}"
    return raw


def test_groups_largest_first_and_totals_agree_with_count() -> None:
    rows = pagekey.keyed(TABLE)
    found = pagekey.merges(rows)
    assert [(one.key, one.site, one.records, one.moved, len(one.spellings)) for one in found.groups] == [
        ("example.com/guide?id=7", "example.com", 8, 5, 3), ("two.example/a", "two.example", 2, 1, 2),
    ]  # fmt: skip
    assert (found.rows, found.records, found.strings, found.pages) == (15, 12, 6, 3)
    assert (found.several, found.grouped, found.moved, found.merged) == (5, 10, 6, 3)
    assert found.merged == found.several - len(found.groups) == pagekey.count(rows).merges.merged
    assert found.policy == pagekey.count(rows).policy


def test_the_figure_of_count_on_the_sample_and_under_every_policy() -> None:
    table = pagekey.read_table(SAMPLE)
    for policy in ("rfc3986@1", "crawl@1", "citation@1", "citation-strict@1"):
        rows = pagekey.keyed(table, policy=policy)
        found, counted = pagekey.merges(rows), pagekey.count(rows)
        assert found.merged == counted.merges.merged == found.several - len(found.groups)
        assert (found.strings, found.pages, found.records) == (counted.strings, counted.pages, counted.records)


def test_a_page_has_its_strings_with_rules_parts_and_reasons() -> None:
    guide = pagekey.merges(pagekey.keyed(TABLE)).groups[0]
    first, second, third = guide.spellings
    assert (guide.representative, first.raw, first.parts, first.spans) == (GUIDE[0], GUIDE[0], (), ())
    assert guide.why == ("scheme", "records")
    assert (second.records, second.rules) == (4, ("drop-tracking", "drop-scheme", "strip-www", "strip-slash"))
    assert second.parts == ("scheme", "prefix", "path", "parameters")
    assert marked(second.raw, guide.representative) == "{http}://{www.}example.com/guide{/}?id=7{&utm_source=chatgpt.com}"
    assert (third.parts, third.weight) == (("fragment",), None)
    assert guide.rules == (("drop-fragment", 1), ("drop-tracking", 1), ("drop-scheme", 3), ("strip-www", 1), ("strip-slash", 1))


def test_the_order_of_rows_changes_nothing() -> None:
    before = pagekey.merges(pagekey.keyed(TABLE))
    mixed = list(TABLE)
    random.Random(3).shuffle(mixed)
    assert pagekey.merges(pagekey.keyed(mixed)) == before


def test_a_page_by_its_key_also_with_one_string() -> None:
    rows = pagekey.keyed(TABLE)
    one = page(rows, "one.example/")
    assert isinstance(one, Page) and (one.records, one.moved, one.why, len(one.spellings)) == (2, 0, (), 1)
    assert page(rows, "example.com/guide?id=7") == pagekey.merges(rows).groups[0]
    assert page(rows, "nowhere.example/") is page(rows, "N/A") is page(rows, "bit.ly/x") is None


@pytest.mark.parametrize(
    ("strings", "stands", "why"),
    [
        ({"http://a.com/": 9, "https://a.com/?x=1": 1}, "https://a.com/?x=1", ("scheme",)),
        ({"a.com/": 9, "HTTP://a.com/?x=1": 1}, "HTTP://a.com/?x=1", ("scheme",)),
        ({"https://a.com/?x=1&y=2": 9, "https://a.com/?x=1&": 1}, "https://a.com/?x=1&", ("parameters",)),
        ({"https://www.a.com/": 2, "https://a.com/": 1}, "https://www.a.com/", ("records",)),
        ({"https://www.a.com/": 2, "https://a.com/": 2}, "https://a.com/", ("length",)),
        ({"https://a.com/é": 1, "https://a.com/xx": 1}, "https://a.com/xx", ("bytes",)),
        ({"https://a.com/B": 1, "https://a.com/A": 1, "http://a.com/A": 1}, "https://a.com/A", ("scheme", "bytes")),
        ({"https://a.com/": 1}, "https://a.com/", ()),
    ],
)
def test_what_stands_for_a_page(strings: dict[str, int], stands: str, why: tuple[str, ...]) -> None:
    candidates = [Candidate(raw, records, 0) for raw, records in strings.items()]
    assert representative(candidates) == representative(candidates[::-1]) == (stands, why)


@pytest.mark.parametrize("rule", ["expand-short-link", "unwrap-redirect"])
def test_what_leads_elsewhere_stands_last(rule: str) -> None:
    candidates = [Candidate("https://bit.ly/x", 9, 1 << BIT[rule]), Candidate("http://a.com/?x=1", 1, 0)]
    assert representative(candidates) == ("http://a.com/?x=1", ("own",))
    assert CRITERIA[0] == "own"


@pytest.mark.parametrize(
    ("raw", "other", "shown", "parts"),
    [
        ("http://a.com./x", "https://www.a.com/x", "{http}://{}a.com{.}/x", "scheme prefix host"),
        ("https://m.a.com/x", "https://www.a.com/x", "https://{m.}a.com/x", "prefix"),
        ("https://blog.a.com/x", "https://a.com/x", "https://{blog.}a.com/x", "host"),
        ("https://A.com/x", "https://a.com/x", "https://{A.com}/x", "host"),
        ("a.com", "https://a.com/", "{}a.com{}", "scheme path"),
        ("https://u:p@a.com:443/", "https://a.com/", "https://{u:p@}a.com{:443}/", "userinfo port"),
        ("https://[::1]:80/", "http://[::1]/", "{https}://[::1]{:80}/", "scheme port"),
        ("https://a.com/%7ex/b", "https://a.com/~x/b", "https://a.com/{%7e}x/b", "path"),
        ("https://a.com/%3Ex", "https://a.com/%7Ex", "https://a.com/{%3E}x", "path"),
        ("https://a.com/x/index.html", "https://a.com/x", "https://a.com/x{/index.html}", "path"),
        ("https://a.com/a//b", "https://a.com/a/b", "https://a.com/a{/}/b", "path"),
        ("https://a.com/?b=1&a=2", "https://a.com/?a=2&b=1", "https://a.com/?{b=1}&{a=2}", "order"),
        ("https://a.com/?b=1&a=2&c", "https://a.com/?a=2&b=1", "https://a.com/?b=1&a=2{&c}", "parameters order"),
        ("https://a.com/?a=1&amp;b=2", "https://a.com/?a=1&b=2", "https://a.com/?a=1{&amp;b=2}", "parameters"),
        ("https://a.com/x?", "https://a.com/x", "https://a.com/x{?}", "parameters"),
        ("https://a.com/x", "https://a.com/x?a=1#f", "https://a.com/x{}", "parameters fragment"),
        ("https://youtu.be/X?t=1", "https://www.youtube.com/watch?v=X", "https://{youtu.be}/{X?t=1}", "host path parameters"),
    ],
)
def test_where_two_strings_differ(raw: str, other: str, shown: str, parts: str) -> None:
    assert marked(raw, other) == shown
    assert differences(raw, other)[0] == tuple(parts.split())


STRINGS = st.text(alphabet="ab:/?#&=.@%7E[]w \u00e9", max_size=24)


@given(STRINGS, STRINGS)
def test_spans_lie_in_the_string_one_after_the_other(raw: str, other: str) -> None:
    parts, spans = differences(raw, other)
    assert (parts == ()) == (raw == other)
    end = 0
    for span in spans:
        assert end <= span.start <= span.end <= len(raw)
        assert span.end > span.start or span.instead
        end = span.end


def weighed(*cells: str | None) -> pagekey.Keyed:
    urls = ["https://a.com/x", "http://a.com/x", "https://www.a.com/x", "https://b.com/"]
    return pagekey.keyed([{"url": url, "links": cell} for url, cell in zip(urls * 2, cells, strict=False)])


def test_weight_before_and_after() -> None:
    found = pagekey.merges(weighed("0.1", "0.2", "3", "10", "0.3", "1e1"), "links")
    (one,) = found.groups
    assert [spelling.weight for spelling in one.spellings] == [0.4, 10.2, 3.0]
    assert (one.weight, one.largest) == (13.6, 10.2)
    weight = found.weight
    assert weight is not None
    assert (weight.total, weight.pages, weight.representatives, weight.largest) == (23.6, 13.6, 0.4, 10.2)
    assert (weight.numbers, weight.blank, weight.refused, weight.listed) == (6, 0, 0, ())
    assert pagekey.merges(weighed("1")).weight is None


def test_a_cell_that_is_no_number_is_counted_and_listed_never_zero() -> None:
    found = pagekey.merges(weighed("1", "", None, "1,000", "-1", " 2 ", "NaN", "٣"), "links").weight
    assert found is not None
    assert (found.numbers, found.blank, found.refused) == (2, 2, 4)
    assert [(one.row, one.cell) for one in found.listed] == [(4, "1,000"), (5, "-1"), (7, "NaN"), (8, "٣")]


def test_a_column_that_cannot_be_the_weight() -> None:
    with pytest.raises(pagekey.InputError) as wrong:
        pagekey.merges(weighed("", "many"), "links")
    assert str(wrong.value).splitlines()[0] == (
        "row 2: the weight column 'links' holds no number: expected numbers of 0 or more, such as 12 or 0.5, got 'many'"
    )
    with pytest.raises(pagekey.InputError, match=r"got 'link'\nhint: did you mean 'links'\?"):
        pagekey.merges(weighed("1"), "link")
    empty = pagekey.merges(weighed("", "", "", ""), "links").weight
    assert empty is not None and (empty.numbers, empty.blank, empty.total) == (0, 4, 0.0)


def test_only_a_keyed_table_is_taken() -> None:
    with pytest.raises(TypeError, match=r"merges\(\) takes a Keyed table, got list"):
        pagekey.merges(["https://a.com/"])  # type: ignore[arg-type]


def test_a_row_that_is_no_page_is_no_spelling() -> None:
    rows = [Row("https://s.example/x", "s.example/x", "short-link"), Row("http://s.example/x", "s.example/x", "short-link")]
    found = pagekey.merges(keyed_of(rows))  # type: ignore[arg-type]
    assert (found.rows, found.records, found.groups) == (2, 0, ())


@pytest.mark.parametrize("name", ["researcherbench_answers.csv", "chatgpt_citations.csv", "aio_references.csv"])
def test_real_tables(shared: object, name: str) -> None:
    rows = pagekey.keyed(pagekey.read_table(f"{shared}/data/citations/{name}"))
    found, counted = pagekey.merges(rows), pagekey.count(rows).merges
    assert (found.merged, found.strings) == (counted.merged, counted.strings)
    assert all(one.spellings[0].raw == one.representative and one.moved < one.records for one in found.groups)
