"""How hosts, parameters, addresses and forms are spelt in a policy. Each gives the value or raises a PolicyError without a place."""

from __future__ import annotations

import re

from pagekey.errors import PolicyError

FORM_TYPES = ("digits", "hex", "slug", "any")

_FORBIDDEN = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
_IPV6 = re.compile(r"\[[0-9a-f:]+\]\Z")
_NUMBER = re.compile(r"(?:\d+|0x[0-9a-f]*)\Z", re.ASCII)
_HOLE = re.compile(r"\{([^{}]*)\}")
_HOLE_INSIDE = re.compile(r"(?P<rest>\*)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::(?P<type>.*))?\Z", re.DOTALL)


def quote(text: str) -> str:
    """The string as a TOML or JSON reader knows it, cut after 60 characters, safe to print."""
    import json

    short = text if len(text) <= 60 else text[:57] + "..."
    return json.dumps(short, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def did_you_mean(word: str, words: tuple[str, ...]) -> str:
    """A hint that names the nearest of `words`, or "" if none is near."""
    import difflib

    near = difflib.get_close_matches(word.lower(), words, 1)
    return f"did you mean {quote(near[0])}?" if near else ""


def host(text: str) -> str:
    """The host in lower-case A-labels, without www: `example.com`, `*.example.com`, `203.0.113.7`, `[2001:db8::1]`."""
    star = "*." if text.startswith("*.") else ""
    name = text[len(star) :]
    if not star and _IPV6.match(name):
        return name
    bare = _host_alone(name)
    if bare != name:
        # The mended spelling is shown only if it is one that would pass.
        raise _bad_host(text, _mend(name, star, bare) if _is_plain(bare) else "")
    if not name.isascii():
        return host(star + _to_ascii(name))
    if not _is_plain(name):
        raise _bad_host(text, 'a star stands only at the start, as in "*.example.com"' if "*" in name else "")
    if _NUMBER.match(name.rpartition(".")[2]) and (star or not _is_address(name)):
        raise _bad_host(text, 'an address has four decimal numbers, as in "203.0.113.7"')
    return star + name


def _host_alone(name: str) -> str:
    """What is left when everything is taken off that a pasted URL or a loose spelling has around its host."""
    out = name.strip().lower()
    if "//" in out:
        out = out.partition("//")[2]
    out = re.split(r"[/?#\\]", out, maxsplit=1)[0].rpartition("@")[2]
    if not out.startswith("["):
        out = out.partition(":")[0]
    out = out.strip(".")
    while out.startswith("www."):
        out = out[4:]
    return out


def _mend(name: str, star: str, bare: str) -> str:
    if name.startswith("."):
        return f"write {quote('*.' + bare)} for what lies below it, {quote(bare)} for the host"
    why = "; it covers the host with www and without" if name.lower().startswith("www.") else ""
    return f"write {quote(star + bare)}{why}"


def _is_plain(name: str) -> bool:
    return bool(name) and "*" not in name and not _FORBIDDEN.search(name) and all(name.split("."))


def _is_address(name: str) -> bool:
    numbers = name.split(".")
    return len(numbers) == 4 and all(re.fullmatch(r"0|[1-9][0-9]{0,2}", n) and int(n) < 256 for n in numbers)


def _bad_host(text: str, hint: str) -> PolicyError:
    return PolicyError("not a host", expected="a host alone, in lower case", got=quote(text), hint=hint)


def _to_ascii(name: str) -> str:
    from pagekey.engine.idna import host_to_ascii

    out = host_to_ascii(name.encode("utf-8", "surrogatepass"))
    if out is None:
        raise PolicyError("not a host", expected="a name that UTS 46 can write in ASCII", got=quote(name))
    return out.decode("ascii")


def param(text: str) -> str:
    """The name of a parameter, as given. What can stand in no name, since a query is split there, is refused."""
    name = text.strip().lstrip("?&").partition("=")[0]
    if text and name == text and not re.search(r"[&#?=]", text):
        return text
    mended = f"write {quote(name)}" if name and not re.search(r"[&#?=]", name) else ""
    raise PolicyError("not a parameter", expected="its name alone", got=quote(text), hint=mended)


def place(text: str) -> str:
    """The path of a part of a site, as given: `/shop`, or `/shop/`, which is the same."""
    if not text.startswith("/") or not text.strip("/") or "//" in text or re.search(r"[?#;{}*]|/\.{1,2}(?:/|\Z)", text):
        hint = "for the whole site use `drop`" if text == "/" else ""
        raise PolicyError("not a path", expected='a path alone, as in "/shop"', got=quote(text), hint=hint)
    return text


def address(text: str) -> str:
    """A side of an alias, as given: host, port and leading path, with or without scheme."""
    if not text.strip() or (text.startswith("/") and not text.startswith("//")):
        raise PolicyError("not an address", expected='host and path, as in "example.com/shop/"', got=quote(text))
    if re.search(r"[?#{}]", text):
        raise PolicyError(
            "not an address",
            expected="host and leading path only",
            got=quote(text),
            hint="an alias keeps path and query that follow; for a form with {name} or a query use [[rewrite]]",
        )
    return text


def form(text: str) -> str:
    """A side of a rewrite, as given: `/path/{name:digits}?query={other}`, path first, braces in pairs, each name once."""
    if not text.startswith("/") or "#" in text:
        raise PolicyError("not a form", expected='path and query, as in "/test?id={id:digits}"', got=quote(text))
    seen = set()
    for inside in _HOLE.findall(text):
        name = _hole(inside)
        if name in seen:
            raise PolicyError("not a form", expected="each name once", got=quote(f"{{{inside}}}"))
        seen.add(name)
    if re.search(r"[{}]", _HOLE.sub("", text)):
        raise PolicyError(
            "not a form", expected="braces in pairs", got=quote(text), hint='a brace of the URL itself is written "%7B" or "%7D"'
        )
    return text


def _hole(inside: str) -> str:
    """The name in `{inside}`, with its star."""
    hit = _HOLE_INSIDE.match(inside)
    if hit is None or (hit["rest"] and hit["type"] is not None):
        raise PolicyError("not a form", expected="{name}, {name:type} or {*rest}", got=quote(f"{{{inside}}}"))
    kind = hit["type"]
    if kind is not None and kind not in FORM_TYPES:
        hint = did_you_mean(kind, FORM_TYPES)
        raise PolicyError("unknown type", expected="digits, hex, slug or any", got=quote(f"{{{inside}}}"), hint=hint)
    return (hit["rest"] or "") + hit["name"]


def insides(text: str) -> tuple[str, ...]:
    """What stands between the braces of a form, in order."""
    return tuple(_HOLE.findall(text))


def holes(text: str) -> tuple[str, ...]:
    """The names of a form in their order, a star before the name of a rest."""
    return tuple(inside.partition(":")[0] for inside in insides(text))
