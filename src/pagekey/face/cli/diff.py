"""`pagekey diff`: what changed, or what moves. Each kind of comparison has a module of its own; this one only tells which is asked for."""

from __future__ import annotations

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli import options

_PERIODS = ("store", "rekey", "policy", "engine", "answer", "prompt", "resamples", "seed", "page")  # options of two periods
_POLICIES = ("top", "column")  # and of two policies
_OPTIONS = {"resamples": "bootstrap", "page": "html"}  # where an option is called otherwise
_WAYS = "pagekey diff --store DIR OLD NEW, pagekey diff OLD NEW, or pagekey diff --policies A B FILE"


@click.command("diff")
@click.argument("inputs", nargs=-1, metavar="[OLD NEW | FILE]")
@options.store
@click.option("--rekey", is_flag=True, help="With --store: key both periods from their raw rows first, under --policy and --mapping.")
@click.option("--policies", nargs=2, metavar="A B", help="Key FILE under two policies, each a shipped one or a TOML file.")
@options.policy
@options.mapping
@options.column
@click.option("--top", metavar="N", type=click.IntRange(1), help="With --policies: only the first N groups of a kind.")
@click.option("--engine", metavar="COLUMN", help="The column that tells engines; usual names are found.")
@click.option("--answer", metavar="COLUMN", help="The column that tells answers, which intervals resample; usual names are found.")
@click.option("--prompt", metavar="COLUMN", help="The column that tells prompts; usual names are found.")
@click.option("--bootstrap", "resamples", metavar="N", type=int, default=2000, show_default=True, help="Resamples for the intervals.")
@click.option("--seed", metavar="N", type=int, default=1, show_default=True, help="Seed of the resamples.")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json", "html"]), help="Default: by the suffix of -o, else text.")
@options.out
@click.option("--html", "page", metavar="FILE", help="Write two periods as one HTML file: with --store, before the report of NEW.")
@options.lang
@options.quiet
def verb(
    inputs: tuple[str, ...], store: str | None, rekey: bool, policies: tuple[str, str] | None, policy: str, mapping: str | None,
    column: str | None, top: int | None, engine: str | None, answer: str | None, prompt: str | None, resamples: int, seed: int,
    form: str | None, out: str | None, page: str | None, lang: str, quiet: bool,
) -> int:  # fmt: skip
    """Pages and sites that are new, lost and kept from one period to the next, or the keys that move between two policies.

    With --store, OLD and NEW are periods of the store. Without, they are keyed files that hold the columns key, status, site and policy.
    Exit 1, with every field that differs, if the two were not made under one policy, mapping, extractor, unit and scope.

    With --policies, FILE is keyed under A and under B. Keys of A and of B that have strings in common are one group: joined (several
    keys of A are one of B), split (one is several), regrouped (both), status (the same strings, another status) or renamed (the same rows,
    another key). Largest first in each kind, with the rule or entry that does it. Exit 1 if any key moves.

    \b
      pagekey diff --store cited 2026-09 2026-10
      pagekey diff --store cited 2026-09 2026-10 --html compared.html --lang fa
      pagekey key cited.csv --show key,status,site,hits,policy -o keyed.csv
      pagekey diff --policies citation@1 house.toml citations.csv
      pagekey diff --policies crawl@1 citation@1 crawl.txt --format json -o moves.json
    """
    if policies is not None:
        _require_none_of(_PERIODS, "--policies")
        return _moves(inputs, policies, top, form, mapping, column, out, lang, quiet)
    if len(inputs) != 2:
        raise PagekeyError("nothing to compare", expected="OLD and NEW, or --policies A B FILE", got=f"{len(inputs)} inputs", hint=_WAYS)
    _require_none_of(_POLICIES, "two periods")
    from pagekey.face.cli.diff_periods import Asked, diff_files, diff_periods

    asked = Asked(engine, answer, prompt, resamples, seed, form, out, page, lang, quiet)
    pair = (inputs[0], inputs[1])
    if store is None:
        return diff_files(pair, asked, rekey=rekey, mapping=mapping)
    return diff_periods(store, pair, asked, rekey=rekey, policy=policy if options.is_given("policy") else None, mapping=mapping)


def _moves(
    inputs: tuple[str, ...], policies: tuple[str, str], top: int | None, form: str | None, mapping: str | None, column: str | None,
    out: str | None, lang: str, quiet: bool,
) -> int:  # fmt: skip
    from pagekey.face.cli.diff_policies import diff_policies

    if len(inputs) > 1:
        raise PagekeyError("one file at a time", got=f"{len(inputs)} files", hint="lists of URLs can be joined: cat A B | pagekey diff ..")
    if form in ("markdown", "html"):
        told = {"markdown": "no Markdown of what moves", "html": "no page of what moves"}[form]
        raise PagekeyError(told, expected="--format text or json", got=form)
    return diff_policies(inputs[0] if inputs else "-", policies, top, form, mapping, column, out, lang, quiet=quiet)


def _require_none_of(names: tuple[str, ...], way: str) -> None:
    """PagekeyError if an option is given that has no meaning for this kind of comparison."""
    given = [f"--{_OPTIONS.get(name, name)}" for name in names if options.is_given(name)]
    if given:
        raise PagekeyError(f"{given[0]} is not for {way}", hint=_WAYS)
