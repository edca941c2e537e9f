"""Chance for the sample, the same on every Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """Draws built on `Random.random` alone, the one method whose sequence Python promises to keep from version to version."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def share(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._random.random()

    def below(self, stop: int) -> int:
        return int(self._random.random() * stop)

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def weighted(self, weights: dict[str, int]) -> str:
        """A name, drawn by its weight; at least one weight is above 0."""
        mark = self.share() * sum(weights.values())
        for name, weight in weights.items():
            mark -= weight
            if mark < 0:
                return name
        return [name for name, weight in weights.items() if weight > 0][-1]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]

    def text(self, length: int, alphabet: str = "0123456789abcdef") -> str:
        return "".join(self.one_of(alphabet) for _ in range(length))
