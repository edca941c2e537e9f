"""`pagekey report`: how many pages and sites a table cites, with the method card."""

from __future__ import annotations

import os
from typing import Literal, cast

import click

from pagekey.face.cli import options
from pagekey.face.cli.ends import colour
from pagekey.face.cli.tables import deliver, read_keyed

_FORMS = {".md": "markdown", ".markdown": "markdown", ".json": "json"}

Form = Literal["text", "markdown", "json"]


@click.command("report")
@click.argument("file", default="-", metavar="[FILE]")
@click.option("--by", metavar="COLUMN", help="Count by each value of this column too.")
@options.policy
@options.mapping
@options.column
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), help="Default: by the suffix of -o, else text.")
@click.option("-o", "--out", metavar="FILE", help="Write here instead of stdout.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the report.")
@click.option("--as-of", metavar="TEXT", help="Day of the data, for the method card.")
@click.option("--source", metavar="TEXT", help="Where the data is from, for the method card.")
@options.quiet
def verb(
    file: str, by: str | None, policy: str, mapping: str | None, column: str | None, form: str | None, out: str | None, lang: str,
    as_of: str | None, source: str | None, quiet: bool,
) -> None:  # fmt: skip
    """How many pages and sites a table of citations cites, before and after its URLs are keyed, and how the numbers came about.

    FILE is CSV, TSV, JSONL or one URL a line, also .gz. No file, or -, is stdin.

    \b
      pagekey report citations.csv
      pagekey report citations.csv --by engine --lang zh -o report.md
    """
    from pagekey import __version__
    from pagekey.face.report import method_card, render
    from pagekey.keying.display import display
    from pagekey.study.count import count

    form = form or _FORMS.get(os.path.splitext(out or "")[1].lower(), "text")
    language = cast('Literal["en", "zh"]', lang)
    rows = read_keyed(file, column, policy, mapping, quiet=quiet, lang=lang)
    counts = count(rows, by)
    card = method_card(rows, counts, as_of=as_of, source=source, version=__version__)
    coloured = form == "text" and out is None and colour()
    text = render(counts, card, cast("Form", form), language, colour=coloured, display=display)
    deliver(text, out)
