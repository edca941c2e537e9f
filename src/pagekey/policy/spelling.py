"""Addresses, names and values as keys write them, for what a policy says of them."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any, NamedTuple

from pagekey.errors import PolicyError

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ILLEGAL = frozenset(b'"<>\\^{}[]|`') | frozenset(range(33)) | frozenset(range(127, 256))

LONGEST = 63
"""Bytes of a name that a plan can hold, escaped."""


def escaped(text: str) -> bytes:
    """A name or value as keys write it: illegal bytes escaped, escapes in capitals, unreserved ones decoded."""

    def one(hit: re.Match[bytes]) -> bytes:
        got = hit[0]
        if len(got) == 3:
            byte = int(got[1:], 16)
            return bytes([byte]) if byte in _UNRESERVED else got.upper()
        return b"%%%02X" % got[0] if got[0] in _ILLEGAL or got == b"%" else got

    return re.sub(rb"%[0-9A-Fa-f]{2}|[\x00-\xff]", one, text.encode("utf-8", "surrogatepass"), flags=re.DOTALL)


def check_length(name: bytes, word: str, where: str = "") -> None:
    """Can a plan hold the name, as keys write it? `word` is the list that it stands in. Raises PolicyError if not."""
    if not 0 < len(name) <= LONGEST:
        got = f"{len(name)}: {name[:40]!r}"
        raise PolicyError(f"too long for `{word}`", expected=f"1 to {LONGEST} bytes, escaped", got=got, where=where)


class Address(NamedTuple):
    """Host, port with its ':', and path without final '/', as keys write them. `full_host` has its www."""

    host: str
    port: bytes
    path: bytes
    full_host: bytes


def address_of(text: str, where: str, plan: Any, engine: ModuleType) -> Address:
    """One side of an alias. `host` is without www, as hosts are compared. Raises PolicyError if it is no page."""
    key, status, *_ = engine.facts(plan, text)
    if status not in (0, 1):
        raise PolicyError("not an address", expected="host and path", got=repr(text), where=where, hint="write it with http://")
    parts = parts_of(key, plan, engine)
    host = parts[3]
    while host.startswith(b"www."):
        host = host[4:]
    return Address(host.decode(), parts[4], parts[5].rstrip(b"/"), parts[3])


def parts_of(key: str, plan: Any, engine: ModuleType) -> tuple[bytes, ...]:
    """The nine slices of a key."""
    raw = key.encode()
    slices: tuple[bytes, ...] = engine.split_parts(plan, raw if raw.startswith((b"http://", b"https://")) else b"http://" + raw)
    return slices
