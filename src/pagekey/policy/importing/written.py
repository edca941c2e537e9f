"""The made policy as a TOML file, with its source on top."""

from __future__ import annotations

import json

from pagekey.policy.importing.brought import REASONS
from pagekey.policy.importing.made import Made
from pagekey.policy.spell import quote

_WIDTH = 120


def to_toml(made: Made, *, form: str, name: str, sha256: str, extends: str, base: str) -> str:
    """The text of the policy. `name` and `sha256` are those of the file that was brought, `base` is the stamp of what it extends."""
    lines = [
        f"# Parameters out of {quote(name)}, a list in the form of {form} that the user brought.",
        f"# sha256: {sha256}",
        f"# base: {base}; what it drops already is not repeated here.",
        f"# taken: {made.taken}; dropped by the base already: {made.already}; not taken: {len(made.left)}{_reasons(made)}",
        "# These are the names of that list: whoever passes this file on looks at the licence of the list first.",
        "",
        f"extends = {_string(extends)}",
    ]
    if made.drop:
        lines += _list("drop", made.drop)
    for host in dict.fromkeys((*made.sites, *made.parts)):
        if host in made.sites:
            lines += ["", f"[sites.{_string(host)}]", *_list("drop", made.sites[host])]
        if host in made.parts:
            lines += ["", f"[sites.{_string(host)}.drop_below]"]
            for path, names in made.parts[host].items():
                lines += _list(_string(path), names)
    for raw, key in made.cases:
        lines += ["", "[[case]]", f"raw = {_string(raw)}", f"key = {_string(key)}"]
    return "\n".join(lines) + "\n"


def _reasons(made: Made) -> str:
    counts = [(reason, sum(one.reason == reason for one in made.left)) for reason in REASONS]
    said = ", ".join(f"{reason} {count}" for reason, count in counts if count)
    return f" ({said})" if said else ""


def _list(word: str, names: tuple[str, ...]) -> list[str]:
    """The list on one line, or on as many as it takes."""
    whole = f"{word} = [{', '.join(map(_string, names))}]"
    if len(whole) <= _WIDTH:
        return [whole]
    lines, now = [f"{word} = ["], " "
    for name in names:
        if len(now) + len(_string(name)) + 2 > _WIDTH:
            lines.append(now)
            now = " "
        now += f" {_string(name)},"
    return [*lines, now, "]"]


def _string(text: str) -> str:
    """A TOML string: JSON's, with DEL escaped, which TOML does not allow bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
