"""The store: raw rows are added and never changed, keys are made and made again."""

from __future__ import annotations

import builtins
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import environment

from pagekey import InputError, PagekeyError, Store, count
from pagekey.keying.store import keys, layout
from pagekey.keying.store.parts import Part, PartWriter


def state(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Bytes, time and inode of every file below."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
        for path in sorted(folder.rglob("*")) if path.is_file()
    }  # fmt: skip


def test_a_part_says_where_it_came_from(store: Store, file: Path) -> None:
    part = store.add(file, period="2026-10", when="2026-11-02T08:00:00+00:00", tool="pagekey 1").part
    assert part.path.name == f"{part.source.sha256}.parquet"
    assert (part.source.name, part.source.rows, part.source.url_column) == ("cited.csv", 5, "url")
    assert (part.imported, part.tool, part.extractor) == ("2026-11-02T08:00:00+00:00", "pagekey 1", "cell@1")
    assert stat.S_IMODE(part.path.stat().st_mode) == 0o444
    assert store.periods() == ["2026-10"] and store.parts("2026-10") == [part]


def test_other_tools_read_a_part(store: Store, file: Path) -> None:
    import pyarrow.parquet as parquet

    table = parquet.read_table(store.add(file, period="p").part.path)
    assert table.column_names == ["row", "raw", "engine", "answer", "beside"]
    assert table.column("row").to_pylist() == [1, 2, 3, 4, 5]
    assert table.column("raw").to_pylist()[2] == "http://b.com"


@pytest.mark.parametrize("period", ["p", "q"])
def test_the_same_bytes_are_not_added_again(store: Store, file: Path, period: str) -> None:
    store.add(file, period="p")
    before = state(store.root / "raw")
    again = store.add(file.rename(file.with_name("other name.csv")), period=period)
    assert (again.new, again.part.period, again.part.source.name) == (False, "p", "cited.csv")
    assert state(store.root / "raw") == before
    assert store.leftovers() == []


def test_rekey_leaves_raw_untouched(store: Store, file: Path) -> None:
    store.add(file, period="p")
    before = state(store.root / "raw")
    assert store.counted("p") is None
    pages = {}
    for policy in ("citation@1", "crawl@1", "citation@1"):
        caliber = store.rekey(policy)["p"]
        assert store.counted("p") == caliber and caliber.policy is not None and caliber.policy.startswith(policy)
        pages[policy] = count(store.keyed("p")).pages
    assert pages == {"citation@1": 2, "crawl@1": 4}
    assert state(store.root / "raw") == before
    assert [(one.policy.split("-")[0], one.parts, one.rows) for one in store.key_sets("p")] == [("citation@1", 1, 5), ("crawl@1", 1, 5)]


def test_keys_taken_away_are_made_again_alike(store: Store, file: Path) -> None:
    store.add(file, period="p")
    store.rekey()
    first = {name: data for name, (data, _, _) in state(store.root / "keys").items()}
    for path in sorted((store.root / "keys").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert store.key_sets("p") == [] and store.counted("p") is None
    assert count(store.keyed("p")).pages == 2
    store.rekey()
    assert {name: data for name, (data, _, _) in state(store.root / "keys").items()} == first


def test_keys_that_are_there_are_not_made_again(store: Store, file: Path) -> None:
    store.add(file, period="p")
    store.keyed("p")
    first = state(store.root / "keys")
    store.keyed("p")
    assert state(store.root / "keys") == first


@pytest.mark.parametrize("harm", ["cut", "other policy", "other rows", "raw part"])
def test_keys_that_do_not_fit_are_not_trusted(store: Store, file: Path, harm: str) -> None:
    part = store.add(file, period="p").part
    good = store.keyed("p")
    (path,) = (store.root / "keys" / "p").glob("*/*.parquet")
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:-9])
    elif harm == "raw part":
        path.write_bytes(part.path.read_bytes())
    elif harm == "other policy":
        store.keyed("p", "crawl@1")
        (crawl,) = (store.root / "keys" / "p").glob("crawl*/*.parquet")
        os.replace(crawl, path)
    else:
        known = Part(path).known
        with path.open("wb") as out:
            writer = PartWriter(out, keys.NUMBERS, keys.STRINGS)
            writer.write([[0], [0]], [["a.com/"], ["page"], ["a.com"], ["a.com"], ["a.com"], [None]])
            writer.close({name: value for name, value in known.items() if name != "rows"})
    assert store.keyed("p").key == good.key


