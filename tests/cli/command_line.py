"""How the tests of this folder start the command line, and what they see of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pagekey

SOURCES = str(Path(pagekey.__file__).parents[1])
COMMAND = (sys.executable, "-m", "pagekey")
SAID_ONCE = ("pagekey: no compiled engine", "pagekey: the compiled engine")  # where there is none; tests of the loader look at it


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run left: exit code, stdout, and stderr as lines."""

    code: int
    out: bytes
    said: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "surrogateescape")

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


Run = Callable[..., Ran]


def environment(more: dict[str, str] | None = None) -> dict[str, str]:
    """Ours, without what would change how a run prints: Python's own variables (one unbuffers stdout), NO_COLOR."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM") and not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": SOURCES, "TERM": "xterm", **(more or {})}


def heard(stderr: bytes) -> tuple[str, ...]:
    return tuple(line for line in stderr.decode("utf-8", "replace").splitlines() if not line.startswith(SAID_ONCE))


