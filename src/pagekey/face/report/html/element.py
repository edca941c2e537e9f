"""Elements of a page, escaped first: a string is text whatever it holds, and only `tag` and `block` make markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from pagekey.face.report.names import clean

_NAME = re.compile(r"[a-z][A-Za-z0-9-]*")
_VOID = frozenset(("br", "input", "link", "meta", "wbr"))


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | Iterable["Child"]
Attribute = str | int | bool | None


def tag(name: str, *children: Child, **attributes: Attribute) -> Markup:
    """The element. Strings are escaped and cleaned, `Markup` stays; an iterable gives its children.

    An attribute's `_` is written `-`, a final one is dropped (`class_`). None and False leave it out, True writes its name alone.
    ValueError on a handler, an inline style, a name that is none, and on a link that leads out of the page.
    """
    start = "".join([f"<{_named(name)}", *(_attribute(one.rstrip("_").replace("_", "-"), value) for one, value in attributes.items())])
    if name in _VOID:
        return Markup(f"{start}>")
    return Markup(f"{start}>{joined(children)}</{name}>")


def joined(children: Iterable[Child]) -> Markup:
    """The children one after the other."""
    return Markup("".join(text(child) if isinstance(child, str) else joined(child) for child in children))


def text(words: str) -> Markup:
    """The string as text: cleaned of what moves a cursor or turns the reading direction, then escaped."""
    return words if isinstance(words, Markup) else Markup(escape(clean(words)))


def block(name: str, content: str, **attributes: Attribute) -> Markup:
    """A `style` or `script` element with the content as it stands. ValueError if the content would end it."""
    if f"</{name}" in content.lower() or "<!--" in content:
        raise ValueError(f"the content of {name} would end it")
    start = "".join(_attribute(one.rstrip("_"), value) for one, value in attributes.items())
    return Markup(f"<{_named(name)}{start}>{content}</{name}>")


def _named(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"expected the name of an element or attribute, got {name!r}")
    return name


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    if _named(name).startswith("on") or name in ("style", "src"):
        raise ValueError(f"no attribute {name} in a page that nothing may run in or load into")
    if name == "href" and not str(value).startswith("#") and value != "data:,":
        raise ValueError(f"expected a link to a place in the page, got {value!r}")
    return f" {name}" if value is True else f' {name}="{escape(clean(str(value)))}"'
