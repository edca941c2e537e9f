"""What is counted: distinct rows with their records, the answers they stand in, and how often each unit is cited, three ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekey.errors import PagekeyError

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

Rows = Mapping[int, int]
"""Distinct rows: the place of the first of them -> how many there are."""
Pairs = Collection[tuple[int, int]]
"""Distinct (number of an answer, first of the distinct rows)."""


def firsts(keyed: Keyed) -> Sequence[int]:
    """For each row, the place of the first row that is the same to counting."""
    found: Sequence[int] | None = getattr(keyed, "first", None)
    if found is not None:
        return found
    known: dict[tuple[object, ...], int] = {}
    columns = (keyed.raw, keyed.key, keyed.status, keyed.host, keyed.domain, keyed.site, keyed.hits)
    return [known.setdefault(row, i) for i, row in enumerate(zip(*columns, strict=True))]


def known(column: Sequence[str | None], i: int) -> str:
    """The value of a row that must have one."""
    value = column[i]
    if value is None:
        raise PagekeyError("a page without key, host or string", where=f"row {i}", hint="this is a fault of pagekey, please report it")
    return value


def site_of(keyed: Keyed, i: int) -> str:
    """The site of a page. A host is its own site where the unit does not reach it (an IP, a host in no group)."""
    return keyed.site[i] or known(keyed.host, i)


def domain_of(keyed: Keyed, i: int) -> str:
    """The registrable domain of a page. An IP or a bare suffix has none: it stands for itself."""
    return keyed.domain[i] or known(keyed.host, i)


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
class Scope:
    """Rows of status `page`, or a part of them, with the key and the site of each. `cited` is empty where no answers are known."""

    rows: Rows
    cited: Pairs
    keys: Mapping[int, str]
    sites: Mapping[int, str]
    unit: str

    @property
    def records(self) -> int:
        return sum(self.rows.values())

    def answers(self) -> set[int]:
        """The numbers of the answers that cite a page."""
        return {answer for answer, _ in self.cited}

    def pairs(self) -> dict[tuple[int, str], int]:
        """Distinct (answer, page) -> one of their rows."""
        keys = self.keys
        return {(answer, keys[i]): i for answer, i in self.cited}

    def n(self) -> int:
        """How many there are of the unit of counting."""
        return {"records": lambda: self.records, "pairs": lambda: len(self.pairs()), "answers": lambda: len(self.answers())}[self.unit]()

    def by_site(self, n: int) -> Cited:
        """The sites; `n` as `n()` gives it."""
        sites = self.sites
        pairs = Counter(sites[i] for i in self.pairs().values())
        return Cited(weighed(self.rows, sites), pairs, Counter(name for _, name in self._citing(sites)), self.unit, n)

    def by_page(self, n: int) -> Cited:
        """The pages: an answer cites a page once or not at all, so pairs and answers are the same."""
        answers = Counter(key for _, key in self.pairs())
        return Cited(weighed(self.rows, self.keys), answers, answers, self.unit, n)

    def answers_citing(self, names: Collection[str], level: Mapping[int, str]) -> int:
        """How many answers cite at least one of the named; `level` is `sites` or `keys`."""
        wanted = {i for i, name in level.items() if name in names}
        return len({answer for answer, i in self.cited if i in wanted})

    def _citing(self, level: Mapping[int, str]) -> set[tuple[int, str]]:
        return {(answer, level[i]) for answer, i in self.cited}


def scope(keyed: Keyed, rows: Rows, answered: Iterable[tuple[int, int]], unit: str) -> Scope:
    """The scope of these distinct rows, all of status `page`; `answered` are their (answer, row), -1 where a row names none."""
    keys = {i: known(keyed.key, i) for i in rows}
    return Scope(rows, {pair for pair in answered if pair[0] >= 0}, keys, {i: site_of(keyed, i) for i in rows}, unit)


def weighed(rows: Rows, names: Mapping[int, str]) -> Counter[str]:
    """Records by name."""
    found: Counter[str] = Counter()
    for i, records in rows.items():
        found[names[i]] += records
    return found
