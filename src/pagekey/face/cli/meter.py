"""A line on stderr that tells how far a long run is. Only on a terminal, and never between lines of data."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType

from pagekey.face.cli.ends import is_terminal

_PAUSE = 0.2  # seconds between two drawings
_MIN = 0.5  # seconds before the first: a short run draws nothing


class Meter:
    """Told of bytes read and rows done, it draws `41%  1,200,000 rows  310,000 rows/s`. Use it in a `with`: at its end the line is gone."""

    def __init__(self, path: str | None, *, wanted: bool, label: str = "") -> None:
        self._shown = wanted and is_terminal(sys.stderr)
        self._size = os.path.getsize(path) if self._shown and path and os.path.isfile(path) else 0
        self._label = f"{label}  " if label else ""
        self._start = time.monotonic()
        self._next = self._start + _MIN
        self._bytes = self._rows = 0
        self._drawn = False

    def bytes(self, read: int) -> None:
        """So many bytes of the file have been read."""
        self._bytes = read
        self._draw()

    def rows(self, more: int) -> None:
        """So many rows more are done."""
        self._rows += more
        self._draw()

    def _draw(self) -> None:
        if not self._shown:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _PAUSE
        self._drawn = True
        print(f"\r\x1b[K{self._line(now - self._start)}", end="", file=sys.stderr, flush=True)

    def _line(self, seconds: float) -> str:
        parts = []
        if self._size:
            parts.append(f"{min(100, self._bytes * 100 // self._size)}%")
        if self._rows:
            parts.append(f"{self._rows:,} rows  {int(self._rows / seconds):,} rows/s")
        else:
            parts.append(f"{self._bytes / 1e6:,.1f} MB  {self._bytes / 1e6 / seconds:,.1f} MB/s")
        return self._label + "  ".join(parts)

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._drawn = False
