"""What verbs over a whole table share: it is read and keyed, and what they say is written whole or not at all."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pagekey.face.cli.ends import put, say
from pagekey.face.cli.meter import Meter

if TYPE_CHECKING:
    from pagekey.keying.io import SourceInfo, Table
    from pagekey.keying.table import Keyed

FORMS = {".md": "markdown", ".markdown": "markdown", ".json": "json"}
"""Forms of a report by the suffix of its file; `PAGES` are those of verbs that write pages."""
PAGES = {".html": "html", ".htm": "html"}
READING = {"en": "reading", "zh": "读入", "fa": "خواندن"}


def read_keyed(
    file: str, column: str | None, policy: str, mapping: str | None, *, quiet: bool = False, lang: str = "en"
) -> Keyed:  # fmt: skip
    """The keyed table of a file, or of stdin for "-". A policy that cannot be used is said before a long file is read."""
    from pagekey.keying.single import ready
    from pagekey.keying.table import keyed

    plan = ready(policy)
    return keyed(read(file, column, quiet=quiet, lang=lang), policy=plan.policy, mapping=mapping)


def read(file: str, column: str | None, *, quiet: bool = False, lang: str = "en") -> Table:
    """The table of a file, or of stdin for "-"."""
    from pagekey.keying.io import read_table

    path = None if file == "-" else file
    with Meter(path, wanted=not quiet, label=READING[lang]) as meter:
        return read_table(path, column=column, progress=meter.bytes)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector: a table is millions of strings without a cycle, and looking for one takes longer than counting."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def form_of(out: str | None, forms: Mapping[str, str] = FORMS) -> str:
    """The form of a file by its suffix, before .gz too; text for any other and for stdout."""
    return forms.get(os.path.splitext((out or "").lower().removesuffix(".gz"))[1], "text")


def say_notes(source: SourceInfo | None, *, quiet: bool) -> None:
    """What was odd in the input, on stderr."""
    for note in () if quiet or source is None else source.notes:
        say(f"note: {note}")


def deliver(text: str, out: str | None) -> None:
    """The text on stdout, or in a file that is written whole or not at all."""
    if out is None or out == "-":
        put(text)
        return
    from pagekey.keying.io import Writer

    with Writer.open(out, "lines", ()) as writer:
        for line in text.removesuffix("\n").split("\n"):
            writer.write([line])
