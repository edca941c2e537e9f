"""Counting: `count(keyed, by=None) -> Counts`. The values stand in `figures`; the way they are counted begins in `tally`."""

from __future__ import annotations

from pagekey.statistics.bootstrap import REPLICATES, SEED
from pagekey.statistics.few import SMALL
from pagekey.study.count.figures import Counts
from pagekey.study.count.tally import count

__all__ = ["REPLICATES", "SEED", "SMALL", "Counts", "count"]
