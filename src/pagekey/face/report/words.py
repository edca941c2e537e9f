"""Every word of a report but the labels of rules, in English, Chinese and Persian. All have the same keys and the same blanks.

Names of statuses, rules and levels are the same word in every language, since policies and files use them; labels beside them differ.
"""

from __future__ import annotations

from collections.abc import Mapping

from pagekey.face.report.chinese import ZH
from pagekey.face.report.english import EN
from pagekey.face.report.persian import FA

__all__ = ["EN", "FA", "LANGUAGES", "ZH", "Words"]

LANGUAGES = ("en", "zh", "fa")
_BY_LANGUAGE = {"en": EN, "zh": ZH, "fa": FA}


class Words:
    """The words of one language: `words("key", name=value)` fills the blanks; KeyError on an unknown key.

    `tables`: the words by language, where they are others than those of a report.
    """

    def __init__(self, language: str, tables: Mapping[str, Mapping[str, str]] | None = None) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"expected a language of {', '.join(LANGUAGES)}, got {language!r}")
        self.language = language
        self._words = (tables or _BY_LANGUAGE)[language]

    @property
    def leftward(self) -> bool:
        """Whether the language runs from right to left."""
        return self.language == "fa"

    def __call__(self, key: str, **blanks: object) -> str:
        return self._words[key].format(**blanks)

    def has(self, key: str) -> bool:
        return key in self._words
