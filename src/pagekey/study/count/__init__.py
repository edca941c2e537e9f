"""Counting: `count(keyed, by=None) -> Counts`. The values stand in `figures`, the way they are counted in `tally`."""

from __future__ import annotations

from pagekey.study.count.figures import Counts
from pagekey.study.count.tally import SMALL, count

__all__ = ["SMALL", "Counts", "count"]
