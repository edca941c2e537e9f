"""Suspects, each kind by hand-made rows: what is one, what is none, and that the line does what it says when it is pasted."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence

import pytest

from pagekey import Policy
from pagekey.keying.single import keys
from pagekey.keying.table import Keyed, keyed
from pagekey.study.suspects import KINDS, Suspect, suspects, to_toml
from pagekey.study.suspects.figures import Change, quoted

VIDEOS = [f"https://videos.example.com/watch?v=a{i:02}" for i in range(21)]
STRICT = "citation-strict@1"
Rows = Sequence[tuple[str, str]]


def of(kind: str, table: Keyed) -> tuple[Suspect, ...]:
    return suspects(table).of(kind)


def with_column(column: str, rows: Rows) -> Keyed:
    return keyed([{"url": url, column: cell} for url, cell in rows])


def under(one: Suspect, urls: Sequence[str], base: str | Policy = "citation@1") -> list[str | None]:
    """The keys once the line of the suspect is pasted into a policy."""
    name = base if isinstance(base, str) else "citation@1"
    return keys(list(urls), Policy.from_dict(tomllib.loads(one.line), base=name))


class TestLostValues:
    def test_a_path_that_loses_more_than_twenty(self) -> None:
        table = keyed([*VIDEOS, VIDEOS[0]], policy=STRICT)
        (one,) = of("lost-values", table)
        assert (one.place, one.by, one.count, one.records) == ("videos.example.com/watch", "v", 21, 22)
        assert one.examples == (VIDEOS[0], VIDEOS[1], VIDEOS[2])
        assert one.line == '[sites."videos.example.com"]\nkeep = ["v"]'
        assert len(set(under(one, VIDEOS, STRICT))) == 21

    def test_twenty_are_none(self) -> None:
        assert of("lost-values", keyed(VIDEOS[:20], policy=STRICT)) == ()

    def test_what_is_kept_is_not_lost(self) -> None:
        assert of("lost-values", keyed(VIDEOS)) == ()

    def test_tracking_and_sessions_are_none(self) -> None:
        marks = [f"https://a.example.com/x?utm_campaign=c{i}&junk=1&PHPSESSID={i:032x}" for i in range(30)]
        assert of("lost-values", keyed(marks, policy=STRICT)) == ()

    def test_a_position_in_a_page_that_keeps_its_key_is_none(self) -> None:
        assert of("lost-values", keyed([f"https://www.youtube.com/watch?v=aaaaaaaaa{i:02}&t={i + 5}s" for i in range(30)])) == ()

    def test_a_name_that_tells_nothing_more_apart_is_none_of_its_own(self) -> None:
        both = [f"{url}&w=b{i}" for i, url in enumerate(VIDEOS)]
        assert [one.by for one in of("lost-values", keyed(both, policy=STRICT))] == ["v"]

    def test_values_differing_in_escapes_are_one(self) -> None:
        twice = [url.replace("=a", sign) for url in VIDEOS[:20] for sign in ("=a", "=%61")]
        assert of("lost-values", keyed(twice, policy=STRICT)) == ()

    def test_a_name_that_a_policy_drops_everywhere_is_kept_everywhere(self) -> None:
        policy = Policy.from_dict({"drop": ["v", "w"]})
        (one,) = of("lost-values", keyed(VIDEOS, policy=policy))
        assert one.line == 'keep = ["v"]'
        assert len(set(keys(VIDEOS, Policy.from_dict({"drop": ["w"], **tomllib.loads(one.line)})))) == 21

    def test_a_name_that_a_policy_drops_on_a_site_leaves_its_list(self) -> None:
        policy = Policy.from_dict({"sites": {"videos.example.com": {"drop": ["v", "w"]}}})
        (one,) = of("lost-values", keyed(VIDEOS, policy=policy))
        assert one.line == '[sites."videos.example.com"]\ndrop = ["w"]'

    def test_the_keep_list_of_a_site_is_kept_with_it(self) -> None:
        policy = Policy.from_dict({"sites": {"videos.example.com": {"keep": ["w"]}}})
        (one,) = of("lost-values", keyed(VIDEOS, policy=policy))
        assert one.line == '[sites."videos.example.com"]\nkeep = ["w", "v"]'

    def test_state(self) -> None:
        urls = [f"https://a.example.com/x?back=/page{i}" for i in range(21)]
        (one,) = of("lost-values", keyed(urls))
        assert one.by == "back"
        assert len(set(under(one, urls))) == 21


class TestEvidence:
    @pytest.mark.parametrize("column", ["title", "page_title", "Page Title", "标题"])
    def test_titles_that_differ_in_one_key(self, column: str) -> None:
        rows = [
            ("https://example.com/a#x", "A paper boat"),
            ("https://www.example.com/a", "Prices of timber"),
            ("https://example.com/b", "B"),
        ]
        table = with_column(column, rows)
        (one,) = of("titles-differ", table)
        assert (one.place, one.count, one.records, one.examples) == ("example.com/a", 2, 2, ("A paper boat", "Prices of timber"))
        assert len(set(under(one, [url for url, _ in rows[:2]]))) == 2
        assert suspects(table).title_column == column

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("A paper boat", "A Paper Boat | Example"),
            ("A paper boat for…", "a paper boat for two"),
            ("Just a moment", "A paper boat"),
            ("", "A"),
        ],
    )
    def test_titles_that_are_cut_extended_or_common_agree(self, first: str, second: str) -> None:
        rows = [("https://example.com/a", first), ("https://www.example.com/a", second)]
        rows += [(f"https://h{i}.example.org/", "Just a moment") for i in range(3)]
        assert of("titles-differ", with_column("title", rows)) == ()

    def test_one_string_with_two_titles_has_changed_and_proves_nothing(self) -> None:
        rows = [("https://example.com/a", "A paper boat"), ("https://example.com/a", "Prices of timber")]
        assert of("titles-differ", with_column("title", rows)) == ()

    def test_canonicals_that_differ_in_one_key(self) -> None:
        rows = [("https://example.com/a", "https://example.com/a"), ("https://example.com/a/#b", "https://example.com/b")]
        (one,) = of("canonicals-differ", with_column("canonical_url", rows))
        assert (one.place, one.count) == ("example.com/a", 2)
        assert len(set(under(one, [url for url, _ in rows]))) == 2

    @pytest.mark.parametrize(
        "other", ["http://www.example.com/a/?utm_source=x", "https://example.com/", "https://example.com/en", "N/A", ""]
    )
    def test_a_canonical_of_the_same_key_or_of_a_home_page_does_not_differ(self, other: str) -> None:
        rows = [("https://example.com/a", "https://example.com/a"), ("https://www.example.com/a", other)]
        assert of("canonicals-differ", with_column("canonical", rows)) == ()

    @pytest.mark.parametrize(
        ("one_url", "other"),
        [
            ("https://example.com/a", "https://example.com/old/a"),
            ("https://example.com/a", "https://example.com/a?x=1"),
            ("https://example.com/a?x=1", "https://example.com/b?y=2"),
            ("https://example.com/a", "https://blog.example.com/a"),
            ("https://example.com/a/b", "https://example.com/a"),
            ("https://example.com/a", "https://m.example.com/a"),
        ],
    )
    def test_keys_with_one_canonical(self, one_url: str, other: str) -> None:
        (one,) = of("same-canonical", with_column("canonical", [(one_url, one_url), (other, one_url)]))
        assert (one.place, one.by, one.count, one.records) == ("example.com", one_url, 2, 2)
        assert len(set(under(one, [one_url, other]))) == 1

    def test_a_canonical_on_another_domain_is_another_publisher(self) -> None:
        rows = [("https://a.example.com/x", "https://a.example.com/x"), ("https://other.example.org/x", "https://a.example.com/x")]
        assert of("same-canonical", with_column("canonical", rows)) == ()

    def test_keys_with_one_title(self) -> None:
        rows = [
            ("https://example.com/a", "A paper boat"),
            ("https://example.com/old/a", "A paper boat!"),
            ("https://x.example.org/a", "A paper boat"),
        ]
        (one,) = of("same-title", with_column("title", rows))
        assert (one.place, one.count, one.examples) == ("example.com", 2, ("example.com/a", "example.com/old/a"))
        assert len(set(under(one, [rows[0][0], rows[1][0]]))) == 1

    def test_a_title_on_five_pages_is_the_template_of_the_site(self) -> None:
        assert of("same-title", with_column("title", [(f"https://example.com/{i}", "Example") for i in range(5)])) == ()

    def test_two_canonicals_tell_pages_with_one_title_apart(self) -> None:
        urls = ["https://example.com/a", "https://example.com/b"]
        table = keyed([{"url": url, "title": "A paper boat", "canonical": f"{url}/"} for url in urls])
        assert of("same-title", table) == ()

    def test_without_a_column_the_kind_is_not_looked_for(self) -> None:
        found = suspects(keyed(["https://example.com/a"]))
        assert (found.title_column, found.canonical_column) == (None, None)
        assert not {"titles-differ", "same-title", "canonicals-differ", "same-canonical"} & {kind.kind for kind in found.kinds}

    def test_the_column_of_urls_is_no_evidence(self) -> None:
        table = keyed([{"canonical_url": "https://example.com/a"}], url="canonical_url")
        assert suspects(table).canonical_column is None


APART = [
    ("host-label", ["https://example.com/a?x=1", "https://m.example.com/a?x=1"], "example.com", "m"),
    ("host-label", ["https://example.com/a", "https://amp.example.com/a"], "example.com", "amp"),
    ("letter-case", ["https://example.com/Boats", "https://example.com/boats"], "example.com", ""),
    ("parameter", ["https://example.com/a?id=7", "https://example.com/a?id=7&ref=list"], "example.com", "ref"),
    ("locale", ["https://example.com/a?hl=de", "https://example.com/a?hl=en"], "example.com", "hl"),
    ("locale", ["https://example.com/a", "https://example.com/a?lang=zh-CN"], "example.com", "lang"),
    ("locale", ["https://example.com/de/a", "https://example.com/en/a"], "example.com/", "de, en"),
    ("locale", ["https://example.com/docs/a", "https://example.com/docs/pt-br/a"], "example.com/docs/", "-, pt-br"),
    ("locale", ["https://example.com/", "https://example.com/en"], "example.com/", "-, en"),
    ("extension", ["https://example.com/x/a", "https://example.com/x/a.html"], "example.com", ".html"),
    ("extension", ["https://example.com/x/a.html?p=1", "https://example.com/x/a.pdf?p=1"], "example.com", ".pdf = .html"),
]


@pytest.mark.parametrize(("kind", "urls", "place", "by"), APART)
def test_keys_apart_by_one_thing(kind: str, urls: list[str], place: str, by: str) -> None:
    table = keyed([*urls, urls[0]])
    assert len(set(table.key)) == 2
    (one,) = of(kind, table)
    assert (one.kind, one.place, one.by, one.count, one.records) == (kind, place, by, 1, 3)
    assert len(set(under(one, urls))) == 1
    assert [found.kind for found in suspects(table).kinds if found.suspects] == [kind]


@pytest.mark.parametrize(
    "urls",
    [
        ["https://example.com/a", "https://m.example.com/b"],
        ["https://example.com/a", "https://shop.example.com/a"],
        ["https://example.com/a?id=7", "https://example.com/a?id=8"],
        ["https://example.com/a", "https://example.com/a?page=2"],
        ["https://example.com/a", *(f"https://example.com/a?id=x{i}" for i in range(4))],
        ["https://example.com/a", "https://example.com/a?7"],
        ["https://example.com/index.php?threads/a.1/", "https://example.com/index.php?threads/a.1/&x=y"],
        ["https://example.com/js/a", "https://example.com/go/a"],
        ["https://example.com/en/a", "https://example.org/de/a"],
        ["https://example.com/a.1", "https://example.com/a"],
        ["https://example.com/a.html", "https://example.com/b"],
        ["mailto:a@b.example", "N/A", "", "https://bit.ly/x", "https://bit.ly/X"],
        [],
    ],
)
def test_no_suspects(urls: list[str]) -> None:
    assert [kind for kind in suspects(keyed(urls)).kinds if kind.found] == []


def test_titles_that_disagree_clear_a_suspect() -> None:
    rows = [("https://example.com/a", "A paper boat"), ("https://example.com/a?ref=x", "Prices of timber")]
    assert of("parameter", with_column("title", rows)) == ()
    assert of("parameter", with_column("title", [(url, "A paper boat") for url, _ in rows])) != ()


def test_a_number_is_a_suspect_only_where_a_column_says_so() -> None:
    urls = ["https://example.com/a", "https://example.com/a?p=1"]
    assert of("parameter", with_column("title", [(url, "A paper boat") for url in urls]))[0].by == "p"


def test_most_records_first_and_ten_are_kept() -> None:
    urls = [f"https://h{i:02}.example.com/a{mark}" for i in range(12) for mark in ("", *["?ref=x"] * (i + 1))]
    kind = next(kind for kind in suspects(keyed(urls)).kinds if kind.kind == "parameter")
    assert kind.found == 12
    assert [one.place for one in kind.suspects] == [f"h{i:02}.example.com" for i in range(11, 1, -1)]


def test_kinds_come_in_their_order_and_the_order_of_rows_does_not_matter() -> None:
    urls = [url for _, urls, _, _ in APART for url in urls]
    found = suspects(keyed(urls))
    order = [kind.kind for kind in found.kinds]
    assert order == [kind for kind in KINDS if kind in order]
    ranks = [(one.kind, one.place, one.by, one.records) for kind in found.kinds for one in kind.suspects]
    back = suspects(keyed(urls[::-1]))
    assert ranks == [(one.kind, one.place, one.by, one.records) for kind in back.kinds for one in kind.suspects]


class TestToml:
    def test_words_of_one_site_come_under_one_header_and_what_has_none_comes_first(self) -> None:
        changes = [
            Change('[sites."a.b"]', (("drop", ("x",)),)),
            Change("[[alias]]", (("from", "a.b/x"), ("to", "a.b/y"))),
            Change('[sites."a.b"]', (("drop", ("y",)), ("mobile", "fold"))),
            Change("[[alias]]", (("from", "a.b/v"), ("to", "a.b/w"))),
            Change("", (("disable", ("drop-fragment",)),)),
        ]
        value = tomllib.loads(to_toml(changes))
        assert value == {
            "disable": ["drop-fragment"],
            "sites": {"a.b": {"drop": ["x", "y"], "mobile": "fold"}},
            "alias": [{"from": "a.b/x", "to": "a.b/y"}, {"from": "a.b/v", "to": "a.b/w"}],
        }

    def test_lists_of_what_remains_lose_what_either_lost(self) -> None:
        cuts = [Change("", (("state", left),), cuts=True) for left in (("b", "c"), ("a", "c"))]
        assert to_toml(cuts) == 'state = ["c"]'

    @pytest.mark.parametrize("text", ['a"b\\c', "a\nb", "\x00\x1f\x7f\u202e", "\U000e0041中", ""])
    def test_any_text_is_quoted_so_that_it_is_read_again_and_hides_nothing(self, text: str) -> None:
        assert tomllib.loads(f"a = {quoted(text)}")["a"] == text
        assert quoted(text).isprintable()
