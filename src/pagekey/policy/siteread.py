"""Reads the TOML of site data, strictly: an unknown word or a wrong type names file and entry."""

from __future__ import annotations

from typing import Any

from pagekey.engine.unwrap import STEPS
from pagekey.errors import PolicyError
from pagekey.policy import spell
from pagekey.policy.model import Alias, Site
from pagekey.policy.sitedata import EFFECTS, Identify, Scoped, Signature, SiteData, When, Wrapper

_FILE_WORDS = {"source", "licence", "date", "risk", "sites", "params", "identify", "alias", "case", "wrapper", "opaque", "signature", "why"}
_ENTRY_WORDS = {
    "params": {"hosts", "names", "effect", "below"},
    "identify": {"hosts", "from", "to", "when"},
    "alias": {"from", "to", "when"},
    "wrapper": {"hosts", "from", "steps", "kind"},
    "opaque": {"hosts", "from", "kind"},
    "signature": {"file", "from", "to", "kind"},
    "case": {"raw", "key", "why", "other_than", "same_as", "status", "policy", "hits"},
}
_SITE_WORDS = {"www", "mobile", "amp", "path_case", "path_params", "index_files", "routes", "group", "decode"}
_SWITCHES = {"archive", "renditions", "locale", "comments", "pagination"}
SIGNS = "@:!$'()*,;"
"""Sub-delims, ':' and '@': what a site may have decoded in its paths, in the order of the engine's bits."""


class Reader:
    """Collects the entries of one file after the other."""

    def __init__(self) -> None:
        self._found: dict[str, list[Any]] = {name: [] for name in ("sites", "decode", "aliases", *_ENTRY_WORDS)}
        self._placed: dict[str, str] = {}
        self._dates: list[str] = []

    def result(self, digest: bytes) -> SiteData:
        """All that was read."""
        found = self._found
        return SiteData(
            sites=tuple(found["sites"]),
            decode=tuple(found["decode"]),
            aliases=tuple(found["aliases"]),
            identify=tuple(found["identify"]),
            scoped=tuple(found["params"]),
            wrappers=tuple(found["wrapper"] + found["opaque"]),
            signatures=tuple(found["signature"]),
            cases=tuple(found["case"]),
            placed=tuple(self._placed.items()),
            digest=digest,
            date=max(self._dates, default=""),
        )

    def read(self, name: str, data: dict[str, Any]) -> None:
        """The entries of one file."""
        _known(data, _FILE_WORDS, name)
        self._dates.append(str(data.get("date", "")))
        for host, words in data.get("sites", {}).items():
            self._site(host, words, f'{name} [sites."{host}"]', data.get("source", ""))
        for kind, words in _ENTRY_WORDS.items():
            for k, entry in enumerate(data.get(kind, []), 1):
                where = f"{name} [[{kind}]] {k}"
                _known(entry, words | {"source", "licence", "date", "risk", "why"}, where)
                source = entry.get("source", data.get("source", ""))
                if not source and kind != "case":
                    raise PolicyError("no source", expected="source = '..' for the entry or the file", where=where)
                self._entry(kind, entry, source, where, name)

    def _site(self, host: str, words: dict[str, Any], where: str, source: str) -> None:
        _known(words, _SITE_WORDS, where)
        if spell.host(host) in self._placed:
            raise PolicyError("same host twice", got=f"{self._placed[spell.host(host)]} and {where}", where=where)
        self._placed[spell.host(host)] = f"{where} ({source})" if source else where
        said = {word: value for word, value in words.items() if word != "decode"}
        self._found["sites"].append(Site(spell.host(host), **said))
        if "decode" in words:
            if set(words["decode"]) - set(SIGNS):
                raise PolicyError("not decoded", expected=f"some of {SIGNS}", got=repr(words["decode"]), where=where)
            self._found["decode"].append((spell.host(host), words["decode"]))

    def _entry(self, kind: str, entry: dict[str, Any], source: str, where: str, name: str) -> None:
        made: Any
        try:
            if kind == "params":
                below = tuple(spell.place(path) for path in entry.get("below", ()))
                made = Scoped(_hosts(entry), tuple(entry["names"]), entry["effect"], below, source, where)
                if made.effect not in EFFECTS:
                    raise PolicyError("no such effect", expected=", ".join(EFFECTS), got=made.effect, where=where)
            elif kind == "identify":
                made = Identify(_hosts(entry), _forms(entry), entry["to"], _when(entry, where), source, where)
            elif kind == "alias":
                self._found["aliases"].append((Alias(entry["from"], entry["to"], f"{where} ({source})"), _when(entry, where)))
                return
            elif kind in ("wrapper", "opaque"):
                made = _wrapper(kind, entry, source, where)
            elif kind == "signature":
                made = Signature(entry["file"].lower(), _forms(entry), entry["to"], source, where)
            else:
                made = (name, entry)
        except KeyError as missing:
            raise PolicyError("a word is missing", expected=missing.args[0], where=where) from None
        self._found[kind].append(made)


def _known(data: dict[str, Any], words: set[str], where: str) -> None:
    for word in data:
        if word not in words:
            raise PolicyError("unknown word", expected=", ".join(sorted(words)), got=word, where=where)


def _hosts(entry: dict[str, Any]) -> tuple[str, ...]:
    return tuple(spell.host(host) for host in entry["hosts"])


def _forms(entry: dict[str, Any]) -> tuple[str, ...]:
    found = entry["from"]
    return (found,) if isinstance(found, str) else tuple(found)


def _steps(kind: str, entry: dict[str, Any], where: str) -> tuple[str, ...]:
    if kind == "opaque":
        return ()
    for step in entry["steps"]:
        if step not in STEPS:
            raise PolicyError("no such step", expected=", ".join(STEPS), got=repr(step), where=where)
    return tuple(entry["steps"])


def _wrapper(kind: str, entry: dict[str, Any], source: str, where: str) -> Wrapper:
    """An entry of the kind `wrapper` or `opaque`; an opaque one may be of the kind `short-link`."""
    short = kind == "opaque" and entry.get("kind") == "short-link"
    when = () if short else _of_kind(entry, where)
    return Wrapper(_hosts(entry), _forms(entry), _steps(kind, entry, where), when, source, where, short)


def _of_kind(entry: dict[str, Any], where: str) -> When:
    """`kind = "archive"`: opened only where the policy unwraps archives."""
    kind = entry.get("kind", "")
    if kind not in ("", "archive"):
        raise PolicyError("no such kind", expected="archive", got=repr(kind), where=where)
    return (("archive", "unwrap"),) if kind else ()


def _when(entry: dict[str, Any], where: str) -> When:
    when = entry.get("when", {})
    _known(when, _SWITCHES, where)
    return tuple(when.items())
