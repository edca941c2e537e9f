"""CSV and TSV in the dialects that users hold."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekey.keying.io import Separation, read_table, stream_table
from pagekey.keying.io import separated as separated_module

URLS = ["https://a.com/x,1", "http://b.org/?q=1;2|3", "https://c.net/'q'"]
TITLES = ['say "hi", you', "two\nlines; here", "tab\there | bar"]


def put(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def written(delimiter: str, line_end: str, **dialect: object) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=line_end, **dialect)  # type: ignore[arg-type]
    writer.writerow(["id", "url", "title"])
    writer.writerows([str(i), url, title] for i, (url, title) in enumerate(zip(URLS, TITLES, strict=True)))
    return out.getvalue()


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_dialects(tmp_path: Path, delimiter: str, encoding: str, line_end: str, quoting: int) -> None:
    if line_end == "\r":  # csv.writer of Python 3.11 leaves a cell with LF unquoted then, which nobody could read back
        quoting = csv.QUOTE_ALL
    text = written(delimiter, line_end, quoting=quoting).replace("you", "中文网页")
    table = read_table(put(tmp_path, "in.csv", text.encode(encoding)))
    assert table.urls == URLS
    assert list(table.columns) == ["id", "url", "title"]
    assert table.columns["title"] == [title.replace("you", "中文网页") for title in TITLES]
    assert table.columns["url"] == table.urls
    assert table.source.found_by == "content"
    assert table.source.format == ("tsv" if delimiter == "\t" else "csv")
    assert ("tab" if delimiter == "\t" else repr(delimiter)) in table.source.dialect


def test_the_name_of_the_file_does_not_decide_the_delimiter(tmp_path: Path) -> None:
    assert read_table(put(tmp_path, "in.csv", written("\t", "\n"))).urls == URLS
    assert read_table(put(tmp_path, "in.dat", written(";", "\n"))).urls == URLS


def test_backslash_escapes(tmp_path: Path) -> None:
    text = 'id,title,url\n1,"say \\"hi\\", you","https://a.com/"\n2,"a, \\"b\\"",https://b.com/\n'
    table = read_table(put(tmp_path, "in.csv", text))
    assert table.urls == ["https://a.com/", "https://b.com/"]
    assert table.columns["title"] == ['say "hi", you', 'a, "b"']
    assert table.source.notes == ()


def test_a_backslash_before_a_closing_quote_is_no_escape(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", 'dir,url\n"C:\\x, y\\",https://a.com/\\b\n"C:\\",https://b.com/\n'))
    assert table.columns["dir"] == ["C:\\x, y\\", "C:\\"]
    assert table.urls == ["https://a.com/\\b", "https://b.com/"]


def test_single_quotes(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", "'id','url'\n'1','https://a.com/,x'\n'2','https://b.com/''y'\n"))
    assert table.urls == ["https://a.com/,x", "https://b.com/'y"]


def test_the_separator_line_of_excel(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", "sep=^\r\nn^url\r\n1^https://a.com/,\r\n"))
    assert table.urls == ["https://a.com/,"]
    assert list(table.columns) == ["n", "url"]


def test_cells_are_never_stripped(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", 'id,url\n1, https://a.com/ \n2,"\thttps://b.com/\n"\n'))
    assert table.urls == [" https://a.com/ ", "\thttps://b.com/\n"]


def test_odd_rows_are_kept_and_counted(tmp_path: Path) -> None:
    text = "id,url,t\n1,https://a.com/,x\n2\n3,,\n\n4,https://b.com/,x,more,most\n5,https://c.com/\n"
    table = read_table(put(tmp_path, "in.csv", text))
    assert table.urls == ["https://a.com/", None, "", "https://b.com/", "https://c.com/"]
    assert table.columns["t"] == ["x", None, "", "x", None]
    assert table.columns["extra1"] == [None, None, None, "more", None]
    assert table.columns["extra2"] == [None, None, None, "most", None]
    assert table.source.columns == ("id", "url", "t", "extra1", "extra2")
    assert table.source.rows == 5
    assert table.source.notes == (
        "2 short rows, their missing cells are empty (rows 2, 5)",
        "1 long row, its extra cells are kept (row 4)",
        "1 blank line(s) skipped",
    )


def test_one_huge_row_does_not_blow_up_the_table(tmp_path: Path) -> None:
    text = "id,url\n" + "1,https://a.com/\n" * 3 + "2,https://b.com/," + ",".join(map(str, range(100_000))) + "\n"
    table = read_table(put(tmp_path, "in.csv", text))
    assert len(table.columns) == 2 + 32
    last = table.columns["extra32"]
    assert last[:3] == [None] * 3
    assert last[3] == ",".join(map(str, range(31, 100_000)))


def test_header_names_are_made_distinct(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", "url,url,,extra1\nhttps://a.com/,b,c,d,e\n"))
    assert table.source.columns == ("url", "url_2", "column3", "extra1", "extra1_2")
    assert table.urls == ["https://a.com/"]
    assert any("column names" in note for note in table.source.notes)


def test_without_header(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", "1,https://a.com/\n2,https://b.com/\n"))
    assert table.urls == ["https://a.com/", "https://b.com/"]
    assert list(table.columns) == ["column1", "column2"]
    assert table.source.url_column == "column2"
    assert "no header: the columns are named column1 .. column2" in table.source.notes


def test_one_column(tmp_path: Path) -> None:
    """No delimiter in the header: commas split nothing; a blank line is a row, quotes are quotes."""
    table = read_table(put(tmp_path, "in.csv", 'url\nhttps://a.com/1,2\n\n"https://b.com/3,4"\n'))
    assert table.urls == ["https://a.com/1,2", "", "https://b.com/3,4"]
    assert table.source.found_by == "only column"
    assert "one column" in table.source.dialect


def test_one_quoted_column_without_header(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", '"https://a.com/1,2"\n"https://b.com/3,4"\n'))
    assert table.urls == ["https://a.com/1,2", "https://b.com/3,4"]


AFTER = [
    "8,https://b.com/,t\n9,https://c.com/,t\n",  # no quote follows: it would run to the end of the file
    '8,https://b.com/,"fine"\n9,https://c.com/,t\n',  # the next quote would close it
    '8,https://b.com/,"fine, ""too"""\n9,https://c.com/,"two\nlines"\n',
    '8,https://b.com/,""\n9,https://c.com/,"x"\n',
]


