"""Options that mean the same in every verb that has them, and groups that help where nothing is asked."""

from __future__ import annotations

import click
from click.core import ParameterSource

from pagekey.face.cli.ends import MISUSE, say


class Group(click.Group):
    """A group that, asked nothing, shows its help on stderr and ends with 2, under every version of click (8.1 would end with 0)."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            say(ctx.get_help())
            ctx.exit(MISUSE)
        return super().parse_args(ctx, args)


def is_given(name: str) -> bool:
    """Whether the user gave the option of the verb that runs, or its default stands."""
    return click.get_current_context().get_parameter_source(name) != ParameterSource.DEFAULT


policy = click.option(
    "--policy", "policy", metavar="NAME|FILE", default="citation@1", show_default=True, help="A shipped policy, or one in a TOML file."
)
mapping = click.option("--mapping", metavar="FILE", help="Targets of short links: a table with the columns raw and final.")
column = click.option("--column", metavar="NAME", help="The column with the URLs, by name or number; found by content if not given.")
quiet = click.option("-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
as_json = click.option("--json", "as_json", is_flag=True, help="JSON, one object a line.")
store = click.option("--store", metavar="DIR", help="A store, as `pagekey import` makes it.")
out = click.option("-o", "--out", metavar="FILE", help="Write here instead of stdout.")
lang = click.option(
    "--lang", type=click.Choice(["en", "zh", "fa"]), default="en", show_default=True,
    help="Language of the text; errors and notes are English.",
)  # fmt: skip
