"""A slow, plain reading of rfc3986@1, crawl@1 and citation@1: the witness that shares no line with the engine.

No sites, aliases, rewrites, redirectors or mapping. Every step works on whole byte strings, in the order of the registry;
nothing is skipped, cached or fused. What the steps need as data comes in as `Tables`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tests.oracle_host import is_ip, read_host, without_empty_labels
from tests.oracle_path import collapse_slashes, drop_path_sessions, index_and_slash, remove_dot_segments
from tests.oracle_query import crawl_query, crawl_route
from tests.oracle_tables import Tables

LEVELS = ("rfc3986", "crawl", "citation")
DEFAULT_PORTS = {b"http": b"80", b"https": b"443", b"ftp": b"21", b"ws": b"80", b"wss": b"443"}
WEB = (b"http", b"https")

_SCHEME = re.compile(rb"([A-Za-z][A-Za-z0-9+.-]*):")
_HOST_AND_PORT = re.compile(rb"([^:/?#\\@]*):[0-9]+(?=[/?#\\]|\Z)")
_AUTHORITY = re.compile(rb"[^/?#]*")
_BARE_AUTHORITY = re.compile(rb"[^/?#\\]*")
_OCTET = re.compile(rb"%([0-9A-Fa-f]{2})|[%\x00-\x20\x7f-\xff\"<>\\^{}\[\]|`]")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


@dataclass(frozen=True, slots=True)
class Url:
    """One URL in parts, without their delimiters. None is absent, b"" is there and empty. `scheme` None: no scheme was written."""

    scheme: bytes | None
    bare: bool
    userinfo: bytes | None
    host: bytes
    port: bytes | None
    path: bytes
    query: bytes | None
    fragment: bytes | None

    @property
    def web(self) -> bool:
        return self.scheme is None or self.scheme in WEB


def key(raw: str, level: str, tables: Tables) -> tuple[str, str]:
    """The key of `raw` at "rfc3986", "crawl" or "citation", and its status: page, not-web, unparsed or empty. Never raises."""
    data = to_bytes(raw).strip(bytes(range(0x21)))
    if not data:
        return raw, "empty"
    whole = data.translate(None, b"\t\n\r")
    url, status = read(whole, tables)
    if url is not None and url.scheme is None and whole != data:
        return raw, "unparsed"  # no browser reads it: two lines of a cell would become one host
    if url is None:
        return raw, status
    url = rfc3986(url)
    if level != "rfc3986" and url.web:
        url = crawl(url, tables) if level == "crawl" else citation(url, tables)
    return join(url).decode("ascii"), status


def to_bytes(raw: str) -> bytes:
    """UTF-8; U+DC80..U+DCFF stand for one raw byte each, every other lone surrogate is written as it is."""
    if raw.isascii():
        return raw.encode("ascii")
    whole = re.split("([\udc80-\udcff])", raw)
    return b"".join(part.encode("utf-8", "surrogateescape" if i % 2 else "surrogatepass") for i, part in enumerate(whole))


# Reading: what kind of string is this, and where are its parts


def read(data: bytes, tables: Tables) -> tuple[Url | None, str]:
    """The parts and "page" or "not-web", or None and why the raw string stays."""
    scheme = _SCHEME.match(data)
    if scheme and scheme[1].lower() in WEB:
        rest = fix_backslashes(data[scheme.end() :])
        return cut(scheme[1].lower(), rest.lstrip(b"/"), False, tables)
    if data.startswith(b"//"):
        return cut(None, fix_backslashes(data)[2:], False, tables)
    if scheme and not is_host_and_port(data):
        rest = data[scheme.end() :]
        if rest and rest[0] <= 0x20:
            return None, "unparsed"
        if not rest.startswith(b"//"):
            return None, "not-web"
        return cut(scheme[1].lower(), rest[2:], False, tables)
    if not is_bare_web(data, tables):
        return None, "unparsed"
    return cut(None, fix_backslashes(data), True, tables)


def fix_backslashes(data: bytes) -> bytes:
    head = re.match(rb"[^?#]*", data)
    assert head
    return head[0].replace(b"\\", b"/") + data[head.end() :]


def is_host_and_port(data: bytes) -> bool:
    """`name:digits` and then an end: a port, not a scheme, where the name has a dot or is localhost."""
    found = _HOST_AND_PORT.match(data)
    return found is not None and (b"." in found[1] or found[1].lower() == b"localhost")


def is_bare_web(data: bytes, tables: Tables) -> bool:
    """Without a scheme, a name is a web host only by what it ends in. Asked of the ASCII form, since that is what a key holds."""
    found = _BARE_AUTHORITY.match(data)
    assert found
    parts = cut_authority(found[0])
    if b"@" in found[0] or parts is None or parts[2] == b"":
        return False
    host = read_host(parts[1], tables)
    if host is None:
        return False
    if is_ip(host):
        return host.startswith(b"[") or dotted_quad(parts[1], tables)
    labels = without_empty_labels(host).split(b".")
    if labels == [b"localhost"]:
        return True
    return len(labels) > 1 and any(tables.is_public_suffix(b".".join(labels[i:])) for i in range(len(labels)))


def dotted_quad(host: bytes, tables: Tables) -> bool:
    """Four groups of decimal digits as written (`０.１.２.３` too), not `0x7f.1`, which is no address to a reader."""
    decoded = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes.fromhex(m[1].decode()), host)
    plain = decoded if decoded.isascii() else tables.host_to_ascii(decoded)
    return plain is not None and re.fullmatch(rb"[0-9]+(\.[0-9]+){3}\.*", plain) is not None


def cut(scheme: bytes | None, rest: bytes, bare: bool, tables: Tables) -> tuple[Url | None, str]:
    """Cut `authority path ?query #fragment`; the host is read at once, since a bad one means that this is no URL."""
    found = _AUTHORITY.match(rest)
    assert found
    parts = cut_authority(found[0])
    if parts is None:
        return None, "unparsed"
    userinfo, host, port = parts
    web = scheme is None or scheme in WEB
    read_one = read_host(host, tables) if web else other_host(host, tables)
    if read_one is None:
        return None, "unparsed"
    body, has_fragment, fragment = rest[found.end() :].partition(b"#")
    path, has_query, query = body.partition(b"?")
    url = Url(scheme, bare, userinfo, read_one, port, path, query if has_query else None, fragment if has_fragment else None)
    return url, "page" if web else "not-web"


def cut_authority(authority: bytes) -> tuple[bytes | None, bytes, bytes | None] | None:
    """Userinfo, host, port; None where the port is no port. The last '@' and the last ':' outside brackets decide."""
    userinfo, at, rest = authority.rpartition(b"@")
    colon = rest.rfind(b":")
    host, port = (rest[:colon], rest[colon + 1 :]) if colon > rest.rfind(b"]") else (rest, None)
    if port and not (re.fullmatch(rb"[0-9]+", port) and int(port.lstrip(b"0")[:6] or b"0") <= 65535):
        return None
    return userinfo if at else None, host, port


def other_host(host: bytes, tables: Tables) -> bytes | None:
    """The host of a URL that is not of the web: escapes as everywhere, lower case, nothing else known about it. May be empty."""
    if host.startswith(b"["):
        return read_host(host, tables)
    if b":" in host:
        return None
    return re.sub(rb"%..|[A-Z]+", lambda m: m[0] if m[0][:1] == b"%" else m[0].lower(), octets(host))


# The rules, level by level


def octets(part: bytes) -> bytes:
    """escape-illegal, uppercase-escapes and decode-unreserved in one left-to-right pass, which is what the three amount to."""

    def one(found: re.Match[bytes]) -> bytes:
        if found[1] is None:
            return b"%%%02X" % found[0][0]
        value = int(found[1], 16)
        return bytes([value]) if value in _UNRESERVED else found[0].upper()

    return _OCTET.sub(one, part)


def rfc3986(url: Url) -> Url:
    port = url.port
    if port is not None:
        port = port and (port.lstrip(b"0") or b"0")
        if not port or (url.scheme is not None and port == DEFAULT_PORTS.get(url.scheme)):
            port = None
    return replace(
        url,
        port=port,
        userinfo=None if url.userinfo is None else octets(url.userinfo).replace(b"@", b"%40"),
        path=remove_dot_segments(octets(url.path)) or b"/",
        query=None if url.query is None else octets(url.query),
        fragment=None if url.fragment is None else octets(url.fragment).replace(b"#", b"%23"),
    )


def crawl(url: Url, tables: Tables) -> Url:
    url = crawl_start(url, tables)
    return crawl_end(url, tables, citation=False)


def citation(url: Url, tables: Tables) -> Url:
    url = crawl_start(url, tables)
    port = None if url.port in (b"80", b"443") else url.port
    url = replace(url, userinfo=None, port=port, host=strip_www(url.host, tables), bare=True)
    if not (url.host in WEB and port):  # `http:8080/` would be read again as a scheme
        url = replace(url, scheme=None)
    return crawl_end(url, tables, citation=True)


def crawl_start(url: Url, tables: Tables) -> Url:
    """Stages 1 to 7 without those of the query: scheme, host, fragment, sessions in the path."""
    scheme = url.scheme or b"http"
    port = None if url.port == DEFAULT_PORTS[scheme] else url.port
    return replace(
        url,
        scheme=scheme,
        port=port,
        host=drop_host_dot(url.host, tables),
        path=drop_path_sessions(url.path),
        fragment=route(url.fragment),
    )


def crawl_end(url: Url, tables: Tables, *, citation: bool) -> Url:
    """The query in one go (it hangs on nothing else), then the end of the path, which asks whether a query is left."""
    query = None if url.query is None else crawl_query(url.query, tables, host=url.host, citation=citation)
    fragment = None if url.fragment is None else route(crawl_route(url.fragment, tables, citation=citation))
    path = index_and_slash(collapse_slashes(url.path), query is not None, tables, citation=citation)
    return replace(url, query=query, path=path, fragment=fragment)


def drop_host_dot(host: bytes, tables: Tables) -> bytes:
    """Without empty labels; what is left is read again. Where that is no valid IPv4 the dots stay, so that the URL stays one."""
    return read_host(without_empty_labels(host), tables) or host


def strip_www(host: bytes, tables: Tables) -> bytes:
    while host.startswith(b"www."):
        rest = host[4:]
        if b"." not in rest or tables.is_public_suffix(rest) or is_ip(rest):
            break
        host = rest
    return host


def route(fragment: bytes | None) -> bytes | None:
    """The fragment if it names a page of a program in the page, without its text directive; else None."""
    if fragment is None or not fragment.startswith((b"/", b"!")):
        return None
    kept = fragment.partition(b":~:")[0]
    return None if kept in (b"/", b"!", b"!/") else kept


def join(url: Url) -> bytes:
    start = b"" if url.scheme is None and url.bare else b"//" if url.scheme is None else url.scheme + b"://"
    authority = (b"" if url.userinfo is None else url.userinfo + b"@") + url.host + (b"" if url.port is None else b":" + url.port)
    end = (b"" if url.query is None else b"?" + url.query) + (b"" if url.fragment is None else b"#" + url.fragment)
    return start + authority + url.path + end
