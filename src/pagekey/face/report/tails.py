"""What a list does not show, as one line: how many more there are, and the records of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pagekey.face.report import figures
from pagekey.face.report.words import Words


class Weighed(Protocol):
    """Anything of a list that has records."""

    @property
    def records(self) -> int: ...


def tail(key: str, unit: str, rest: Sequence[Weighed], words: Words, **others: int) -> str:
    """The words under `key` with how many are left, under the name of their unit, their records, and other whole numbers."""
    counts = {unit: len(rest), "records": sum(one.records for one in rest), **others}
    return words(key, **{name: figures.whole(number) for name, number in counts.items()})
