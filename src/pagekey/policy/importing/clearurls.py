"""Reads rule files in the form of ClearURLs: JSON, `providers` by name, each with a `urlPattern` and lists of regular expressions.

`rules` and `referralMarketing` match whole names of parameters, whatever their letter case; `rawRules` and `redirections` match the
URL. Form: https://docs.clearurls.xyz/specs/rules/ (read 2026-11).
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pagekey.errors import InputError
from pagekey.policy.importing.brought import Brought, Entry, Left
from pagekey.policy.importing.patterns import Beyond, texts
from pagekey.policy.importing.places import exceptions_of, place_of
from pagekey.policy.spell import quote

_LISTS = ("rules", "referralMarketing", "rawRules", "exceptions", "redirections")
_KNOWN = ("urlPattern", "completeProvider", "forceRedirection", *_LISTS)
_NOTES = (
    "names count in the letter case in which they are written; ClearURLs itself ignores case",
    "`excepted` hosts are written with a list of their own, since the narrowest entry wins",
)


def read_clearurls(data: bytes, name: str) -> Brought:
    """The rules of such a file. `name` names it in errors. Raises InputError where it has another form."""
    entries: list[Entry] = []
    left: list[Left] = []
    rules = count = 0
    for of, provider in _providers(data, name):
        count += 1
        rules += len(_list(provider, "rules", of, name)) + len(_list(provider, "referralMarketing", of, name))
        _read(of, provider, name, entries, left)
    return Brought(tuple(entries), tuple(left), rules, count, _NOTES[: 1 + any(one.excepted for one in entries)])


def _providers(data: bytes, name: str) -> list[tuple[str, Mapping[str, object]]]:
    try:
        whole = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8", got=f"byte 0x{data[error.start]:02X}", where=name) from None
    except json.JSONDecodeError as error:
        raise InputError("not JSON", got=error.msg, where=f"{name}:{error.lineno}") from None
    except (RecursionError, ValueError):
        raise InputError("not JSON", got="lists nested too deeply, or a number with too many digits", where=name) from None
    providers = whole.get("providers") if isinstance(whole, dict) else None
    if not isinstance(providers, dict):
        raise InputError("no ClearURLs rules", expected='{"providers": {..}}', where=name)
    for of, provider in providers.items():
        if not isinstance(provider, dict) or not isinstance(provider.get("urlPattern"), str):
            raise InputError("no ClearURLs rules", expected='{"urlPattern": "..", ..}', where=f"{name} providers[{quote(of)}]")
    return list(providers.items())


def _list(provider: Mapping[str, object], word: str, of: str, name: str) -> list[str]:
    value = provider.get(word, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InputError("wrong type", expected="a list of strings", where=f"{name} providers[{quote(of)}].{word}")
    return value


def _read(of: str, provider: Mapping[str, object], file: str, entries: list[Entry], left: list[Left]) -> None:
    """One provider: what it holds goes to `entries` and `left`."""
    lists = {word: _list(provider, word, of, file) for word in _LISTS}
    left += [Left(of, word, "field") for word in provider if word not in _KNOWN]
    left += [Left(of, rule, "raw") for rule in lists["rawRules"]] + [Left(of, rule, "redirections") for rule in lists["redirections"]]
    given = [*lists["rules"], *lists["referralMarketing"]]
    if provider.get("completeProvider") is True:
        left.append(Left(of, str(provider["urlPattern"]), "complete", _with(len(given))))
        return
    place = place_of(str(provider["urlPattern"]))
    if place.reason and (given or not any(lists.values())):
        waiting = "" if place.scopes else _with(len(given))
        left.append(Left(of, str(provider["urlPattern"]), place.reason, "; ".join(filter(None, [place.note, waiting]))))
    if not place.scopes or not given:
        return
    excepted, beyond = exceptions_of(of, lists["exceptions"], place.scopes, place_of)
    left += beyond
    names: dict[str, None] = {}
    prefixes: dict[str, None] = {}
    for rule in given:
        try:
            for one in texts(rule):
                if one.open and not one.text:
                    raise Beyond
                (prefixes if one.open else names)[one.text] = None
        except Beyond:
            left.append(Left(of, rule, "pattern"))
    entries.append(Entry(of, place.scopes, tuple(names), tuple(prefixes), excepted, bool(beyond)))


def _with(rules: int) -> str:
    return f"{rules} rule{'' if rules == 1 else 's'} with it" if rules else ""
