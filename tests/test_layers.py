"""Imports go down only, siblings do not import each other, and nothing grows without end. `pagekey` itself may look everywhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SRC = Path(__file__).parents[1] / "src"
LOW = {"errors": 0, "statuses": 0, "types": 0, "statistics": 0, "engine": 1, "rules": 2, "policy": 3, "keying": 4}
FLOORS = {**LOW, "study": 5, "engines": 6, "face": 7, "__main__": 8}
SIBLINGS = {"study": {"audit"}, "engines": set(), "face": {"cli", "web"}}
"""Floors whose parts stand side by side, and the parts that stand above the others and may import them."""
BANNED = {"utils", "util", "helpers", "helper", "common", "misc"}
FILE_LINES, FUNCTION_LINES = 400, 40


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def files() -> list[Path]:
    return sorted(SRC.rglob("*.py"))


def module(path: Path) -> tuple[str, ...]:
    """The dotted name as a tuple; a package has the name of its folder."""
    parts = path.relative_to(SRC).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and dotted name of everything of ours that the file imports, wherever the import stands."""
    package = path.relative_to(SRC).parent.parts
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            base = (*package[: len(package) - node.level + 1], *filter(None, [node.module])) if node.level else (node.module or "",)
            start = ".".join(base).split(".")
            names = [(*start, alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name[0] == "pagekey")


def fault(own: tuple[str, ...], name: tuple[str, ...]) -> str:
    """Why the module may not import that name, or "" if it may."""
    if len(own) == 1:
        return ""
    floor, part = own[1], own[2:3]
    if name[1:2] == ("__version__",):
        return "" if floor == "face" else "the version is asked for by face alone"
    if name[1:2] and name[1] not in FLOORS:
        return "public names are for users; import from the module that has it"
    other = name[1] if name[1:] else ""
    if not other or FLOORS[other] > FLOORS[floor]:
        return f"{floor} (floor {FLOORS[floor]}) may not look up"
    if other == floor and floor in SIBLINGS and part and name[2:3] != part and part[0] not in SIBLINGS[floor]:
        return f"{part[0]} and {'.'.join(name[2:3])} are siblings"
    return ""


RAW = ("pagekey", "keying", "store")
RAW_READERS = {("pagekey", "face", "cli", verb) for verb in ("import", "rekey", "store", "report", "diff_periods")}


def reaches_raw(own: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether the module may not have that name: the raw rows are the store's alone, and the store is for the verbs that ask for it."""
    if name[:3] != RAW or own[:3] == RAW or len(own) == 1:
        return False
    return own not in RAW_READERS or name not in (RAW, (*RAW, "Store"), (*RAW, "RawPart"))


def test_counting_cannot_reach_raw_rows() -> None:
    faults = [
        f"{path.relative_to(SRC)}:{line}: imports {'.'.join(name)}"
        for path in files()
        for line, name in imports(path)
        if reaches_raw(module(path), name)
    ]
    assert not faults, "\n".join(faults)
    assert reaches_raw(("pagekey", "study", "count", "tally"), (*RAW, "Store"))
    assert reaches_raw(("pagekey", "keying", "table"), (*RAW, "raw", "raw_column"))
    assert reaches_raw(("pagekey", "face", "cli", "report"), (*RAW, "raw", "raw_column"))
    assert not reaches_raw(("pagekey", "face", "cli", "report"), (*RAW, "Store"))


def test_one_module_writes_raw_rows() -> None:
    written = [module(path) for path in files() if any(name[-1] == "PartWriter" for _, name in imports(path))]
    assert written == [(*RAW, "keys"), (*RAW, "raw")]


def test_every_part_has_a_floor() -> None:
    assert {module(path)[1] for path in files() if module(path)[1:]} <= set(FLOORS)


def test_imports_go_down() -> None:
    faults = [
        f"{path.relative_to(SRC)}:{line}: imports {'.'.join(name)}: {why}"
        for path in files()
        for line, name in imports(path)
        if (why := fault(module(path), name))
    ]
    assert not faults, "\n".join(faults)


def test_statistics_knows_numbers_only() -> None:
    """Its floor is the ground, so that every part of `study` may stand on it; and it stands on nothing, as there is no URL in a number."""
    faults = [
        f"{path.relative_to(SRC)}:{line}: imports {'.'.join(name)}"
        for path in files()
        if module(path)[1:2] == ("statistics",)
        for line, name in imports(path)
        if name[:2] != ("pagekey", "statistics")
    ]
    assert not faults, "\n".join(faults)
    assert not fault(("pagekey", "study", "periods", "changes"), ("pagekey", "statistics", "bootstrap", "interval"))
    assert fault(("pagekey", "statistics", "bootstrap"), ("pagekey", "study", "count", "count"))


def test_the_check_sees_what_it_forbids() -> None:
    assert fault(("pagekey", "engine", "path"), ("pagekey", "rules", "BIT"))
    assert fault(("pagekey", "study", "count", "tally"), ("pagekey", "study", "compare", "compare"))
    assert fault(("pagekey", "face", "report", "card"), ("pagekey", "face", "cli", "main"))
    assert fault(("pagekey", "engines", "spark"), ("pagekey", "engines", "duckdb", "register"))
    assert fault(("pagekey", "engines", "duckdb"), ("pagekey", "face", "report", "render"))
    assert fault(("pagekey", "keying", "arrays"), ("pagekey", "engines", "spark"))
    assert fault(("pagekey", "rules", "path"), ("pagekey", "key"))
    assert not fault(("pagekey", "face", "cli", "key"), ("pagekey", "face", "report", "render"))
    assert not fault(("pagekey", "study", "audit"), ("pagekey", "study", "count", "count"))


def test_files_and_functions_stay_small() -> None:
    long = [f"{path.relative_to(SRC)}: {lines} lines" for path in files() if (lines := path.read_text("utf-8").count("\n")) > FILE_LINES]
    for path in files():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    long.append(f"{path.relative_to(SRC)}:{node.lineno}: {node.name} has {lines} lines")
    assert not long, f"at most {FILE_LINES} lines a file, {FUNCTION_LINES} a function:\n" + "\n".join(long)


def test_no_file_is_called_by_what_it_is_not() -> None:
    assert [str(path.relative_to(SRC)) for path in files() if path.stem in BANNED or path.parent.name in BANNED] == []
