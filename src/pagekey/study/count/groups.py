"""A table by the values of one column, each group counted as if it stood alone."""

from __future__ import annotations

from collections import Counter

from pagekey.study.count.figures import Group
from pagekey.study.count.lists import ratio, top_share
from pagekey.study.count.scope import known, scope
from pagekey.study.count.standing import APART, Standing


def groups(table: Standing, by: str, n: int) -> tuple[Group, ...]:
    """One group a value, most records first; `n` is the whole table's.

    Rows and records add up to the table's; pages do not, as one page may be in many groups.
    """
    numbers = table.numbers or [-1] * len(table.first)
    members: dict[str, Counter[tuple[int, int]]] = {}
    for (name, number, i), rows in Counter(zip(table.keyed.columns[by], numbers, table.first, strict=True)).items():
        members.setdefault(name or "", Counter())[number, i] += rows
    found = [_group(table, name, rows, n) for name, rows in members.items()]
    return tuple(sorted(found, key=lambda group: (-group.records, group.name)))


def _group(table: Standing, name: str, members: Counter[tuple[int, int]], total: int) -> Group:
    keyed = table.keyed
    distinct: Counter[int] = Counter()
    for (_, i), rows in members.items():
        distinct[i] += rows
    inside = table.scope.rows
    rows_inside = {i: rows for i, rows in distinct.items() if i in inside}
    own = scope(keyed, rows_inside, (at for at in members if at[1] in inside), table.scope.unit)
    n = own.n()
    sites, pages = len(set(own.sites.values())), len(set(own.keys.values()))
    return Group(
        name,
        members.total(),
        own.records,
        n,
        len(own.answers()) if table.answer else None,
        sum(rows for i, rows in distinct.items() if keyed.status[i] in APART),
        len({known(keyed.raw, i) for i in own.rows}),
        pages,
        len({known(keyed.host, i) for i in own.rows}),
        sites,
        ratio(n, total, f"share of {own.unit}", n=n),
        ratio(pages, sites, "page/site", n=n),
        ratio(own.records, pages, "record/page", n=n),
        top_share(own, own.by_site(n), own.sites),
    )
