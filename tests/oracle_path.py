"""The path: dot segments, sessions, slashes, index files."""

from __future__ import annotations

import re

from tests.oracle_tables import Tables

_PATH_PARAMETER = re.compile(rb";(?:jsessionid|phpsessid)=[^/;]*", re.IGNORECASE)
# ASP.NET writes cookieless sessions and tickets as one segment of their own: (S(24 characters)), (A(..)F(..)), (A(..)S(..)F(..))
_TICKETS = re.compile(rb"\((?:S\([0-9A-Za-z]{24}\)|[AF]\([0-9A-Za-z_-]{16,}\))+\)")
_EMBEDDED = re.compile(rb"(?<=/)https?:/", re.IGNORECASE)


def remove_dot_segments(path: bytes) -> bytes:
    """RFC 3986 5.2.4 on a path that is empty or begins with '/'. Empty segments count as segments."""
    segments = path.split(b"/")[1:]
    out: list[bytes] = []
    for segment in segments:
        if segment == b"..":
            del out[-1:]
        elif segment != b".":
            out.append(segment)
    if segments and segments[-1] in (b".", b".."):
        out.append(b"")
    return b"".join(b"/" + segment for segment in out)


def drop_path_sessions(path: bytes) -> bytes:
    """Parameters first: what is left of a segment may be a ticket. Then dot segments, which a parameter may have hidden."""
    kept = _PATH_PARAMETER.sub(b"", path)
    segments = kept.split(b"/")[1:]
    plain = [segment for segment in segments if not _TICKETS.fullmatch(segment)]
    if segments and _TICKETS.fullmatch(segments[-1]):
        plain.append(b"")  # `/a/(S(..))` is a directory
    kept = b"".join(b"/" + segment for segment in plain)
    return path if kept == path else remove_dot_segments(kept) or b"/"


def collapse_slashes(path: bytes) -> bytes:
    """Runs of '/' are one, up to a URL inside the path: `/web/2020/http://a.com//b` stays."""
    embedded = _EMBEDDED.search(path)
    at = embedded.start() if embedded else len(path)
    return re.sub(rb"//+", b"/", path[:at]) + path[at:]


def drop_index_file(path: bytes, tables: Tables) -> bytes:
    head, slash, name = path.removesuffix(b"/").rpartition(b"/")
    return head + slash if name.lower() in tables.index_files else path


def index_and_slash(path: bytes, has_query: bool, tables: Tables, *, citation: bool) -> bytes:
    """drop-index-file with strip-slash (citation) or add-slash, until neither changes anything."""
    while True:
        before = path
        if not has_query:
            path = drop_index_file(path, tables)
        if citation:
            path = path.rstrip(b"/") or b"/"
        elif not has_query and b"." not in path.rpartition(b"/")[2][1:]:
            path = path if path.endswith(b"/") else path + b"/"
        if path == before:
            return path
