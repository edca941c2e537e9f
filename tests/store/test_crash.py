"""Killed imports, imports at once, full disks: raw rows are whole or unchanged, and the next import works."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import COMMAND, environment
from reading import columns_of

from pagekey import InputError, Store, count, read_table
from pagekey.keying.store import layout

KILLED = Path(__file__).with_name("killed.py")
ROWS = 66_000  # more than a group of rows, so that a part is written in pieces


@pytest.fixture
def big(tmp_path: Path) -> Path:
    path = tmp_path / "big.txt"
    path.write_text("".join(f"http://a.com/{i}\n" for i in range(ROWS)))
    return path


def parts(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "raw").glob("*/*.parquet")}


def started(*words: str | Path, limit: int | None = None) -> subprocess.Popen[bytes]:
    """A run of the command line; `limit`: no file of it may get larger than so many bytes."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*COMMAND, *map(str, words)], env=environment(), preexec_fn=limited, **pipes)  # type: ignore[call-overload,no-any-return]


def imported(store: Path, file: Path | str, moment: int, note: Path) -> int:
    words = [sys.executable, str(KILLED), str(moment), str(note), "import", "-q", str(file), "--store", str(store), "--period", "p"]
    return subprocess.run(words, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode


def moments(total: int, published: int) -> list[int]:
    """Moments of a run: fourteen until a part gets its name, six after it, one in each piece of the way, and ten about that very call."""
    dice = random.Random(20261027)
    before = [published * i // 14 + 1 + int(dice.random() * (published // 14)) for i in range(14)]
    after = [published + (total - published) * i // 6 + int(dice.random() * ((total - published) // 6)) for i in range(6)]
    return sorted([*before, *after, *(published + off for off in (-3, -1, 0, 1, 2, 4, 8, 16, 32, 64))])


def test_an_import_killed_at_any_moment(tmp_path: Path, file: Path, big: Path) -> None:
    note = tmp_path / "note"
    Store.open(tmp_path / "trial", create=True).add(file, period="p")
    assert imported(tmp_path / "trial", big, 0, note) == 0
    before = read_table(big).columns
    seen: set[tuple[bool, bool]] = set()
    for moment in moments(*map(int, note.read_text().split())):
        root = tmp_path / f"store {moment}"
        old = Store.open(root, create=True).add(file, period="p").part.path
        kept = old.read_bytes()
        assert imported(root, big, moment, note) == -signal.SIGKILL, moment
        there = parts(root)
        store = Store.open(root)
        assert there.pop(old.name) == kept, moment
        assert len(there) == len(store.parts("p")) - 1 <= 1, moment
        for part in store.parts("p"):
            assert part.source.name == "cited.csv" or columns_of(part) == before, moment
        left = store.leftovers()
        assert not any(one.held for one in left), moment
        seen.add((bool(there), bool(left)))
        again = store.add(big, period="p")
        assert (again.new, again.cleared) == (not there, len(left)), moment
        assert store.leftovers() == [] and parts(root)[old.name] == kept, moment
        assert sum(part.source.rows for part in store.parts("p")) == ROWS + 5, moment
    assert seen >= {(False, False), (False, True), (True, False), (True, True)}, "the moments do not reach all stages of an import"
    assert count(store.keyed("p")).pages == ROWS + 2


def fed(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Hand over so much that the process has begun to write aside: a pipe holds 64 KiB only."""
    assert process.stdin is not None
    process.stdin.write(data)
    process.stdin.flush()


def ended(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    _, said = process.communicate(timeout=60)
    return int(process.returncode), said


@pytest.mark.parametrize("same", [True, False])
def test_two_imports_at_once(tmp_path: Path, big: Path, same: bool) -> None:
    root = tmp_path / "store"
    both = [started("import", "-q", "-", "--store", root, "--period", period) for period in ("p", "p" if same else "q")]
    texts = [big.read_bytes(), big.read_bytes() + (b"" if same else b"http://b.com\n")]
    for process, text in zip(both, texts, strict=True):
        fed(process, text)
    store = Store.open(root)
    held = store.leftovers()
    assert [one.held for one in held if one.path.parent.parent.name == "raw"] == [True, True]
    ends = [ended(process) for process in both]
    assert sorted(code for code, _ in ends) == ([0, 1] if same else [0, 0]), ends
    assert [len(store.parts(period)) for period in store.periods()] == ([1] if same else [1, 1])
    assert store.leftovers() == []
    assert {count(store.keyed(period)).records for period in store.periods()} == ({ROWS} if same else {ROWS, ROWS + 1})


def test_what_a_living_process_writes_is_not_cleared(tmp_path: Path, file: Path, big: Path) -> None:
    store = Store.open(tmp_path / "store", create=True)
    slow = started("import", "-q", "-", "--store", store.root, "--period", "p")
    fed(slow, big.read_bytes())
    dead = store.root / "raw" / "p" / ".0123.part"
    dead.write_bytes(b"PAR1 and no more")
    assert sorted(one.held for one in store.leftovers()) == [False, True]
    assert store.periods() == []
    assert store.add(file, period="p").cleared == 1
    assert [one.held for one in store.leftovers()] == [True]
    assert ended(slow)[0] == 0
    assert len(store.parts("p")) == 2


@pytest.mark.parametrize("limit", [0, 4096, 20_000])
def test_no_file_can_grow(tmp_path: Path, file: Path, big: Path, limit: int) -> None:
    store = Store.open(tmp_path / "store", create=True)
    store.add(file, period="p")
    kept = parts(store.root)
    code, said = ended(started("import", "-q", big, "--store", store.root, "--period", "p", limit=limit))
    assert code == 2 and b"cannot be written: got File too large\n" in said and b"the raw rows in the store are as they were" in said
    assert parts(store.root) == kept
    assert store.leftovers() == []
    assert store.add(big, period="p").new


def test_a_full_disk_while_keys_are_made_leaves_raw_whole(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = store.add(file, period="p").part
    kept = parts(store.root)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(layout.os, "fsync", full)
    for work in (store.rekey, lambda: store.keyed("p"), lambda: store.add(file.with_name("more.txt"), period="p")):
        file.with_name("more.txt").write_text("http://c.com\n")
        with pytest.raises(InputError, match="No space left"):
            work()
        assert parts(store.root) == kept and store.leftovers() == [] and store.counted("p") is None
    monkeypatch.undo()
    assert len(store.keyed("p")) == part.source.rows


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", place], capture_output=True).returncode:
        pytest.skip("a small file system takes root to mount")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_disk_that_is_really_full(small_disk: Path, file: Path, big: Path) -> None:
    store = Store.open(small_disk / "store", create=True)
    store.add(file, period="p")
    store.rekey()
    kept = parts(store.root)
    (small_disk / "ballast").write_bytes(bytes(150_000))
    code, said = ended(started("import", "-q", big, "--store", store.root, "--period", "p"))
    assert code == 2 and b"No space left" in said and b"hint: " in said
    assert parts(store.root) == kept and store.leftovers() == []
    assert count(store.keyed("p")).pages == 2
    (small_disk / "ballast").unlink()
    big.write_text("http://c.com\n")
    assert store.add(big, period="p").new
    assert count(store.keyed("p")).pages == 3
