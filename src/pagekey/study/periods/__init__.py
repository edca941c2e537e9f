"""Two periods compared: `diff(old, new) -> Changes`, or a refusal where their numbers were made under different rules.

`rows` is what a comparison sees of a table, `figures` holds the values, `resample` makes the intervals, `changes` brings them together.
"""

from __future__ import annotations

from pagekey.study.periods.changes import diff
from pagekey.study.periods.figures import Changes
from pagekey.study.periods.rows import Period

__all__ = ["Changes", "Period", "diff"]
