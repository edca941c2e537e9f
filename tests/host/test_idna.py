"""Hosts to ASCII and back: our own cases, laws over made-up hosts, and ada-url as a second opinion."""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pagekey.engine import idna
from pagekey.engine.characters import load_characters

HERE = Path(__file__).parent
DATA: dict[str, Any] = tomllib.loads((HERE / "idna_cases.toml").read_text(encoding="utf-8"))
DIFFERENCES: dict[str, Any] = tomllib.loads((HERE / "idna_ada_differences.toml").read_text(encoding="utf-8"))


def ours(host: str) -> str:
    """The ASCII form, "" where the host is refused."""
    return (idna.host_to_ascii(host.encode("utf-8", "surrogatepass")) or b"").decode("ascii")


def cases(table: str) -> list[Any]:
    return [pytest.param(*case, id=f"{case[2]}: {case[0]!a}") for group in DATA[table] for case in group["cases"]]


def make_hosts() -> Iterator[str]:
    """The hosts of the seeded maker, without repeats. Its generator is our own, so that every Python makes the same ones."""
    maker = DATA["maker"]
    state = maker["seed"]

    def pick(choices: list[Any]) -> Any:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return choices[(state >> 33) % len(choices)]

    def make_label() -> str:
        kind = pick(list(range(8)))
        if kind < 2:
            return str(pick(maker["a_labels"] if kind == 0 else maker["ascii"]))
        return "".join(pick(maker["atoms"]) for _ in range(pick([1, 2, 3, 4])))

    rows = (".".join(make_label() for _ in range(pick([1, 2, 3]))) for _ in range(maker["rows"]))
    return iter(dict.fromkeys(rows))


@pytest.mark.parametrize(("host", "expected", "why"), cases("group"))
def test_case(host: str, expected: str, why: str) -> None:
    assert ours(host) == expected, f"{why}: {host!a}"


@pytest.mark.parametrize(("raw", "expected", "why"), cases("bytes"))
def test_bytes(raw: str, expected: str, why: str) -> None:
    assert (idna.host_to_ascii(bytes.fromhex(raw)) or b"").decode("ascii") == expected, why


@pytest.mark.parametrize(("host", "expected", "why"), cases("display"))
def test_display(host: str, expected: str, why: str) -> None:
    assert idna.host_to_unicode(host) == expected, f"{why}: {host!a}"


def test_every_forbidden_byte_is_refused_and_no_other() -> None:
    accepted = {byte for byte in range(0x80) if byte != 0x25 and idna.host_to_ascii(b"a" + bytes([byte]) + b"b") is not None}
    escaped = {byte for byte in range(0x80) if idna.host_to_ascii(b"a%%%02xb" % byte) is not None}
    forbidden = {*range(0x21), 0x7F, *b"#/:<>?@[\\]^|%"}
    assert accepted == escaped == set(range(0x80)) - forbidden


def test_results_are_ascii_in_lower_case_and_stay_as_they_are() -> None:
    for host in make_hosts():
        result = ours(host)
        assert result.isascii(), f"{host!a}"
        assert result == result.lower(), f"{host!a}"
        assert not result or ours(result) == result, f"{host!a}"


def test_what_is_displayed_leads_back_to_the_same_host() -> None:
    for host in make_hosts():
        result = ours(host)
        shown = idna.host_to_unicode(result)
        assert idna.host_to_unicode(shown) == shown, f"{host!a}"
        if result and not host.isascii():
            assert ours(shown) == result, f"{host!a} is shown as {shown!a}"


def test_results_are_the_same_on_every_python() -> None:
    """The digest stands in the data. If it moves on purpose, keys move: say how many."""
    lines = "".join(f"{host}\t{ours(host)}\t{idna.host_to_unicode(ours(host))}\n" for host in make_hosts())
    assert hashlib.sha256(lines.encode("utf-8")).hexdigest() == DATA["maker"]["digest"], sys.version


