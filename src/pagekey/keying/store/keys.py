"""Keys of the raw rows, derived: one part beside each raw part, row by row, for each policy and mapping. All of it can be made anew.

A part of keys is used only if it says the stamp, the mapping, the source and the number of rows that are wanted; else it is made again.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pagekey.errors import InputError
from pagekey.keying.caliber import NONE, Caliber
from pagekey.keying.store.layout import Aside, made_folder, unwritable
from pagekey.keying.store.parts import Cells, Part, PartWriter
from pagekey.keying.store.raw import RawPart, raw_strings
from pagekey.keying.table import Row, key_row
from pagekey.policy import Compiled

NUMBERS = ("hits", "flags")
STRINGS = ("key", "status", "host", "domain", "site", "target")
COUNTED = "counted.json"


@dataclass(frozen=True, slots=True)
class KeySet:
    """Keys of a period under one policy and mapping: how many of its raw parts have them, and their rows."""

    policy: str
    mapping: str
    parts: int
    rows: int


def derived(
    root: Path, part: RawPart, plan: Compiled, targets: dict[str, str | None] | None, caliber: Caliber
) -> Part:
    """The keys of a raw part under a policy and mapping, made if they are not there. InputError if they cannot be made or written.

    `targets` None: the mapping is known by its hash alone, so that its keys are there or cannot be had.
    """
    path = _path(root, part, caliber)
    there = fitting(root, part, caliber)
    if there is not None:
        return there
    if targets is None:
        hint = "give the mapping: --mapping FILE"
        raise InputError("the keys of a mapping are not there", got=f"mapping {caliber.mapping}", where=str(path), hint=hint)
    try:
        with Aside(made_folder(path.parent, root)) as aside:
            writer = PartWriter(aside.file, NUMBERS, STRINGS, coded=True)
            try:
                _key_all(writer, part, plan, targets)
                writer.close(_wanted(part, caliber))
            except BaseException:
                writer.abort()
                raise
            aside.replace(path.name)
    except OSError as error:
        raise unwritable(error, path) from error
    return Part(path)


def fitting(root: Path, part: RawPart, caliber: Caliber) -> Part | None:
    """The keys of a raw part under this policy and mapping, if they are there and are what they should be."""
    path = _path(root, part, caliber)
    if not path.exists():
        return None
    try:
        found = Part(path)
    except InputError:
        return None
    wanted = _wanted(part, caliber)
    fits = found.rows == part.source.rows and all(found.known.get(name) == value for name, value in wanted.items())
    return found if fits and found.names[:-1] == [*NUMBERS, *STRINGS] else None


def read_keys(found: Sequence[Part], raws: Sequence[str | None], rows: Sequence[int]) -> dict[int, Row]:
    """What keying made of some rows (ascending) of these parts, which stand one below the other; `raws` has the string of each row."""
    strings: dict[str, Cells] = {name: [] for name in STRINGS}
    numbers: dict[str, list[int]] = {name: [] for name in NUMBERS}
    shared: dict[str, str] = {}
    start = 0
    for part in found:
        own = [row - start for row in rows[bisect_left(rows, start) : bisect_left(rows, start + part.rows)]]
        for block in part.blocks(range(len(STRINGS)), len(NUMBERS), shared, own):
            for name, more in zip(STRINGS, block, strict=True):
                strings[name] += more
        for name, values in zip(NUMBERS, part.numbers(NUMBERS, own), strict=True):
            numbers[name] += values
        start += part.rows
    target = [raws[row] if read is None else read for row, read in zip(rows, strings["target"], strict=True)]
    status = [one or "" for one in strings["status"]]
    made = map(Row, strings["key"], status, strings["host"], strings["domain"], strings["site"], *numbers.values(), target)
    return dict(zip(rows, made, strict=True))


def key_sets(root: Path, parts: Sequence[RawPart], period: str) -> list[KeySet]:
    """Under which policies and mappings the raw parts of a period have keys."""
    found: dict[tuple[str, str], list[int]] = {}
    for path in sorted((root / "keys" / period).glob("*/*.parquet")):
        try:
            part = Part(path)
        except InputError:
            continue
        if path.stem in {raw.source.sha256 for raw in parts}:
            found.setdefault((str(part.known.get("policy")), str(part.known.get("mapping"))), []).append(part.rows)
    return [KeySet(policy, mapping, len(rows), sum(rows)) for (policy, mapping), rows in sorted(found.items())]


def counted(root: Path, period: str) -> Caliber | None:
    """Under what a period is counted: what the last import or rekey said. None if nothing does."""
    path = root / "keys" / period / COUNTED
    try:
        return Caliber(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        hint = "it can be taken away: pagekey rekey writes it anew"
        raise InputError("cannot be read", got=str(error), where=str(path), hint=hint) from error


def set_counted(root: Path, period: str, caliber: Caliber) -> None:
    """Say under what a period is counted from now on."""
    folder = root / "keys" / period
    try:
        with Aside(made_folder(folder, root)) as aside:
            aside.file.write(json.dumps(asdict(caliber)).encode() + b"\n")
            aside.replace(COUNTED)
    except OSError as error:
        raise unwritable(error, folder / COUNTED) from error


def _path(root: Path, part: RawPart, caliber: Caliber) -> Path:
    mapping = "" if caliber.mapping == NONE else f"+{caliber.mapping}"
    folder = re.sub(r"[^\w@.+-]", "-", f"{caliber.policy}{mapping}", flags=re.ASCII)
    return root / "keys" / part.period / folder / f"{part.source.sha256}.parquet"


def _wanted(part: RawPart, caliber: Caliber) -> dict[str, Any]:
    return {"policy": caliber.policy, "mapping": caliber.mapping, "source": part.source.sha256}


def _key_all(writer: PartWriter, part: RawPart, plan: Compiled, targets: dict[str, str | None]) -> None:
    """Key the raw strings of a part, many rows at a time, each distinct string of them once."""
    for raws, which in raw_strings(part):
        rows = [key_row(raw, plan, targets) for raw in raws]
        key, status, host, domain, site, hits, flags, read = zip(*rows, strict=True)  # as Row has them
        target = [None if one == raw else one for one, raw in zip(read, raws, strict=True)]
        writer.write([hits, flags], [key, status, host, domain, site, target], which)
