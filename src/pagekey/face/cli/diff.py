"""`pagekey diff`: what moves. Each kind of comparison has a module of its own; this one only tells which is asked for."""

from __future__ import annotations

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli import options


@click.command("diff")
@click.argument("inputs", nargs=-1, metavar="[FILE]")
@click.option("--policies", nargs=2, metavar="A B", help="Key FILE under two policies, each a shipped one or a TOML file.")
@click.option("--top", metavar="N", type=click.IntRange(1), help="Only the first N groups of a kind. Default: 10 as text, else all.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), help="Default: by the suffix of -o, else text.")
@options.mapping
@options.column
@options.out
@options.lang
@options.quiet
def verb(
    inputs: tuple[str, ...], policies: tuple[str, str] | None, top: int | None, form: str | None, mapping: str | None, column: str | None,
    out: str | None, lang: str, quiet: bool,
) -> int:  # fmt: skip
    """Which keys move between the policies A and B over the URLs of FILE, and by which rule or entry. Exit 1 if any does.

    Keys of A and of B that have strings in common are one group: joined (several keys of A are one of B), split (one is several),
    regrouped (both), status (the same strings, another status) or renamed (the same rows, another key). Largest first in each kind.

    \b
      pagekey diff --policies citation@1 house.toml citations.csv
      pagekey diff --policies crawl@1 citation@1 crawl.txt --format json -o moves.json
    """
    if policies is None:
        raise PagekeyError("nothing to compare", expected="--policies A B FILE", hint="pagekey diff --help")
    if len(inputs) > 1:
        raise PagekeyError("one file at a time", got=f"{len(inputs)} files", hint="lists of URLs can be joined: cat A B | pagekey diff ..")
    from pagekey.face.cli.diff_policies import diff_policies

    return diff_policies(inputs[0] if inputs else "-", policies, top, form, mapping, column, out, lang, quiet=quiet)