@pytest.mark.parametrize(
    "host",
    [
        pytest.param("".join(map(chr, range(0x4E00, 0x9000))) * 2, id="many different characters"),
        pytest.param("\u00e9" * 50_000, id="one character"),
        pytest.param("a" + "\u0301\u0323" * 25_000, id="marks to sort"),
        pytest.param("\u0628\u200c" * 20_000 + "\u0628", id="joiners"),
        pytest.param("\u00e9." * 30_000, id="labels"),
        pytest.param("\u00e9.xn--" + "a" * 100_000, id="an A-label of nothing but zeros"),
        pytest.param("\u00e9.xn--" + "9" * 100_000, id="an A-label that overflows"),
        pytest.param("\ufdfa" * 30_000, id="an expansion of eighteen"),
        pytest.param("\u3300" * 30_000, id="an expansion of four, and marks to compose"),
        pytest.param("a" * 20_000 + "\U00030000", id="a number that overflows (RFC 3492 6.4)"),
    ],
)
def test_long_hosts_end(host: str) -> None:
    """Each takes minutes where work grows with the square of the length: a hang here is the failure."""
    result = ours(host)
    assert idna.host_to_unicode(result).isascii() == (result == "")
    assert not result or ours(idna.host_to_unicode(result)) == result


def ada_host(ada_url: Any, host: str) -> str:
    """The host as ada-url parses it, "" where it refuses the URL; the port keeps it from reading the host's end as one."""
    try:
        return str(ada_url.URL(f"ws://{host}:7/").hostname)
    except ValueError:
        return ""


def ends_in_a_number(host: str) -> bool:
    """Such hosts are IPv4 addresses or refused: a matter of canonical-ip, not of this module."""
    label = host.removesuffix(".").rpartition(".")[2]
    return label.isdigit() or label.startswith("0x")


def test_made_hosts_against_ada_url() -> None:
    ada_url = pytest.importorskip("ada_url", reason="ada-url, the oracle, is not installed")
    hosts = [host for host in make_hosts() if not ends_in_a_number(ours(host))]
    hosts += [case[0] for group in DATA["group"] for case in group["cases"] if case[0]]
    found = {host: [ours(host), ada_host(ada_url, host)] for host in hosts}
    differing = {host: pair for host, pair in found.items() if pair[0] != pair[1]}
    expected = {host: pair for entry in DIFFERENCES["hosts"] for host, *pair in entry["cases"]}
    assert {host: pair for host, pair in differing.items() if host not in expected} == {}, "differs from ada-url, and no reason is given"
    assert {host: pair for host, pair in expected.items() if host not in differing} == {}, "listed, but does not differ or was not made"
    assert differing == expected


def parse_ranges(text: str) -> list[range]:
    spans = [span.split("-") for span in text.split()]
    return [range(int(span[0], 16), int(span[-1], 16) + 1) for span in spans]


def code_points_to_ask(listed: list[range]) -> list[int]:
    """Wherever a property of our table changes, and the ends of every listed range and their neighbours."""
    characters = load_characters()
    letters = [chr(code) for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000]
    records = characters.records("".join(letters))
    changes = [at for at in range(1, len(letters)) if records[at] != records[at - 1]]
    ends = {code for span in listed for code in (span[0] - 1, span[0], span[-1], span[-1] + 1)}
    return sorted(ends | {ord(letters[at]) for at in changes} | {ord(letters[at - 1]) for at in changes})


@pytest.mark.parametrize("entry", DIFFERENCES["code_points"], ids=lambda entry: str(entry["template"]).encode("unicode_escape").decode())
def test_code_points_against_ada_url(entry: dict[str, Any]) -> None:
    ada_url = pytest.importorskip("ada_url", reason="ada-url, the oracle, is not installed")
    listed = [span for reason in entry["reasons"] for span in parse_ranges(reason["ranges"])]
    fill: Callable[..., str] = entry["template"].format
    asked = code_points_to_ask(listed)
    differing = {code for code in asked if ours(fill(chr(code))) != ada_host(ada_url, fill(chr(code)))}
    expected = {code for code in asked if any(code in span for span in listed)}
    assert {f"U+{code:04X}" for code in differing - expected} == set(), "differs from ada-url, and no reason is given"
    assert {f"U+{code:04X}" for code in expected - differing} == set(), "listed, but does not differ"
