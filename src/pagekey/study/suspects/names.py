"""Names by which a column, a language or a copy of a page is known. They only choose what is looked at: no key depends on them."""

from __future__ import annotations

import re

TITLES = frozenset({
    "title", "pagetitle", "metatitle", "urltitle", "citationtitle", "sourcetitle", "linktitle", "articletitle",
    "标题", "页面标题", "网页标题", "文章标题", "来源标题", "引用标题",
})  # fmt: skip
CANONICALS = frozenset({
    "canonical", "canonicalurl", "urlcanonical", "relcanonical", "canonicallink", "规范链接", "规范网址", "规范地址",
})  # fmt: skip
# ISO 639-1, those in which most web pages are written.
LANGUAGES = frozenset({
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko",
    "lt", "lv", "ms", "nb", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh",
})  # fmt: skip
LOCALE_NAMES = frozenset({"hl", "lang", "language", "locale", "lng", "setlang", "ui_locales", "uselang"})
EXTENSIONS = frozenset({"htm", "html", "shtml", "xhtml", "php", "asp", "aspx", "jsp", "cfm", "pdf", "md", "amp"})

_LOCALE = re.compile(r"([a-z]{2})(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?\Z", re.I)


def is_locale(text: str) -> bool:
    """Does the text look like a language tag (BCP 47: language, script, region) of a known language?"""
    hit = _LOCALE.match(text)
    return hit is not None and hit[1].lower() in LANGUAGES
