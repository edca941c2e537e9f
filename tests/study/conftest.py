"""Lets the tests of this folder import `fake` (the hand-built keyed table) under every import mode of pytest."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "study"))
