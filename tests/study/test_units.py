"""What is counted: records, pairs, answers, by columns said or found; shares by engine; worked by hand and recounted by sets."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fake import FakeKeyed, FakePolicy, FakeSource, Row, keyed_of, many
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.errors import InputError
from pagekey.study.count import SMALL, Counts, count
from pagekey.study.count.figures import Ratio
from pagekey.types import STATUSES


def table(rows: list[tuple[str, str, str]], **columns: list[str | None]) -> FakeKeyed:
    """(engine, answer, key) -> a keyed table with the columns engine and answer_id."""
    own: dict[str, list[str | None]] = {"engine": [row[0] for row in rows], "answer_id": [row[1] for row in rows]}
    return keyed_of([Row(f"https://{key}", key) for _, _, key in rows], columns=own | columns)


# Two engines that number their answers alike. X: answer 1 cites a/1 twice and a/2, answer 2 cites a/1; Y: answer 1 cites b/1 and a/1.
SIX = [("X", "1", "a/1"), ("X", "1", "a/1"), ("X", "1", "a/2"), ("X", "2", "a/1"), ("Y", "1", "b/1"), ("Y", "1", "a/1")]


class TestUnits:
    def test_by_hand(self) -> None:
        """Records 6; pairs X1 a/1, X1 a/2, X2 a/1, Y1 b/1, Y1 a/1; answers X1, X2, Y1, all of which cite a, and one b."""
        counts = count(table(SIX))
        assert (counts.records, counts.counting.pairs, counts.counting.answers, counts.counting.n) == (6, 5, 3, 6)
        a, b = counts.top_sites.entries
        assert (a.name, a.records, a.pairs, a.answers) == ("a", 5, 4, 3)
        assert (b.name, b.records, b.pairs, b.answers) == ("b", 1, 1, 1)
        page = counts.top_pages.entries[0]
        assert (page.name, page.records, page.pairs, page.answers) == ("a/1", 4, 3, 3)
        assert (counts.top_pages.once, counts.top_pages.once_answers) == (2, 2)

    @pytest.mark.parametrize(("unit", "n", "sites", "pages"), [("records", 6, 6, 6), ("pairs", 5, 5, 5), ("answers", 3, 4, 5)])
    def test_what_concentration_adds_up(self, unit: str, n: int, sites: int, pages: int) -> None:
        counts = count(table(SIX), unit=unit)
        assert (counts.counting.unit, counts.counting.n) == (unit, n)
        assert (counts.top_sites.concentration.total, counts.top_pages.concentration.total) == (sites, pages)

    def test_shares_and_ranks_are_by_the_unit(self) -> None:
        """Ten times the six: 30 answers, 50 pairs. A site that one answer repeats leads by records only."""
        rows = [(engine, f"{answer}-{k}", key) for k in range(10) for engine, answer, key in SIX] + [("X", "1-0", "c/1")] * 60
        by = {unit: count(table(rows), unit=unit).top_sites.entries for unit in ("records", "pairs", "answers")}
        assert [(one.name, one.share) for one in by["records"]] == [
            ("c", Ratio(60, 120, "share of records")), ("a", Ratio(50, 120, "share of records")), ("b", Ratio(10, 120, "share of records")),
        ]  # fmt: skip
        assert [(one.name, one.share.part, one.share.whole) for one in by["pairs"]] == [("a", 40, 51), ("b", 10, 51), ("c", 1, 51)]
        assert [(one.name, one.share.part, one.share.whole) for one in by["answers"]] == [("a", 30, 30), ("b", 10, 30), ("c", 1, 30)]

    def test_the_ten_under_answers_are_a_share_of_answers(self) -> None:
        """Thirty answers that cite all of eleven sites: the sum of the counts of ten would be 300 of 30."""
        rows = [("X", str(k), f"h{i:02}/") for k in range(30) for i in range(11)]
        share = count(table(rows), unit="answers").top_sites.share
        assert (share.part, share.whole, share.unit, share.withheld) == (30, 30, "share of answers", "")

    def test_ten_answers_are_few_where_answers_are_counted_and_not_where_records_are(self) -> None:
        rows = [("X", str(k), f"h{k}/{i}") for k in range(10) for i in range(5)]
        assert count(table(rows)).top_sites.entries[0].share.value == 0.1
        few = count(table(rows), unit="answers").top_sites
        assert (few.entries[0].share.withheld, few.concentration.withheld) == ("few-records", "few-records")

    def test_records_without_an_answer_are_records_only(self) -> None:
        rows = [*SIX, ("X", "", "a/1"), ("X", " ", "d/1")]  # two kinds of blank
        counts = count(table(rows), unit="pairs")
        assert (counts.records, counts.counting.n, counts.counting.unanswered) == (8, 5, 2)
        assert [one.name for one in counts.top_sites.entries] == ["a", "b"]
        assert counts.sites == 3

    def test_rows_that_are_no_pages_make_no_answer(self) -> None:
        rows = [Row("https://a/1", "a/1"), Row("https://s/x", "s/x", "short-link"), Row("N/A", "N/A", "unparsed")]
        counting = count(keyed_of(rows, columns={"answer_id": ["1", "2", "3"]})).counting
        assert (counting.answers, counting.pairs, counting.unanswered) == (1, 1, 0)

    def test_means(self) -> None:
        rows = [(engine, f"{answer}-{k}", key) for k in range(10) for engine, answer, key in SIX]
        counting = count(table(rows)).counting
        assert counting.records_per_answer is not None and counting.pages_per_answer is not None
        assert (counting.records_per_answer.ratio.part, counting.records_per_answer.ratio.whole) == (60, 30)
        assert (counting.pages_per_answer.ratio.part, counting.pages_per_answer.ratio.value) == (50, 50 / 30)

    def test_groups_are_by_the_unit(self) -> None:
        rows = [(engine, f"{answer}-{k}", key) for k in range(30) for engine, answer, key in SIX]
        x, y = count(table(rows), by="engine", unit="pairs").groups
        assert [(g.name, g.records, g.n, g.answers, g.share.part, g.share.whole) for g in (x, y)] == [
            ("X", 120, 90, 60, 90, 150), ("Y", 60, 60, 30, 60, 150),
        ]  # fmt: skip

    @pytest.mark.parametrize("unit", ["records", "pairs", "answers"])
    def test_a_group_stands_alone_also_where_its_page_was_first_written_in_another(self, unit: str) -> None:
        rows = [Row(f"{scheme}://h{i}/", f"h{i}/") for scheme in ("http", "https") for i in range(30)]
        columns = {"scheme": ["http"] * 30 + ["https"] * 30, "answer_id": [str(i % 25) for i in range(60)]}
        first, second = count(keyed_of(rows, columns=columns), by="scheme", unit=unit).groups
        assert (first.n, first.pages, first.answers) == (second.n, second.pages, second.answers)
        alone = count(keyed_of(rows[30:], columns={"answer_id": columns["answer_id"][30:]}), unit=unit)
        assert second.top_share == alone.top_sites.share

    def test_an_address_is_a_site_of_its_own(self) -> None:
        rows = [Row(f"http://10.0.0.{i % 2}/{i}", f"10.0.0.{i % 2}/{i}") for i in range(24)]
        found = count(keyed_of(rows, policy=FakePolicy(site="domain"))).top_sites
        assert (found.units, found.concentration.effective) == (2, 2.0)


class TestColumns:
    def test_found_by_name_and_said_so(self) -> None:
        columns = {"LLM Service": ["A"] * 6, "Run-ID": ["1"] * 6}
        counting = count(keyed_of([Row("https://a/1", "a/1")] * 6, columns=columns)).counting
        assert counting.answer_column is not None and counting.engine_column is not None
        assert (counting.answer_column.name, counting.answer_column.found_by) == ("Run-ID", "header")
        assert (counting.engine_column.name, counting.engine_column.found_by) == ("LLM Service", "header")

    def test_the_caller_comes_first(self) -> None:
        counting = count(table(SIX, query=["q1", "q1", "q1", "q2", "q3", "q3"]), answer="query", engine="").counting
        assert counting.answer_column is not None
        assert (counting.answer_column.name, counting.answer_column.found_by, counting.engine_column) == ("query", "named", None)
        assert counting.answers == 3

    def test_none_if_asked_for(self) -> None:
        counts = count(table(SIX), answer="", engine="")
        assert (counts.counting.answer_column, counts.counting.answers, counts.shares) == (None, None, None)
        assert counts.top_sites.entries[0].answers is None

    @pytest.mark.parametrize("cells", [[None] * 6, ["", " ", "\t", None, "", ""]])
    def test_a_column_of_blanks_is_not_taken(self, cells: list[str | None]) -> None:
        assert count(keyed_of([Row("https://a/1", "a/1")] * 6, columns={"answer_id": cells})).counting.answer_column is None

    def test_the_column_with_the_urls_is_no_engine(self) -> None:
        keyed = keyed_of([Row("https://a/1", "a/1")], columns={"platform": ["https://a/1"]}, source=FakeSource(url_column="platform"))
        assert count(keyed).counting.engine_column is None

    def test_the_surest_name_wins(self) -> None:
        keyed = keyed_of([Row("https://a/1", "a/1")], columns={"model": ["m"], "system": ["s"], "engine": ["e"]})
        column = count(keyed).counting.engine_column
        assert column is not None and column.name == "engine"

    @pytest.mark.parametrize("unit", ["pairs", "answers"])
    def test_a_unit_without_its_column(self, unit: str) -> None:
        with pytest.raises(InputError, match=rf"the unit {unit} needs a column that tells the answers apart.*got engine\nhint: .*--answer"):
            count(keyed_of(many({"a": 2}), columns={"engine": ["A", "B"]}), unit=unit)

    @pytest.mark.parametrize(
        ("said", "fault"),
        [
            ({"answer": "answer_ids"}, "no column of answers: expected one of engine, answer_id, got 'answer_ids'\nhint: did you mean"),
            ({"engine": "engines"}, "no column of engines: expected one of engine, answer_id, got 'engines'\nhint: did you mean 'engine'"),
            ({"unit": "rows"}, "no such unit: expected one of records, pairs, answers, got 'rows'"),
            ({"bootstrap": -1}, "not a number of replicates: expected 0 or more, got -1"),
        ],
    )
    def test_faults(self, said: dict[str, object], fault: str) -> None:
        with pytest.raises(InputError, match=fault):
            count(table(SIX), **said)  # type: ignore[arg-type]


class TestShares:
    def rows(self) -> list[tuple[str, str, str]]:
        """A: 40 records, 30 on a; B: 20 records, 5 on a; C: 13 records, all on a; and 7 without an engine, on b."""
        rows = [("A", f"{i % 8}", "a/1" if i < 30 else f"b/{i}") for i in range(40)]
        rows += [("B", f"{i % 4}", "a/1" if i < 5 else f"b/{i}") for i in range(20)]
        return rows + [("C", "1", "a/2")] * 13 + [("", "1", "b/1")] * 7

    def test_micro_and_macro(self) -> None:
        """a: micro (30 + 5 + 13) / 80; macro (30/40 + 5/20) / 2 = 1/2, without C, which is small, and the blank."""
        shares = count(table(self.rows()), bootstrap=0).shares
        assert shares is not None
        assert [(one.name, one.n, one.withheld) for one in shares.engines] == [
            ("A", 40, ""), ("B", 20, ""), ("C", 13, "few-records"), ("", 7, "blank"),
        ]  # fmt: skip
        a, b = shares.sites
        assert (a.name, a.micro, a.macro, a.counts, a.citing) == ("a", Ratio(48, 80, "share of records"), 0.5, (30, 5, 13, 0), 2)
        assert (a.highest, a.highest_share.part, a.highest_share.whole) == ("A", 30, 40)
        assert (b.name, b.micro.part, b.macro) == ("b", 32, (10 / 40 + 15 / 20) / 2)

    def test_no_engine_is_no_engine_however_many(self) -> None:
        shares = count(table([*self.rows(), *[("", "2", "c/1")] * 50])).shares
        assert shares is not None
        assert (shares.engines[0].n, shares.engines[0].withheld, shares.equal) == (57, "blank", 2)

    def test_one_engine_has_no_macro_share(self) -> None:
        shares = count(table([("A", str(i), "a/1") for i in range(30)])).shares
        assert shares is not None
        assert (shares.withheld, shares.equal, shares.sites) == ("one-engine", 1, ())

    def test_few_have_none(self) -> None:
        shares = count(table(SIX)).shares
        assert shares is not None
        assert (shares.withheld, shares.sites, [one.n for one in shares.engines]) == ("few-records", (), [4, 2])

    @pytest.mark.parametrize("unit", ["records", "pairs", "answers"])
    def test_engines_add_up(self, unit: str) -> None:
        rows = [(f"E{i % 3}", f"{i % 26}", f"h{i * i % 17}/{i % 5}") for i in range(400)]
        counts = count(table(rows), unit=unit)
        assert counts.shares is not None
        assert sum(one.n for one in counts.shares.engines) == counts.counting.n
        for splits, entries in ((counts.shares.sites, counts.top_sites.entries), (counts.shares.pages, counts.top_pages.entries)):
            assert [(one.name, one.micro) for one in splits] == [(one.name, one.share) for one in entries]
            for one in splits:
                assert sum(one.counts) == one.micro.part
                parts = [Fraction(part, engine.n) for part, engine in zip(one.counts, counts.shares.engines, strict=True)]
                assert one.macro == pytest.approx(float(sum(parts) / len(parts)), abs=1e-12)


class TestIntervals:
    def rows(self) -> list[tuple[str, str, str]]:
        return [(f"E{k % 2}", str(k), f"h{(k * i * i) % 23}/{i % 4}") for k in range(40) for i in range(1, 9)]

    @pytest.mark.parametrize("unit", ["records", "pairs", "answers"])
    def test_hold_their_figures(self, unit: str) -> None:
        counts = count(table(self.rows()), unit=unit)
        found = [(one.share.value, one.interval) for top in (counts.top_sites, counts.top_pages) for one in top.entries]
        found += [(top.share.value, top.interval) for top in (counts.top_sites, counts.top_pages)]
        assert counts.shares is not None
        found += [(one.macro, one.macro_interval) for one in (*counts.shares.sites, *counts.shares.pages)]
        for mean in (counts.counting.records_per_answer, counts.counting.pages_per_answer):
            assert mean is not None
            found.append((mean.ratio.value, mean.interval))
        assert len(found) == 44
        for value, span in found:
            assert value is not None and span is not None
            assert span.low <= value <= span.high

    def test_the_seed_makes_them(self) -> None:
        first, again, other = (count(table(self.rows()), seed=seed) for seed in (1, 1, 2))
        assert first == again
        assert first.top_sites.interval != other.top_sites.interval
        assert first.counting.bootstrap.seed == 1

    def test_the_order_of_rows_does_not(self) -> None:
        assert count(table(self.rows()[::-1])).top_sites == count(table(self.rows())).top_sites

    @pytest.mark.parametrize(
        ("keyed", "said", "why"),
        [
            (table([("A", str(i), "a/1") for i in range(30)]), {"bootstrap": 0}, "off"),
            (table([("A", str(i), "a/1") for i in range(30)]), {"answer": ""}, "no-answers"),
            (table([("A", str(i % 19), "a/1") for i in range(60)]), {}, "few-answers"),
            (table(SIX), {}, "few-records"),
        ],
    )
    def test_none_and_why(self, keyed: FakeKeyed, said: dict[str, object], why: str) -> None:
        counts = count(keyed, **said)  # type: ignore[arg-type]
        assert counts.counting.bootstrap.withheld == why
        assert counts.top_sites.entries[0].interval is None and counts.top_sites.interval is None

    def test_twenty_answers_are_enough(self) -> None:
        assert count(table([("A", str(i), "a/1") for i in range(SMALL)])).counting.bootstrap.withheld == ""

    def test_records_without_an_answer_stand_alone(self) -> None:
        """Half of the records name no answer: they are drawn one by one, and the share is still that of all records."""
        rows = [("A", str(k), f"h{i % 12}/") for k in range(25) for i in range(12)] + [("A", "", "h0/")] * 300
        top = count(table(rows)).top_sites
        assert top.entries[0].share.part == 325 and top.entries[0].interval is not None
        assert top.entries[0].interval.low < 325 / 600 < top.entries[0].interval.high


# An independent recount: sets and sorting instead of counters and first rows.


def recount(keyed: FakeKeyed, unit: str) -> dict[str, object]:
    rows = [
        (engine or "", answer or "", key or "", host or "")
        for engine, answer, key, host, status in zip(
            keyed.columns["engine"], keyed.columns["answer_id"], keyed.key, keyed.host, keyed.status, strict=True
        )
        if status == "page"
    ]
    answered = [row for row in rows if row[1]]
    cited = {
        "records": [row[3] for row in rows],
        "pairs": [row[3] for row in set(answered)],
        "answers": [host for _, _, host in {(engine, answer, host) for engine, answer, _, host in answered}],
    }[unit]
    n = len({row[:2] for row in answered}) if unit == "answers" else len(cited)
    ranked = sorted((-cited.count(host), host) for host in set(cited))
    counts = [-times for times, _ in ranked]
    return {
        "n": n,
        "list": [(host, -times) for times, host in ranked[:10]],
        "once": counts.count(1),
        "hhi": sum(Fraction(one, sum(counts)) ** 2 for one in counts) if n >= 20 else None,
        "pairs": len(set(answered)),
        "unanswered": len(rows) - len(answered),
    }


def found(counts: Counts) -> dict[str, object]:
    top, counting = counts.top_sites, counts.counting
    return {
        "n": counting.n,
        "list": [(one.name, one.share.part) for one in top.entries],
        "once": top.once,
        "hhi": None if top.concentration.hhi is None else pytest.approx(top.concentration.hhi, abs=1e-12),
        "pairs": counting.pairs,
        "unanswered": counting.unanswered,
    }


@st.composite
def tables(draw: st.DrawFn) -> FakeKeyed:
    pick = st.tuples(
        st.integers(0, 13), st.integers(0, 2), st.sampled_from(("page",) * 8 + STATUSES), st.sampled_from("XY"),
        st.sampled_from("0123456789abc "),
    )  # fmt: skip
    picks = draw(st.lists(pick, max_size=120))
    rows = [Row(f"https://h{host}/{page}", f"h{host}/{page}", status) for host, page, status, _, _ in picks]
    columns = {"engine": [pick[3] for pick in picks], "answer_id": [pick[4].strip() or None for pick in picks]}
    return keyed_of([*rows, Row("https://z/", "z/")], columns={name: [*cells, "X"] for name, cells in columns.items()})


@settings(deadline=None)
@given(tables(), st.sampled_from(["records", "pairs", "answers"]))
def test_agrees_with_a_recount(keyed: FakeKeyed, unit: str) -> None:
    counts = count(keyed, unit=unit, bootstrap=10)
    wanted = recount(keyed, unit)
    wanted["hhi"] = None if wanted["hhi"] is None else float(wanted["hhi"])  # type: ignore[arg-type]
    assert wanted == found(counts)
    for top in (counts.top_sites, counts.top_pages):
        assert top.units <= top.concentration.total
        for entry in top.entries:
            assert entry.answers is not None and entry.pairs is not None
            assert entry.answers <= entry.pairs <= entry.records
