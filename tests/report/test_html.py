"""The page: well formed, nothing from the data becomes markup, the same numbers as in the other forms, in three languages."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest
from fake import FakeKeyed, FakeSource, Row, keyed_of, many
from fixture import answered_table, page, small_table
from hypothesis import given
from hypothesis import strategies as st
from pages import Element, tree

from pagekey.face.report import method_card, render, render_card, render_page
from pagekey.face.report.html import style
from pagekey.face.report.html.direction import prose
from pagekey.face.report.html.element import Markup, block, tag
from pagekey.face.report.html.reading import CHARTS
from pagekey.face.report.names import clean
from pagekey.face.report.periods.page import Comparison
from pagekey.face.report.persian.labels import LABELS
from pagekey.face.report.words import EN, FA, LANGUAGES, ZH, Words
from pagekey.keying.table import keyed as really_keyed
from pagekey.rules import NAMES, rule
from pagekey.study.count import count
from pagekey.study.merges import merges

ROOT = Path(__file__).resolve().parents[2]
ELEMENTS = """
    html head meta title link style body a header h1 h2 h3 nav ul li main div section p strong table caption thead tbody tfoot tr th td
    bdi figure figcaption svg desc text rect line polyline dl dt dd details summary span mark pre code script
"""
ATTRIBUTES = """
    lang dir charset http-equiv content name rel href id class type role scope rowspan open tabindex data-sort data-filter data-sortable
    data-filtered aria-label aria-labelledby aria-hidden width height viewbox x y x1 x2 y1 y2 points text-anchor
