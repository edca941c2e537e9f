"""What can be called from outside says what comes back."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import pagekey

SRC = Path(__file__).parents[1] / "src"
CALLABLE = [name for name in pagekey.__all__ if callable(getattr(pagekey, name))]
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def bare(path: Path) -> Iterator[str]:
    """Public functions and classes at the top of a file that have no docstring, and the file itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    if tree.body and not ast.get_docstring(tree):
        yield f"{path.relative_to(SRC)}: the module"
    for node in tree.body:
        told = ast.get_docstring(node) if isinstance(node, DEFINITIONS) else ""
        if isinstance(node, DEFINITIONS) and not node.name.startswith("_") and not told and not is_overload(node):
            yield f"{path.relative_to(SRC)}:{node.lineno}: {node.name}"


def is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether it only gives types; the function that follows says what it does."""
    return any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list)


def inherited_from_ours(kind: type, name: str) -> bool:
    """Whether the member is written by us, not by Python or a base class of it."""
    return any(name in vars(base) for base in kind.__mro__ if base.__module__.startswith("pagekey"))


@pytest.mark.parametrize("name", CALLABLE)
def test_public_names(name: str) -> None:
    thing = getattr(pagekey, name)
    text = inspect.getdoc(thing) or ""
    # A dataclass without docstring gets its signature as one.
    assert text and not text.startswith(f"{name}("), f"pagekey.{name} has no docstring"
    if isinstance(thing, type):
        methods = [member for member, value in inspect.getmembers(thing) if not member.startswith("_") and inspect.isroutine(value)]
        missing = [member for member in methods if inherited_from_ours(thing, member) and not inspect.getdoc(getattr(thing, member))]
        assert not missing, f"pagekey.{name}: no docstring on {', '.join(missing)}"


def test_every_public_function_in_the_sources() -> None:
    missing = [line for path in sorted(SRC.rglob("*.py")) for line in bare(path)]
    assert not missing, "no docstring:\n" + "\n".join(missing)
