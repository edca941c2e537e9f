"""The same web rows before and after their keys, and what merged them: sides, rungs of the ladder, rule hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pagekey.keying.pages import Rows, known, weighed
from pagekey.rules import RULES
from pagekey.study.count.figures import Merges, RuleHits, Rung, Side
from pagekey.study.count.lists import ratio

if TYPE_CHECKING:
    from pagekey.keying.table import Keyed

# Rungs of a ladder from string to key: (name, column of `Keyed.rungs`), where "" is the key itself.
TIERS = (("standard", "standard"), ("convention", "convention"), ("site", ""))
STEPS = (*((f"step-{i}", f"step-{i}") for i in range(1, 6)), ("beyond", ""))


def written_host(raw: str) -> str | None:
    """The host as the string has it: lower-cased, without userinfo and port, www kept; None where a plain split finds none.

    What `urlsplit(raw).hostname` gives, without its differences between Python versions; a string without scheme is read as if it
    began with `//`. The "before" of a report stands on this: no rule of pagekey has touched it.
    """
    text = raw.strip("\t\n\r\f\v ")
    scheme, mark, rest = text.partition("://")
    if mark and scheme.isascii() and scheme.replace("+", "").replace("-", "").replace(".", "").isalnum():
        text = rest
    elif text[:5].lower() == "http:" or text[:6].lower() == "https:":
        return None
    else:
        text = text.removeprefix("//")
    for end in "/?#":
        text = text.partition(end)[0]
    text = text.rpartition("@")[2]
    host = text.partition("]")[0] + "]" if text.startswith("[") else text.partition(":")[0]
    return host.lower() or None


def before(keyed: Keyed, web: Rows) -> tuple[Side, int]:
    """The web rows as they stand: a string is a page, a host as written (a shortener too) a host; and the records with no such host."""
    strings = weighed(web, {i: known(keyed.raw, i) for i in web})
    hosts = {raw: written_host(raw) for raw in strings}
    distinct = len(set(hosts.values()) - {None})
    hostless = sum(records for raw, records in strings.items() if hosts[raw] is None)
    pages, records = len(strings), strings.total()
    return Side(records, pages, distinct, ratio(pages, distinct, "page/host"), ratio(records, pages, "record/page")), hostless


def merges(keyed: Keyed, rows: Iterable[int], strings: int, pages: int) -> Merges:
    """Strings merged, by tier, by step of the recipe and by rule: distinct keys one rung lower minus distinct keys at this one.

    A rung's keys are made by those rules of the policy whose tier (step) is at most its own; rules without a step are the last rung.
    The numbers merged are differences along one row from strings to pages, so they add up to all that merged, whatever the rules are.
    """
    rungs = keyed.rungs

    def climb(ladder: Sequence[tuple[str, str]]) -> tuple[Rung, ...]:
        if any(rung and rung not in rungs for _, rung in ladder):
            return ()
        left = [len(set(map(rungs[rung].__getitem__, rows))) if rung else pages for _, rung in ladder]
        return tuple(Rung(name, below - here, here) for (name, _), below, here in zip(ladder, [strings, *left], left, strict=False))

    return Merges(strings, pages, strings - pages, climb(TIERS), climb(STEPS), by_rule(keyed, strings))


def by_rule(keyed: Keyed, strings: int) -> tuple[Rung, ...]:
    """Strings merged by each rule after those before it: a string that needs several rules is merged by the last of them."""
    ladder = keyed.ladder()
    below = (strings, *(left for _, left in ladder))
    return tuple(Rung(name, was - left, left) for (name, left), was in zip(ladder, below, strict=False) if was != left)


def hits(keyed: Keyed, rows: Rows) -> tuple[RuleHits, ...]:
    """Rules by the records they changed; each distinct mask is turned into names once."""
    masks = weighed(rows, {i: keyed.hits[i] for i in rows})
    example = {keyed.hits[i]: i for i in rows}
    hit: Counter[str] = Counter()
    for mask, records in masks.items():
        for rule in keyed.rules(example[mask]):
            hit[rule] += records
    tiers = {rule.name: rule.tier for rule in RULES}
    ordered = sorted(hit.items(), key=lambda item: (-item[1], item[0]))
    n = masks.total()
    return tuple(RuleHits(rule, tiers.get(rule, ""), records, ratio(records, n, "share of records", n=n)) for rule, records in ordered)
