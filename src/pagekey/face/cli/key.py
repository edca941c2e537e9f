"""`pagekey key`: keys of URLs given as words, of lines, or of the rows of a table."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from pagekey.errors import InputError, PagekeyError
from pagekey.face.cli import options
from pagekey.face.cli.ends import DONE, FINDING, is_terminal, put, say
from pagekey.face.cli.meter import Meter
from pagekey.face.cli.transfer import Order, key_file, key_stdin, lines_of
from pagekey.statuses import STATUSES

if TYPE_CHECKING:
    from pagekey.keying.stream import Keyer

@click.command("key")
@click.argument("inputs", nargs=-1, metavar="[FILE | URL...]")
@options.policy
@options.mapping
@click.option("-o", "--out", metavar="FILE", help="Write here; .csv, .tsv and .jsonl choose the format, .gz compresses.")
@options.column
@click.option("--show", metavar="NAMES", help="What to show, comma-separated: raw key host domain site status hits flags policy.")
@click.option("--bom", is_flag=True, help="Mark CSV and TSV as UTF-8, for spreadsheets.")
@click.option("--unguarded", is_flag=True, help="No apostrophe before added cells that a spreadsheet would run as a formula.")
@click.option("--dedup", is_flag=True, help="One row for each key, as it was read: see above.")
@click.option("--pages-only", is_flag=True, help="With --dedup: drop what is no page (short links, mail addresses, words) too.")
@click.option("--strict", is_flag=True, help="Exit 1 if a row is no URL (unparsed).")
@options.quiet
def verb(
    inputs: tuple[str, ...], policy: str, mapping: str | None, out: str | None, column: str | None, show: str | None, bom: bool,
    unguarded: bool, dedup: bool, pages_only: bool, strict: bool, quiet: bool,
) -> int:  # fmt: skip
    """The keys of URLs, or of the URLs in one FILE.

    URLs give one key a line. So does a FILE with one URL a line: line i out belongs to line i in, a blank line stays one. A table (CSV,
    TSV, JSONL; also .gz) comes out in its own format, every column kept, with the columns key, host, domain, status and hits added.
    With more than one name, --show gives lines of cells set apart by tabs, without a header.

    With --dedup the rows of FILE come out themselves, byte for byte, one for each key, where its key first appears: an address of its own
    before a short link or a wrapper, then https before http before any other, then the fewest parameters, the most rows, the fewest bytes,
    the first in the order of bytes. Blank lines of a list go; rows of a table without a URL stay, and so does what is no page, once each.

    \b
      pagekey key https://www.Example.com/a?utm_source=x
      pagekey key < urls.txt > keys.txt
      pagekey key citations.csv -o keyed.csv
      pagekey key urls.txt --dedup > pages.txt
    """
    from pagekey.keying.stream import Keyer

    order = Order(_names(show), out, column, bom, unguarded, quiet)
    keyer = Keyer(policy, mapping)
    _check(order, dedup=dedup, pages_only=pages_only)
    kinds = {_is_file(word, keyer) for word in inputs}
    if len(kinds) > 1:
        raise PagekeyError("files and URLs do not mix", expected="one FILE, or URLs", hint="put the URLs into a file, one a line")
    if kinds == {False} and not dedup:
        _key_words(inputs, order, keyer)
    elif kinds == {False}:
        raise PagekeyError("--dedup is for files", got="URLs", hint="put the URLs into a file, one a line")
    elif len(inputs) > 1:
        raise PagekeyError("one file at a time", got=f"{len(inputs)} files", hint="lists of URLs can be joined: cat A B | pagekey key")
    else:
        path = None if inputs in ((), ("-",)) else inputs[0]
        _dedup_input(path, order, keyer, pages_only=pages_only) if dedup else _key_input(path, order, keyer)
    return FINDING if strict and keyer.statuses["unparsed"] else DONE


def _names(show: str | None) -> tuple[str, ...] | None:
    """The names after --show, checked."""
    if show is None:
        return None
    from pagekey.keying.stream import NAMES

    names = tuple(dict.fromkeys(show.replace(",", " ").split()))
    unknown = [name for name in names if name not in NAMES]
    if unknown or not names:
        from pagekey.policy.spell import did_you_mean

        hint = did_you_mean(unknown[0], NAMES) if unknown else ""
        raise PagekeyError("--show", expected=f"names out of {', '.join(NAMES)}", got=repr(unknown[0] if unknown else show), hint=hint)
    return names


def _is_file(word: str, keyer: Keyer) -> bool:
    """Whether the word is an input (a file, or - for stdin) and no URL. PagekeyError if it is neither."""
    if word == "-" or os.path.exists(word):
        return True
    if "://" not in word and keyer.status(word) == "unparsed":
        raise InputError("no such file and no URL", got=repr(word), hint="a URL without scheme begins with a host: example.com/a")
    return False


def _key_words(urls: tuple[str, ...], order: Order, keyer: Keyer) -> None:
    if order.out or order.column or order.bom or order.unguarded:
        raise PagekeyError("-o, --column, --bom and --unguarded are for files", got="URLs", hint="pagekey key URL > FILE")
    put("".join(f"{line}\n" for line in lines_of(list(urls), order, keyer)))


def _key_input(path: str | None, order: Order, keyer: Keyer) -> None:
    with Meter(path, wanted=not order.quiet and (order.out is not None or not is_terminal(sys.stdout))) as meter:
        notes = key_stdin(order, keyer, meter) if path is None else key_file(path, None, order, keyer, meter)
    if not order.quiet:
        for line in (*(f"note: {note}" for note in notes), _summary(keyer)):
            say(line)


def _check(order: Order, *, dedup: bool, pages_only: bool) -> None:
    """PagekeyError for options that do not go with --dedup, or mean nothing without it."""
    if pages_only and not dedup:
        raise PagekeyError("--pages-only goes with --dedup")
    if dedup and (order.show or order.bom or order.unguarded):
        hint = "pagekey key FILE --dedup | pagekey key"
        raise PagekeyError("--dedup writes rows as they were read", got="--show, --bom or --unguarded", hint=hint)


def _dedup_input(path: str | None, order: Order, keyer: Keyer, *, pages_only: bool) -> None:
    from pagekey.face.cli.dedup import dedup

    with Meter(path, wanted=not order.quiet and (order.out is not None or not is_terminal(sys.stdout))) as meter:
        *notes, summary = dedup(path, order, keyer, meter, pages_only=pages_only)
    if not order.quiet:
        for line in (*(f"note: {note}" for note in notes), summary):
            say(line)


def _summary(keyer: Keyer) -> str:
    """`1,234 rows: page 1,200, short-link 30, unparsed 4; policy citation@1-draft:..`."""
    counts = ", ".join(f"{status} {count:,}" for status in STATUSES if (count := keyer.statuses[status]))
    rows = sum(keyer.statuses.values())
    return f"{rows:,} row{'' if rows == 1 else 's'}{': ' if counts else ''}{counts}; policy {keyer.stamp}"
