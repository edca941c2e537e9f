"""Lets the tests of this folder import `fixture`, and `fake` (the hand-built keyed table), under every import mode of pytest."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "report"), str(TESTS / "study")]
