"""Where files lie in a store, and how one appears: written aside, whole, then under its name.

    DIR/pagekey-store.json               what this folder is
    DIR/raw/PERIOD/SHA256.parquet        the rows of one source file, named by the hash of its bytes; read-only, never written again
    DIR/keys/PERIOD/counted.json         under what the period is counted
    DIR/keys/PERIOD/SET/SHA256.parquet   the keys of those rows under one policy and mapping; made of raw whenever needed

A file that is being written has a hidden name beside its place and is locked by its writer as long as that lives, so that what a killed
process left behind can be told from what another one is writing.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from pagekey.errors import InputError

try:
    import fcntl
except ImportError:  # Windows: a file of a killed process is listed, but not removed
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
MARK = "pagekey-store.json"
_PERIOD = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,63}")
_ASIDE = ".part"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True, slots=True)
class Leftover:
    """A file that is not under its name: `held` by a process that is writing it, or left behind by one that was killed."""

    path: Path
    size: int
    held: bool


def opened(root: Path) -> Path:
    """The folder, if it is a store that this version can read. InputError if not."""
    try:
        said = json.loads((root / MARK).read_text("utf-8"))
        found = said["pagekey_store"]
    except FileNotFoundError:
        hint = f"pagekey import FILE --store {root} --period NAME makes one"
        hint = "name a folder of its own for the store" if root.is_dir() and any(root.iterdir()) else hint
        raise InputError("no store", expected=f"a folder with {MARK}", where=str(root), hint=hint) from None
    except NotADirectoryError:
        raise InputError("no store", expected="a folder", got="a file", where=str(root)) from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError("cannot be read", got=str(error), where=str(root / MARK)) from None
    if found != FORMAT:
        raise InputError("store of another version", expected=str(FORMAT), got=str(found), where=str(root), hint="use a newer pagekey")
    return root


def created(root: Path) -> Path:
    """The folder as a store, made if it is not there or empty. InputError if it holds other things."""
    try:
        if (root / MARK).exists():
            return opened(root)
        root.mkdir(parents=True, exist_ok=True)
        others = [path.name for path in root.iterdir() if path.name != MARK and not _is_aside(path)]
        if others and not (root / MARK).exists():
            hint = "name a folder of its own for the store"
            raise InputError("not a store, and not empty", expected=f"{MARK} or an empty folder", got=others[0], where=str(root), hint=hint)
        with Aside(root) as aside:
            aside.file.write(json.dumps({"pagekey_store": FORMAT}).encode() + b"\n")
            aside.publish(MARK)
    except OSError as error:
        raise unwritable(error, root) from error
    return opened(root)


def checked_period(name: str) -> str:
    """The name of a period, which is a folder's too. InputError if it cannot be one."""
    if not _PERIOD.fullmatch(name):
        expected = "letters a-z, digits, '.', '_' and '-', at most 64, not beginning with a sign"
        raise InputError("no name of a period", expected=expected, got=repr(name), hint="such as 2026-10 or 2026-W41")
    return name


def unwritable(error: OSError, where: Path) -> InputError:
    """An error of the system while writing, in our words; a part file of it is never seen under its name."""
    hint = "the raw rows in the store are as they were; free some space and import again" if error.errno in _FULL else ""
    return InputError("cannot be written", got=error.strerror or str(error), where=str(where), hint=hint)


class Aside:
    """A file that is being written beside its place: seen under a name only after `publish` or `replace`; else gone after `with`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path, self.file = _held_file(folder)

    def publish(self, name: str) -> bool:
        """Whole on the disk under this name, read-only. False if the name is taken: then nothing changes."""
        self._settle()
        self._path.chmod(0o444)
        try:
            os.link(self._path, self._folder / name)
        except FileExistsError:
            return False
        self._path.unlink()
        settle_folder(self._folder)
        return True

    def replace(self, name: str) -> None:
        """Whole on the disk under this name, instead of what was there."""
        self._settle()
        os.replace(self._path, self._folder / name)
        settle_folder(self._folder)

    def _settle(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())

    def __enter__(self) -> Aside:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        with suppress(OSError):  # a full disk says so once more
            self.file.close()


def _held_file(folder: Path) -> tuple[Path, BinaryIO]:
    """A new hidden file, locked. Again if someone who clears up took it for a leftover before it was locked."""
    while True:
        path = folder / f".{secrets.token_hex(8)}{_ASIDE}"
        file = path.open("xb")
        if fcntl is None:
            return path, file
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:
            return path, file
        file.close()


def settle_folder(folder: Path) -> None:
    """The names in the folder are on the disk, as far as the system promises it."""
    with suppress(OSError, AttributeError):  # folders cannot be opened everywhere
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def made_folder(folder: Path, root: Path) -> Path:
    """The folder below root, made with those above it, their names on the disk."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        for above in (folder, *folder.parents):
            settle_folder(above)
            if above == root:
                break
    return folder


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """One process at a time; the lock goes with the process."""
    if fcntl is None:
        yield
        return
    with (root / MARK).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def leftovers(root: Path) -> list[Leftover]:
    """Every file of the store that is not under its name."""
    found = []
    for path in sorted(root.rglob(f".*{_ASIDE}")):
        with suppress(FileNotFoundError):  # published meanwhile
            found.append(Leftover(path, path.stat().st_size, _is_held(path)))
    return found


def cleared(root: Path) -> int:
    """How many files of killed processes were removed; those of living ones stay."""
    removed = 0
    for path in root.rglob(f".*{_ASIDE}") if fcntl is not None else ():
        with suppress(OSError), path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
            removed += 1
    return removed


def _is_held(path: Path) -> bool:
    if fcntl is None:
        return True
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _is_aside(path: Path) -> bool:
    return path.name.startswith(".") and path.name.endswith(_ASIDE)
