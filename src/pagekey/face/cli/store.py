"""`pagekey store`: what a store holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekey.face.cli import options
from pagekey.face.cli.ends import DONE, put
from pagekey.face.report.names import json_text, reveal

if TYPE_CHECKING:
    from pagekey.keying.store import Store


@click.command("store")
@click.argument("folder", metavar="DIR")
@options.as_json
def verb(folder: str, as_json: bool) -> int:
    """The periods of a store with their files, the policies that they have keys of, and files that a killed import left behind.

    \b
      pagekey store cited
    """
    from pagekey.keying.store import Store

    opened = Store.open(folder)
    found = [_period(opened, name) for name in opened.periods()]
    left = [{"path": str(one.path), "bytes": one.size, "being_written": one.held} for one in opened.leftovers()]
    if as_json:
        lines = [*({"period": name} | rest for name, rest in found), *({"unfinished": one} for one in left)]
        put("".join(map(json_text, lines)))
        return DONE
    text = [line for name, rest in found for line in _lines(name, rest)]
    text += [f"unfinished: {reveal(str(one['path']))}, {one['bytes']:,} bytes, {_STATE[bool(one['being_written'])]}" for one in left]
    put("".join(f"{line}\n" for line in text or ["no rows"]))
    return DONE


_STATE = {True: "being written", False: "left by a killed process; the next import removes it"}


def _period(store: Store, name: str) -> tuple[str, dict[str, list[dict[str, object]]]]:
    """What is known of a period, as JSON has it."""
    parts = store.parts(name)
    counted = store.counted(name)
    files: list[dict[str, object]] = [
        {
            "name": part.source.name, "rows": part.source.rows, "sha256": part.source.sha256, "url_column": part.source.url_column,
            "read_as": part.source.dialect, "notes": part.source.notes, "imported": part.imported, "tool": part.tool,
        }
        for part in parts
    ]  # fmt: skip
    keys: list[dict[str, object]] = [
        {
            "policy": one.policy, "mapping": one.mapping, "files": one.parts, "rows": one.rows,
            "counted": counted is not None and (counted.policy, counted.mapping) == (one.policy, one.mapping),
        }
        for one in store.key_sets(name)
    ]  # fmt: skip
    return name, {"files": files, "keys": keys}


def _lines(name: str, rest: dict[str, list[dict[str, object]]]) -> list[str]:
    files, keys = rest["files"], rest["keys"]
    rows = sum(int(str(one["rows"])) for one in files)
    lines = [f"{name}: {len(files)} file(s), {rows:,} rows"]
    for one in files:
        when = one["imported"] or "not stated"
        lines.append(f"  file  {reveal(str(one['name']))}, {one['rows']:,} rows, imported {when}, sha256 {one['sha256']}")
    for one in keys:
        mapping = "" if one["mapping"] == "none" else f", mapping {one['mapping']}"
        part = "" if one["rows"] == rows else f", {one['rows']:,} rows of {rows:,}"
        lines.append(f"  keys  {one['policy']}{mapping}{part}{' (counted)' if one['counted'] else ''}")
    return lines
