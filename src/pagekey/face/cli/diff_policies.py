"""`pagekey diff --policies A B`: one table keyed under two policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagekey.face.cli.ends import DONE, FINDING, colour
from pagekey.face.cli.tables import deliver, form_of, read, say_notes

if TYPE_CHECKING:
    from pagekey.study.moves import Moves

_SHOWN = 10  # groups of a kind in a text
_VERSION = 1  # of the layout of the JSON


def diff_policies(
    file: str, policies: tuple[str, str], top: int | None, form: str | None, mapping: str | None, column: str | None, out: str | None,
    lang: str, *, quiet: bool,
) -> int:  # fmt: skip
    """Say what moves; the exit code: 0 nothing, 1 something."""
    from pagekey.keying.single import ready
    from pagekey.keying.table import keyed
    from pagekey.study.moves import moves

    plans = [ready(policy) for policy in policies]  # a policy that cannot be used is said before a long file is read
    table = read(file, column, quiet=quiet, lang=lang)
    say_notes(table.source, quiet=quiet)
    old, new = (keyed(table, policy=plan.policy, mapping=mapping) for plan in plans)
    found = moves(old, new)
    if (form or form_of(out, {".json": "json"})) == "json":
        deliver(_as_json(found, top), out)
    else:
        from pagekey.face.report.moved import moves_text
        from pagekey.face.report.words import Words
        from pagekey.keying.display import display

        deliver(moves_text(found, table.source.name, top or _SHOWN, Words(lang), colour=out is None and colour(), display=display), out)
    return FINDING if found.groups else DONE


def _as_json(found: Moves, top: int | None) -> str:
    """One object: A is `before`, B is `after`; `groups_left_out` where `top` cut a kind short."""
    from dataclasses import asdict

    from pagekey.face.report.names import json_text
    from pagekey.study.moves import KINDS

    value = asdict(found)
    shown = [group for kind in KINDS for group in found.of(kind)[:top]]
    value |= {"rules": [asdict(one) for one in found.rules], "groups": [asdict(group) for group in shown]}
    value |= {"groups_left_out": len(found.groups) - len(shown)}
    return json_text({"pagekey_moves": _VERSION} | value, indent=2)
