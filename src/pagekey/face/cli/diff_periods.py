"""The comparison of two periods of a store, or of two keyed files."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from pagekey.errors import InputError, PagekeyError, PolicyMismatch
from pagekey.face.cli.ends import DONE, FINDING, colour, say
from pagekey.face.cli.tables import FORMS, PAGES, deliver, form_of, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pagekey.face.report.periods import Form, Lang
    from pagekey.face.report.periods.page import Comparison
    from pagekey.keying.caliber import Caliber
    from pagekey.keying.io import SourceInfo, Table
    from pagekey.keying.store import Store
    from pagekey.keying.table import Keyed
    from pagekey.study.periods import Period

_ADDED = ("key", "status", "site", "host", "hits", "policy")
_HINT = "pagekey key FILE --show key,status,site,hits,policy -o OUT makes a file that can be compared"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user asked for, but for the inputs."""

    engine: str | None
    answer: str | None
    prompt: str | None
    resamples: int
    seed: int
    form: str | None
    out: str | None
    page: str | None
    lang: str
    quiet: bool


def diff_periods(
    place: str, names: tuple[str, str], asked: Asked, *, rekey: bool, policy: str | None, mapping: str | None
) -> int:  # fmt: skip
    """Compare two periods of a store under what both are counted under; with `rekey`, key both from raw first."""
    from pagekey.keying.store import Store
    from pagekey.study.periods import Period

    store = Store.open(place)
    for name in names:
        store.parts(name)
    missing = [name for name in dict.fromkeys(names) if rekey or store.counted(name) is None]
    for name, caliber in store.rekey(policy or "citation@1", mapping, missing).items():
        if not asked.quiet:
            say(f"note: {name} is counted under {caliber.policy}, mapping {caliber.mapping}")
    old, new = (_counted(store, name) for name in names)
    command = f"pagekey diff --store {place} {names[0]} {names[1]} --rekey"
    hint = f"{command} keys both from their raw rows under one policy"
    told = names
    try:
        old.require(new, *told, hint)
        told = (", ".join(names), "--policy, --mapping")
        old.require(replace(old, **_wanted(policy, mapping)), *told, hint)
    except PolicyMismatch as error:
        return _refused(error, told, command, asked, _rows(store, names[1]) if _pages(asked) else None)
    rows = [store.keyed(name, policy, mapping) for name in names]
    both = [Period.of(one, name, caliber) for one, name, caliber in zip(rows, names, (old, new), strict=True)]
    return _compared(both, asked, [[_source(part.source) for part in store.parts(name)] for name in names], rows[1])


def _wanted(policy: str | None, mapping: str | None) -> dict[str, str]:
    """The fields of a caliber that the options name."""
    from pagekey.keying.caliber import digest_of
    from pagekey.keying.mapping import read_mapping
    from pagekey.keying.single import ready

    wanted = {"policy": ready(policy).stamp} if policy is not None else {}
    return wanted | ({"mapping": digest_of(read_mapping(mapping))} if mapping is not None else {})


def diff_files(names: tuple[str, str], asked: Asked, *, rekey: bool, mapping: str | None) -> int:
    """Compare two keyed files by the stamps that they hold."""
    if rekey or mapping is not None:
        given = "--rekey" if rekey else "--mapping"
        raise PagekeyError(f"{given} is for a store, which has the raw rows", hint="pagekey diff --store DIR OLD NEW --rekey")
    tables = [read(name, None, quiet=asked.quiet, lang=asked.lang) for name in names]
    both = [_period(name, table) for name, table in zip(names, tables, strict=True)]
    try:
        both[0].caliber.require(both[1].caliber, *names, "key both files anew with one pagekey and one --policy")
    except PolicyMismatch as error:
        return _refused(error, names, None, asked, None)
    return _compared(both, asked, [[_source(table.source)] for table in tables], None)


def _rows(store: Store, name: str) -> Keyed | None:
    """The rows of a period under what it is counted under; None where that policy or mapping is the user's, and not at hand."""
    try:
        return store.keyed(name)
    except InputError:
        return None


def _counted(store: Store, name: str) -> Caliber:
    found = store.counted(name)
    if found is None:  # rekey has just written it
        raise PagekeyError("what a period is counted under was taken away", where=name, hint="run it again")
    return found


