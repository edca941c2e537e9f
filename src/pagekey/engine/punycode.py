"""Punycode (RFC 3492) for labels of any length, in time that grows as n log n.

The standard library's codec counts and inserts characters one by one, which takes minutes for a hostile label of 100 kB.
"""

from __future__ import annotations

BASE = 36
T_MIN = 1
T_MAX = 26
SKEW = 38
DAMP = 700
INITIAL_BIAS = 72
INITIAL_N = 0x80
MAX_INT = 0x7FFFFFFF  # RFC 3492 6.4: what overflows a 31-bit integer is no punycode, in every browser
DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
VALUES = {digit: value for value, digit in enumerate(DIGITS)}


class _Ranks:
    """A row of places, marked or not, that knows how many marks lie before a place (a Fenwick tree)."""

    __slots__ = ("_tree",)

    def __init__(self, marks: list[int]) -> None:
        tree = [0, *marks]
        for at in range(1, len(tree)):
            parent = at + (at & -at)
            if parent < len(tree):
                tree[parent] += tree[at]
        self._tree = tree

    def before(self, place: int) -> int:
        """Marks among the places 0 .. place - 1."""
        tree = self._tree
        total = 0
        while place:
            total += tree[place]
            place &= place - 1
        return total

    def change(self, place: int, by: int) -> None:
        """Mark a place (+1) or take its mark away (-1)."""
        tree = self._tree
        at = place + 1
        while at < len(tree):
            tree[at] += by
            at += at & -at

    def find(self, rank: int) -> int:
        """The place of the mark that has `rank` marks before it."""
        tree = self._tree
        place = 0
        step = 1 << (len(tree).bit_length() - 1)
        while step:
            after = place + step
            if after < len(tree) and tree[after] <= rank:
                place = after
                rank -= tree[after]
            step >>= 1
        return place


def _adapt(delta: int, length: int, first: bool) -> int:
    delta = delta // DAMP if first else delta // 2
    delta += delta // length
    k = 0
    while delta > ((BASE - T_MIN) * T_MAX) // 2:
        delta //= BASE - T_MIN
        k += BASE
    return k + (BASE - T_MIN + 1) * delta // (delta + SKEW)


def _threshold(k: int, bias: int) -> int:
    return min(max(k - bias, T_MIN), T_MAX)


def _write_number(number: int, bias: int, out: list[str]) -> None:
    k = BASE
    while number >= (t := _threshold(k, bias)):
        number, digit = divmod(number - t, BASE - t)
        out.append(DIGITS[t + digit])
        k += BASE
    out.append(DIGITS[number])


def encode(label: str) -> str | None:
    """The punycode of a label, without the `xn--`, or None where it overflows (which takes thousands of characters)."""
    basic = "".join([c for c in label if c < "\x80"])
    out = [basic, "-"] if basic else []
    ranks = _Ranks([int(c < "\x80") for c in label])
    length, n, i, bias = len(basic), INITIAL_N, 0, INITIAL_BIAS
    # The decoder inserts characters in the order of their code points; where one goes is how many of the earlier ones stand before it.
    for code, place in sorted([(ord(c), place) for place, c in enumerate(label) if c >= "\x80"]):
        at = ranks.before(place)
        delta = (code - n) * (length + 1) + at - i
        if delta > MAX_INT:
            return None
        _write_number(delta, bias, out)
        bias = _adapt(delta, length + 1, length == len(basic))
        ranks.change(place, 1)
        length, n, i = length + 1, code, at + 1
    return "".join(out)


def _read_insertions(digits: str, length: int) -> list[tuple[int, str]] | None:
    """(index, character) in the order of insertion into a string that holds `length` characters, or None if it is no punycode."""
    insertions: list[tuple[int, str]] = []
    n, i, bias = INITIAL_N, 0, INITIAL_BIAS
    start, weight, k = 0, 1, BASE
    for digit in digits:
        value = VALUES.get(digit, -1)
        if value < 0:
            return None
        i += value * weight
        t = _threshold(k, bias)
        if value >= t:
            weight *= BASE - t
            k += BASE
            if i > MAX_INT or weight > MAX_INT:
                return None
            continue
        length += 1
        n += i // length
        if i > MAX_INT or n > 0x10FFFF:
            return None
        bias = _adapt(i - start, length, start == 0)
        i %= length
        insertions.append((i, chr(n)))
        i += 1
        start, weight, k = i, 1, BASE
    return None if k > BASE else insertions


def decode(digits: str) -> str | None:
    """The label behind what follows `xn--` in a lower-case A-label, or None if that is no punycode. May hold surrogates.

    A label has one spelling: what is decoded here and holds more than ASCII is encoded to the same digits again.
    """
    basic, delimiter, tail = digits.rpartition("-")
    insertions = _read_insertions(tail, len(basic))
    # RFC 3492 6.2: a delimiter that nothing stands before is not consumed, so it is a digit, and none that counts.
    if insertions is None or (delimiter and not basic):
        return None
    # From the last insertion back to the first, each takes the i-th of the places that are still free: no list is ever shifted.
    places = [""] * (len(basic) + len(insertions))
    free = _Ranks([1] * len(places))
    for index, character in reversed(insertions):
        place = free.find(index)
        places[place] = character
        free.change(place, -1)
    rest = iter(basic)
    return "".join([character or next(rest) for character in places])
