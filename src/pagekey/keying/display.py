"""Keys for people: readable, and safe to print."""

from __future__ import annotations

import re

_RUN = re.compile(r"(?:%[89A-F][0-9A-F])+")
# Characters that a reader cannot see, or that reorder what he sees (Unicode TR 36 3.1; bidi controls; line and paragraph ends).
_UNSEEN = re.compile(
    "[\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
)
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")


def display(key: str) -> str:
    """The key with escapes of visible characters decoded and its host in Unicode; right-to-left text is isolated (U+2068, U+2069).

    For people only: two keys may look alike, so it is never compared. Never raises.
    """
    head, slash, rest = key.partition("/")
    host = head
    if "xn--" in head and not slash.startswith("//"):
        from pagekey.engine.idna import host_to_unicode

        name, colon, port = head.partition(":")
        host = host_to_unicode(name) + colon + port
    shown = _UNSEEN.sub(_escaped, host + slash + _RUN.sub(_decoded, rest))
    return f"\u2068{shown}\u2069" if _RTL.search(shown) else shown


def _escaped(hit: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in hit[0].encode("utf-8", "surrogatepass"))


def _decoded(hit: re.Match[str]) -> str:
    """A run of escapes as text if it is UTF-8, else as it stands."""
    try:
        return bytes.fromhex(hit[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return hit[0]
