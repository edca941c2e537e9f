"""`pagekey merges`: which strings became one page, and what stands for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekey.face.cli import options
from pagekey.face.cli.ends import DONE, FINDING, colour, say, stdout
from pagekey.face.cli.tables import deliver, form_of, read_keyed, say_notes
from pagekey.face.report.names import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekey.face.report.merged import Style
    from pagekey.keying.table import Keyed
    from pagekey.study.merges import Merges, Page

_FORMS = {".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv"}
_SHOWN = 20  # pages of a text
_VERSION = 1  # of the layout of the JSON forms


@click.command("merges")
@click.argument("file", default="-", metavar="[FILE]")
@click.option("--key", "wanted", metavar="KEY|URL", help="Only this page, by its key or any URL of it, with all its strings and rules.")
@click.option("--weight", metavar="COLUMN", help="Add up this column (inlinks, clicks, PageRank) by string and by page.")
@click.option("--top", metavar="N", type=click.IntRange(1), help=f"Only the first N pages. Default: {_SHOWN} as text, else all.")
@click.option(
    "--format", "form", type=click.Choice(["text", "jsonl", "json", "csv"]), help="Default: by the suffix of -o, else text."
)  # fmt: skip
@options.policy
@options.mapping
@options.column
@options.out
@options.lang
@options.quiet
def verb(
    file: str, wanted: str | None, weight: str | None, top: int | None, form: str | None, policy: str, mapping: str | None,
    column: str | None, out: str | None, lang: str, quiet: bool,
) -> int:  # fmt: skip
    """Pages that several strings of FILE became, most records first: each string with its records and what differs marked.

    One string stands for each page (*): an address of its own before a short link or a wrapper, then https before http before any other,
    then the one with the fewest parameters, then the most records, then the fewest bytes, then the first in the order of bytes.
    What the others have and it has not stands in {braces}, or in green; {} is where they lack something.

    \b
      pagekey merges citations.csv
      pagekey merges citations.csv --key https://example.com/guide
      pagekey merges crawl.csv --weight inlinks --format csv -o merged.csv

    Formats: jsonl has a page a line, json all in one object, csv a string a row. Exit 1 if there is no page KEY.
    """
    form = form or form_of(out, _FORMS)
    rows = read_keyed(file, column, policy, mapping, quiet=quiet, lang=lang)
    say_notes(rows.source, quiet=quiet)
    if wanted is not None:
        return _one(rows, wanted, weight, mapping, form, out, lang)
    from pagekey.study.merges import merges

    found = merges(rows, weight)
    if form == "text":
        from pagekey.face.report.merged import merges_text

        deliver(merges_text(found, rows.source.name if rows.source else None, top or _SHOWN, _style(lang, out)), out)
    elif form == "json":
        deliver(_whole(found, found.groups[:top]), out)
    else:
        _rows(found.groups[:top], found.policy, form, out, weighed=weight is not None)
        left = len(found.groups) - len(found.groups[:top])
        if left and not quiet:
            say(f"pagekey: pages left out by --top: {left:,}")
    return DONE


def _one(rows: Keyed, wanted: str, weight: str | None, mapping: str | None, form: str, out: str | None, lang: str) -> int:
    """The page of one key or URL."""
    from pagekey.face.report.names import reveal
    from pagekey.keying.single import explain
    from pagekey.study.merges import page

    trace = explain(wanted, rows.policy, mapping)
    found = page(rows, wanted, weight) or page(rows, trace.key, weight)
    if found is None:
        say(f"pagekey: no row of the table is this page: {reveal(trace.key)} ({trace.status}); policy {trace.policy}")
        return FINDING
    if form == "text":
        from pagekey.face.report.merged import page_text

        deliver(page_text(found, trace.policy, _style(lang, out), weighed=weight is not None), out)
    elif form == "json":
        deliver(json_text({"pagekey_merges": _VERSION, "policy": trace.policy, "groups": [_object(found)]}, indent=2), out)
    else:
        _rows((found,), trace.policy, form, out, weighed=weight is not None)
    return DONE


def _style(lang: str, out: str | None) -> Style:
    from pagekey.face.report.merged import Style
    from pagekey.face.report.words import Words
    from pagekey.keying.display import display

    return Style(Words(lang), out is None and colour(), display)


def _whole(found: Merges, shown: Sequence[Page]) -> str:
    """One object: the totals, the rule of the representative, and the pages."""
    from dataclasses import asdict, fields

    from pagekey.keying.representative import RULE

    value: dict[str, object] = {"pagekey_merges": _VERSION}
    value |= {field.name: getattr(found, field.name) for field in fields(found) if field.name not in ("groups", "weight")}
    value |= {"representative": RULE, "weight": asdict(found.weight) if found.weight else None}
    value |= {"groups": [_object(page) for page in shown], "groups_left_out": len(found.groups) - len(shown)}
    return json_text(value, indent=2)


def _object(page: Page) -> dict[str, object]:
    from dataclasses import asdict

    value = asdict(page)
    spellings = value.pop("spellings")
    return value | {"rules": [{"rule": rule, "strings": n} for rule, n in page.rules], "spellings": spellings}


def _rows(pages: Sequence[Page], policy: str, form: str, out: str | None, *, weighed: bool) -> None:
    """A page a line of JSONL, or a string a row of CSV."""
    if form == "jsonl":
        deliver("".join(json_text(_object(page) | {"policy": policy}) for page in pages), out)
        return
    from pagekey.face.report.merged import marked
    from pagekey.keying.io import Writer

    names = ("key", "site", "representative", "records", *(("weight",) if weighed else ()), "rules", "parts", "marked", "policy")
    target = out if out not in (None, "-") else stdout()
    with Writer.open(target, "csv", ("url",), names, formula_safe=True) as writer:
        for page in pages:
            for one in page.spellings:
                stands = "yes" if one.raw == page.representative else "no"
                cells = [page.key, page.site, stands, str(one.records)]
                cells += [_number(one.weight)] * weighed
                writer.write([one.raw], [*cells, " ".join(one.rules), " ".join(one.parts), marked(one, colour=False, whole=True), policy])


def _number(weight: float | None) -> str:
    """Whole if it is, else what reads back as the same float; empty where no cell was a number."""
    if weight is None:
        return ""
    return str(int(weight)) if weight == int(weight) else repr(weight)
