"""Numbers as people read them, by whole-number arithmetic: the same digits on every machine, halves rounded up."""

from __future__ import annotations

from fractions import Fraction


def whole(number: int) -> str:
    """1234567 -> 1,234,567."""
    return f"{number:,}"


def signed(number: int) -> str:
    """The change with its sign; 0 has none."""
    return f"{number:+,}" if number else "0"


def decimal(part: int, over: int, places: int = 2) -> str:
    """part / over with `places` decimals; `part` is not negative, `over` not 0."""
    scale = 10**places
    head, tail = divmod((2 * part * scale + over) // (2 * over), scale)
    return f"{head:,}.{tail:0{places}}"


def percent(part: int, over: int) -> str:
    """One decimal. Never "0.0%" for something, never "100.0%" for less than all: `<0.1%` and `>99.9%`, with the sign before a loss."""
    text = decimal(100 * abs(part), over, 1)
    sign = "-" if part < 0 else ""
    if part and text == "0.0":
        return f"{'>-' if part < 0 else '<'}0.1%"
    if abs(part) < over and text == "100.0":
        return f"{'<-' if part < 0 else '>'}99.9%"
    return f"{sign}{text}%"


def real(number: float, places: int) -> str:
    """A measured number with `places` decimals; never zeros for something: `<0.0001`."""
    text = f"{number:,.{places}f}"
    return f"<{10**-places:.{places}f}" if number > 0 and not text.strip("0.,") else text


def rate(share: float) -> str:
    """A share that is no ratio of two counts (a mean, the end of an interval), as percent."""
    return f"{100 * share:.1f}%"


def points(change: float) -> str:
    """The change of a share with its sign, in points; 0 has none."""
    text = f"{100 * change:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def halves(number: float) -> str:
    """A median: a whole number or a half."""
    return whole(int(number)) if number == int(number) else f"{number:,.1f}"


def measure(number: float) -> str:
    """A weight: whole as it is, 1 and more with two decimals, less with three significant digits."""
    if number == int(number) and number < 1e15:
        return whole(int(number))
    return f"{number:,.2f}" if number >= 1 else f"{number:.3g}"


def share(part: float, over: float) -> str:
    """`percent` of two weights, `over` not 0."""
    ratio = Fraction(part) / Fraction(over)
    return percent(ratio.numerator, ratio.denominator)
