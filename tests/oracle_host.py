"""The host as browsers read it: names, IPv4 in all spellings, IPv6."""

from __future__ import annotations

import ipaddress
import re

from tests.oracle_tables import Tables

# WHATWG URL, forbidden domain code points
_FORBIDDEN = re.compile(rb"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")


def read_host(host: bytes, tables: Tables) -> bytes | None:
    """Lower-case A-labels, dotted IPv4 or bracketed IPv6; None where the host makes the URL unreadable."""
    if host.startswith(b"["):
        return read_ipv6(host)
    host = _ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode("ascii")), host)
    if b"%" in host:
        return None
    if not host.isascii():
        mapped = tables.host_to_ascii(host)
        if mapped is None:
            return None
        host = mapped
    host = host.lower()
    if _FORBIDDEN.search(host) or not without_empty_labels(host):
        return None
    return read_ipv4(host) if ends_in_number(host) else host


def without_empty_labels(host: bytes) -> bytes:
    return b".".join(label for label in host.split(b".") if label)


def is_ip(host: bytes) -> bool:
    return host.startswith(b"[") or re.fullmatch(rb"[0-9]+(\.[0-9]+){3}", host) is not None


def ends_in_number(host: bytes) -> bool:
    """WHATWG "ends in a number checker": one final dot does not count."""
    labels = host.split(b".")
    if labels[-1] == b"" and len(labels) > 1:
        labels.pop()
    return re.fullmatch(rb"[0-9]+|0[xX][0-9A-Fa-f]*", labels[-1]) is not None


def read_ipv4(host: bytes) -> bytes | None:
    """WHATWG IPv4 parser: one to four numbers, decimal, octal (0..) or hex (0x..), the last fills what is left."""
    labels = host.split(b".")
    if labels[-1] == b"":
        labels.pop()
    numbers = [read_number(label) for label in labels]
    if len(numbers) > 4 or any(n is None for n in numbers):
        return None
    *heads, last = [n for n in numbers if n is not None]
    if any(n > 255 for n in heads) or last >= 256 ** (4 - len(heads)):
        return None
    value = last + sum(n * 256 ** (3 - i) for i, n in enumerate(heads))
    return b".".join(b"%d" % byte for byte in value.to_bytes(4, "big"))


def read_number(label: bytes) -> int | None:
    if re.fullmatch(rb"0[xX][0-9A-Fa-f]*", label):
        digits, base = label[2:], 16
    elif re.fullmatch(rb"0[0-7]*", label):
        digits, base = label[1:], 8
    elif re.fullmatch(rb"[1-9][0-9]*", label):
        digits, base = label, 10
    else:
        return None
    digits = digits.lstrip(b"0") or b"0"
    return int(digits, base) if len(digits) <= 20 else 1 << 64  # too long a number is too large a number


def read_ipv6(host: bytes) -> bytes | None:
    """RFC 5952 as WHATWG writes it: eight hex groups, the first longest run of zeros as '::', never a dotted tail."""
    if not host.endswith(b"]") or b"%" in host or not host.isascii():
        return None
    try:
        value = ipaddress.IPv6Address(host[1:-1].decode("ascii"))
    except ValueError:
        return None
    groups = [b"%x" % int.from_bytes(value.packed[i : i + 2], "big") for i in range(0, 16, 2)]
    text = b":".join(groups)
    runs = re.findall(rb"\b0(?::0\b)+", text)
    if not runs:
        return b"[" + text + b"]"
    longest = max(runs, key=len)
    at = re.search(rb"(?<![0-9a-f])" + longest + rb"(?![0-9a-f])", text)
    assert at
    return b"[" + text[: at.start()].removesuffix(b":") + b"::" + text[at.end() :].removeprefix(b":") + b"]"
