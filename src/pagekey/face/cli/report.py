"""`pagekey report`: how many pages and sites a table cites, with the method card."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, cast

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli import options
from pagekey.face.cli.ends import colour
from pagekey.face.cli.tables import deliver, form_of, read_keyed

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

Form = Literal["text", "markdown", "json"]


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
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), help="Default: by the suffix of -o, else text.")
@click.option("-o", "--out", metavar="FILE", help="Write here instead of stdout.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the report.")
@click.option("--as-of", metavar="TEXT", help="Day of the data, for the method card.")
@click.option("--source", metavar="TEXT", help="Where the data is from, for the method card.")
@options.store
@click.option("--period", metavar="NAME", help="The period of the store.")
@options.quiet
def verb(
    file: str, by: str | None, policy: str, mapping: str | None, column: str | None, unit: str, answer: str | None, engine: str | None,
    bootstrap: int, seed: int, form: str | None, out: str | None, lang: str, as_of: str | None, source: str | None, store: str | None,
    period: str | None, quiet: bool,
) -> None:  # fmt: skip
    """How many pages and sites a table of citations cites, before and after its URLs are keyed, and how the numbers came about.

    FILE is CSV, TSV, JSONL or one URL a line, also .gz. No file, or -, is stdin. With --store, a period of a store instead,
    under the policy and mapping that it is counted under, unless others are named.

    \b
      pagekey report citations.csv
      pagekey report --store cited --period 2026-10
      pagekey report citations.csv --by engine --lang zh -o report.md
      pagekey report citations.csv --unit pairs --answer run_id --engine platform
    """
    from pagekey import __version__
    from pagekey.face.report import method_card, render
    from pagekey.keying.display import display
    from pagekey.study.count import count

    form = form or form_of(out)
    language = cast('Literal["en", "zh"]', lang)
    with _uncollected():
        if store or period:
            rows = _stored(store, period, file, column, policy, mapping)
        else:
            rows = read_keyed(file, column, policy, mapping, quiet=quiet, lang=lang)
        counts = count(rows, by, unit=unit, answer=answer, engine=engine, bootstrap=bootstrap, seed=seed)
        card = method_card(rows, counts, as_of=as_of, source=source, version=__version__)
    coloured = form == "text" and out is None and colour()
    text = render(counts, card, cast("Form", form), language, colour=coloured, display=display)
    deliver(text, out)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the garbage collector: a table is millions of strings without a cycle, and looking for one takes longer than counting."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


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
