"""A table by the values of one column, each group counted as if it stood alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pagekey.keying.pages import APART, known
from pagekey.study.count.figures import Group
from pagekey.study.count.lists import ratio, top_share
from pagekey.study.count.standing import Standing


def groups(table: Standing, by: str) -> tuple[Group, ...]:
    """One group a value, most records first.

    Rows and records add up to the table's; pages do not, as one page may be in many groups.
    """
    members: dict[str, list[int]] = defaultdict(list)
    for j, name in enumerate(table.keyed.columns[by]):
        members[name or ""].append(j)
    found = [_group(table, name, places) for name, places in members.items()]
    return tuple(sorted(found, key=lambda group: (-group.records, group.name)))


def _group(table: Standing, name: str, places: Sequence[int]) -> Group:
    keyed = table.keyed
    own = table.part(places)
    n = own.n
    sites, pages = len(set(own.sites.values())), len(set(own.keys.values()))
    return Group(
        name,
        len(places),
        own.records,
        n,
        len(own.answers) if table.answer else None,
        sum(1 for j in places if keyed.status[j] in APART),
        len({known(keyed.raw, i) for i in own.rows}),
        pages,
        len({known(keyed.host, i) for i in own.rows}),
        sites,
        ratio(n, table.scope.n, f"share of {own.unit}", n=n),
        ratio(pages, sites, "page/site", n=n),
        ratio(own.records, pages, "record/page", n=n),
        top_share(own, own.cited()[0], own.sites),
    )
