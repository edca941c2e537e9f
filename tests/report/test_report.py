"""The report: snapshots, the same content in every form, words in both languages, and hostile names made harmless."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest
from fake import FakeKeyed, FakePolicy, FakeSource, Row, keyed_of, many
from fixture import SNAPSHOTS, answered_table, small_report, small_table
from hypothesis import given
from hypothesis import strategies as st

from pagekey import Policy
from pagekey.face.report import Card, method_card, render
from pagekey.face.report.words import EN, ZH, Words
from pagekey.keying.table import Keyed
from pagekey.keying.table import keyed as really_keyed
from pagekey.study.count import Counts, count
from pagekey.types import STATUSES

HERE = Path(__file__).parent
FORMS = ("text", "markdown", "json")
HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)


def report(rows: list[Row], form: str = "text", lang: str = "en", by: str | None = None, **said: object) -> str:
    keyed = keyed_of(rows, **said)  # type: ignore[arg-type]
    counts = count(keyed, by=by)
    return render(counts, method_card(keyed, counts, version="0.1.0"), form, lang)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshot(name: str) -> None:
    form, lang = SNAPSHOTS[name]
    assert small_report(form, lang) == (HERE / name).read_text(encoding="utf-8")


def test_both_languages_have_the_same_words_and_blanks() -> None:
    assert list(EN) == list(ZH)
    for key, text in EN.items():
        blanks = [sorted({field for _, field, _, _ in Formatter().parse(words) if field}) for words in (text, ZH[key])]
        assert blanks[0] == blanks[1], key


def test_every_word_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()

    class Listening(Words):
        def __call__(self, key: str, **blanks: object) -> str:
            seen.add(key)
            return super().__call__(key, **blanks)

    from pagekey.face.report.as_json import as_json
    from pagekey.face.report.sections import report_sections

    tables = [small_table(), keyed_of([]), keyed_of(many({"a.example": 30}), columns={"engine": ["A"] * 30})]
    tables += [keyed_of(many({f"h{i}.example": 1 for i in range(60)}), columns={"engine": [str(i) for i in range(60)]})]
    for unit in ("domain", "group"):
        tables.append(keyed_of(many({"a.example": 1}), policy=FakePolicy(site=unit)))
    for found in ("named", "header", "only column", "plain lines"):
        tables.append(keyed_of([], source=FakeSource(found_by=found)))
    tables.append(keyed_of([], source=FakeSource(parts=(FakeSource(), FakeSource()))))
    tables.append(keyed_of([Row(f"https://s.example/{i}", f"s.example/{i}", "short-link") for i in range(11)]))
    tables += [suspicious(), suspicious("citation-strict@1", title="page_title", canonical="canonical")]
    tables.append(keyed_of([Row(f"x{i}", f"x{i}", "unparsed") for i in range(11)]))
    for keyed in tables:
        counts = count(keyed, by="engine" if "engine" in keyed.columns else None)
        card = method_card(keyed, counts)
        report_sections(counts, card, Listening("en"), str)
        as_json(counts, card, Listening("en"))
    monkeypatch.setattr("pagekey.statistics.bootstrap.DRAWN", 80)
    for unit in ("records", "pairs", "answers"):
        for options in ({}, {"bootstrap": 0}, {"engine": ""}):
            counts = count(answered_table(), "engine", unit=unit, **options)  # type: ignore[arg-type]
            report_sections(counts, method_card(answered_table(), counts), Listening("en"), str)
    for engines, answers in ((1, 30), (1, 9)):
        counts = count(answered_table(engines, answers), answer="run_id")
        report_sections(counts, method_card(answered_table(), counts), Listening("en"), str)
    lists = ("merged", "moves", "page", "three", "chart")  # of their own: test_merged, test_moves, test_html
    elsewhere = {word for word in EN if word.startswith(lists)}
    assert set(EN) - elsewhere - seen == set()


def suspicious(policy: str = "citation@1", title: str = "", canonical: str = "") -> Keyed:
    """A table with suspects of every kind that it has the columns for; `citation-strict@1` loses the values."""
    a = "https://example.com/a"
    rows = [{"url": f"https://videos.example.com/watch?v={i}"} for i in range(21)]
    rows += [{"url": f"https://{host}example.com/{path}"} for host in ("", "m.") for path in ("a", "a.html", "A", "de/a", "a?x=y", "a?p=2")]
    if title and canonical:
        said = [(a, "A boat", a), (f"{a}#1", "Timber", "https://example.com/b"), ("https://example.com/c", "A house", a)]
        said += [("https://example.com/d", "A house", "https://example.com/e"), ("https://example.com/f", "A house", "")]
        said += [("https://example.com/g", "", a), ("https://example.com/h", "", a)]
        rows += [{"url": url, title: words, canonical: page} for url, words, page in said]
    return really_keyed(rows, policy=policy)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "rows",
    [
        [],
        [Row("https://a.example/", "a.example/")],
        [Row("N/A", "N/A", "unparsed"), Row(None, None, "empty")],
        [Row("https://s.example/x", "s.example/x", "short-link")] * 3,
    ],
    ids=["no rows", "one row", "all unparsed", "only short links"],
)
def test_bare_tables_have_a_whole_report(form: str, lang: str, rows: list[Row]) -> None:
    text = report(rows, form, lang, by="engine", columns={"engine": [None] * len(rows)})
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "%" not in text.replace("change in %", "").replace("变化 %", "") or form == "json"


def test_a_small_table_has_counts_and_no_shares() -> None:
    text = report(many({f"h{i:02}.example": 1 for i in range(13)}))
    assert "n=13 (<20): counts only" in text
    assert re.search(r"\d%", text) is None
    assert re.search("^ +rank +site", text, re.M) is None
    assert re.search("^  site +records +pages$", text, re.M)


def test_a_tie_among_links_speaks_of_no_share() -> None:
    text = " ".join(report([Row(f"https://s.example/{i}", f"s.example/{i}", "short-link") for i in range(11)]).split())
    tie = "The cut runs through a tie: 11 links have the tenth's count, and the list shows the first of them by name."
    assert f"short-link: {tie} Rows that are no pages" in text


def test_a_card_without_groups_says_so() -> None:
    assert re.search("^  grouped by +not grouped$", report([]), re.M)
    assert re.search("^  分组列 +未分组$", report([], lang="zh"), re.M)


def test_shares_from_twenty_records_on() -> None:
    assert "50.0%" in report(many({f"h{i:02}.example": 1 for i in range(20)}))


def test_ten_sites_or_fewer_are_said_so() -> None:
    assert re.search(
        r"top-10 share of sites +- +of records +3 units \(10 or fewer\): not reported", report(many({f"h{i}.example": 9 for i in range(3)}))
    )


def test_bounds_are_said_where_a_link_is_unresolved_and_only_there() -> None:
    page, short = Row("https://a.example/", "a.example/"), Row("https://s.example/x", "s.example/x", "short-link")
    assert "1 to 2 pages in all" in re.sub(r"\s+", " ", report([page, short]))
    assert "pages in all" not in re.sub(r"\s+", " ", report([page, Row("http:/a.example/", "a.example/")]))


def test_no_rungs_is_said_and_not_filled_with_zeros() -> None:
    assert "By tier and by step: not known" in report(many({"a.example": 2}))


def test_groups_beyond_fifty_are_summed_up_and_whole_in_json() -> None:
    rows = many({"a.example": 60})
    columns = {"prompt": [f"q{i:02}" for i in range(60)]}
    text = report(rows, by="prompt", columns=columns)
    assert "q49" in text
    assert "q50" not in text
    assert "Groups not shown here: 10, with records: 10." in text
    assert re.search(r"sum +60 +60 +0\n", text)
    assert len(json.loads(report(rows, "json", by="prompt", columns=columns))["counts"]["groups"]) == 60


def weighed(form: str = "text", lang: str = "en", table: FakeKeyed | None = None, **options: object) -> str:
    """The report of the table with answers, counted with these options."""
    keyed = table or answered_table()
    counts = count(keyed, **options)  # type: ignore[arg-type]
    return render(counts, method_card(keyed, counts, version="0.1.0"), form, lang)  # type: ignore[arg-type]


def on_one_line(text: str) -> str:
    return " ".join(text.split())


class TestWeight:
    SECTIONS = ("Concentration (", "Lorenz curve", "Shares by engine (", "95 % interval")

    def test_effective_number_first_then_the_indices_and_the_ten(self) -> None:
        text = weighed()
        labels = [
            "effective number (1/HHI)", "effective number (exp of entropy)", "HHI  ", "HHI, unbiased", "Gini, over the cited",
            "cited at all", "top-10 share  ", "top-10 share, 95 % interval", "cited by one answer", "coverage (Good-Turing)",
        ]  # fmt: skip
        lines = text[text.index("Concentration (unit of a site: host; records n = ") :].splitlines()[3:13]
        assert all(line.startswith(f"  {label}") for line, label in zip(lines, labels, strict=True))

    def test_twenty_points_of_lorenz(self) -> None:
        text = weighed()
        lines = text[text.index("Lorenz curve") :].splitlines()
        assert [line.split()[0] for line in lines[3:23]] == [f"{5 * k}.0%" for k in range(1, 21)]
        assert lines[22].split() == ["100.0%"] * 3

    @pytest.mark.parametrize(
        ("lang", "few"), [("en", "n=13 (<20): counts only, not in macro shares"), ("zh", "n=13（<20）：只记数，不计入宏平均占比")]
    )
    def test_a_small_engine_has_its_count_and_no_share(self, lang: str, few: str) -> None:
        text = weighed(lang=lang)
        line = next(line for line in text.splitlines() if line.strip().startswith("Small "))
        assert line.split(maxsplit=2) == ["Small", "13", few]

    @pytest.mark.parametrize(("lang", "few"), [("en", "n=13 (<20): counts only"), ("zh", "n=13（<20）：只记数")])
    @pytest.mark.parametrize("form", ["text", "markdown"])
    def test_a_small_table_has_none_of_it_and_says_why(self, lang: str, few: str, form: str) -> None:
        rows = many({f"h{i:02}.example": 1 for i in range(13)})
        table = keyed_of(rows, columns={"answer_id": [str(i) for i in range(13)], "engine": ["A", "B"] * 6 + ["A"]})
        text = weighed(form, lang, table)
        assert few in (text if form == "text" else text.replace("\\", ""))
        assert re.search(r"\d%", text.replace("95%", "")) is None
        for name in ("concentration", "lorenz", "shares", "interval.95"):
            words = (EN if lang == "en" else ZH)[name].partition("{")[0]
            assert words not in text.replace("\\", "").partition(EN["card"] if lang == "en" else ZH["card"])[0]

    @pytest.mark.parametrize(
        ("options", "left_out"),
        [
            ({"answer": ""}, [f"{what}: no column of answers (--answer NAME)" for what in ("pairs and answers", "intervals")]),
            ({"engine": ""}, ["shares by engine: no column of engines (--engine NAME)"]),
            ({"bootstrap": 0}, ["intervals: switched off"]),
        ],
    )
    def test_what_has_no_data_is_left_out_and_the_card_says_why(self, options: dict[str, object], left_out: list[str]) -> None:
        text = weighed(**options)  # type: ignore[arg-type]
        assert all(line in on_one_line(text) for line in left_out)
        value = json.loads(weighed("json", **options))  # type: ignore[arg-type]
        assert len(value["card"]["left_out"]) == len(left_out)
        if "engine" in options:
            assert "Shares by engine (" not in text
        else:
            assert "95 % interval" not in text

    def test_the_card_declares_unit_columns_and_drawing(self) -> None:
        text = on_one_line(weighed(unit="pairs", engine="engine", bootstrap=300, seed=7))
        assert "unit of counting answer-page pairs (a page counts once an answer)" in text
        assert "answer column run_id (found by its header) engine column engine (named by the caller)" in text
        assert "cluster bootstrap over answers within engine; answers: 92, B = 300, seed 7; of shares and means only" in text
        card = json.loads(weighed("json", unit="pairs", bootstrap=300, seed=7))["card"]
        assert (card["unit"], card["answer_column"], card["answer_found_by"], card["small"]) == ("pairs", "run_id", "header", 20)
        assert card["bootstrap"] == {"replicates": 300, "seed": 7, "answers": 92, "drawn": 92, "withheld": ""}

    @pytest.mark.parametrize(("unit", "n"), [("records", "records n = "), ("pairs", "answer-page pairs n = "), ("answers", "answers n = ")])
    def test_the_unit_stands_at_every_list(self, unit: str, n: str) -> None:
        text = weighed(unit=unit, by="engine")
        assert text.count(f"unit: host; {n}") == 1 and re.search(rf"Most cited pages \(10 of \d+; {n}", text)
        assert f"share of {unit}" in text
        assert len(re.findall(f"  share of {unit}", text)) >= 3

    def test_json_has_rarefaction_coverage_and_intervals(self) -> None:
        value = json.loads(weighed("json"))
        found = value["counts"]["top_sites"]["concentration"]
        assert [one["size"] for one in found["rarefied"]] == [20, 50, 100, 200, 500, value["counts"]["records"]]
        assert found["rarefied"][-1]["expected"] == pytest.approx(12)
        assert found["coverage"]["unit"] == "share of records"
        assert set(value["counts"]["top_sites"]["entries"][0]["interval"]) == {"low", "high"}
        assert value["counts"]["shares"]["engines"][-2:] == [
            {"name": "Small", "n": 13, "withheld": "few-records"}, {"name": "", "n": 1, "withheld": "blank"},
        ]  # fmt: skip

    def test_a_tie_moves_the_share_of_the_ten_only_where_answers_are_counted(self) -> None:
        rows = [Row(f"https://h{i % 12}/", f"h{i % 12}/") for i in range(240)]
        table = keyed_of(rows, columns={"answer_id": [str(i // 3) for i in range(240)]})
        said = {unit: on_one_line(weighed(table=table, unit=unit)) for unit in ("records", "pairs", "answers")}
        assert ["does not depend on it" in said[unit] for unit in said] == [True, True, False]
        assert "others of the tied could have another" in said["answers"]

    @pytest.mark.parametrize("form", FORMS)
    def test_hostile_engines_and_columns(self, form: str) -> None:
        evil = "\x1b[2J\u202e`|</b>\n# x"
        rows = [Row(f"https://a.example/{i % 3}", f"a.example/{i % 3}") for i in range(80)]
        table = keyed_of(rows, columns={evil: [evil, "B"] * 40, "answer_id": [str(i // 2) for i in range(80)]})
        assert HIDDEN.search(weighed(form, table=table, engine=evil)) is None


class TestRejected:
    ROWS = (
        Row(None, None, "empty"),
        Row(" \t", " \t", "empty"),
        Row("N/A\u200b|`", "N/A\u200b|`", "unparsed"),
        Row("a.example", "a.example/"),
    )

    @pytest.mark.parametrize("form", ["text", "markdown"])
    def test_strings_are_listed_with_what_cannot_be_seen(self, form: str) -> None:
        text = report(list(self.ROWS), form)
        assert HIDDEN.search(text) is None
        assert ("N/A\\u200b|`" if form == "text" else "N&#47;A&#92;u200b&#124;&#96;") in text
        assert '" \\t"' in text
        assert "empty: rows without a cell: 1." in text

    def test_json_has_the_strings_whole(self) -> None:
        rejected = {one["status"]: one for one in json.loads(report(list(self.ROWS), "json"))["counts"]["rejected"]}
        assert rejected["unparsed"]["listed"] == [{"raw": "N/A\u200b|`", "rows": 1}]
        assert (rejected["empty"]["rows"], rejected["empty"]["strings"], rejected["empty"]["missing"]) == (2, 1, 1)


class TestMarks:
    ROW = Row("https://a.example/?utm_source=OpenAI#:~:text=x", "a.example/")

    def test_no_section_without_any(self) -> None:
        assert "Marks of answer engines" not in report([Row("https://a.example/", "a.example/")])
        assert json.loads(report([], "json"))["marks"] == {"records": 0, "strings": 0, "none": 0, "several": 0, "engines": []}

    def test_few_records_have_no_share(self) -> None:
        text = report([self.ROW])
        assert re.search("^  OpenAI API +utm_source=openai +1 +- +1$", text, re.M)
        assert text.index("Rule hits") < text.index("Marks of answer engines (web records n = 1)") < text.index("Short links and opaque")

    def test_names_of_engines_in_chinese_and_json(self) -> None:
        assert "文本片段" in report([self.ROW], lang="zh")
        api, fragment = json.loads(report([self.ROW], "json", lang="zh"))["marks"]["engines"]
        assert api == {"engine": "OpenAI API", "marks": ["utm_source=openai"], "records": 1, "strings": 1}
        assert fragment["engine"].startswith("text fragment (")


class TestSuspects:
    def shown(self, table: Keyed, form: str = "text", lang: str = "en") -> str:
        counts = count(table)
        return render(counts, method_card(table, counts), form, lang)  # type: ignore[arg-type]

    def test_a_lost_parameter_is_said_before_any_number(self) -> None:
        text = " ".join(self.shown(suspicious("citation-strict@1")).split())
        warned = "one path loses more than 20 distinct values of a parameter: videos.example.com/watch loses 21 values of v (records: 21;"
        assert text.index(warned) < text.index("Rows by status")
        assert "Warning" not in self.shown(suspicious())

    def test_lines_stand_whole_and_are_a_policy(self) -> None:
        text = self.shown(suspicious(), "markdown")
        blocks = re.findall(r"^```toml\n(.*?)\n```$", text, re.M | re.S)
        assert len(blocks) == 5
        for block in blocks:
            Policy.from_dict(tomllib.loads(block))

    def test_a_table_without_any_says_what_was_looked_for(self) -> None:
        text = " ".join(self.shown(really_keyed(["https://example.com/a"])).split())
        assert "Looked for and not found: a path that loses more than 20 distinct values of a parameter; keys with and without" in text
        assert "Not looked for, since no column has such a name" in text

    def test_json(self) -> None:
        value = json.loads(self.shown(suspicious("citation-strict@1"), "json"))["suspects"]
        lost = value["kinds"][0]
        assert (value["title_column"], lost["kind"], lost["found"]) == (None, "lost-values", 1)
        assert lost["suspects"][0]["line"] == '[sites."videos.example.com"]\nkeep = ["v"]'
        assert lost["suspects"][0]["examples"][0] == "https://videos.example.com/watch?v=0"

    @pytest.mark.parametrize("form", FORMS)
    def test_hostile_titles_and_names(self, form: str) -> None:
        evil = "\x1b[2J\u202e`|</b>\n# x ```"
        rows = [{"url": f"https://example.com/{i}?{evil}=1", "title": evil} for i in range(2)]
        rows += [{"url": f"https://example.com/0?{evil}={i}", "title": ""} for i in range(30)]
        assert HIDDEN.search(self.shown(really_keyed(rows, policy="citation-strict@1"), form)) is None


class TestJson:
    def test_names_are_whole_and_numbers_have_units(self) -> None:
        value = json.loads(small_report("json", "zh"))
        counts = value["counts"]
        assert counts["pages"] == 13
        assert value["units"]["pages"] == "page"
        assert counts["statuses"] == {status: counts["statuses"][status] for status in STATUSES}
        assert counts["top_pages"]["entries"][1]["name"] == "long.example/" + "x" * 90 + "/id-7"
        assert counts["groups"][1]["name"] == "x\u202etxt|`\x1b[31m"
        assert counts["top_sites"]["share"] == {"value": 19 / 22, "part": 19, "whole": 22, "unit": "share of records", "withheld": None}
        assert counts["groups"][1]["share"]["value"] is None
        assert counts["groups"][1]["share"]["withheld"] == "few-records"
        assert value["card"]["as_of"] == "2026-10-27"
        assert value["card"]["tables"] == [{"name": "suffixes", "date": "2026-10-01", "source": "publicsuffix.org"}]

    def test_field_names_do_not_change_with_the_language(self) -> None:
        en, zh = (json.loads(small_report("json", lang)) for lang in ("en", "zh"))
        assert en["counts"] == zh["counts"]
        assert list(en["card"]) == list(zh["card"])

    def test_a_stray_byte_survives(self) -> None:
        text = report([Row("https://a.example/\udcff", "a.example/%FF")], "json", by="q", columns={"q": ["\udcff\u2028"]})
        text.encode("utf-8")
        assert json.loads(text)["counts"]["groups"][0]["name"] == "\udcff\u2028"


class TestCard:
    def card(self) -> tuple[Card, Counts]:
        keyed = small_table()
        counts = count(keyed)
        return method_card(keyed, counts), counts

    def test_what_was_not_said_is_not_guessed(self) -> None:
        card, counts = self.card()
        assert (card.as_of, card.source) == (None, None)
        text = render(counts, card)
        assert re.search(r"as of +not stated", text)
        assert re.search(r"source +not stated", text)

    def test_holds_what_a_reader_needs_to_repeat_the_count(self) -> None:
        card, counts = self.card()
        source = small_table().source
        assert source is not None
        assert (card.policy, card.sha256, card.input, card.rows) == (counts.policy, source.sha256, "citations.csv", 27)
        assert (card.url_column, card.found_by, card.site_unit, card.small) == ("url", "content", "host", 20)
        assert sum(card.statuses.values()) == card.rows
        assert card.limits == ("gone", "soft-404", "mirrors", "attribution")

    @pytest.mark.parametrize("form", ["text", "markdown"])
    def test_nothing_of_it_is_cut(self, form: str) -> None:
        dialect = "word " * 60 + "end"
        text = report([], form, source=FakeSource(dialect=dialect, sha256="f" * 64))
        assert dialect in re.sub(r"\s+", " ", text)
        assert "f" * 64 in text

    def test_a_table_in_memory(self) -> None:
        assert "a table in memory" in report([])


class TestHostileNames:
    EVIL = "a.example/\x1b[2J\u202egpj.exe|`<script>*_[x](javascript:1)\r\n# title"

    @pytest.mark.parametrize("form", ["text", "markdown"])
    def test_controls_and_overrides_go(self, form: str) -> None:
        rows = [Row(self.EVIL, self.EVIL)]
        source = FakeSource(name=self.EVIL, dialect=self.EVIL, columns=(self.EVIL,), url_column=self.EVIL, notes=(self.EVIL,))
        text = report(rows, form, by=self.EVIL, columns={self.EVIL: [self.EVIL]}, source=source)
        assert HIDDEN.search(text) is None
        assert "\n# title" not in text

    @given(st.text(min_size=1, max_size=80), st.sampled_from(["text", "markdown", "json"]))
    def test_whatever_the_name_the_layout_holds(self, name: str, form: str) -> None:
        rows = [Row("https://h.example/" + name, "h.example/" + name)]
        text = report(rows, form, by="g", columns={"g": [name]}, source=FakeSource(name=name))
        text.encode("utf-8")
        assert HIDDEN.search(text) is None
        plain = report([Row("https://h.example/x", "h.example/x")], form, by="g", columns={"g": ["x"]}, source=FakeSource(name="x"))
        if form == "markdown":
            assert [cells(line) for line in text.splitlines()] == [cells(line) for line in plain.splitlines()]

    def test_a_markdown_name_is_code_or_references(self) -> None:
        text = report([Row(self.EVIL, self.EVIL)], "markdown", by="g", columns={"g": ["www.spam.example/<b>"]})
        assert "| `www.spam.example/<b>` |" in text
        assert "a&#46;example&#47;&#91;2Jgpj&#46;exe&#124;&#96;&#60;script&#62;" in text

    def test_colour_only_if_asked(self) -> None:
        keyed = small_table()
        counts = count(keyed)
        card = method_card(keyed, counts)
        assert "\x1b" not in render(counts, card)
        coloured = render(counts, card, colour=True)
        assert "\x1b[1mMethod card\x1b[0m" in coloured
        assert re.sub(r"\x1b\[\dm", "", coloured) == render(counts, card)

    def test_display_forms_are_shown_to_people_and_cleaned_and_json_keeps_keys(self) -> None:
        keyed = keyed_of([Row("https://a.example/%E4%B8%AD", "a.example/%E4%B8%AD")])
        counts = count(keyed)
        card = method_card(keyed, counts)
        shown = render(counts, card, display=lambda key: key.replace("%E4%B8%AD", "中\u202e"))
        assert "a.example/中 " in shown
        assert "a.example/%E4%B8%AD" in render(counts, card, "json", display=lambda key: "")


def cells(line: str) -> int:
    """Cells of a Markdown row, as GFM splits it: at bars without a backslash before them."""
    return len(re.findall(r"(?<!\\)\|", line))


def test_unknown_form_or_language() -> None:
    keyed = keyed_of([])
    counts = count(keyed)
    with pytest.raises(ValueError, match="expected a form of text, markdown, json, got 'html'"):
        render(counts, method_card(keyed, counts), "html")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a language of en, zh, fa, got 'de'"):
        render(counts, method_card(keyed, counts), "text", "de")  # type: ignore[arg-type]
