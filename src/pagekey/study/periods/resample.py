"""Intervals for the change of shares, over whole answers: records of one answer are not independent of each other.

Only shares: a resample loses units that were cited once, so the number of pages in it is too low, and its interval would be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagekey.statistics.bootstrap import Interval, Strata, interval, paired

Answer = tuple[str, str]
"""Stratum (the engine, or "") and name of an answer."""


def strata(answers: Sequence[Answer], sites: Sequence[str], wanted: Sequence[str]) -> Strata:
    """The answers of each stratum: of each answer its records, then those of each wanted site. `answers` and `sites` go by record."""
    places = {site: place for place, site in enumerate(wanted, 1)}
    found: dict[str, dict[str, list[int]]] = {}
    for (stratum, name), site in zip(answers, sites, strict=True):
        one = found.setdefault(stratum, {}).setdefault(name, [0] * (len(wanted) + 1))
        one[0] += 1
        if site in places:
            one[places[site]] += 1
    return [list(found[stratum].values()) for stratum in sorted(found)]


def changes(old: Strata, new: Strata, wanted: Sequence[str], resamples: int, seed: int) -> dict[str, Interval]:
    """For each wanted site the 95 % interval of its change in share, new minus old; both must have a record."""
    drawn: list[list[float]] = [[] for _ in wanted]
    for pair in paired(old, new, resamples, seed):
        then, now = ([sum(column) for column in zip(*totals, strict=True)] for totals in pair)
        for place, values in enumerate(drawn, 1):
            values.append(now[place] / now[0] - then[place] / then[0])
    found = {site: interval(values) for site, values in zip(wanted, drawn, strict=True)}
    return {site: one for site, one in found.items() if one is not None}
