"""What the engine's files need of `import cython` when they run uncompiled: types that are only written down, decorators that do nothing.

Not a copy of Cython: a name that is not defined here stands for a type, and may be subscripted like one.
"""

from __future__ import annotations

from types import TracebackType
from typing import TypeVar

compiled = False
NULL = None
T = TypeVar("T")


class _Type:
    """A C type: `cython.int`, `cython.uchar[256]`, `cython.const[cython.int][::1]`."""

    def __getitem__(self, item: object) -> _Type:
        return self

    def __call__(self, value: object = 0) -> object:
        return value


class _NoGil:
    """`cython.nogil`, as a decorator and in a `with`."""

    def __call__(self, function: T) -> T:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, where: TracebackType | None) -> None:
        return None


nogil = _NoGil()
_A_TYPE = _Type()


def __getattr__(name: str) -> _Type:
    if name.startswith("__"):
        raise AttributeError(name)
    return _A_TYPE


def cfunc(function: T) -> T:
    """A C function: called like any other here."""
    return function


def ccall(function: T) -> T:
    """A C function that Python can call too."""
    return function


def cclass(kind: T) -> T:
    """An extension type: a class like any other here."""
    return kind


def exceptval(check: bool = True) -> _NoGil:
    """How errors travel in C: they travel by themselves here."""
    return nogil


def declare(kind: object, value: T) -> T:
    """A constant of a C type."""
    return value


def typedef(kind: T) -> T:
    """Another name of a type."""
    return kind


def cast(kind: object, value: T) -> T:
    """The value, read as another type of the same width or wider."""
    return value
