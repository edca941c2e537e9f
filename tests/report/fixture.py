"""One small table with everything in it, for the snapshots: 27 rows, hostile names, ties, groups, rungs."""

from __future__ import annotations

from pathlib import Path

from fake import FakeKeyed, FakeSource, Row, keyed_of

from pagekey.face.report import method_card, render
from pagekey.study.count import count

RUNGS = ("standard", "convention", "step-1", "step-2", "step-3", "step-4", "step-5")


def page(raw: str, key: str, *hits: str, rungs: tuple[str, ...] = ()) -> Row:
    return Row(raw, key, hits=hits, rungs=rungs or (raw, key, key, key, key, key, key))


def small_table() -> FakeKeyed:
    """By hand: 22 records in scope, 15 strings, 13 pages on 13 hosts; 2 rows of debris.

    Before, with the 3 unresolved records: 17 strings on 15 hosts (news, www.news, s, r, nine h, long, wiki; `http:/odd` shows none).
    """
    article = "news.example/a?id=1"
    mark = "&utm_source=chatgpt.com"
    plain, marked, short = f"http://{article}", f"https://www.{article}{mark}", "https://s.example/x"
    rows = [page(plain, article, "drop-scheme", rungs=(plain, article, article, article, article, article, article))] * 4
    rows += [
        page(marked, article, "drop-tracking", "drop-scheme", "strip-www",
             rungs=(marked, article, f"www.{article}{mark}", f"{article}{mark}", article, article, article)),
        page(short, article, "expand-short-link", "drop-scheme", rungs=(short, "s.example/x", *["s.example/x"] * 5)),
    ] * 2  # fmt: skip
    rows += [page(f"https://h{i:02}.example/%E4%B8%AD", f"h{i:02}.example/%E4%B8%AD", "drop-scheme") for i in range(9)]
    rows += [page("https://long.example/" + "x" * 90 + "/id-7", "long.example/" + "x" * 90 + "/id-7", "drop-scheme")] * 3
    rows += [page("https://wiki.example/a|b`c", "wiki.example/a|b`c", "drop-scheme"), page("http:/odd.example/", "odd.example/")]
    rows += [Row("https://s.example/dead", "s.example/dead", "short-link", rungs=("",) * 7)] * 2
    rows += [Row("https://r.example/t?x=1", "r.example/t?x=1", "opaque", rungs=("",) * 7)]
    rows += [Row("N/A", "N/A", "unparsed", rungs=("N/A",) * 7), Row(None, None, "empty", rungs=("",) * 7)]
    engines: list[str | None] = ["豆包"] * 21 + ["x\u202etxt|`\x1b[31m"] * 3 + [None] * (len(rows) - 24)
    source = FakeSource(rows=len(rows), notes=("3 short rows", "1 row with NUL bytes"))
    return keyed_of(rows, columns={"engine": engines}, source=source, rungs=RUNGS)


def answered_table(engines: int = 3, answers: int = 30, loose: int = 1) -> FakeKeyed:
    """Engines with `answers` answers each, 12 sites, 36 pages; a page is cited twice in every other answer. Then records without an answer,
    one engine with 13 records, and one record without an engine."""
    rows, names, numbers = [], [], []
    for engine in range(engines):
        for answer in range(answers):
            for i in range(1, 7 + answer % 2):
                site = (engine + answer * i) % 12
                rows.append(page(f"https://h{site:02}.example/{i // 2}", f"h{site:02}.example/{i // 2}", "drop-scheme"))
                names.append(f"Engine {engine}")
                numbers.append(str(answer))
    extra = [("Engine 0", "")] * loose + [("Small", "1")] * 13 + [("", "1")]
    rows += [page("https://h00.example/9", "h00.example/9", "drop-scheme")] * len(extra)
    names += [name for name, _ in extra]
    numbers += [number for _, number in extra]
    return keyed_of(rows, columns={"engine": names, "run_id": numbers}, source=FakeSource(rows=len(rows)))


def small_report(form: str, lang: str) -> str:
    """The report of the small table as the snapshots hold it."""
    keyed = small_table()
    counts = count(keyed, by="engine")
    card = method_card(keyed, counts, as_of="2026-10-27", source="自建采集库 citations 表", version="0.1.0")
    return render(counts, card, form, lang)


SNAPSHOTS = {"small.en.txt": ("text", "en"), "small.zh.txt": ("text", "zh"), "small.markdown.en.txt": ("markdown", "en")}

if __name__ == "__main__":  # renews the snapshots: PYTHONPATH=src:tests/study python tests/report/fixture.py
    for name, (form, lang) in SNAPSHOTS.items():
        (Path(__file__).parent / name).write_text(small_report(form, lang), encoding="utf-8", newline="\n")
