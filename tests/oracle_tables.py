"""What the oracle needs as data, and a small built-in set of it for tests that must not lean on the package's own lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tables:
    """Names, suffixes and value shapes. Names are bytes in lower case and meet any letter case; host names are lower-case A-labels.

    `shaped` and `session_shaped`: a name that goes only where its value matches the whole pattern. The patterns must not
    need a '+' or '%20', since crawl writes the one as the other. `pathwise`: the same, but some paths keep the name, and routes do.
    """

    is_public_suffix: Callable[[bytes], bool]
    host_to_ascii: Callable[[bytes], bytes | None]
    index_files: frozenset[bytes]
    tracking: frozenset[bytes]
    tracking_prefixes: tuple[bytes, ...]
    session: frozenset[bytes]
    session_prefixes: tuple[bytes, ...]
    state: frozenset[bytes]
    onward: frozenset[bytes] = frozenset()
    """Names of `state` that count only where they stay within the site."""
    shaped: Mapping[bytes, re.Pattern[bytes]] = field(default_factory=dict)
    pathwise: Mapping[bytes, re.Pattern[bytes]] = field(default_factory=dict)
    session_shaped: Mapping[bytes, re.Pattern[bytes]] = field(default_factory=dict)
    session_shaped_prefixes: Mapping[bytes, re.Pattern[bytes]] = field(default_factory=dict)
    together: tuple[frozenset[bytes], ...] = ()
    """Names that are a session where all of a set are there."""
    citation_tracking: frozenset[bytes] = frozenset()
    citation_prefixes: tuple[bytes, ...] = ()


SMALL_SUFFIXES = frozenset(
    b"com org net edu gov de uk co.uk gov.uk cn com.cn io fr jp co.jp kobe.jp pl br com.br xn--fiqs8s xn--p1ai".split(),
)


def small_tables(host_to_ascii: Callable[[bytes], bytes | None]) -> Tables:
    """A handful of entries of every kind: enough for each clause of the rules, too few for real work."""
    return Tables(
        is_public_suffix=SMALL_SUFFIXES.__contains__,
        host_to_ascii=host_to_ascii,
        index_files=frozenset(b"index.html index.htm index.php index.jsp default.asp default.aspx default.htm".split()),
        tracking=frozenset(b"gclid fbclid msclkid yclid dclid srsltid mc_eid share_token".split()),
        tracking_prefixes=(b"utm_", b"hsa_", b"mtm_"),
        citation_tracking=frozenset((b"guccounter", b"_hsmi")),
        citation_prefixes=(b"cm_mmc",),
        session=frozenset(b"phpsessid jsessionid".split()),
        session_prefixes=(b"aspsessionid",),
        state=frozenset(b"back next returnurl".split()),
        onward=frozenset((b"next",)),
        shaped={
            b"from": re.compile(rb"timeline|singlemessage|groupmessage"),
            b"spm": re.compile(rb"[0-9A-Za-z_-]+(?:\.[0-9A-Za-z_-]+)+"),
        },
        session_shaped={b"sid": re.compile(rb"[0-9A-Fa-f]{16,}"), b"msockid": re.compile(rb"[0-9A-Fa-f]{32}")},
    )


_SHAPES = {
    "hex16": rb"[0-9A-Fa-f]{16,}",
    "hex32": rb"[0-9A-Fa-f]{32}",
    "dotted": rb"[0-9A-Za-z_-]+(?:\.[0-9A-Za-z_-]+)+",
    "token16": rb"(?=.*[0-9])[A-Za-z0-9_.,!-]{16,}",
    "digits": rb"[0-9]+",
    "letters24": rb"[A-Za-z]{24}",
    "alnum6": rb"[A-Za-z0-9]{6,}",
    "any": rb"(?s).*",  # of a name that some paths keep: the witness does not know those paths
}


def shipped_tables(level: str) -> Tables:
    """The package's own lists at a level, so that engine and oracle differ only where one of them reads the rules wrongly."""
    from pagekey.engine.idna import host_to_ascii
    from pagekey.policy.lists import Listed, lists

    data = lists()
    rules = frozenset(line for line in data.suffixes.split(b"\n") if line and not line.startswith(b"#"))

    def is_public_suffix(host: bytes) -> bool:
        if b"!" + host in rules:
            return False
        return host in rules or (b"." in host and b"*." + host.partition(b".")[2] in rules)

    def pattern(one: Listed) -> re.Pattern[bytes]:
        if one.shape == "values":
            return re.compile(b"|".join(re.escape(value.encode()) for value in one.values), re.IGNORECASE)
        return re.compile(_SHAPES[one.shape])

    on = [one for one in data.tracking if level == "citation" or one.level == "crawl"]
    prefixes = [one for one in data.tracking_prefixes if level == "citation" or one.level == "crawl"]
    return Tables(
        is_public_suffix=is_public_suffix,
        host_to_ascii=host_to_ascii,
        index_files=frozenset(name.encode() for name in data.index_files),
        tracking=frozenset(one.name.encode() for one in on if one.shape == "any" and not one.unless),
        tracking_prefixes=tuple(one.name.encode() for one in prefixes),
        session=frozenset(),
        session_prefixes=(),
        state=frozenset(name.encode() for name in data.state),
        onward=frozenset(name.encode() for name in data.onward),
        shaped={one.name.encode(): pattern(one) for one in on if one.shape != "any" and not one.unless},
        pathwise={one.name.encode(): pattern(one) for one in on if one.unless},
        session_shaped={one.name.encode(): pattern(one) for one in data.sessions if not one.together},
        together=tuple({frozenset(name.encode() for name in one.together) for one in data.sessions if one.together}),
        session_shaped_prefixes={one.name.encode(): pattern(one) for one in data.session_prefixes},
    )
