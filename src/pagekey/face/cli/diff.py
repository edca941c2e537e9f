"""`pagekey diff`: what changed. This file only tells the ways apart; each has a module of its own."""

from __future__ import annotations

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli import options


@click.command("diff")
@click.argument("inputs", nargs=-1, metavar="OLD NEW")
@options.store
@click.option("--rekey", is_flag=True, help="With --store: key both periods from their raw rows first, under --policy and --mapping.")
@options.policy
@options.mapping
@click.option("--engine", metavar="COLUMN", help="The column that tells engines; usual names are found.")
@click.option("--answer", metavar="COLUMN", help="The column that tells answers, which intervals resample; usual names are found.")
@click.option("--prompt", metavar="COLUMN", help="The column that tells prompts; usual names are found.")
@click.option("--bootstrap", "resamples", metavar="N", type=int, default=2000, show_default=True, help="Resamples for the intervals.")
@click.option("--seed", metavar="N", type=int, default=1, show_default=True, help="Seed of the resamples.")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), help="Default: by the suffix of -o, else text.")
@click.option("-o", "--out", metavar="FILE", help="Write here instead of stdout.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the comparison.")
@options.quiet
def verb(
    inputs: tuple[str, ...], store: str | None, rekey: bool, policy: str, mapping: str | None, engine: str | None, answer: str | None,
    prompt: str | None, resamples: int, seed: int, form: str | None, out: str | None, lang: str, quiet: bool,
) -> int:  # fmt: skip
    """Pages and sites that are new, lost and kept from one period to the next, and the largest changes with their intervals.

    With --store, OLD and NEW are periods of the store. Without, they are keyed files that hold the columns key, status, site and policy.
    Exit 1, with every field that differs, if the two were not made under one policy, mapping, extractor, unit and scope.

    \b
      pagekey diff --store cited 2026-09 2026-10
      pagekey key cited.csv --show key,status,site,hits,policy -o keyed.csv
    """
    from pagekey.face.cli.diff_periods import Asked, diff_files, diff_periods

    if len(inputs) != 2:
        hint = "pagekey diff --store DIR OLD NEW compares two periods, pagekey diff OLD NEW two keyed files"
        raise PagekeyError("two things are compared", expected="OLD and NEW", got=f"{len(inputs)} words", hint=hint)
    pair = (inputs[0], inputs[1])
    asked = Asked(engine, answer, prompt, resamples, seed, form, out, lang, quiet)
    if store is None:
        return diff_files(pair, asked, rekey=rekey, mapping=mapping)
    return diff_periods(store, pair, asked, rekey=rekey, policy=policy if options.is_given("policy") else None, mapping=mapping)
