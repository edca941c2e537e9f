"""What a redirect leads to, read out of its own URL: the decode steps that `data/wrappers.toml` names. Bytes in, bytes out, no network."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable

Step = Callable[[bytes], bytes | None]

_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_ENTITY = re.compile(rb"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_NAMED = {b"amp": b"&", b"lt": b"<", b"gt": b">", b"quot": b'"', b"apos": b"'"}
_SCHEME = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*:(?![0-9])")
_WEB = re.compile(rb"(https?):[/\\]+", re.IGNORECASE)
_BLANKS = bytes(range(33))
# Disqus writes ":" and a digest behind the target: SHA-1 (27 characters) or MD5 (22) in base64url. A port has five digits at most.
_HASH_TAIL = re.compile(rb":[A-Za-z0-9_-]{20,}\Z")
# cache:ID:URL, and behind a blank (a '+' in the query) the words that were searched for.
_CACHE = re.compile(rb"cache:(?:[A-Za-z0-9_-]{12}:)?([^+\x00-\x20]+)", re.IGNORECASE)
_V2 = bytes.maketrans(b"-_", b"%/")
_V3_TOKEN = re.compile(rb"\*(?:\*(.))?", re.DOTALL)
_V3_RUNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_QUESTION = re.compile(rb"%3F", re.IGNORECASE)
# Written by the viewer of AMP caches: https://developers.google.com/amp/cache/
_AMP_VIEWER = frozenset((b"amp_gsa", b"amp_js_v", b"usqp"))
_TRANSLATE = b".translate.goog"
_SINGLE_HYPHEN = re.compile(rb"(?<=[0-9A-Za-z_])-(?=[0-9A-Za-z_])")
_HOST = re.compile(rb"[0-9A-Za-z_-]+(?:\.[0-9A-Za-z_-]+)+")


def decode(target: bytes, steps: tuple[str, ...]) -> bytes | None:
    """The http(s) URL with a host that the steps make of the target, without blanks at its ends; None if they make none.

    Time is linear in the target. Never raises: a step that does not apply, or is none of STEPS, gives None. What comes back
    is not normalised: it may hold raw UTF-8 and controls, and is to be keyed as any other input.
    """
    found: bytes | None = target
    for name in steps:
        step = STEPS.get(name)
        found = step(found) if step and found is not None else None
    return None if found is None else _web(found)


def translate_goog(host: bytes, path: bytes, query: bytes) -> bytes | None:
    """The page behind `my--site-example-com.translate.goog`: its host is the first label, where '-' was '.' and '--' was '-'.

    `path` begins with '/' or is empty, `query` has no '?'. `_x_tr_hp` holds what did not fit into the label, `_x_tr_sch` the
    scheme, `_x_tr_enc` which marks may stand before the label: first `1-` (its third and fourth byte would be '--'), then `0-`
    (an `xn--` was cut off). All `_x_tr_*` go, the other parameters stay as they are.
    Source: https://developers.google.com/search/docs/appearance/ad-network-and-translation
    """
    label = host.lower().removesuffix(b".")
    if not label.endswith(_TRANSLATE):
        return None
    label = label[: -len(_TRANSLATE)]
    own: dict[bytes, bytes] = {}
    others = []
    for pair in query.split(b"&"):
        name, _, value = pair.partition(b"=")
        if name.startswith(b"_x_tr_"):
            own.setdefault(name, _percent(value))
        else:
            others.append(pair)
    label = own.get(b"_x_tr_hp", b"").lower() + label
    named = own.get(b"_x_tr_enc", b"").split(b",")
    if b"1" in named:
        label = label.removeprefix(b"1-")
    ace = b"0" in named and label.startswith(b"0-")
    label = label[2:] if ace else label
    found = _SINGLE_HYPHEN.sub(b".", label).replace(b"--", b"-")
    found = b"xn--" + found if ace else found
    if b"." in label or not _HOST.fullmatch(found):
        return None
    scheme = b"http" if own.get(b"_x_tr_sch") == b"http" else b"https"
    rest = b"&".join(others)
    return scheme + b"://" + found + path + (b"?" + rest if rest else b"")


def _web(url: bytes) -> bytes | None:
    """The URL, its scheme followed by "//" (one '/' is what servers leave of two in a path), if it is http(s) with a host."""
    url = url.strip(_BLANKS)
    scheme = _WEB.match(url)
    if scheme is None:
        return None
    rest = url[scheme.end() :]
    authority = _authority(rest).rpartition(b"@")[2]
    host = authority if authority.startswith(b"[") else authority.partition(b":")[0]
    return scheme[1] + b"://" + rest if host.strip(b".") else None


def _authority(text: bytes) -> bytes:
    return re.split(rb"[/?#\\]", text, maxsplit=1)[0]


def _raw(text: bytes) -> bytes:
    return text


def _percent(text: bytes) -> bytes:
    """Every escape once. '+' stays: in a URL that was written into a query as it is, it is a plus."""
    return _ESCAPE.sub(lambda hit: binascii.unhexlify(hit[1]), text)


def _percent_unless_web(text: bytes) -> bytes:
    """Escapes are decoded only if the text does not begin with http:// or https:// already."""
    return text if _WEB.match(text) else _percent(text)


def _html(text: bytes) -> bytes:
    """Entities once: the five of XML, and numbers. `&copy=1` is a parameter and stays, so no names without ';' are known."""

    def one(hit: re.Match[bytes]) -> bytes:
        if hit[1]:
            return _NAMED[hit[1]]
        point = int(hit[2]) if hit[2] else int(hit[3], 16)
        return hit[0] if point > 0x10FFFF or 0xD800 <= point <= 0xDFFF else chr(point).encode()

    return _ENTITY.sub(one, text)


