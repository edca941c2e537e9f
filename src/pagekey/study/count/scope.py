"""What is counted: distinct rows with their records, the answers they stand in, and how often each unit is cited, three ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from pagekey.keying.pages import Rows, weighed


@dataclass(frozen=True, slots=True)
class Cited:
    """How often each unit (site, page) is cited: by records, by answer-page pairs and by answers, all by its name.

    `unit` chooses among them; `n` is what a share by that unit is of. Without answers, pairs and answers are empty.
    """

    records: Counter[str]
    pairs: Counter[str]
    answers: Counter[str]
    unit: str
    n: int

    @property
    def counts(self) -> Counter[str]:
        """By the unit of counting."""
        return {"records": self.records, "pairs": self.pairs, "answers": self.answers}[self.unit]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its engine, the row of each of its records, and one row for each page that it cites; all of status `page`."""

    engine: str
    rows: Sequence[int]
    pages: Collection[int]


@dataclass(frozen=True, slots=True)
class Scope:
    """Rows of status `page`, or a part of them, with the key and the site of each; and the answers among them, those that cite a page.

    `answered` is False where no column tells answers apart.
    """

    rows: Rows
    answers: Sequence[Answer]
    keys: Mapping[int, str]
    sites: Mapping[int, str]
    unit: str
    answered: bool

    @property
    def records(self) -> int:
        return sum(self.rows.values())

    @property
    def pairs(self) -> int:
        return sum(len(answer.pages) for answer in self.answers)

    @property
    def n(self) -> int:
        """How many there are of the unit of counting."""
        return self.records if self.unit == "records" else self.pairs if self.unit == "pairs" else len(self.answers)

    def cited(self) -> tuple[Cited, Cited]:
        """The sites, and the pages: of these, an answer cites one once or not at all, so pairs and answers are the same."""
        sites, keys, citing = self.sites, self.keys, self._citing()
        answers = Counter(chain.from_iterable(set(map(sites.__getitem__, answer.pages)) for answer in self.answers))
        pairs = weighed(citing, keys)
        return (
            Cited(weighed(self.rows, sites), weighed(citing, sites), answers, self.unit, self.n),
            Cited(weighed(self.rows, keys), pairs, pairs, self.unit, self.n),
        )

    def answers_citing(self, names: Collection[str], level: Mapping[int, str]) -> int:
        """How many answers cite at least one of the named; `level` is `sites` or `keys`."""
        wanted = {i for i, name in level.items() if name in names}
        return sum(1 for answer in self.answers if not wanted.isdisjoint(answer.pages))

    def _citing(self) -> Counter[int]:
        """Answers by a row of the page that they cite."""
        return Counter(chain.from_iterable(answer.pages for answer in self.answers))