def _period(name: str, table: Table) -> Period:
    """The rows of a keyed file. InputError without the columns that keying adds, or with more than one stamp."""
    from pagekey.keying.caliber import Caliber
    from pagekey.study.periods import Period

    added = {wanted: _last(wanted, table.columns) for wanted in _ADDED}
    lacks = [wanted for wanted in ("key", "status", "policy") if added[wanted] is None]
    lacks += ["site"] * (added["site"] is None and added["host"] is None)
    if lacks:
        got = ", ".join(table.columns)
        raise InputError(f"no column {' and no '.join(lacks)}", expected="a keyed file", got=got, where=name, hint=_HINT)
    columns = {wanted: table.columns[found] for wanted, found in added.items() if found is not None}
    stamps = sorted({stamp or "" for stamp in columns["policy"]})
    if len(stamps) > 1:
        raise InputError("keys of several policies in one file", expected="one stamp", got=" and ".join(stamps[:3]), where=name, hint=_HINT)
    site_unit = None if added["site"] is not None else "host"
    caliber = Caliber(stamps[0] if stamps else None, site_unit=site_unit)
    hits = columns.get("hits") or [None] * len(table.urls)
    expanded = ["expand-short-link" in (words or "").split() for words in hits]
    site = columns.get("site") or columns["host"]
    others = {column: cells for column, cells in table.columns.items() if column not in added.values()}
    return Period(os.path.basename(name), caliber, columns["key"], columns["status"], site, expanded, others)


def _last(wanted: str, names: Iterable[str]) -> str | None:
    """The column that keying added: `key`, or `key_2` where the user's file had a `key` before."""
    found = [name for name in names if re.fullmatch(rf"{wanted}(_[0-9]+)?", name)]
    return found[-1] if found else None


def _source(source: SourceInfo) -> str:
    return f"{source.name}, {source.rows:,} rows, sha256 {source.sha256}"


def _form(asked: Asked) -> Form | Literal["html"] | None:
    """The form of what is asked for beside a page by --html; None where that is all."""
    if asked.page and not (asked.form or asked.out):
        return None
    return cast('Form | Literal["html"]', asked.form or form_of(asked.out, {**FORMS, **PAGES}))


def _pages(asked: Asked) -> list[str | None]:
    """Where a page is to be written; None is stdout."""
    return [asked.page] * bool(asked.page) + [asked.out] * (_form(asked) == "html")


def _refused(error: PolicyMismatch, names: tuple[str, str], command: str | None, asked: Asked, new: Keyed | None) -> int:
    """A refusal is said on stderr; as JSON it is the answer itself, and a page has it too. `new` are the rows of the new period."""
    from pagekey.face.report.periods import refusal, words_of
    from pagekey.face.report.periods.page import refused

    form, lang = _form(asked), cast("Lang", asked.lang)
    if form == "json":
        deliver(refusal(error, names, command, form, lang), asked.out)
    else:
        say(f"pagekey: {refusal(error, names, command, 'text', lang)}".rstrip())
    if _pages(asked):
        _paged(refused(error, names, command, words_of(lang)), asked, new)
    return FINDING


def _compared(both: Sequence[Period], asked: Asked, sources: Sequence[Sequence[str]], new: Keyed | None) -> int:
    from pagekey.face.report.periods import render, words_of
    from pagekey.face.report.periods.page import compared
    from pagekey.keying.display import display
    from pagekey.study.periods import diff

    found = diff(
        both[0], both[1], engine=asked.engine, answer=asked.answer, prompt=asked.prompt, resamples=asked.resamples, seed=asked.seed
    )
    form, lang = _form(asked), cast("Lang", asked.lang)
    told = (tuple(sources[0]), tuple(sources[1]))
    if form and form != "html":
        coloured = form == "text" and asked.out is None and colour()
        deliver(render(found, form, lang, sources=told, colour=coloured, display=display), asked.out)
    if _pages(asked):
        _paged(compared(found, words_of(lang), display, told), asked, new)
    return DONE


def _paged(beside: Comparison, asked: Asked, new: Keyed | None) -> None:
    """The comparison as a page: before the report of the new period, or alone where only keyed files are at hand."""
    from pagekey import __version__
    from pagekey.face.report import method_card, render_comparison, render_page
    from pagekey.keying.display import display
    from pagekey.study.count import count
    from pagekey.study.merges import merges

    lang = cast("Lang", asked.lang)
    if new is None:
        text = render_comparison(beside, lang, display=display)
    else:
        counts = count(new, answer=asked.answer, engine=asked.engine, bootstrap=asked.resamples, seed=asked.seed)
        card = method_card(new, counts, version=__version__)
        text = render_page(counts, card, merges(new), lang, display=display, beside=beside)
    for place in _pages(asked):
        deliver(text, place)
