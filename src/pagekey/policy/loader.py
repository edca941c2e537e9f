"""From a shipped name, a TOML file or a dict to a Policy. The words and how they merge stand in `words`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from pagekey.errors import PolicyError
from pagekey.policy.model import Policy
from pagekey.policy.spell import did_you_mean, quote
from pagekey.policy.table import Source, Table
from pagekey.policy.words import merged, table

DEFAULT = "citation@1"

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "policies")


def load(name_or_path: str | os.PathLike[str]) -> Policy:
    """The policy of that shipped name (`citation@1`; `citation` is its newest version) or in that TOML file.

    A shipped name wins over a file of the same name, so that no file lying about moves a key; a path object is always a file.
    Raises PolicyError with file, line and place for the first thing that is wrong.
    """
    found = _find(name_or_path, "")
    if found is None:
        raise _unknown(str(name_or_path), "")
    return _read(*found, ())


def from_dict(mapping: Mapping[str, Any], base: str | os.PathLike[str] = DEFAULT, origin: str = "dict") -> Policy:
    """The policy that the mapping makes over `base`; its own `extends` goes first. `origin` names it in errors and on the method card."""
    words = table(Source(origin), mapping)
    under = _base(words, "", ()) or load(base)
    return merged(words, under, name="custom", version=1, origin=origin)


def shipped() -> tuple[str, ...]:
    """The names of the policies in this package, each with its version, sorted."""
    stems = [name.removesuffix(".toml") for name in os.listdir(_FOLDER) if name.endswith(".toml") and "@" in name]
    return tuple(sorted(stems, key=_split))


def _split(stem: str) -> tuple[str, int]:
    """Name and version of `name@version`; version 1 where there is none."""
    hit = re.fullmatch(r"(.+)@([1-9][0-9]{0,8})", stem)
    return (hit[1], int(hit[2])) if hit else (stem, 1)


def _find(name: str | os.PathLike[str], folder: str) -> tuple[str, str | None] | None:
    """Path and shipped name (None for the user's own file) of what `name` means in `folder`."""
    if isinstance(name, str):
        known = shipped()
        newest = [full for full in known if name in (full, _split(full)[0])]
        if newest:
            return os.path.join(_FOLDER, f"{newest[-1]}.toml"), newest[-1]
        path = os.path.join(folder, name)
        return (path, None) if name.endswith(".toml") or (name and os.path.exists(path)) else None
    return os.fspath(name), None


def _unknown(name: str, where: str) -> PolicyError:
    known = shipped()
    hint = did_you_mean(name, known) or f"shipped are {', '.join(known)}"
    return PolicyError("unknown policy", expected="a shipped name or the path of a TOML file", got=quote(name), where=where, hint=hint)


def _read(path: str, name: str | None, chain: tuple[str, ...]) -> Policy:
    """The policy in the file. `chain` holds the files that extend it, outermost first."""
    text = _text(path)
    words = table(Source(path, text), _parsed(path, text))
    base = _base(words, os.path.dirname(path), (*chain, path))
    if base is None:
        base = Policy("") if name else load(DEFAULT)
    stem, version = _split(os.path.basename(path).removesuffix(".toml"))
    return merged(words, base, name=re.sub(r"[@:\s]+", "-", stem) or "custom", version=version, origin="shipped" if name else path)


def _base(words: Table, folder: str, chain: tuple[str, ...]) -> Policy | None:
    """What `extends` names, looked for beside the file that says so; None where nothing is said."""
    name = words.text("extends")
    if name is None:
        return None
    found = _find(name, folder)
    if found is None:
        raise _unknown(name, words.where(("extends",)))
    path, known = found
    if not known and not os.path.isfile(path):
        raise words.error(("extends",), "no such file", got=quote(path))
    if any(os.path.realpath(path) == os.path.realpath(file) for file in chain):
        raise words.error(("extends",), "a policy extends itself", got=" -> ".join((*chain, path)))
    return _read(path, known, chain)


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise PolicyError("cannot be read", got=error.strerror or str(error), where=path) from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PolicyError(
            "not UTF-8", got=f"byte 0x{data[error.start]:02X}", where=f"{path}:{line}", hint="save the file as UTF-8"
        ) from None


def _parsed(path: str, text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PolicyError("not TOML", got="lists or tables nested too deeply", where=path) from None
    except tomllib.TOMLDecodeError as error:
        raise _syntax(path, text, str(error)) from None
    except ValueError:  # int() reads no more than some thousand digits
        raise PolicyError("not TOML", got="a number with too many digits", where=path) from None


def _syntax(path: str, text: str, said: str) -> PolicyError:
    """tomllib's own words, with its line moved to where we write lines."""
    message, _, place = said.rpartition(" (at ")
    spot = re.fullmatch(r"line (\d+), column (\d+)\)", place)
    if spot:
        hint = _SYNTAX_HINTS.get(message, "")
        return PolicyError("not TOML", got=f"{message}, column {spot[2]}", where=f"{path}:{spot[1]}", hint=hint)
    if place == "end of document)":
        line = text.rstrip().count("\n") + 1
        return PolicyError(
            "not TOML", got=f"{message}, end of the file", where=f"{path}:{line}", hint="see what is left open: a bracket, a quote"
        )
    return PolicyError("not TOML", got=said, where=path)


_SYNTAX_HINTS = {
    "Invalid value": 'a string stands in quotes: params = "keep-listed"',
    "Unclosed array": "the strings of a list stand between [ and ], with a comma after each",
    "Cannot overwrite a value": "a word stands once in its table",
}
