"""What a column says of the pages: titles and canonicals. They are evidence, never identity: a key does not know them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pagekey.keying.single import keys as keys_of
from pagekey.study.suspects.changes import joining, parting
from pagekey.study.suspects.figures import EXAMPLES, Suspect
from pagekey.study.suspects.names import is_locale

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed
    from pagekey.policy import Policy
    from pagekey.study.suspects.apart import Keys

HOSTS = 3  # words on pages of so many hosts ("Just a moment", "404") say nothing of a page
PAGES = 4  # words on more pages of one site than this are its template's
COMPARED = 20  # different titles of one key that are held against each other
_GAPS = re.compile(r"[\W_]+")


@dataclass(slots=True)
class Evidence:
    """Per key and string what the column says, in the form in which it is compared; and how a value was written."""

    kind: str  # title | canonical
    agree: Callable[[str, str], bool]
    said: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    common: frozenset[str] = frozenset()
    single: dict[str, str] = field(default_factory=dict)  # key -> what the column says of it, where that is one thing

    def against(self, one: str, other: str) -> bool:
        """Does the column tell the two keys apart?"""
        a, b = self.single.get(one), self.single.get(other)
        return a is not None and b is not None and not self.agree(a, b)

    def joins(self, one: str, other: str) -> bool:
        """Does the column say that the two keys are one page?"""
        return one in self.single and self.single[one] == self.single.get(other)

    def differing(self, policy: Policy, records: Counter[str]) -> list[Suspect]:
        """Keys whose strings have values that disagree. A string with several values of its own proves nothing: its page has changed."""
        found = []
        for key, strings in self.said.items():
            if len(strings) < 2:
                continue
            told: dict[str, str] = {}  # a value that agrees with none before it -> its string
            for url, values in strings.items():
                value = next(iter(values))
                if len(values) > 1 or value in self.common or len(told) == COMPARED:
                    continue
                if not any(self.agree(value, other) for other in told):
                    told[value] = url
            if len(told) > 1:
                first, second = list(told.values())[:2]
                examples = tuple(self.written[value] for value in list(told)[:EXAMPLES])
                found.append(Suspect(f"{self.kind}s-differ", key, "", len(told), records[key], examples, parting(first, second, policy)))
        return found

    def shared(self, keys: Keys, known: Iterable[Evidence]) -> list[Suspect]:
        """Keys of one host (for a canonical: of one registrable domain) with the same value, unless a canonical has told already."""
        groups: dict[tuple[str, str], list[str]] = {}
        for key, value in self.single.items():
            place = keys.host(key) if self.kind == "title" else keys.domain(key)
            groups.setdefault((place, value), []).append(key)
        others = [one for one in known if one.kind == "canonical" and one is not self]  # the stronger evidence
        found = []
        for (place, value), members in groups.items():
            if 2 <= len(members) <= PAGES:
                first, *rest = sorted(members, key=lambda key: (-keys.records[key], len(key), key))
                rest = [key for key in rest if not any(one.against(first, key) or one.joins(first, key) for one in others)]
                if rest:
                    pages = (first, *rest)
                    changes = tuple(change for key in rest for change in joining(key, first))
                    total = sum(keys.records[key] for key in pages)
                    found.append(Suspect(f"same-{self.kind}", place, self.written[value], len(pages), total, pages[:EXAMPLES], changes))
        return found


def evidence(keyed: Keyed, rows: Collection[int], read: Sequence[str | None], column: str, kind: str) -> Evidence:
    """What the column says of the rows, a cell each; `rows` has the first of each distinct row."""
    cells = keyed.columns[column]
    said = [(i, cell) for i, cell in dict.fromkeys(_turns(keyed.first, cells)) if i in rows and cell and not cell.isspace()]
    distinct = list(dict.fromkeys(cell for _, cell in said))
    plain = dict(zip(distinct, _words(distinct) if kind == "title" else _pages(distinct, keyed.policy), strict=True))
    made = Evidence(kind, _alike if kind == "title" else str.__eq__)
    hosts: dict[str, set[str]] = {}
    for i, cell in said:
        key, url, value = keyed.key[i], read[i], plain[cell]
        if key is None or url is None or not value:
            continue
        made.said.setdefault(key, {}).setdefault(url, set()).add(value)
        made.written.setdefault(value, cell)
        own = hosts.setdefault(value, set())
        if len(own) < HOSTS:
            own.add(keyed.host[i] or "")
    made.common = frozenset(value for value, own in hosts.items() if len(own) == HOSTS and kind == "title")
    for key, strings in made.said.items():
        values = set().union(*strings.values()) - made.common
        if len(values) == 1:
            made.single[key] = values.pop()
    return made


def _turns(first: Sequence[int], cells: Sequence[str | None]) -> Iterator[tuple[int, str | None]]:
    """Row and cell wherever the cell is not the one that was last seen with the same string: mostly once a string."""
    last: dict[int, str | None] = {}
    for i, cell in zip(first, cells, strict=True):
        if last.get(i) != cell:
            last[i] = cell
            yield i, cell


def _words(titles: Sequence[str]) -> list[str]:
    """Lower case, words only."""
    return [_GAPS.sub(" ", title.casefold()).strip() for title in titles]


def _alike(one: str, other: str) -> bool:
    """Titles are cut, get the site's name hung on and are reworded a little: half the words of the shorter one are enough."""
    if one in other or other in one:
        return True
    a, b = set(one.split()), set(other.split())
    return 2 * len(a & b) >= min(len(a), len(b))


def _pages(urls: Sequence[str], policy: Policy) -> list[str]:
    """The keys of canonicals; "" for what is no page, and for a home page (/, /en), which careless templates name everywhere."""
    found = []
    for key in keys_of(urls, policy):
        host, _, rest = (key or "").rpartition("://")[2].partition("/")
        found.append(key if key and "." in host and rest and not is_locale(rest) else "")
    return found
