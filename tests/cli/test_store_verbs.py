"""`pagekey import`, `rekey`, `store`, `diff`, and `report --store`: what is printed, where, and with which exit code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_line import Ran, Run

from pagekey import Policy, Store, __version__

TABLE = b"engine,url,answer\nkimi,https://www.a.com/x/,1\nkimi,http://a.com/x?utm_source=k,1\nother,http://b.com,2\nother,https://bit.ly/abc,2\n"
NEXT = b"engine,url,answer\nkimi,https://www.a.com/x/,3\nother,http://c.com,4\nother,https://bit.ly/abc,4\n"
STAMP = Policy.load("citation@1").stamp
CRAWL = Policy.load("crawl@1").stamp


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "old.csv").write_bytes(TABLE)
    (tmp_path / "new.csv").write_bytes(NEXT)
    (tmp_path / "map.csv").write_text("raw,final\nhttps://bit.ly/abc,https://www.a.com/x/\n")
    return tmp_path / "old.csv", tmp_path / "new.csv"


@pytest.fixture
def folder(tmp_path: Path, files: tuple[Path, Path]) -> Path:
    """A store with both files, imported by the library."""
    store = Store.open(tmp_path / "cited", create=True)
    for file, period in zip(files, ("2026-09", "2026-10"), strict=True):
        store.add(file, period=period, when=f"{period}-28T08:00:00+00:00", tool="pagekey 0")
    store.rekey()
    return store.root


def test_import_says_what_was_added(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    done = run("import", files[0], "--store", tmp_path / "cited", "--period", "2026-09")
    part = Store.open(tmp_path / "cited").parts("2026-09")[0]
    assert (done.code, done.said) == (0, ())
    assert done.lines == [
        f"2026-09: 4 rows of old.csv added, sha256 {part.source.sha256}",
        f"2026-09: 1 file(s), 4 rows, counted under {STAMP}, mapping none",
    ]
    assert part.tool == f"pagekey {__version__}"
    assert part.imported.endswith("+00:00") and len(part.imported) == 25


def test_import_reads_stdin_and_columns_by_name(run: Run, tmp_path: Path) -> None:
    where = ("--store", tmp_path / "cited", "--period", "p")
    assert run("import", "-", *where, "--column", "link", stdin=b"url,link\nhttp://a.com,http://b.com\n").code == 0
    assert Store.open(tmp_path / "cited").keyed("p").key == ["b.com/"]
    assert run("import", *where, stdin=b"http://c.com\n").lines[1].startswith("p: 2 file(s), 2 rows")


def test_a_file_that_cannot_be_read_makes_no_store(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    for words in (["nowhere.csv"], [str(files[0]), "--column", "links"]):
        assert run("import", *words, "--store", tmp_path / "none", "--period", "p").code == 2
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("period", ["2026-09", "2026-11"])
def test_the_same_file_twice_is_a_finding(run: Run, files: tuple[Path, Path], folder: Path, period: str) -> None:
    done = run("import", files[0], "--store", folder, "--period", period)
    assert (done.code, done.out) == (1, b"")
    assert done.said == (
        f"pagekey: {files[0]}: these bytes are in the store already, in period 2026-09: old.csv, 4 rows, imported "
        "2026-09-28T08:00:00+00:00; nothing was added",
    )
    assert Store.open(folder).periods() == ["2026-09", "2026-10"]


def test_import_notes_what_it_changes(run: Run, files: tuple[Path, Path], folder: Path) -> None:
    more = files[0].with_name("more.csv")
    more.write_bytes(b"url,n\nhttp://d.com\n")
    (folder / "raw" / "2026-09" / ".0.part").write_bytes(b"half")
    done = run("import", more, "--store", folder, "--period", "2026-09", "--policy", "crawl@1")
    assert done.code == 0
    assert done.said == (
        "note: 1 unfinished file(s) of killed imports removed",
        "note: 1 short row, its missing cells are empty (row 1)",
        f"note: 2026-09 was counted under {STAMP}, mapping none; all of it is counted anew now",
    )
    assert run("import", files[0].with_name("map.csv"), "-q", "--store", folder, "--period", "2026-09", "--column", "raw").said == ()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("import", "nowhere.csv", "--store", "S", "--period", "p"), "no such file"),
        (("import", "F", "--store", "S"), "--period"),
        (("import", "F", "--period", "p"), "--store"),
        (("import", "F", "--store", "S", "--period", "a/b"), "no name of a period"),
        (("import", "F", "--store", "S", "--period", "p", "--policy", "nope"), "shipped are"),
        (("import", "F", "--store", "D", "--period", "p"), "not a store, and not empty"),
        (("rekey", "--store", "nowhere"), "pagekey import FILE --store"),
        (("rekey", "--store", "S", "--period", "2026-12"), "expected one of 2026-09, 2026-10"),
        (("store", "nowhere"), "no store"),
        (("report", "--store", "S"), "--store, which has: 2026-09, 2026-10"),
        (("report", "--period", "p"), "--store and --period belong together"),
        (("report", "F", "--store", "S", "--period", "2026-09"), "a store has its files and columns"),
        (("report", "--store", "S", "--period", "2026-12"), "no such period"),
        (("diff", "--store", "S", "2026-09", "2026-12"), "no such period"),
        (("diff", "--store", "S", "2026-09"), "expected OLD and NEW, or --policies A B FILE, got 1 inputs"),
        (("diff", "F", "F"), "no column key and no status and no policy and no site"),
        (("diff", "F", "F", "--rekey"), "--rekey is for a store"),
        (("diff", "F", "F", "--mapping", "M"), "--mapping is for a store"),
        (("diff", "--store", "S", "2026-09", "2026-10", "--engine", "engin"), "did you mean 'engine'"),
    ],
)
def test_misuse(run: Run, files: tuple[Path, Path], folder: Path, words: tuple[str, ...], said: str) -> None:
    places = {"S": folder, "F": files[0], "D": files[0].parent, "M": files[0].with_name("map.csv")}
    done = run(*(places.get(word, word) for word in words))
    assert (done.code, done.out) == (2, b""), done
    assert said in "\n".join(done.said)
    assert done.said[0].startswith("pagekey: ")
    assert Store.open(folder).periods() == ["2026-09", "2026-10"]


def test_store_lists_all_there_is(run: Run, folder: Path) -> None:
    Store.open(folder).rekey("crawl@1", periods=["2026-10"])
    (folder / "raw" / "2026-10" / ".0123.part").write_bytes(b"half")
    lines = run("store", folder).lines
    old, new = (Store.open(folder).parts(period)[0].source.sha256 for period in ("2026-09", "2026-10"))
    assert lines == [
        "2026-09: 1 file(s), 4 rows",
        f"  file  old.csv, 4 rows, imported 2026-09-28T08:00:00+00:00, sha256 {old}",
        f"  keys  {STAMP} (counted)",
        "2026-10: 1 file(s), 3 rows",
        f"  file  new.csv, 3 rows, imported 2026-10-28T08:00:00+00:00, sha256 {new}",
        f"  keys  {STAMP}",
        f"  keys  {CRAWL} (counted)",
        f"unfinished: {folder / 'raw' / '2026-10' / '.0123.part'}, 4 bytes, left by a killed process; the next import removes it",
    ]
    values = [json.loads(line) for line in run("store", folder, "--json").lines]
    assert [value.get("period") for value in values] == ["2026-09", "2026-10", None]
    assert [one["counted"] for one in values[1]["keys"]] == [False, True]
    assert values[2]["unfinished"]["being_written"] is False


def test_rekey_says_what_it_was_before(run: Run, folder: Path) -> None:
    done = run("rekey", "--store", folder, "--policy", "crawl@1", "--period", "2026-10")
    assert (done.code, done.lines) == (0, [f"2026-10: 3 rows, counted under {CRAWL}, mapping none (before: {STAMP}, mapping none)"])
    shutil.rmtree(folder / "keys" / "2026-09")
    lines = run("rekey", "--store", folder, "--policy", "crawl@1").lines
    assert [line.rpartition("(")[2] for line in lines] == ["before: not counted)", "as before)"]


def test_report_of_a_period_names_store_period_and_files(run: Run, files: tuple[Path, Path], folder: Path) -> None:
    value = json.loads(run("report", "--store", folder, "--period", "2026-09", "--format", "json").text)
    direct = json.loads(run("report", files[0], "--format", "json").text)
    assert value["counts"] == direct["counts"]
    assert (value["card"]["input"], value["card"]["sha256"]) == ("cited/2026-09", direct["card"]["sha256"])
    assert value["card"]["parts"] == [{"name": "old.csv", "rows": 4, "sha256": direct["card"]["sha256"]}]
    text = run("report", "--store", folder, "--period", "2026-09").text
    assert "input" in text and "cited/2026-09" in text and "old.csv, rows 4, sha256" in text
    assert "本期文件" in run("report", "--store", folder, "--period", "2026-09", "--lang", "zh").text


def test_report_follows_what_a_period_is_counted_under(run: Run, folder: Path) -> None:
    def counts(*words: str | Path) -> dict[str, int]:
        done = run("report", "--store", folder, "--period", "2026-09", "--format", "json", *words)
        found: dict[str, int] = json.loads(done.text)["counts"]
        return found

    mapping = folder.with_name("map.csv")
    assert (counts()["pages"], counts()["unresolved"]) == (2, 1)
    assert run("rekey", "--store", folder, "--mapping", mapping).code == 0
    assert (counts()["pages"], counts()["unresolved"]) == (2, 0)
    assert run("rekey", "--store", folder, "--policy", "crawl@1").code == 0
    assert (counts()["policy"], counts("--policy", "citation@1")["policy"]) == (CRAWL, STAMP)


def compared(done: Ran) -> tuple[int, int, int]:
    pages = json.loads(done.text)["pages"]
    return pages["new"], pages["lost"], pages["kept"]


def test_diff_of_two_periods(run: Run, folder: Path) -> None:
    done = run("diff", "--store", folder, "2026-09", "2026-10")
    assert (done.code, done.said, done.lines[0]) == (0, (), "2026-09 and 2026-10 compared")
    shown = [" ".join(line.split()) for line in done.lines if line.startswith("  pages ")]
    assert shown == ["pages 2 2 0", "pages 1 1 1 1 1 2 1"]
    assert compared(run("diff", "--store", folder, "2026-09", "2026-10", "--format", "json")) == (1, 1, 1)


def test_diff_writes_every_form(run: Run, folder: Path, tmp_path: Path) -> None:
    words = ("diff", "--store", folder, "2026-09", "2026-10")
    for name, begins in (("d.md", "# 2026-09 与"), ("d.json", "{"), ("d.txt", "2026-09 与")):
        assert run(*words, "--lang", "zh", "-o", tmp_path / name).out == b""
        assert (tmp_path / name).read_text("utf-8").startswith(begins)


@pytest.mark.parametrize(("lang", "said"), [("en", "compared"), ("zh", "两期对比"), ("fa", "مقایسهٔ")])
def test_diff_writes_two_periods_as_one_page(run: Run, folder: Path, tmp_path: Path, lang: str, said: str) -> None:
    words = ("diff", "--store", folder, "2026-09", "2026-10", "--lang", lang)
    done = run(*words, "--html", tmp_path / "p.html")
    assert (done.code, done.out, done.said) == (0, b"", ())
    page = (tmp_path / "p.html").read_text("utf-8")
    assert said in page.partition("</title>")[0] and 'id="pagekey-report"' in page and 'id="pagekey-diff"' in page
    assert run(*words, "-o", tmp_path / "o.html").out == b"" and (tmp_path / "o.html").read_text("utf-8") == page
    assert run(*words, "--format", "html").text == page
    both = run(*words, "--html", tmp_path / "p.html", "--format", "json")
    assert compared(both) == (1, 1, 1)


def test_diff_refuses_on_a_page_too(run: Run, folder: Path, tmp_path: Path) -> None:
    words = ("diff", "--store", folder, "2026-09", "2026-10", "--html", tmp_path / "p.html")
    Store.open(folder).rekey("crawl@1", periods=["2026-10"])
    done = run(*words)
    assert (done.code, done.out, len(done.said)) == (1, b"", 3)
    page = (tmp_path / "p.html").read_text("utf-8")
    assert "do not compare" in page and f"{folder} 2026-09 2026-10 --rekey" in page and CRAWL in page and 'id="three"' in page
    assert "pagekey merges new.csv --key KEY" in page
    refused = run(*words, "--format", "json")
    assert (refused.code, json.loads(refused.text)["comparable"]) == (1, False)
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\nversion = 1\nextends = "citation@1"\n\n[sites."a.com"]\ndrop = ["id"]\n')
    Store.open(folder).rekey(house, periods=["2026-10"])
    assert run(*words).code == 1
    page = (tmp_path / "p.html").read_text("utf-8")
    assert "Which rules differ cannot be told" in page and 'id="three"' not in page
    assert run(*words, "--rekey", "--quiet").code == 0
    assert "Which rules differ" not in (tmp_path / "p.html").read_text("utf-8")


def test_diff_refuses_and_rekey_mends_it(run: Run, folder: Path) -> None:
    words = ("diff", "--store", folder, "2026-09", "2026-10")
    Store.open(folder).rekey("crawl@1", periods=["2026-10"])
    done = run(*words)
    assert (done.code, done.out) == (1, b"")
    assert done.said == (
        "pagekey: 2026-09 and 2026-10 do not compare; fields that differ: 1",
        f"  policy  {STAMP} | {CRAWL}  (the stamp of the policy)",
        f"hint: pagekey diff --store {folder} 2026-09 2026-10 --rekey keys both from their raw rows under one policy",
    )
    assert run(*words, "--lang", "zh").said[0] == "pagekey: 2026-09 与 2026-10 不可比；不一致的项：1 个"
    refused = run(*words, "--format", "json")
    value = json.loads(refused.text)
    assert (refused.code, value["comparable"], value["differences"]) == (1, False, [{"field": "policy", "old": STAMP, "new": CRAWL}])
    mended = run(*words, "--rekey", "--format", "json")
    assert (mended.code, compared(mended)) == (0, (1, 1, 1))
    assert list(mended.said) == [f"note: {name} is counted under {STAMP}, mapping none" for name in ("2026-09", "2026-10")]
    assert run(*words).code == 0


def test_diff_refuses_another_mapping_and_scope(run: Run, folder: Path) -> None:
    mapping = folder.with_name("map.csv")
    Store.open(folder).rekey("citation@1", mapping, ["2026-10"])
    more = folder.with_name("more.csv")
    more.write_bytes(b"link,n\nhttp://d.com,1\n")
    Store.open(folder).add(more, period="2026-10")
    Store.open(folder).rekey("citation@1", mapping, ["2026-10"])
    done = run("diff", "--store", folder, "2026-09", "2026-10")
    assert (done.code, [line.split()[0] for line in done.said[1:-1]]) == (1, ["mapping", "scope"])


def test_diff_holds_the_options_against_what_is_counted(run: Run, folder: Path) -> None:
    words = ("diff", "--store", folder, "2026-09", "2026-10")
    done = run(*words, "--policy", "crawl@1")
    assert (done.code, done.said[1]) == (1, f"  policy  {STAMP} | {CRAWL}  (the stamp of the policy)")
    assert run(*words, "--mapping", folder.with_name("map.csv")).code == 1
    assert run(*words, "--policy", "citation@1").code == 0


def test_diff_counts_a_period_that_never_was(run: Run, folder: Path) -> None:
    shutil.rmtree(folder / "keys")
    done = run("diff", "--store", folder, "2026-09", "2026-10", "--format", "json")
    assert (done.code, compared(done), len(done.said)) == (0, (1, 1, 1), 2)


def test_diff_of_keyed_files(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    def keyed(file: Path, name: str, *words: str) -> Path:
        shown = ("--show", "key,status,site,hits,policy")
        assert run("key", "-q", file, "-o", tmp_path / name, *(words if "--show" in words else (*shown, *words))).code == 0
        return tmp_path / name

    old, new, crawl = keyed(files[0], "k1.csv"), keyed(files[1], "k2.jsonl"), keyed(files[1], "k3.csv", "--policy", "crawl@1")
    done = run("diff", old, new, "--format", "json")
    assert (done.code, compared(done)) == (0, (1, 1, 1))
    assert json.loads(done.text)["caliber"]["mapping"] is None
    assert "not stated, so not compared" in run("diff", old, new).text
    page = run("diff", old, new, "--format", "html", "--lang", "fa").text
    assert 'dir="rtl"' in page and 'id="pagekey-diff"' in page and 'id="pagekey-report"' not in page
    refused = run("diff", old, crawl)
    assert (refused.code, refused.said[1].split()[:4]) == (1, ["policy", STAMP, "|", CRAWL])
    assert refused.said[2] == "hint: key both files anew with one pagekey, one --policy and one --mapping"
    both = tmp_path / "both.csv"
    both.write_bytes(crawl.read_bytes() + b"".join(old.read_bytes().splitlines(keepends=True)[1:]))
    assert "keys of several policies in one file" in run("diff", old, both).said[0]
    again = keyed(old, "k4.csv")
    assert compared(run("diff", again, again, "--format", "json")) == (0, 0, 2)
    assert run("diff", old, keyed(files[1], "k5.csv", "--show", "key,status,host,policy")).said[1].split()[0] == "site_unit"
