"""The comparison of two periods for readers: `render(changes, form, lang)`, and `refusal(mismatch, ...)` where they do not compare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pagekey.errors import PolicyMismatch
from pagekey.face.report.names import clean
from pagekey.face.report.phrases import isolated
from pagekey.face.report.words import Words
from pagekey.study.periods import Changes

Form = Literal["text", "markdown", "json"]
Lang = Literal["en", "zh", "fa"]

__all__ = ["Form", "Lang", "refusal", "render"]


def render(
    changes: Changes,
    form: Form = "text",
    lang: Lang = "en",
    *,
    sources: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    colour: bool = False,
    display: Callable[[str], str] = str,
) -> str:
    """The comparison as a string that ends in a newline. `sources`: what the old and the new period were read from, for the card."""
    if form == "json":
        from pagekey.face.report.periods.as_json import as_json

        return as_json(changes, sources)
    from pagekey.face.report.periods.sections import sections

    words = words_of(lang)
    found = sections(changes, words, display, sources)
    if form == "markdown":
        from pagekey.face.report.markdown import as_markdown

        return as_markdown(found, leftward=words.leftward)
    from pagekey.face.report.text import as_text

    return as_text(found, colour=colour, leftward=words.leftward)


def refusal(
    mismatch: PolicyMismatch, names: tuple[str, str], command: str | None, form: Form = "text", lang: Lang = "en"
) -> str:  # fmt: skip
    """Why two periods do not compare: every field that differs, the value of the old period before that of the new, and what to do.

    `command` keys both anew under one policy; None for keyed files, which must be made anew by the user.
    """
    if form == "json":
        from pagekey.face.report.periods.as_json import refusal_as_json

        return refusal_as_json(mismatch)
    words = words_of(lang)
    width = max(len(name) for name, _, _ in mismatch.differences)
    lines = [words("refused", old=clean(names[0]), new=clean(names[1]), fields=len(mismatch.differences))]
    for name, old, new in mismatch.differences:
        lines.append(f"  {name:{width}}  {clean(old)} | {clean(new)}  ({words(f'field.{name}')})")
    lines.append(words("refused.store", command=command) if command else words("refused.files"))
    return "\n".join(map(isolated, lines) if words.leftward else lines) + "\n"


def words_of(lang: str) -> Words:
    """The words of a comparison in one language."""
    from pagekey.face.report.periods.chinese import ZH
    from pagekey.face.report.periods.english import EN
    from pagekey.face.report.periods.persian import FA

    return Words(lang, {"en": EN, "zh": ZH, "fa": FA})
