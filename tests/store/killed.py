"""`pagekey import` that kills itself with SIGKILL at its N-th call of a function: python killed.py N FILE-FOR-COUNT import ...

N 0 runs to the end and writes the number of calls, and after how many the part was seen under its name. A call is counted, Python's own
functions too, so a moment is the same on every machine, fast or slow.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType

from pagekey.face.cli import main
from pagekey.keying.single import ready
from pagekey.keying.store.parts import arrow

MOMENT, COUNTED = int(sys.argv[1]), Path(sys.argv[2])
calls = published = 0


def watch(frame: FrameType, event: str, given: object) -> None:
    global calls, published
    if event in ("call", "c_call"):
        calls += 1
        if calls == MOMENT:
            os.kill(os.getpid(), signal.SIGKILL)
        if given is os.link:
            published = calls


arrow()
ready("citation@1")
sys.setprofile(watch)
try:
    main(sys.argv[3:])
finally:
    sys.setprofile(None)
    if not MOMENT:
        COUNTED.write_text(f"{calls} {published}")
