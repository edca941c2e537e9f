"""The command line as users run it: a process of its own, with bytes in and bytes out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from command_line import COMMAND, Ran, Run, environment, heard  # noqa: E402


@pytest.fixture(scope="session")
def run() -> Run:
    """run(*words, stdin=b"", env=None): bytes go in by a pipe."""

    def run_it(*words: str | Path, stdin: bytes = b"", env: dict[str, str] | None = None) -> Ran:
        command = [*COMMAND, *map(str, words)]
        done = subprocess.run(command, input=stdin, capture_output=True, env=environment(env), timeout=120, check=False)
        return Ran(done.returncode, done.stdout, heard(done.stderr))

    return run_it


@pytest.fixture
def start() -> Callable[..., subprocess.Popen[bytes]]:
    """start(*words): a process whose three streams are pipes of ours."""

    def start_it(*words: str | Path, **streams: int) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        command: Sequence[str] = [*COMMAND, *map(str, words)]
        return subprocess.Popen(command, env=environment(), **pipes)  # type: ignore[call-overload, no-any-return]

    return start_it