def _base64(text: bytes) -> bytes | None:
    """The standard alphabet, with or without padding; None if another byte stands in it or its length cannot be."""
    bare = text.rstrip(b"=")
    if not bare or len(bare) % 4 == 1 or not re.fullmatch(rb"[A-Za-z0-9+/]+", bare):
        return None
    return binascii.a2b_base64(bare + b"=" * (-len(bare) % 4))


def _base64url(text: bytes) -> bytes | None:
    """As base64, with '-' and '_' for '+' and '/' (RFC 4648 section 5)."""
    return None if re.search(rb"[+/]", text) else _base64(text.replace(b"-", b"+").replace(b"_", b"/"))


def _base64url_a1(text: bytes) -> bytes | None:
    """Bing: "a1", then base64url. What begins otherwise is no URL."""
    return _base64url(text[2:]) if text.startswith(b"a1") else None


def _proofpoint_v2(text: bytes) -> bytes:
    """'-' stands for '%', '_' for '/'; then the escapes are decoded. A real '-' came as -2D, a real '_' as -5F."""
    return _percent(text.translate(_V2))


def _proofpoint_v3(text: bytes) -> bytes | None:
    """`__URL__;LETTERS!...`: '*' stands for the next letter, '**X' for a run of them, of length 2 for X = A, 3 for B, ..., 65 for _.

    The letters are characters of UTF-8 in base64url. None if they end before the tokens do.
    """
    text = _percent(text)
    end = text.find(b"__;")
    if not text.startswith(b"__") or end < 2:
        return None
    url = text[2:end]
    letters = _letters(text[end + 3 :].partition(b"!")[0])
    at = 0

    def one(token: re.Match[bytes]) -> bytes:
        nonlocal at
        length = 1 if token[1] is None else _V3_RUNS.find(token[1]) + 2
        at += length if length > 1 or token[1] is None else len(letters) + 1  # no such run: the letters do not suffice
        return letters[at - length : at].encode()

    found = _V3_TOKEN.sub(one, url)
    return found if at <= len(letters) else None


def _letters(encoded: bytes) -> str:
    try:
        return (_base64url(encoded) or b"").decode()
    except UnicodeDecodeError:
        return ""


def _with_scheme(scheme: bytes) -> Step:
    def add(text: bytes) -> bytes | None:
        """The scheme is put before a host with a dot; a text that has a scheme stays. `host:8080` has none."""
        if text.startswith(b"//"):
            text = text[2:]
        elif _SCHEME.match(text):
            return text
        host, _, port = _authority(text).partition(b":")
        fits = b"." in host.strip(b".") and not re.search(rb"[@\x00-\x20]", host) and not port.strip(b"0123456789")
        return scheme + b"://" + text if fits else None

    return add


def _translate_goog_step(text: bytes) -> bytes | None:
    """The text is host, path and query of the whole URL."""
    address, _, query = text.partition(b"?")
    host, slash, path = address.partition(b"/")
    return translate_goog(host, slash + path, query)


def _yahoo_ru(text: bytes) -> bytes | None:
    """The segment `RU=` of `_ylt=../RV=2/RE=../RO=10/RU=https%3A%2F%2F../RK=2/RS=..`, percent-decoded."""
    for segment in text.partition(b"?")[0].split(b"/"):
        if segment.startswith(b"RU="):
            return _percent(segment[3:])
    return None


def _amp(text: bytes) -> bytes:
    """HOST/PATH as an AMP viewer writes it: %3F for the '?' of the page, whose query then ends the path; and parameters of its own."""
    address, _, query = text.partition(b"?")
    own = _QUESTION.search(address)
    pairs = address[own.end() :].rstrip(b"/").split(b"&") if own else []
    pairs += [pair for pair in query.split(b"&") if pair and pair.partition(b"=")[0] not in _AMP_VIEWER]
    address = address[: own.start()] if own else address
    return address + b"?" + b"&".join(pairs) if pairs else address


def _turbo(text: bytes) -> bytes | None:
    """Yandex Turbo: HOST/s/PATH -> https://HOST/PATH."""
    host, mark, rest = text.partition(b"/s")
    if not mark or rest[:1] not in (b"", b"/", b"?") or not _HOST.fullmatch(host):
        return None
    return b"https://" + host + rest


def _google_cache(text: bytes) -> bytes | None:
    """`cache:ID:URL words` -> URL, http:// before it if it has no scheme (there a host was meant)."""
    found = _CACHE.match(_percent(text))
    return STEPS["http"](found[1]) if found else None


def _hash_tail(text: bytes) -> bytes:
    return _HASH_TAIL.sub(b"", text)


STEPS: dict[str, Step] = {
    "raw": _raw,
    "percent": _percent,
    "percent-unless-web": _percent_unless_web,
    "html": _html,
    "base64": _base64,
    "base64url": _base64url,
    "base64url-a1": _base64url_a1,
    "proofpoint-v2": _proofpoint_v2,
    "proofpoint-v3": _proofpoint_v3,
    "https": _with_scheme(b"https"),
    "http": _with_scheme(b"http"),
    "translate-goog": _translate_goog_step,
    "yahoo-ru": _yahoo_ru,
    "amp": _amp,
    "turbo": _turbo,
    "google-cache": _google_cache,
    "hash-tail": _hash_tail,
}
"""All steps by the name that `data/wrappers.toml` uses."""