@pytest.mark.parametrize("after", AFTER)
@pytest.mark.parametrize("before", [0, 400, 9000])
def test_a_stray_quote_costs_only_its_own_line(tmp_path: Path, before: int, after: str) -> None:
    rows = "".join(f"{i},https://a.com/{i},t\n" for i in range(before))
    table = read_table(put(tmp_path, "in.csv", f'id,url,t\n{rows}7,https://x.com/,"oh no\n{after}'))
    assert table.urls[before:] == ["https://x.com/", "https://b.com/", "https://c.com/"]
    assert table.columns["t"][before:] == ['"oh no', *[row[2] for row in csv.reader(io.StringIO(after))]]
    assert table.source.notes == (f"1 line with a stray quote, read by itself (line {before + 2})",)


def test_text_after_a_closing_quote(tmp_path: Path) -> None:
    table = read_table(put(tmp_path, "in.csv", 'id,t,url\n1,"a, b" c,https://a.com/\n2,"x\ny",https://b.com/\n'))
    assert table.urls == ["https://a.com/", "https://b.com/"]
    assert table.columns["t"] == ["a, b c", "x\ny"]
    assert table.source.notes == ("1 line with a stray quote, read by itself (line 2)",)


def test_many_stray_quotes_lose_nothing(tmp_path: Path) -> None:
    rows = [f'{i},https://a.com/{i},"x' for i in range(20_000)]
    table = read_table(put(tmp_path, "in.csv", "id,url,t\n" + "\n".join(rows) + "\n"))
    assert table.urls == [f"https://a.com/{i}" for i in range(20_000)]
    assert table.source.notes[0].startswith("20,000 lines with stray quotes")