"""
HOSTILE = (
    "</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "javascript:alert(1)", "' onmouseover='alert(1)", "<!--", "]]>",
    "</style><svg onload=alert(1)>", "data:text/html,<script>1</script>", "&lt;b&gt;&amp;", "\u202etxt.exe", "a\x00b\x1b[31m", "\ud800",
)  # fmt: skip


def page_of(keyed: FakeKeyed, lang: str = "en", by: str | None = None, beside: Comparison | None = None, **options: object) -> str:
    counts = count(keyed, by=by, **options)  # type: ignore[arg-type]
    card = method_card(keyed, counts, as_of="2026-10-27", version="0.1.0")  # type: ignore[arg-type]
    return render_page(counts, card, merges(keyed), lang, beside=beside)  # type: ignore[arg-type]


def hostile_table() -> FakeKeyed:
    """Every string of the data is hostile: rows, keys, engines, the column's and the file's name."""
    rows = [page(f"https://h.example/{text}", f"h{i}.example/{text}", "drop-scheme") for i, text in enumerate(HOSTILE)] * 3
    rows += [page(f"https://www.h.example/{text}", f"h{i}.example/{text}", "strip-www") for i, text in enumerate(HOSTILE)]
    rows += [Row(f"s{text}", f"s{text}", status) for text in HOSTILE for status in ("short-link", "opaque", "unparsed", "not-web")]
    engines = [HOSTILE[i % len(HOSTILE)] for i in range(len(rows))]
    source = FakeSource(name=HOSTILE[0], dialect=HOSTILE[1], notes=HOSTILE, columns=HOSTILE, found_by=HOSTILE[3])
    return keyed_of(rows, columns={HOSTILE[1]: engines, "engine": ["A", "B"] * (len(rows) // 2)}, source=source)


def check_form(document: Element) -> None:
    """What holds for every page."""
    elements = [one for one in document.walk() if one.name != "document"]
    assert {one.name for one in elements} <= set(ELEMENTS.split())
    assert {name for one in elements for name in one.attributes} <= set(ATTRIBUTES.split())
    ids = [one.attributes["id"] for one in elements if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    for one in elements:
        href = one.attributes.get("href")
        assert href is None or href == "data:," or href[1:] in ids, href
        for place in (one.attributes.get("aria-labelledby") or "").split():
            assert place in ids, place
    levels = [int(one.name[1]) for one in elements if re.fullmatch("h[1-6]", one.name)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(one.attributes.get("scope") and one.text.strip() for one in document.all("th"))
    for image in document.all("svg"):
        assert image.attributes.get("aria-hidden") or (image.attributes["role"] == "img" and image.all("title") and image.all("desc"))
    for table in document.all("table"):
        heads = [int(head.attributes.get("rowspan") or 1) for head in table.all("th")]
        same = table.attributes.get("class") != "pairs"
        assert len({len(row.children) for row in table.all("tr")}) == 1 if same else sum(heads) == len(table.all("tr"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "table",
    [small_table, answered_table, hostile_table, lambda: keyed_of([], columns={"engine": []}), lambda: keyed_of(many({"a.example": 1}))],
    ids=["small", "answered", "hostile", "no rows", "one row"],
)
def test_a_page_is_well_formed(table: Callable[[], FakeKeyed], lang: str) -> None:
    keyed = table()
    text = page_of(keyed, lang, by="engine" if "engine" in keyed.columns else None)
    assert text.endswith("</html>\n")
    document = tree(text)
    check_form(document)
    assert document.all("html")[0].attributes == {"lang": {"zh": "zh-Hans"}.get(lang, lang), "dir": "rtl" if lang == "fa" else "ltr"}
    assert document.all("h1")[0].text == Words(lang)("title")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hostile_strings_stay_text(lang: str) -> None:
    text = page_of(hostile_table(), lang, by=HOSTILE[1])
    text.encode("utf-8")
    document = tree(text)
    assert [one.attributes for one in document.all("script")] == [{"type": "application/json", "id": "pagekey-report"}, {}]
    assert len(document.all("style")) == 1
    shown = document.all("main")[0].text
    for words in HOSTILE[:9]:
        assert clean(words) in shown, words
    assert "\u202e" not in text
    assert not re.search("[\x00-\x09\x0b-\x1f]", text)
    assert re.search(r"(?i)\b(?:https?|ftp):", re.sub(r">[^<]*<", "><", text.partition("<main")[2].partition("<script")[0])) is None


def test_only_what_is_in_the_page_may_run() -> None:
    text = page_of(small_table())
    document = tree(text)
    policy = next(one.attributes["content"] for one in document.all("meta") if one.attributes.get("http-equiv"))
    script, css = document.all("script")[1].text, document.all("style")[0].text
    for content, name in ((script, "script-src"), (css, "style-src")):
        assert f"{name} 'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'" in str(policy)
    assert str(policy).startswith("default-src 'none';")
    assert "unsafe" not in str(policy)
    assert "url(" not in css
    assert "@import" not in css
    assert "fetch" not in script


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_json_inside_is_that_of_the_json_form(lang: str) -> None:
    keyed = hostile_table()
    counts = count(keyed, by="engine")
    card = method_card(keyed, counts)
    inside = tree(render_page(counts, card, merges(keyed), lang)).by_id("pagekey-report").text
    assert json.loads(inside) == json.loads(render(counts, card, "json", lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_cell_and_note_of_the_other_forms_is_in_the_page(lang: str) -> None:
    from pagekey.face.report.layout import Name, Table
    from pagekey.face.report.sections import report_sections

    keyed = answered_table()
    counts = count(keyed, by="engine")
    card = method_card(keyed, counts)
    document = tree(render_page(counts, card, merges(keyed), lang))
    words = Words(lang)
    for section in report_sections(counts, card, words, str):
        place = document.by_id({"title": "opening"}.get(section.name, section.name))
        cells = [one.text for one in place.walk() if one.name in ("td", "th")]
        for table in section.tables:
            for row in table.rows if isinstance(table, Table) else ():
                for cell in row:
                    assert clean(cell.text if isinstance(cell, Name) else cell) in cells
        for note in section.notes:
            assert clean(note) in [one.text for one in place.all("p")]


def test_all_languages_have_the_same_words_and_blanks() -> None:
    assert list(EN) == list(ZH) == list(FA)
    for key, text in EN.items():
        blanks = [sorted({field for _, field, _, _ in Formatter().parse(one) if field}) for one in (text, ZH[key], FA[key])]
        assert blanks[0] == blanks[1] == blanks[2], key
    assert list(LABELS) == list(NAMES)


def test_persian_is_persian() -> None:
    """Nothing is left in English by mistake: a word without a letter of the script is a name that all languages share."""
    same = {key for key, text in FA.items() if not re.search("[\u0600-\u06ff]", text)}
    assert same == {"concentration.hhi", "card.sha256", "card.found", "moves.cause", "page.named"}
    assert not re.search("[\u064a\u0643\u0660-\u0669\u06f0-\u06f9]", "".join([*FA.values(), *LABELS.values()]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_the_page_is_used(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    spoken = Words.__call__

    def listening(self: Words, key: str, **blanks: object) -> str:
        seen.add(key)
        return spoken(self, key, **blanks)

    monkeypatch.setattr(Words, "__call__", listening)
    crowd = [(f"E{k:02}", f"h{i}.example") for k in range(13) for i in range(20)]
    page_of(keyed_of([page(f"https://{host}", host) for _, host in crowd], columns={"engine": [name for name, _ in crowd]}), lang)
    marked = [page(f"https://a{i}.example/?utm_source=chatgpt.com", f"a{i}.example", "drop-tracking") for i in range(60)]
    page_of(keyed_of([*marked, *(page(f"https://a{i}.example", f"a{i}.example") for i in range(60))]), lang)
    page_of(small_table(), lang)
    real = [{"url": f"https://a{i}.example/{mark}"} for i in range(20) for mark in ("", "#top", "?utm_source=x")]
    page_of(really_keyed(real), lang)  # type: ignore[arg-type]
    compared = ("chart.turnover", "chart.changes", "page.periods", "page.compared", "page.rows.old")
    rest = {word for word in EN if word.startswith(("page", "three", "chart")) and not word.startswith(compared)}
    assert rest - seen == set()


def test_small_tables_have_counts_and_no_charts() -> None:
    document = tree(page_of(keyed_of(many({f"h{i:02}.example": 1 for i in range(13)}))))
    assert document.all("figure") == []
    assert "n=13 (<20): counts only" in document.text
    assert not re.search(r"\d%", document.all("main")[0].text)
    assert "reading" not in [one.attributes.get("id") for one in document.walk()]


def test_a_small_engine_has_no_panel() -> None:
    figure = tree(page_of(answered_table())).by_id("chart-engines")
    panels = [one for one in figure.all("p") if one.attributes.get("class") == "panel-name"]
    assert [one.text.partition(" n=")[0] for one in panels] == ["Engine 0", "Engine 1", "Engine 2"]
    assert "Small: n=13 (<20): counts only" in [one.text for one in figure.all("p")]


def test_bars_are_as_long_as_their_numbers() -> None:
    """Ten sites of 30, 29 .. 21 records: without intervals the longest fills the width."""
    rows = [page(f"https://h{i}.example/", f"h{i}.example") for i in range(10) for _ in range(30 - i)]
    image = tree(page_of(keyed_of(rows))).by_id("chart-top-sites").all("svg")[0]
    wide = [float(str(one.attributes["width"]).rstrip("%")) for one in image.all("rect") if one.attributes.get("class") == "after"]
    assert wide == pytest.approx([100 * (30 - i) / 30 for i in range(10)], abs=0.01)
    assert [one.text for one in image.all("text")][1] == "30 (11.8%)"


def test_the_waterfall_steps_down_from_strings_to_pages() -> None:
    image = tree(page_of(small_table())).by_id("chart-merges").all("svg")[0]
    bars = [one.attributes for one in image.all("rect") if one.attributes["class"] != "track"]
    ends = [(float(str(bar["x"]).rstrip("%")), float(str(bar["width"]).rstrip("%"))) for bar in bars]
    assert [bar["class"] for bar in bars] == ["before", "loss", "loss", "after"]
    assert ends[0] == (0, 100)
    assert [start + wide for start, wide in ends[1:]] == pytest.approx([100, ends[1][0], ends[2][0]], abs=0.02)
    assert ends[3][0] == 0


def test_the_waterfall_by_rule_ends_at_the_pages_and_its_rules_are_told() -> None:
    urls = [f"https://a{i}.example/" for i in range(20)] + ["https://a0.example/#top", "http://a1.example/", "https://a2.example/?utm_source=x"]
    document = tree(page_of(really_keyed([{"url": url} for url in urls])))  # type: ignore[arg-type]
    image = document.by_id("chart-merges-rules").all("svg")[0]
    bars = [one.attributes for one in image.all("rect") if one.attributes["class"] != "track"]
    ends = [(float(str(bar["x"]).rstrip("%")), float(str(bar["width"]).rstrip("%"))) for bar in bars]
    names = ["drop-fragment", "drop-tracking", "drop-scheme"]
    assert [one.text for one in image.all("text")][2:-2:2] == [f"{name}" for name in names]
    assert [start for start, _ in ends] == pytest.approx([0, *(100 * left / 23 for left in (22, 21, 20)), 0], abs=0.02)
    for place in ("merges", "hits"):
        links = {one.text: one.attributes["href"] for one in document.by_id(place).all("a") if one.text in names}
        assert links == {name: f"#rule-{name}" for name in names}
    for name in names:
        assert rule(name).does in document.by_id(f"rule-{name}").text
        assert rule(name).merges_wrongly in document.by_id(f"rule-{name}").text


def test_a_rule_that_parts_strings_steps_up() -> None:
    keyed = replace(keyed_of(many({f"a{i}.example": 1 for i in range(20)})), climbed=(("drop-fragment", 18), ("strip-www", 20)))
    image = tree(page_of(keyed)).by_id("chart-merges-rules").all("svg")[0]
    assert [one.text for one in image.all("text")][3:6:2] == ["-2", "+2"]
    bars = [one.attributes for one in image.all("rect") if one.attributes["class"] == "loss"]
    assert [(bar["x"], bar["width"]) for bar in bars] == [("90.00%", "10.00%")] * 2


def test_every_section_of_counts_leads_to_rows() -> None:
    """By a link to the strings in the page, or to the commands that list them."""
    document = tree(page_of(answered_table(), by="engine"))
    told = {"three", "largest", "rows", "rules", "reading", "card"}
    for section in document.all("section"):
        place = str(section.attributes["id"])
        links = [one.attributes["href"] for one in section.all("a")]
        assert place in told or "#rows" in links, place
    assert "pagekey merges citations.csv --key KEY" in document.by_id("rows").text


def test_the_lorenz_curve_goes_through_its_points() -> None:
    keyed = answered_table()
    found = count(keyed).top_sites.concentration
    curve = tree(page_of(keyed)).by_id("chart-lorenz").all("polyline")[0]
    points = [tuple(map(float, pair.split(","))) for pair in str(curve.attributes["points"]).split()]
    assert len(points) == 21
    assert [(x - 44) / 320 for x, _ in points[1:]] == pytest.approx([one.k / one.points for one in found.lorenz], abs=0.001)
    assert [(330 - y) / 320 for _, y in points[1:]] == pytest.approx([one.part / one.whole for one in found.lorenz], abs=0.001)


def test_groups_show_every_string_and_what_stands_for_the_page() -> None:
    urls = ["http://www.news.example/a?id=1"] * 4 + ["https://news.example/a?id=1&utm_source=chatgpt.com"] * 2
    urls += ["https://news.example/a?id=1", "https://other.example"]
    keyed = really_keyed([{"url": url} for url in urls])
    document = tree(page_of(keyed))  # type: ignore[arg-type]
    group = document.by_id("group-1")
    rows = [[cell.text for cell in row.all("td")] for row in group.all("tr")[1:]]
    assert rows == [
        ["*", "1", "https://news.example/a?id=1", "drop-scheme"],
        ["", "4", "http://www.news.example/a?id=1", "drop-scheme, strip-www"],
        ["", "2", "https://news.example/a?id=1&utm_source=chatgpt.com", "drop-tracking, drop-scheme"],
    ]
    assert [mark.text for mark in group.all("mark")] == ["http", "www.", "&utm_source=chatgpt.com"]
    assert "chosen by: scheme, fewest parameters" in group.text
    links = [one for one in document.by_id("top-pages").all("a") if one.attributes["href"] == "#group-1"]
    assert [one.text for one in links] == ["news.example/a?id=1"]


def test_the_page_says_what_is_cut() -> None:
    rows = [page(f"{scheme}://a{i}.example", f"a{i}.example") for i in range(53) for scheme in ("http", "https")]
    rows += [page(f"https://b.example/?x{i}", "b.example/", "drop-tracking") for i in range(203)]
    document = tree(page_of(keyed_of(rows)))
    assert len([one for one in document.all("details") if str(one.attributes.get("id")).startswith("group-")]) == 50
    assert "Pages not shown: 4, with strings: 8, records: 8." in document.by_id("largest").text
    first = document.by_id("group-1")
    assert len(first.all("tr")) == 201
    assert "strings not shown: 3, with records: 3" in first.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_alone(lang: str) -> None:
    keyed = small_table()
    counts = count(keyed)
    card = method_card(keyed, counts, source="自建 <库>", version="0.1.0")
    document = tree(render_card(card, "html", lang))
    check_form(document)
    markdown, value = render_card(card, "markdown", lang), json.loads(render_card(card, "json", lang))
    assert markdown.startswith(f"# {Words(lang)('card')}\n")
    assert value == {name: json.loads(render(counts, card, "json", lang))[name] for name in ("pagekey_report", "card")}
    for fact in (card.policy, "自建 <库>", str(card.sha256)):
        assert fact in document.text
        assert fact in markdown
    with pytest.raises(ValueError, match="expected a form"):
        render_card(card, "text", lang)  # type: ignore[arg-type]


@given(st.text())
def test_prose_loses_nothing(words: str) -> None:
    for side in ("ltr", "rtl"):
        assert tree(f"<p>{prose(words, side)}</p>").text == clean(words)


@pytest.mark.parametrize(
    ("words", "isolated"),
    [
        ("رکوردها (n = 902)، با دو شیوه", ["n = 902"]),
        ("وضعیت page): 902", ["page", "902"]),
        ("نخست a.example/x است: 0.8% (321 از 42,347).", ["a.example/x", "0.8%", "321", "42,347"]),
        ("فرمان pagekey report FILE --format json همان", ["pagekey report FILE --format json"]),
        ("= = است", []),
    ],
)
def test_phrases_of_a_sentence_from_right_to_left(words: str, isolated: list[str]) -> None:
    assert [one.text for one in tree(f"<p>{prose(words, 'rtl')}</p>").all("bdi")] == isolated


def test_an_element_escapes_and_refuses() -> None:
    assert tag("p", "<b>", [Markup("<i></i>"), "&"], class_='"x"', hidden=True, title=None) == (
        '<p class="&quot;x&quot;" hidden>&lt;b&gt;<i></i>&amp;</p>'
    )
    links = [("href", "https://a.example"), ("href", "javascript:x")]
    for name, value in (("onclick", "x"), ("style", "x"), ("src", "x"), ("a b", "x"), *links):
        with pytest.raises(ValueError):
            tag("a", **{name: value})
    for content in ("</STYLE>", "<!-- "):
        with pytest.raises(ValueError, match="would end it"):
            block("style", content)


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colours", [style.LIGHT, style.DARK], ids=["light", "dark"])
def test_colours_can_be_told_apart(colours: dict[str, str]) -> None:
    def contrast(one: str, other: str) -> float:
        dark, light = sorted((luminance(colours[one]), luminance(colours[other])))
        return (light + 0.05) / (dark + 0.05)

    for ink, paper in (("ink", "paper"), ("quiet", "paper"), ("link", "paper"), ("ink", "panel"), ("quiet", "panel"), ("link", "panel")):
        assert contrast(ink, paper) >= 4.5, (ink, paper)
    assert min(contrast("ink", "mark"), contrast("ink", "warn")) >= 4.5
    for bar in ("after", "before", "loss", "pages", "whisker"):
        assert contrast(bar, "paper") >= 3, bar
    used = set(re.findall(r"var\(--([a-z]+)\)", style.style()))
    assert used == set(colours)
    assert set(style.LIGHT) == set(style.DARK)


@pytest.mark.parametrize("name", CHARTS)
def test_each_chart_has_its_page_with_the_same_words(name: str) -> None:
    written = " ".join((ROOT / "docs" / "charts" / f"{name}.md").read_text(encoding="utf-8").split())
    for point in ("for", "read", "not"):
        assert f"**{EN[f'chart.{point}']}.** {EN[f'chart.{name}.{point}']}" in written
    assert f"({name}.md)" in (ROOT / "docs" / "charts" / "README.md").read_text(encoding="utf-8")
