"""Counting, worked by hand: seed figures, edge cases, sums, and an independent recount of random tables."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from itertools import groupby
from urllib.parse import urlsplit

import pytest
from fake import FakeKeyed, FakePolicy, Row, keyed_of, many
from hypothesis import given
from hypothesis import strategies as st

from pagekey.errors import InputError, PagekeyError
from pagekey.study.count import Counts, count
from pagekey.study.count.figures import UNITS, Ratio
from pagekey.study.count.merged import written_host
from pagekey.types import STATUSES

ARTICLE = "site.example/article/1"
MARKS = (
    "utm_source=wechat", "utm_source=weibo&utm_medium=social", "spm=a2c.1", "share_token=x", "from=timeline", "utm_campaign=q4",
    "utm_source=kimi", "share_token=y&from=singlemessage",
)  # fmt: skip


def eight_channels() -> list[Row]:
    """One article by eight channels and two short links that a mapping resolves: ten strings of one page."""
    marked = [Row(f"https://{ARTICLE}?{mark}", ARTICLE, hits=("drop-tracking", "drop-scheme")) for mark in MARKS]
    return marked + [Row(f"https://s.example/x{i}", ARTICLE, hits=("expand-short-link", "drop-scheme")) for i in (1, 2)]


def test_eight_channels_and_two_short_links_are_one_page() -> None:
    counts = count(keyed_of(eight_channels()))
    before, after = counts.before, counts.after
    assert (before.records, before.pages, before.hosts) == (10, 10, 2)
    assert (before.pages_per_host.value, before.records_per_page.value) == (5.0, 1.0)
    assert (after.records, after.pages, after.hosts) == (10, 1, 1)
    assert (after.pages_per_host.value, after.records_per_page.value) == (1.0, 10.0)
    assert counts.merges.merged == 9
    assert [(hit.rule, hit.tier, hit.records) for hit in counts.hits] == [
        ("drop-scheme", "convention", 10),
        ("drop-tracking", "convention", 8),
        ("expand-short-link", "site", 2),
    ]


def test_an_unresolved_short_link_stands_apart_and_its_host_is_no_source() -> None:
    counts = count(keyed_of([Row(f"https://{ARTICLE}", ARTICLE), Row("https://s.example/dead", "s.example/dead", "short-link")]))
    assert (counts.after.records, counts.pages, counts.hosts, counts.unresolved) == (2, 1, 1, 1)
    assert counts.before.hosts == 2
    assert (counts.pages, counts.pages_most) == (1, 2)
    assert (counts.records, counts.web) == (1, 2)
    short, opaque = counts.apart
    assert (short.status, short.records, short.strings, short.links) == ("short-link", 1, 1, 1)
    assert [entry.name for entry in short.entries] == ["s.example/dead"]
    assert (opaque.status, opaque.records, opaque.entries) == ("opaque", 0, ())


def test_two_spellings_of_a_short_link_may_add_one_page() -> None:
    rows = [Row("https://s.example/x", "s.example/x", "short-link"), Row("http://s.example/x", "s.example/x", "short-link")]
    counts = count(keyed_of([*rows, Row("https://g.example/r?t=1", "g.example/r?t=1", "opaque")]))
    assert (counts.pages, counts.pages_most) == (0, 2)
    assert (counts.apart[0].records, counts.apart[0].strings, counts.apart[0].links) == (2, 2, 1)


def test_the_published_figures() -> None:
    """902 records, 294 pages, 143 hosts; 528 on the first ten; 62 hosts cited once: a table made to these counts gives the ratios."""
    sites = {f"big{i}.example": (53 if i < 8 else 52, 16 if i < 9 else 17) for i in range(10)}
    sites |= {f"mid{i:02}.example": (5 if i < 28 else 4, 1) for i in range(71)} | {f"one{i:02}.example": (1, 1) for i in range(62)}
    rows = [Row(f"https://{host}/{i % pages}", f"{host}/{i % pages}") for host, (records, pages) in sites.items() for i in range(records)]
    counts = count(keyed_of(rows))
    assert (counts.records, counts.pages, counts.hosts, counts.top_sites.once) == (902, 294, 143, 62)
    assert round(counts.pages_per_site.value or 0, 2) == 2.06
    assert (counts.top_sites.share.part, round(counts.top_sites.share.value or 0, 3)) == (528, 0.585)


def test_no_rows_at_all() -> None:
    counts = count(keyed_of([], columns={"engine": []}), by="engine")
    assert counts.rows == counts.records == counts.pages == counts.pages_most == 0
    assert counts.statuses == dict.fromkeys(STATUSES, 0)
    assert (counts.pages_per_site.value, counts.pages_per_site.withheld) == (None, "nothing")
    assert (counts.records_per_page.median, counts.records_per_page.p90, counts.records_per_page.max) == (None, None, None)
    assert (counts.top_sites.entries, counts.groups, counts.hits) == ((), (), ())


def test_nothing_but_debris() -> None:
    rows = [
        Row("N/A", "N/A", "unparsed"),
        Row(None, None, "empty"),
        Row("", "", "empty"),
        Row("mailto:a@b.example", "mailto:a@b.example", "not-web"),
    ]
    counts = count(keyed_of(rows))
    assert (counts.rows, counts.records, counts.web, counts.before.pages) == (4, 0, 0, 0)
    assert counts.statuses["empty"] == 2
    assert sum(counts.statuses.values()) == 4


def test_rows_that_are_no_pages_are_listed_as_they_stand() -> None:
    rows = [Row(None, None, "empty")] * 3 + [Row("", "", "empty"), Row(" ", " ", "empty")]
    rows += [Row("N/A", "N/A", "unparsed")] * 2 + [Row(f"x{i:02}", f"x{i:02}", "unparsed") for i in range(11)]
    rows += [Row("MAILTO:a@b.example", "mailto:a@b.example", "not-web"), Row("https://a.example/", "a.example/")]
    found = {one.status: one for one in count(keyed_of(rows)).rejected}
    assert list(found) == ["unparsed", "not-web", "self", "no-url", "empty"]
    assert [(one.raw, one.rows) for one in found["unparsed"].listed] == [("N/A", 2), *((f"x{i:02}", 1) for i in range(9))]
    assert (found["unparsed"].rows, found["unparsed"].strings, found["unparsed"].tied) == (13, 12, 11)
    assert [one.raw for one in found["not-web"].listed] == ["MAILTO:a@b.example"]
    assert (found["empty"].rows, found["empty"].strings, found["empty"].missing) == (5, 2, 3)
    assert (found["self"].rows, found["self"].listed) == (0, ())


def test_a_single_row() -> None:
    counts = count(keyed_of([Row("https://a.example/", "a.example/")]))
    assert (counts.pages, counts.sites, counts.top_sites.once, counts.top_pages.once) == (1, 1, 1, 1)
    assert counts.pages_per_site.value == 1.0
    assert (counts.records_per_page.median, counts.records_per_page.p90, counts.records_per_page.max) == (1.0, 1, 1)
    assert (counts.top_sites.share.withheld, counts.top_sites.share.value) == ("few-records", None)


def test_every_status_has_its_row_and_they_add_up() -> None:
    rows = [Row("x", "a.example/", status) for status in STATUSES for _ in range(STATUSES.index(status) + 1)]
    counts = count(keyed_of(rows))
    assert list(counts.statuses.items()) == [(status, i + 1) for i, status in enumerate(STATUSES)]
    assert sum(counts.statuses.values()) == counts.rows == 36


def test_an_unknown_status_is_our_fault_and_not_a_lost_row() -> None:
    with pytest.raises(PagekeyError, match=r"do not add up.*expected 2 rows, got 1, and the statuses \['paeg'\]"):
        count(keyed_of([Row("a", "a.example/"), Row("b", "b.example/", "paeg")]))


@pytest.mark.parametrize("value", [[], {"status": []}, None, "https://a.example/"])
def test_only_a_keyed_table_is_counted(value: object) -> None:
    with pytest.raises(TypeError, match=rf"takes a Keyed table, got {type(value).__name__}: call pagekey.keyed\(rows, url=...\) first"):
        count(value)  # type: ignore[arg-type]


def test_a_frame_with_the_right_column_names_is_no_keyed_table() -> None:
    class Frame:
        policy = ("citation@1",)
        status = ("page",)
        key = ("a.example/",)

    with pytest.raises(TypeError, match="got Frame"):
        count(Frame())  # type: ignore[arg-type]


class TestTop:
    def test_ten_units_or_fewer_have_no_top_ten_share(self) -> None:
        share = count(keyed_of(many({f"h{i}.example": 3 for i in range(10)}))).top_sites.share
        assert (share.withheld, share.value, share.part, share.whole) == ("few-units", None, 30, 30)

    def test_nineteen_records_are_too_few(self) -> None:
        share = count(keyed_of(many({f"h{i:02}.example": 1 for i in range(19)}))).top_sites.share
        assert (share.withheld, share.value) == ("few-records", None)

    def test_twenty_are_enough(self) -> None:
        top = count(keyed_of(many({f"h{i:02}.example": 1 for i in range(20)}))).top_sites
        assert (top.share.withheld, top.share.value, top.once_share.value) == ("", 0.5, 1.0)

    def test_a_cut_through_a_tie_is_said(self) -> None:
        sites = {f"a{i}.example": 9 for i in range(8)} | {f"t{i}.example": 4 for i in range(5)} | {"z.example": 1}
        top = count(keyed_of(many(sites))).top_sites
        assert [entry.name for entry in top.entries[-2:]] == ["t0.example", "t1.example"]
        assert (top.tied, top.share.part) == (5, 80)

    def test_a_tie_that_ends_at_the_tenth_is_none(self) -> None:
        sites = {f"a{i}.example": 9 for i in range(10)} | {"z.example": 1}
        assert count(keyed_of(many(sites))).top_sites.tied == 0

    def test_a_site_lists_its_pages_and_strings(self) -> None:
        rows = [
            Row("https://a.example/1", "a.example/1"),
            Row("http://a.example/1", "a.example/1"),
            Row("http://a.example/2", "a.example/2"),
        ]
        counts = count(keyed_of([*rows, rows[0]]))
        (site,), (first, second) = counts.top_sites.entries, counts.top_pages.entries
        assert (site.name, site.records, site.strings, site.pages) == ("a.example", 4, 3, 2)
        assert (first.name, first.records, first.strings, first.pages) == ("a.example/1", 3, 2, 1)
        assert (second.name, second.records) == ("a.example/2", 1)


class TestSites:
    def test_the_unit_is_the_policys_and_the_domain_stands_beside(self) -> None:
        rows = [
            Row("https://a.x.example/", "a.x.example/", domain="x.example", site="x.example"),
            Row("https://b.x.example/", "b.x.example/", domain="x.example", site="x.example"),
        ]
        counts = count(keyed_of(rows, policy=FakePolicy(site="domain")))
        assert (counts.site_unit, counts.hosts, counts.domains, counts.sites) == ("domain", 2, 1, 1)
        assert (counts.pages_per_site.value, counts.after.pages_per_host.value) == (2.0, 1.0)

    def test_an_address_or_a_bare_suffix_stands_for_itself(self) -> None:
        rows = [
            Row("http://10.0.0.1/", "10.0.0.1/"),
            Row("https://www.gov.uk/a", "www.gov.uk/a"),
            Row("https://x.gov.uk/", "x.gov.uk/", domain="x.gov.uk"),
        ]
        assert count(keyed_of(rows)).domains == 3


class TestSpread:
    @pytest.mark.parametrize(
        ("counts", "median", "p90", "most"),
        [
            ([1], 1.0, 1, 1),
            ([1, 2], 1.5, 2, 2),
            (list(range(1, 11)), 5.5, 9, 10),
            (list(range(1, 12)), 6.0, 10, 11),
            ([1] * 9 + [50], 1.0, 1, 50),
        ],
    )
    def test_median_and_nearest_rank(self, counts: list[int], median: float, p90: int, most: int) -> None:
        rows = [Row(f"https://a.example/{page}", f"a.example/{page}") for page, records in enumerate(counts) for _ in range(records)]
        spread = count(keyed_of(rows)).records_per_page
        assert (spread.median, spread.p90, spread.max) == (median, p90, most)
        assert (spread.mean.part, spread.mean.whole) == (sum(counts), len(counts))


class TestMerges:
    def rows(self) -> list[Row]:
        """Five strings, two pages. Standard joins %3a with %3A; convention the scheme; a fact about the site the last two."""
        return [
            Row("http://a.example/%3a", "a.example/%3A", rungs=("http://a.example/%3A", "a.example/%3A")),
            Row("http://a.example/%3A", "a.example/%3A", rungs=("http://a.example/%3A", "a.example/%3A")),
            Row("https://a.example/%3A", "a.example/%3A", rungs=("https://a.example/%3A", "a.example/%3A")),
            Row("https://a.example/b", "a.example/b", rungs=("https://a.example/b", "a.example/b")),
            Row("https://m.a.example/b", "a.example/b", rungs=("https://m.a.example/b", "m.a.example/b")),
        ]

    def test_by_tier(self) -> None:
        merges = count(keyed_of(self.rows(), rungs=("standard", "convention"))).merges
        assert (merges.strings, merges.pages, merges.merged) == (5, 2, 3)
        assert [(rung.name, rung.merged, rung.left) for rung in merges.tiers] == [("standard", 1, 4), ("convention", 1, 3), ("site", 1, 2)]
        assert merges.steps == ()

    def test_by_step(self) -> None:
        rows = [Row(f"{i}", "a.example/", rungs=tuple(str(min(i, level)) for level in (5, 4, 4, 2, 1))) for i in range(7)]
        merges = count(keyed_of(rows, rungs=tuple(f"step-{i}" for i in range(1, 6)))).merges
        assert [rung.merged for rung in merges.steps] == [1, 1, 0, 2, 1, 1]
        assert sum(rung.merged for rung in merges.steps) == merges.merged == 6
        assert [rung.name for rung in merges.steps][-1] == "beyond"

    def test_repeats_are_no_merges(self) -> None:
        assert count(keyed_of([Row("https://a.example/", "a.example/")] * 3)).merges.merged == 0

    def test_only_rows_in_scope_have_rungs_that_count(self) -> None:
        rows = [*self.rows(), Row("N/A", "N/A", "unparsed", rungs=("N/A", "N/A"))]
        assert sum(rung.merged for rung in count(keyed_of(rows, rungs=("standard", "convention"))).merges.tiers) == 3


class TestGroups:
    def table(self) -> FakeKeyed:
        rows = [Row(f"https://a.example/{i % 5}", f"a.example/{i % 5}") for i in range(20)]
        rows += [Row(f"https://b.example/{i}", f"b.example/{i}") for i in range(13)]
        rows += [Row("https://s.example/x", "s.example/x", "short-link"), Row("N/A", "N/A", "unparsed")]
        return keyed_of(rows, columns={"engine": ["A"] * 20 + ["B"] * 13 + [None, ""]})

    def test_small_groups_have_counts_only(self) -> None:
        counts = count(self.table(), by="engine")
        a, b, blank = counts.groups
        assert (a.name, a.records, a.pages, a.sites, a.pages_per_site.value, a.records_per_page.value) == ("A", 20, 5, 1, 5.0, 4.0)
        assert (a.share.part, a.share.whole) == (20, 33)
        assert (b.name, b.records, b.pages, b.hosts) == ("B", 13, 13, 1)
        assert {ratio.withheld for ratio in (b.share, b.pages_per_site, b.records_per_page, b.top_share)} == {"few-records"}
        assert (blank.name, blank.rows, blank.records, blank.unresolved) == ("", 2, 0, 1)

    def test_groups_add_up(self) -> None:
        counts = count(self.table(), by="engine")
        assert sum(group.rows for group in counts.groups) == counts.rows
        assert sum(group.records for group in counts.groups) == counts.records
        assert sum(group.unresolved for group in counts.groups) == counts.unresolved

    def test_an_unknown_column_is_named_with_the_nearest(self) -> None:
        with pytest.raises(InputError, match=r"no column to group by: expected one of engine, got 'engin'\nhint: did you mean 'engine'\?"):
            count(self.table(), by="engin")
        with pytest.raises(InputError, match="the table has none"):
            count(keyed_of([]), by="engine")


class TestWrittenHost:
    @pytest.mark.parametrize(
        "raw",
        [
            "https://WWW.Example.com:443/a?b#c", "http://user:pw@h.example/@x", "//h.example/a", "https://[::1]:80/", "https://h.example?x=1",
            "https://h.example#f", "ftp://f.example/", " https://h.example/ ", "https:///a", "https://h.example./",
        ],
    )  # fmt: skip
    def test_is_what_a_plain_split_gives(self, raw: str) -> None:
        host = urlsplit(raw.strip()).hostname
        assert (written_host(raw) or "").strip("[]") == (host or "")

    @pytest.mark.parametrize(
        ("raw", "host"),
        [
            ("Example.com/a", "example.com"), ("example.com:8080/a", "example.com"), ("example.com/?u=http://b.example/", "example.com"),
            ("http:/a.example", None), ("HTTPS:a.example", None), ("", None), ("/a", None), ("://x", None),
        ],
    )  # fmt: skip
    def test_of_strings_without_scheme_or_slashes(self, raw: str, host: str | None) -> None:
        assert written_host(raw) == host

    def test_records_without_one_are_counted(self) -> None:
        counts = count(keyed_of([Row("http:/a.example/x", "a.example/x")] * 2 + [Row("http://a.example/x", "a.example/x")]))
        assert (counts.hostless, counts.before.hosts, counts.hosts) == (2, 1, 1)


def whole_numbers(value: object, name: str = "") -> list[str]:
    """The names of all whole-number fields inside a value, but those of a ratio, which has its own unit."""
    if isinstance(value, Ratio):
        return []
    if is_dataclass(value):
        return [found for field in fields(value) for found in whole_numbers(getattr(value, field.name), field.name)]
    if isinstance(value, tuple | dict):
        items = value.values() if isinstance(value, dict) else value
        return [found for item in items for found in whole_numbers(item, name)]
    return [name] if isinstance(value, int | float) else []


def test_every_number_has_a_unit() -> None:
    rows = [*eight_channels(), Row("https://s.example/d", "s.example/d", "short-link", rungs=())] * 8
    rows = [Row(row.raw, row.key, row.status, row.hits, rungs=("a", "b")) for row in rows]
    columns = {"engine": ["A", "B"] * 44, "answer_id": [str(i // 2) for i in range(88)]}
    counts = count(keyed_of(rows, columns=columns, rungs=("standard", "convention")), by="engine")
    assert set(whole_numbers(counts)) == set(UNITS)


# An independent recount: sorting and grouping instead of counters.


def recount(keyed: FakeKeyed) -> dict[str, object]:
    page = sorted(
        (k or "", r or "", h or "") for r, k, s, h in zip(keyed.raw, keyed.key, keyed.status, keyed.host, strict=True) if s == "page"
    )
    per_page = sorted(len(list(rows)) for _, rows in groupby(page, key=lambda row: row[0]))
    per_host = sorted((len(list(rows)) for _, rows in groupby(sorted(row[2] for row in page))), reverse=True)
    ten = sum(per_host[:10])
    return {
        "records": len(page),
        "pages": len(per_page),
        "strings": len(list(groupby(sorted(row[1] for row in page)))),
        "hosts": len(per_host),
        "once": per_host.count(1),
        "ten": ten,
        "said": len(page) >= 20 and len(per_host) > 10,
        "tied": per_host.count(per_host[9]) if len(per_host) > 10 and per_host[9] == per_host[10] else 0,
        "p90": next((c for c in per_page if sum(1 for d in per_page if d <= c) * 10 >= 9 * len(per_page)), None),
    }


def found(counts: Counts) -> dict[str, object]:
    top = counts.top_sites
    return {
        "records": counts.records,
        "pages": counts.pages,
        "strings": counts.strings,
        "hosts": counts.hosts,
        "once": top.once,
        "ten": top.share.part,
        "said": top.share.value is not None,
        "tied": top.tied,
        "p90": counts.records_per_page.p90,
    }


@st.composite
def tables(draw: st.DrawFn) -> FakeKeyed:
    picks = st.tuples(st.integers(0, 14), st.integers(0, 2), st.integers(0, 2), st.sampled_from(("page",) * 8 + STATUSES))
    rows = [Row(f"{form}:h{host}/{page}", f"h{host}/{page}", status) for host, page, form, status in draw(st.lists(picks, max_size=60))]
    engines = draw(st.lists(st.sampled_from(["A", "B", "", None]), min_size=len(rows), max_size=len(rows)))
    return keyed_of(rows, columns={"engine": engines})


@given(tables())
def test_agrees_with_a_recount(keyed: FakeKeyed) -> None:
    counts = count(keyed, by="engine")
    assert found(counts) == recount(keyed)
    assert sum(counts.statuses.values()) == counts.rows == len(keyed.raw)
    assert counts.merges.merged == counts.strings - counts.pages
    assert counts.web == counts.records + sum(apart.records for apart in counts.apart) == counts.records + counts.unresolved
    for group in counts.groups:
        rows = [i for i, name in enumerate(keyed.columns["engine"]) if (name or "") == group.name]
        cut = FakeKeyed(
            *(
                [column[i] for i in rows]
                for column in (keyed.raw, keyed.key, keyed.status, keyed.host, keyed.domain, keyed.site, keyed.hits, keyed.flags)
            )
        )
        alone = count(cut)
        assert (group.records, group.pages, group.sites, group.unresolved) == (alone.records, alone.pages, alone.sites, alone.unresolved)
        assert group.top_share == alone.top_sites.share


def test_merges_by_rule_leave_out_what_merges_nothing_and_add_up() -> None:
    """Ten strings of one page: five by the first rule, none by the second, one is parted by the third, the fourth merges the rest."""
    climbed = (("drop-fragment", 5), ("drop-tracking", 5), ("drop-scheme", 6), ("strip-www", 1))
    keyed = replace(keyed_of(eight_channels()), climbed=climbed)
    found = count(keyed).merges
    assert [(rung.name, rung.merged, rung.left) for rung in found.rules] == [
        ("drop-fragment", 5, 5), ("drop-scheme", -1, 6), ("strip-www", 5, 1),
    ]  # fmt: skip
    assert sum(rung.merged for rung in found.rules) == found.merged == 9