def test_far_stray_quotes_are_not_looked_at_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On each line one quote closes what came before and another opens what follows, to the end of the file. What is read must
    not grow with the number of lines times itself."""
    looked = 0

    class Counting(list[str]):
        def __iter__(self) -> Iterator[str]:
            nonlocal looked
            looked += len(self)
            return super().__iter__()

    rows = "".join(f'{i},https://a.com/{i}","x\n' for i in range(4000))
    real = separated_module.Separation.parse

    def parse(self: Separation, lines: Iterable[str], **options: bool) -> separated_module.Parser:
        return real(self, Counting(lines) if isinstance(lines, list) else lines, **options)

    monkeypatch.setattr(separated_module.Separation, "parse", parse)
    table = read_table(put(tmp_path, "in.csv", "id,url,t\n" + rows))
    assert looked < 20 * 4000
    assert table.urls == [f'https://a.com/{i}"' for i in range(4000)]
    assert "too many stray quotes: from line 10 on, quotes are read as characters" in table.source.notes


def test_nul_and_huge_cells(tmp_path: Path) -> None:
    huge = "https://a.com/?" + "x" * 1_000_000
    table = read_table(put(tmp_path, "in.csv", f'n,url\n1,{huge}\n2,https://b.com/\0x\n3,"https://c.com/"\n'))
    assert table.urls == [huge, "https://b.com/\0x", "https://c.com/"]
    assert table.source.notes == ("1 NUL character(s), kept (first in line 3)",)


def test_a_lowered_cell_limit_of_the_process_does_no_harm(tmp_path: Path) -> None:
    csv.field_size_limit(10)
    table = read_table(put(tmp_path, "in.csv", "n,url\n1,https://a.com/long\n"))
    assert table.urls == ["https://a.com/long"]


def test_header_only(tmp_path: Path) -> None:
    for name, text, column in (("a.csv", "id,url\n", "url"), ("b.csv", "id,title\n", "id"), ("c.txt", "id\turl", "url")):
        table = read_table(put(tmp_path, name, text))
        assert table.urls == []
        assert table.source.url_column == column
        assert table.columns == {key: [] for key in text.strip().replace("\t", ",").split(",")}
        assert table.source.notes == ("no data rows",)


def test_streams_without_holding_the_file(tmp_path: Path) -> None:
    row = "1,https://a.com/" + "x" * 1000 + "\n"
    path = put(tmp_path, "in.csv", "id,url\n" + row * 12_000)
    seen: list[int] = []
    with stream_table(path, progress=seen.append) as stream:
        assert stream.columns == ("id", "url")
        rows = iter(stream)
        assert next(rows).cells == ["1", row[2:-1]]
        assert seen[-1] < 4 << 20
        with pytest.raises(RuntimeError):
            _ = stream.source
        assert sum(1 for _ in rows) == 11_999
        assert stream.source.rows == 12_000
    assert seen[-1] == path.stat().st_size
    assert seen == sorted(seen)


def test_blocks_are_small_where_rows_are_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separated_module, "BLOCK_CHARS", 10_000)
    path = put(tmp_path, "in.csv", "id,url\n" + ("1,https://a.com/" + "x" * 1000 + "\n") * 2000)
    with stream_table(path) as stream:
        sizes = [len(block.urls) for block in stream.blocks()]
    assert sum(sizes) == 2000
    assert max(sizes[1:]) <= 10


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\U0010fffe\U0010ffff"), max_size=12)


@settings(max_examples=150, deadline=None)
@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=8),
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
)
def test_any_cell_comes_back(rows: list[tuple[str, str, str]], delimiter: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow(["id", "page", "note"])
    writer.writerows((f"x{a}", f"https://a.com/{b}", c) for a, b, c in rows)
    table = read_table(None, column="page", stdin=io.BytesIO(out.getvalue().encode()))
    assert table.urls == [f"https://a.com/{b}" for _, b, _ in rows]
    assert table.columns["id"] == [f"x{a}" for a, _, _ in rows]
    assert table.columns["note"] == [c for _, _, c in rows]
