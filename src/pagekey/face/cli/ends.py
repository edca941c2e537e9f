"""How a run ends: what is said where, and with which exit code. Imports nothing that costs time."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from pagekey.errors import PagekeyError

DONE, FINDING, MISUSE = 0, 1, 2
BROKEN_PIPE, INTERRUPTED = 141, 130  # 128 + SIGPIPE, 128 + SIGINT: what a shell reports of a program that the signal ended


def guarded(work: Callable[[], int | None]) -> int:
    """The exit code of `work`, whose errors are said on stderr. A broken pipe ends quietly, an interruption at once."""
    try:
        code = work() or DONE
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except PagekeyError as error:
        say(f"pagekey: {error}")
    except BrokenPipeError:
        _hush()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        say(f"pagekey: cannot go on: {error.strerror or error}")
        _hush()
    except Exception as error:  # our own bug: it says so, whole, and ends the run
        _confess(error)
    return MISUSE


def say(line: str) -> None:
    """One line on stderr; nothing where stderr is closed."""
    try:
        print(line, file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):  # closed, or a pipe that nobody reads: there is no one to tell
        _hush()


def put(text: str) -> None:
    """Text on stdout, as UTF-8 whatever the locale; bytes that were no UTF-8 on the command line come out as they were."""
    out = stdout()
    try:
        out.write(text.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        from pagekey.keying.io.write import encode

        out.write(encode(text))


def stdout() -> BinaryIO:
    """Standard output as bytes. PagekeyError if it is closed."""
    if sys.stdout is None:
        raise PagekeyError("standard output is closed")
    sys.stdout.flush()
    return sys.stdout.buffer


def colour() -> bool:
    """True if stdout is a terminal whose user has not said otherwise (https://no-color.org)."""
    return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal(stream: object) -> bool:
    """True if the stream is there, open, and a terminal."""
    try:
        return stream is not None and stream.isatty()  # type: ignore[attr-defined]
    except ValueError:
        return False


def _hush() -> None:
    """Nothing more can be written: what is still buffered goes nowhere, so that the interpreter does not complain at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass


def _confess(error: Exception) -> None:
    import traceback

    from pagekey import __version__

    say("".join(traceback.format_exception(error)).rstrip())
    say(f"pagekey: this is a bug in pagekey {__version__}, not in your input: {type(error).__name__}: {error}")
    say("hint: please report it with the lines above and the URL or file that it met")
