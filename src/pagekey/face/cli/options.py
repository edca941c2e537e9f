"""Options that mean the same in every verb that has them."""

from __future__ import annotations

import click

policy = click.option(
    "--policy", "policy", metavar="NAME|FILE", default="citation@1", show_default=True, help="A shipped policy, or one in a TOML file."
)
mapping = click.option("--mapping", metavar="FILE", help="Targets of short links: a table with the columns raw and final.")
column = click.option("--column", metavar="NAME", help="The column with the URLs, by name or number; found by content if not given.")
quiet = click.option("-q", "--quiet", is_flag=True, help="Nothing on stderr but errors.")
as_json = click.option("--json", "as_json", is_flag=True, help="JSON, one object a line.")
