"""`pagekey report`: how many pages and sites a table cites, with the method card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli import options
from pagekey.face.cli.ends import colour
from pagekey.face.cli.tables import FORMS, PAGES, deliver, form_of, read_keyed, uncollected

_FORMS = {**FORMS, **PAGES}

if TYPE_CHECKING:
    from pagekey.face.report import Card, Language
    from pagekey.keying.table import Keyed
    from pagekey.study.count import Counts


@click.command("report")
@click.argument("file", default="-", metavar="[FILE]")
@click.option("--by", metavar="COLUMN", help="Count by each value of this column too.")
@options.policy
@options.mapping
@options.column
@click.option(
    "--unit", type=click.Choice(["records", "pairs", "answers"]), default="records", show_default=True,
    help="What shares and ranks count: records, distinct pairs of answer and page, or answers citing.",
)
@click.option("--answer", metavar="COLUMN", help="Tells answers apart; found by its name (answer_id, run_id ..) if not given, '' is none.")
@click.option("--engine", metavar="COLUMN", help="Tells the engine; found by its name (engine, platform ..) if not given, '' is none.")
@click.option(
    "--bootstrap", type=click.IntRange(0), metavar="B", default=2000, show_default=True,
    help="Replicates for 95 % intervals, drawn from whole answers; 0 is none.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the bootstrap.")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json", "html"]), help="Default: by the suffix of -o, else text.")
@click.option("-o", "--out", metavar="FILE", help="Write here instead of stdout.")
@click.option("--html", "page", metavar="FILE", help="Write the report as one HTML file, with charts and the largest groups.")
@click.option("--card", "card_file", metavar="FILE", help="Write the method card alone: .html, .md or .json.")
@options.lang
@click.option("--as-of", metavar="TEXT", help="Day of the data, for the method card.")
@click.option("--source", metavar="TEXT", help="Where the data is from, for the method card.")
@options.store
@click.option("--period", metavar="NAME", help="The period of the store.")
@options.quiet
def verb(
    file: str, by: str | None, policy: str, mapping: str | None, column: str | None, unit: str, answer: str | None, engine: str | None,
    bootstrap: int, seed: int, form: str | None, out: str | None, page: str | None, card_file: str | None, lang: str,
    as_of: str | None, source: str | None, store: str | None, period: str | None, quiet: bool,
) -> None:  # fmt: skip
    """How many pages and sites a table of citations cites, before and after its URLs are keyed, and how the numbers came about.

    FILE is CSV, TSV, JSONL or one URL a line, also .gz. No file, or -, is stdin. With --store, a period of a store instead,
    under the policy and mapping that it is counted under, unless others are named. With --html or --card nothing else is written,
    unless -o or --format asks for it.

    \b
      pagekey report citations.csv
      pagekey report --store cited --period 2026-10
      pagekey report citations.csv --by engine --lang zh -o report.md
      pagekey report citations.csv --html report.html --card card.md
      pagekey report citations.csv --unit pairs --answer run_id --engine platform
    """
    from pagekey import __version__
    from pagekey.face.report import method_card, render_card
    from pagekey.study.count import count

    language = cast("Language", lang)
    card_form = _card_form(card_file)
    wanted: list[tuple[str | None, str]] = [(page, "html")] if page else []
    if form or out or not (page or card_file):
        wanted.append((out, form or form_of(out, _FORMS)))
    with uncollected():
        if store or period:
            rows = _stored(store, period, file, column, policy, mapping)
        else:
            rows = read_keyed(file, column, policy, mapping, quiet=quiet, lang=lang)
        counts = count(rows, by, unit=unit, answer=answer, engine=engine, bootstrap=bootstrap, seed=seed)
        card = method_card(rows, counts, as_of=as_of, source=source, version=__version__)
        texts = [(_rendered(rows, counts, card, one, language, out=place), place) for place, one in wanted]
    if card_file:
        texts.append((render_card(card, card_form, language), card_file))
    for text, place in texts:
        deliver(text, place)


def _card_form(file: str | None) -> Literal["markdown", "json", "html"]:
    """The form of the card by the suffix of its file, before a long file is read."""
    form = form_of(file, _FORMS)
    if file and form == "text":
        raise PagekeyError("--card", expected="a file that ends in .html, .md or .json", got=repr(file))
    return cast('Literal["markdown", "json", "html"]', form)


def _rendered(rows: Keyed, counts: Counts, card: Card, form: str, language: Language, *, out: str | None) -> str:
    """The report in one form, for the file `out` (None: stdout)."""
    from pagekey.face.report import render, render_page
    from pagekey.keying.display import display

    if form == "html":
        from pagekey.study.merges import merges

        return render_page(counts, card, merges(rows), language, display=display)
    coloured = form == "text" and out is None and colour()
    return render(counts, card, cast('Literal["text", "markdown", "json"]', form), language, colour=coloured, display=display)


def _stored(store: str | None, period: str | None, file: str, column: str | None, policy: str, mapping: str | None) -> Keyed:
    """The rows of a period, under what it is counted if no policy is named.

    PagekeyError where --store and --period do not stand together, or a file beside them."""
    from pagekey.keying.store import Store

    if not store or not period:
        periods = f": {', '.join(Store.open(store).periods())}" if store else ""
        given = "--period" if period else f"--store, which has{periods or ' no period'}"
        raise PagekeyError("--store and --period belong together", got=given, hint="pagekey report --store DIR --period NAME")
    if file != "-" or column is not None:
        got = "FILE" if file != "-" else "--column"
        raise PagekeyError("a store has its files and columns", got=got, hint="pagekey import adds a file to it")
    return Store.open(store).keyed(period, policy if options.is_given("policy") else None, mapping)
