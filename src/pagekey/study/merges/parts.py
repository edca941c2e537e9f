"""Where a string differs from the one that stands for its page: a plain split of both, compared part by part. No rule is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pagekey.policy.hosts import AMP_LABELS, MOBILE_LABELS
from pagekey.study.merges.figures import PARTS, Span
from pagekey.types import Step

_URL = re.compile(
    r"(\s*(?:(?:[A-Za-z][A-Za-z0-9+.\-]*:)?[/\\]{2,})?)((?:[^/?#\\@]*@)*)(\[[^\]/?#]*\]|[^/?#\\:]*)(:[^/?#\\]*)?([^?#]*)(\?[^#]*)?(#.*)?",
    re.DOTALL,
)
_NAMES = ("scheme", "userinfo", "host", "port", "path", "parameters", "fragment")
_PREFIXES = frozenset(("", "www", *MOBILE_LABELS, *AMP_LABELS))


def differences(raw: str, representative: str) -> tuple[tuple[str, ...], tuple[Span, ...]]:
    """The parts of `PARTS` in which `raw` differs, in that order, and the spans of it that differ, from left to right."""
    here, there = _URL.fullmatch(raw), _URL.fullmatch(representative)
    assert here and there  # every part may be empty, and the last one takes what is left
    parts: set[str] = set()
    spans: list[Span] = []
    for group, name in enumerate(_NAMES, 1):
        own, other = here[group] or "", there[group] or ""
        if own == other:
            continue
        start = here.start(group) if here[group] is not None else _place(here, group)
        for found, first, last, instead in _compare(name, own, other):
            parts.add(found)
            if first < last or instead:
                spans.append(Span(start + first, start + last, instead))
    return tuple(part for part in PARTS if part in parts), _joined(spans)


def _place(match: re.Match[str], group: int) -> int:
    """Where a part that is not there would stand: after the last one before it."""
    return max(match.end(k) for k in range(1, group))


def _compare(name: str, own: str, other: str) -> list[tuple[str, int, int, str]]:
    """(part, start, end, what the other has instead) of one part."""
    if name == "scheme":
        shared = 3 if own.endswith("://") and other.endswith("://") else 0
        return [("scheme", 0, len(own) - shared, other[: len(other) - shared])]
    if name == "host":
        return _host(own, other)
    if name == "path":
        return [_path(own, other)]
    if name == "parameters":
        return _parameters(own, other)
    return [(name, 0, len(own), other)]


def _host(own: str, other: str) -> list[tuple[str, int, int, str]]:
    """The labels before those that both have (all of them where that is only the last label), and final dots."""
    name, bare = own.rstrip("."), other.rstrip(".")
    dots, others_dots = own[len(name) :], other[len(bare) :]
    found = [("host", len(name), len(own), others_dots)] if dots != others_dots else []
    mine, others = name.split("."), bare.split(".")
    same = 0
    while same < min(len(mine), len(others)) and mine[-1 - same] == others[-1 - same]:
        same += 1
    shared = len(".".join(mine[len(mine) - same :])) if same > 1 else 0
    fronts = name[: len(name) - shared], bare[: len(bare) - shared]
    if fronts[0] == fronts[1]:
        return found
    part = "prefix" if shared and all(set(front.rstrip(".").split(".")) <= _PREFIXES for front in fronts) else "host"
    return [(part, 0, len(fronts[0]), fronts[1]), *found]


def _path(own: str, other: str) -> tuple[str, int, int, str]:
    """Whole segments, but within the only one that differs."""
    mine, others = re.findall(r"/[^/]*|[^/]+", own), re.findall(r"/[^/]*|[^/]+", other)
    head = tail = 0
    while head < min(len(mine), len(others)) and mine[head] == others[head]:
        head += 1
    while tail < min(len(mine), len(others)) - head and mine[-1 - tail] == others[-1 - tail]:
        tail += 1
    start = len("".join(mine[:head]))
    middle = mine[head : len(mine) - tail], others[head : len(others) - tail]
    one, two = "".join(middle[0]), "".join(middle[1])
    first = last = 0
    if len(middle[0]) == len(middle[1]) == 1:
        first, last = Step("", one, two).common_ends()
        first -= _inside_escape(one, first)
        inside = _inside_escape(one, len(one) - last)
        last = max(last - 3 + inside, 0) if inside else last
    return ("path", start + first, start + len(one) - last, two[first : len(two) - last])


def _inside_escape(text: str, place: int) -> int:
    """How many characters of an escape such as %7E stand before the place that would cut it; 0 if it cuts none."""
    return next((k for k in (1, 2) if text[max(place - k, 0) : place][:1] == "%" and place < len(text)), 0)


def _parameters(own: str, other: str) -> list[tuple[str, int, int, str]]:
    """Parameters that only one has; those of one name stand for each other."""
    mine, others = _pieces(own), _pieces(other)
    left = Counter(piece[1:] for piece in others)
    extra: list[int] = []
    for k, piece in enumerate(mine):
        if left[piece[1:]] > 0:
            left[piece[1:]] -= 1
        else:
            extra.append(k)
    missing = list(left.elements())
    found: list[tuple[str, int, int, str]] = []
    for k in extra:
        start = len("".join(mine[:k]))
        twin = next((body for body in missing if _name(body) == _name(mine[k][1:])), None)
        if twin is not None:
            missing.remove(twin)
        found.append(("parameters", start, start + len(mine[k]), "" if twin is None else f"{mine[k][0]}{twin}"))
    if missing:
        found.append(("parameters", len(own), len(own), ("&" if own else "?") + "&".join(missing)))
    return found + _order([piece[1:] for piece in mine], [piece[1:] for piece in others], own)


def _order(mine: Sequence[str], others: Sequence[str], own: str) -> list[tuple[str, int, int, str]]:
    """Whether the parameters that both have stand in another order; marked only where nothing else differs."""
    both = Counter(mine) & Counter(others)
    kept = [[body for body in bodies if body in both] for bodies in (mine, others)]
    if kept[0] == kept[1] or Counter(kept[0]) != Counter(kept[1]):
        return []
    if Counter(mine) != Counter(others):
        return [("order", 0, 0, "")]
    pieces = _pieces(own)
    starts = [len("".join(pieces[:k])) for k in range(len(pieces))]
    return [("order", starts[k] + 1, starts[k] + len(pieces[k]), others[k]) for k in range(len(mine)) if mine[k] != others[k]]


def _pieces(query: str) -> list[str]:
    """Each parameter with the sign before it."""
    return re.findall(r"[?&][^&]*", query[:1] + query[1:], re.DOTALL) if query else []


def _name(body: str) -> str:
    return body.removeprefix("amp;").partition("=")[0]


def _joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Spans that touch are one."""
    out: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        if out and out[-1].end == span.start:
            out[-1] = Span(out[-1].start, span.end, out[-1].instead + span.instead)
        else:
            out.append(span)
    return tuple(out)
