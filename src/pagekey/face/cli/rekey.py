"""`pagekey rekey`: the keys of a store made anew under a policy."""

from __future__ import annotations

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli import options
from pagekey.face.cli.ends import DONE, put


@click.command("rekey")
@click.option("--store", metavar="DIR", required=True, help="The store.")
@click.option("--period", "periods", metavar="NAME", multiple=True, help="Only this period; may be given again. Default: all.")
@options.policy
@options.mapping
def verb(store: str, periods: tuple[str, ...], policy: str, mapping: str | None) -> int:
    """Key the rows of a store under a policy, and count them under it from now on. Raw rows are read, never written.

    Keys that were made before stay beside the new ones, so going back costs nothing.

    \b
      pagekey rekey --store cited --policy citation-strict@1
    """
    from pagekey.keying.store import Store

    opened = Store.open(store)
    names = list(dict.fromkeys(periods)) or opened.periods()
    if not names:
        raise PagekeyError("the store has no rows", where=store, hint=f"pagekey import FILE --store {store} --period NAME")
    before = {name: opened.counted(name) for name in names}
    for name, caliber in opened.rekey(policy, mapping, names).items():
        rows = sum(part.source.rows for part in opened.parts(name))
        was = before[name]
        told = "as before" if was == caliber else f"before: {was.policy}, mapping {was.mapping}" if was else "before: not counted"
        put(f"{name}: {rows:,} rows, counted under {caliber.policy}, mapping {caliber.mapping} ({told})\n")
    return DONE
