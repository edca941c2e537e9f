"""Which of the strings of one page stands for it: the one rule, for lists of merges, `--dedup` and reports."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pagekey.keying.io.write import encode
from pagekey.rules import BIT

CRITERIA = ("own", "scheme", "parameters", "records", "length", "bytes")
RULE = (
    "an address of its own before a short link or a wrapper; https before http before any other; "
    "fewest parameters; most records; fewest bytes; first in the order of bytes"
)
_LEADS = 1 << BIT["expand-short-link"] | 1 << BIT["unwrap-redirect"]
_SCHEME = re.compile(r"\s*(https?)://", re.IGNORECASE)


class Candidate(NamedTuple):
    """A raw string of the page, the records that have it, and its hits (`Keyed.hits`)."""

    raw: str
    records: int
    hits: int


def representative(candidates: Iterable[Candidate]) -> tuple[str, tuple[str, ...]]:
    """The string that stands for the page, and the criteria of `CRITERIA` that left others behind, in order; () for a page of one string.

    `RULE` states the rule. The order of the candidates does not matter. ValueError without a candidate.
    """
    ranks = {rank(*one): one.raw for one in candidates}
    best = min(ranks)
    # The longest beginning that the best shares with another: what decided against that one comes after it.
    lost = {next(i for i, (mine, other) in enumerate(zip(best, one, strict=True)) if mine != other) for one in ranks if one != best}
    return ranks[best], tuple(CRITERIA[i] for i in sorted(lost))


def rank(raw: str, records: int, hits: int) -> tuple[int, int, int, int, int, bytes]:
    """One number a criterion, the lower the better, then the bytes."""
    scheme = _SCHEME.match(raw)
    data = encode(raw)
    return (int(bool(hits & _LEADS)), _order(scheme[1] if scheme else ""), parameters(raw), -records, len(data), data)


def parameters(raw: str) -> int:
    """How many parameters the string has by a plain split of its query; empty ones do not count."""
    return sum(bool(piece) for piece in raw.partition("#")[0].partition("?")[2].split("&"))


def _order(scheme: str) -> int:
    return {"https": 0, "http": 1}.get(scheme.lower(), 2)
