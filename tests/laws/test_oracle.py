"""The oracle against the cases that pin what the rules mean, and against the laws that every reading of them must keep."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pagekey.engine.idna import host_to_ascii
from tests.oracle import LEVELS, key, octets, to_bytes
from tests.oracle_tables import small_tables
from tests.url_grammar import mutated, urls, urls_with_parameters

TABLES = small_tables(host_to_ascii)
CASES = Path(__file__).with_name("oracle_cases.tsv")
PAIRS = [(fine, coarse) for i, fine in enumerate(LEVELS) for coarse in LEVELS[i:]]


class Case(NamedTuple):
    """One row: every field is ASCII with Python escapes in the file, decoded here."""

    raw: str
    rfc3986: str
    crawl: str
    citation: str
    status: str
    why: str


def read_cases() -> list[Case]:
    header, *lines = CASES.read_text(encoding="ascii").removesuffix("\n").split("\n")
    assert tuple(header.split("\t")) == Case._fields
    return [Case(*(field.encode("ascii").decode("unicode_escape") for field in line.split("\t"))) for line in lines]


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: f"{ascii(case.raw)[1:-1]} ({case.why})")
def test_case(case: Case) -> None:
    for level, expected in zip(LEVELS, case[1:4], strict=True):
        assert key(case.raw, level, TABLES) == (expected, case.status), f"{level}: {case.why}"


@pytest.mark.parametrize(("fine", "coarse"), PAIRS)
def test_cases_keep_the_laws(fine: str, coarse: str) -> None:
    for case in read_cases():
        assert key(getattr(case, fine), coarse, TABLES)[0] == getattr(case, coarse), f"{ascii(case.raw)} by way of {fine}: {case.why}"


def broken_law(raw: str) -> str:
    """'' or the first law that `raw` breaks: coarse(fine(x)) == coarse(x), which for one level is f(f(x)) == f(x)."""
    keys = {level: key(raw, level, TABLES)[0] for level in LEVELS}
    for fine, coarse in PAIRS:
        again = key(keys[fine], coarse, TABLES)[0]
        if again != keys[coarse]:
            return f"{raw!a}: {coarse} {keys[coarse]!a}, but by way of {fine} {keys[fine]!a} it is {again!a}"
    return ""


@given(urls())
@settings(max_examples=400, deadline=None)
def test_absorption_over_the_grammar(raw: str) -> None:
    assert not broken_law(raw)


@given(st.text(st.characters(), max_size=30))
@settings(max_examples=200, deadline=None)
def test_absorption_over_any_text(raw: str) -> None:
    assert not broken_law(raw)


def test_absorption_over_mutated_strings() -> None:
    assert not [law for raw in mutated(1, 6_000) if (law := broken_law(raw))]


@given(urls_with_parameters(), st.sampled_from(("utm_source=x", "gclid", "UTM_Medium=", "fbclid=a+b")), st.integers(0, 6))
@settings(max_examples=300, deadline=None)
def test_tracking_is_not_seen(parts: tuple[str, list[str], str], tracking: str, at: int) -> None:
    start, parameters, fragment = parts
    more = [*parameters[:at], tracking, *parameters[at:]]
    plain = start + "?" * bool(parameters) + "&".join(parameters) + fragment
    tracked = start + "?" + "&".join(more) + fragment
    assume(key(plain, "citation", TABLES)[1] == "page")
    assert key(tracked, "citation", TABLES) == key(plain, "citation", TABLES)


def name_in_key(parameter: str) -> bytes:
    """What a parameter is sorted by: two spellings of one name must keep their order."""
    whole = octets(to_bytes(parameter).translate(None, b"\t\n\r"))
    return re.sub(rb"\A(?:(?i:amp);)+", b"", whole).partition(b"=")[0].replace(b"+", b"%20")


@given(urls_with_parameters(), st.data())
@settings(max_examples=300, deadline=None)
def test_order_of_parameters_is_free(parts: tuple[str, list[str], str], data: st.DataObject) -> None:
    start, parameters, fragment = parts
    if any(set(parameter.partition("=")[0]) & set("/:?") for parameter in parameters):
        return  # an opaque query: its order may be content
    groups: dict[bytes, list[str]] = {}
    for parameter in parameters:
        groups.setdefault(name_in_key(parameter), []).append(parameter)
    slots = data.draw(st.permutations([name_in_key(parameter) for parameter in parameters]))
    shuffled = [groups[name].pop(0) for name in slots]
    one, other = (start + "?" + "&".join(order) + fragment for order in (parameters, shuffled))
    assume(key(one, "crawl", TABLES)[1] == "page")
    assert key(one, "crawl", TABLES) == key(other, "crawl", TABLES)


def test_every_level_says_the_same_status() -> None:
    for raw in mutated(2, 3_000):
        assert len({key(raw, level, TABLES)[1] for level in LEVELS}) == 1, ascii(raw)
