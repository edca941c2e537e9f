"""A table ready to be counted: its distinct rows, and which answer and engine each row in scope stands in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from pagekey.keying.pages import APART, Rows, distinct_rows, known, of_status, site_of
from pagekey.study.count.answers import engines_of, is_blank
from pagekey.study.count.scope import Answer, Scope

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.study.count.figures import Column


@dataclass(frozen=True, slots=True)
class Standing:
    """`first`, `answers` and `engines` run row by row: the first row that is the same, the cell of the answer, and the engine ("": blank).

    `web` are pages and rows that may become one. `loose` are by engine the rows in scope that name no answer, one for each record;
    `by_engine` all rows in scope, empty without a column of engines.
    """

    keyed: Keyed
    answer: Column | None
    engine: Column | None
    first: Sequence[int]
    answers: Sequence[str | None]
    engines: Sequence[str]
    distinct: Rows
    web: Rows
    scope: Scope
    loose: Mapping[str, Sequence[int]]
    by_engine: Mapping[str, Rows]

    @property
    def unanswered(self) -> int:
        """Records in scope that name no answer, where others do."""
        return sum(map(len, self.loose.values()))

    def part(self, places: Sequence[int]) -> Scope:
        """What is in scope of some rows of the table."""
        whole = self.scope
        rows = {i: records for i, records in Counter(self.first[j] for j in places).items() if i in whole.rows}
        keys = {i: whole.keys[i] for i in rows}
        answers: Sequence[Answer] = ()
        if self.answer:
            answers, _ = gathered(((self.engines[j], self.answers[j], self.first[j]) for j in places), _first_of_page(keys))
        return Scope(rows, answers, keys, {i: whole.sites[i] for i in rows}, whole.unit, whole.answered)


def standing(keyed: Keyed, answer: Column | None, engine: Column | None, unit: str) -> Standing:
    """The table with these columns of answers and engines, and the rows of status `page` as its scope."""
    first = keyed.first
    distinct = distinct_rows(keyed)
    rows, web = of_status(keyed, distinct, "page"), of_status(keyed, distinct, "page", *APART)
    keys, sites = {i: known(keyed.key, i) for i in rows}, {i: site_of(keyed, i) for i in rows}
    page = _first_of_page(keys)
    engines, answers = engines_of(keyed, engine), keyed.columns[answer.name] if answer else [None] * len(first)
    found, loose = gathered(zip(engines, answers, first, strict=True), page) if answer or engine else ([], {})
    whole = Scope(rows, found, keys, sites, unit, answer is not None)
    by_engine = _by_engine(found, loose) if engine else {}
    return Standing(keyed, answer, engine, first, answers, engines, distinct, web, whole, loose if answer else {}, by_engine)


def _first_of_page(keys: Mapping[int, str]) -> dict[int, int]:
    """For each row with a key, the first of them with the same key."""
    same: dict[str, int] = {}
    return {i: same.setdefault(key, i) for i, key in keys.items()}


def gathered(rows: Iterable[tuple[str, str | None, int]], page: Mapping[int, int]) -> tuple[list[Answer], dict[str, list[int]]]:
    """The answers of some (engine, answer, row), and by engine the rows that name none; `page` has the rows in scope.

    An answer is one value within one engine: exports number the answers of every engine from 1.
    """
    found: dict[str, dict[str | None, list[int]]] = defaultdict(lambda: defaultdict(list))
    for engine, answer, i in rows:
        found[engine][answer].append(i)
    answers: list[Answer] = []
    loose: dict[str, list[int]] = {}
    for engine, own in found.items():
        for answer, members in own.items():
            pages = set(map(page.get, members))
            inside = [i for i in members if i in page] if None in pages else members
            if inside and is_blank(answer):
                loose.setdefault(engine, []).extend(inside)
            elif inside:
                answers.append(Answer(engine, inside, {i for i in pages if i is not None}))
    return answers, loose


def _by_engine(answers: Sequence[Answer], loose: Mapping[str, Sequence[int]]) -> dict[str, Rows]:
    """The rows in scope by engine: those of its answers, and those that name none."""
    members: dict[str, list[Sequence[int]]] = {engine: [rows] for engine, rows in loose.items()}
    for answer in answers:
        members.setdefault(answer.engine, []).append(answer.rows)
    return {engine: Counter(chain.from_iterable(own)) for engine, own in members.items()}
