"""Aliases and rewrites -> the engine's programs. Their sides are run through the plan first, so that they are written as keys are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

from pagekey.errors import PolicyError
from pagekey.policy.hosts import Entry, Numbered
from pagekey.policy.model import Alias, Rewrite
from pagekey.policy.rows import CODE, TYPES

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ILLEGAL = frozenset(b'"<>\\^{}[]|`') | frozenset(range(33)) | frozenset(range(127, 256))
_HOLE = re.compile(r"\{(\*?)([^{}:]*)(?::([^{}]*))?\}")
_MARK = re.compile(rb"zq(\d)hole")
_REST = b"zqrest"


def escaped(text: str) -> bytes:
    """A name or value as keys write it: illegal bytes escaped, escapes in capitals, unreserved ones decoded."""

    def one(hit: re.Match[bytes]) -> bytes:
        got = hit[0]
        if len(got) == 3:
            byte = int(got[1:], 16)
            return bytes([byte]) if byte in _UNRESERVED else got.upper()
        return b"%%%02X" % got[0] if got[0] in _ILLEGAL or got == b"%" else got

    return re.sub(rb"%[0-9A-Fa-f]{2}|[\x00-\xff]", one, text.encode("utf-8", "surrogatepass"), flags=re.DOTALL)


class Address(NamedTuple):
    """Host, port with its ':', and path without final '/', as keys write them."""

    host: str
    port: bytes
    path: bytes


def address_of(text: str, where: str, plan: Any, engine: ModuleType) -> Address:
    """One side of an alias. The host is without www, as hosts are compared. Raises PolicyError if it is no page."""
    key, status, *_ = engine.facts(plan, text)
    if status not in (0, 1):
        raise PolicyError("not an address", expected="host and path", got=repr(text), where=where, hint="write it with http://")
    parts = _parts(key, plan, engine)
    return Address(_bare(parts[3]).decode(), parts[4], parts[5].rstrip(b"/"))


def _parts(key: str, plan: Any, engine: ModuleType) -> tuple[bytes, ...]:
    raw = key.encode()
    slices: tuple[bytes, ...] = engine.split_parts(plan, raw if raw.startswith((b"http://", b"https://")) else b"http://" + raw)
    return slices


def _bare(host: bytes) -> bytes:
    while host.startswith(b"www."):
        host = host[4:]
    return host


@dataclass(slots=True)
class Forms:
    """Programs and their literals; `alias_at[n]` and `rewrite_at[n]` are where those of site n begin in `code`, 0 = none."""

    code: list[int] = field(default_factory=lambda: [0])
    text: bytearray = field(default_factory=lambda: bytearray(b"\0"))
    alias_at: list[int] = field(default_factory=list)
    rewrite_at: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, sites: Numbered, plan: Any, engine: ModuleType) -> Forms:
        """The programs of all sites; `plan` is the policy without its last stage."""
        forms = cls()
        for entry in sites.entries:
            forms.alias_at.append(forms._aliases(entry.aliases, plan, engine))
            forms.rewrite_at.append(forms._rewrites(entry, plan, engine))
        return forms

    def _put(self, literal: bytes) -> tuple[int, int]:
        at = self.text.find(literal)
        if at < 0:
            at = len(self.text)
            self.text += literal
        return at, len(literal)

    def _aliases(self, aliases: list[Alias], plan: Any, engine: ModuleType) -> int:
        """Ten numbers an alias, the longest path first, so that the nearest one wins."""
        if not aliases:
            return 0
        rows = []
        for alias in aliases:
            source = address_of(alias.source, alias.where, plan, engine)
            target = _parts(engine.facts(plan, alias.target)[0], plan, engine)
            address_of(alias.target, alias.where, plan, engine)
            rows.append((source, target[3], target[4], target[5].rstrip(b"/")))
        rows.sort(key=lambda row: -len(row[0].path))
        start = len(self.code)
        self.code.append(len(rows))
        for source, host, port, path in rows:
            for literal in (source.port, source.path, host, port, path):
                self.code += self._put(literal)
        return start

    def _rewrites(self, entry: Entry, plan: Any, engine: ModuleType) -> int:
        if not entry.rewrites:
            return 0
        programs = [self._program(rewrite, plan, engine) for rewrite in entry.rewrites]
        start = len(self.code)
        self.code.append(len(programs))
        at = start + 1 + len(programs)
        for program in programs:
            self.code.append(at)
            at += len(program)
        for program in programs:
            self.code += program
        return start

    def _program(self, rewrite: Rewrite, plan: Any, engine: ModuleType) -> list[int]:
        slots: dict[str, int] = {}
        types: dict[int, int] = {}
        for star, name, kind in _HOLE.findall(rewrite.source):
            if not star:
                slots[name] = len(slots)
                types[slots[name]] = TYPES[kind or "any"]
        if len(slots) > 8:
            raise PolicyError("too many names", expected="at most 8", got=str(len(slots)), where=rewrite.where)
        path, query = self._side(rewrite, rewrite.source, slots, plan, engine)
        out: list[int] = []
        for segment in path.rstrip(b"/").split(b"/")[1:]:
            out += [CODE["segment"], *self._pieces(segment, types, rewrite), CODE["end"]]
        rest = False
        for pair in query.split(b"&") if query else ():
            if pair == _REST:
                rest = True
                continue
            name, equals, value = pair.partition(b"=")
            if _MARK.search(name):
                raise PolicyError("a name stands for a value, not for a parameter's name", got=repr(rewrite.source), where=rewrite.where)
            out += [CODE["param"], *self._put(name), *self._pieces(equals + value, types, rewrite), CODE["end"]]
        out += [CODE["rest"]] if rest else []
        return [*out, CODE["to"], *self._target(rewrite, slots, plan, engine), CODE["end"]]

    def _target(self, rewrite: Rewrite, slots: dict[str, int], plan: Any, engine: ModuleType) -> list[int]:
        path, query = self._side(rewrite, rewrite.target, slots, plan, engine)
        out = self._pieces(path, {}, rewrite)
        started = False
        for pair in query.split(b"&") if query else ():
            if pair == _REST:
                out += [CODE["rest"], 0, 0]
                continue
            mark = [] if started else [CODE["query"], 0, 0]
            out += [*mark, *self._pieces((b"&" if started else b"?") + pair, {}, rewrite)]
            started = True
        return out

    def _pieces(self, text: bytes, types: dict[int, int], rewrite: Rewrite) -> list[int]:
        """LITERAL offset length and CAPTURE slot type, in the order of the text."""
        out: list[int] = []
        at = 0
        for hit in _MARK.finditer(text):
            if hit.start() > at:
                out += [CODE["literal"], *self._put(text[at : hit.start()])]
            elif out and out[-3] == CODE["capture"] and types:
                got = repr(rewrite.source)
                raise PolicyError("two names side by side", expected="something between them", got=got, where=rewrite.where)
            slot = int(hit[1])
            out += [CODE["capture"], slot, types.get(slot, 0)]
            at = hit.end()
        return [*out, CODE["literal"], *self._put(text[at:])] if at < len(text) else out

    def _side(self, rewrite: Rewrite, form: str, slots: dict[str, int], plan: Any, engine: ModuleType) -> tuple[bytes, bytes]:
        """Path and query of one side in key form, names as marks. Raises PolicyError if the policy drops one of its names."""

        def mark(hit: re.Match[str]) -> str:
            return _REST.decode() if hit[1] else f"zq{slots[hit[2]]}hole"

        host = "a." + rewrite.site[2:] if rewrite.site.startswith("*.") else rewrite.site
        url = f"http://{host}" + _HOLE.sub(mark, form)
        parts = _parts(engine.facts(plan, url)[0], plan, engine)
        if sorted(_MARK.findall(parts[5] + parts[6])) != sorted(_MARK.findall(url.encode("utf-8", "surrogatepass"))):
            raise PolicyError(
                "the policy itself drops a name of this form",
                got=repr(form),
                where=rewrite.where,
                hint="the parameter must be kept for the site",
            )
        return parts[5], parts[6][1:]