def test_a_mapping_is_part_of_what_keys_are_made_under(store: Store, file: Path) -> None:
    store.add(file, period="p")
    mapping: dict[str, str | None] = {"https://bit.ly/abc": "https://www.a.com/x"}
    assert count(store.keyed("p", mapping=mapping)).unresolved == 0
    assert count(store.keyed("p")).unresolved == 1
    store.rekey("citation@1", mapping)
    found = store.keyed("p")
    assert (count(found).unresolved, found.target[3], found.raw[3]) == (0, "https://www.a.com/x", "https://bit.ly/abc")
    assert found.source is not None and found.source.notes[-1].startswith("short links read by the mapping ")
    store.add(file.with_name("more.txt"), period="p") if file.with_name("more.txt").write_text("http://c.com\n") else None
    with pytest.raises(InputError, match="the keys of a mapping are not there"):
        store.keyed("p")
    assert len(store.keyed("p", mapping=mapping)) == 6


def test_a_policy_of_ones_own_must_be_given_again(store: Store, file: Path) -> None:
    policy = file.with_name("house.toml")
    policy.write_text('name = "house"\nversion = 1\nextends = "citation@1"\ndrop = ["x"]\n')
    store.add(file, period="p")
    store.rekey(policy)
    with pytest.raises(InputError, match="counted under a policy that is not shipped"):
        store.keyed("p")
    assert len(store.keyed("p", policy)) == 5


@pytest.mark.parametrize("name", ["", "..", "../x", ".x", "a/b", "a b", "x" * 65, "-x", "a\n", "十月"])
def test_a_period_is_a_plain_name(store: Store, file: Path, name: str) -> None:
    with pytest.raises(InputError, match="no name of a period"):
        store.add(file, period=name)
    assert store.periods() == []


def test_periods_that_are_not_there(store: Store, file: Path) -> None:
    with pytest.raises(InputError, match="expected a store with rows, got 'p'"):
        store.keyed("p")
    store.add(file, period="2026-10")
    with pytest.raises(InputError, match="expected one of 2026-10, got 'p'"):
        store.keyed("p")


def test_a_folder_of_other_things_is_no_store(tmp_path: Path, file: Path) -> None:
    with pytest.raises(InputError, match="not a store, and not empty"):
        Store.open(tmp_path, create=True)
    with pytest.raises(InputError, match="no store"):
        Store.open(tmp_path)
    with pytest.raises(InputError, match="no store"):
        Store.open(tmp_path / "nowhere")
    with pytest.raises(InputError, match="a file"):
        Store.open(file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cited.csv"]


@pytest.mark.parametrize(("said", "why"), [('{"pagekey_store": 2}', "another version"), ("{}", "cannot be read"), ("", "cannot be read")])
def test_a_store_that_cannot_be_read(tmp_path: Path, said: str, why: str) -> None:
    (tmp_path / layout.MARK).write_text(said)
    with pytest.raises(InputError, match=why):
        Store.open(tmp_path)


def test_without_pyarrow_the_hint_says_what_to_install(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def absent(name: str, *more: object, **named: object) -> object:
        if name.split(".")[0] == "pyarrow":
            raise ImportError("No module named 'pyarrow'")
        return real(name, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(PagekeyError) as caught:
        store.add(file, period="p")
    assert str(caught.value).endswith("hint: pip install 'pagekey[sql]'")
    assert store.leftovers() == []


def test_pyarrow_is_loaded_by_a_store_alone(file: Path) -> None:
    """Neither the package nor a verb on a file pays for it."""
    said = "import sys, pagekey, pagekey.keying.store; pagekey.Store; pagekey.count(pagekey.keyed(pagekey.read_table(sys.argv[1]))); "
    said += "import pagekey.face.cli.report; print({'pyarrow', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", said, str(file)], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
