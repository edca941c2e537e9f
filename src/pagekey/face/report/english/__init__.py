"""All words in English, by the part of the house that says them."""

from __future__ import annotations

from collections.abc import Mapping

from pagekey.face.report.english.compared import WORDS as COMPARED
from pagekey.face.report.english.page import WORDS as PAGE
from pagekey.face.report.english.report import WORDS as REPORT

EN: Mapping[str, str] = {**REPORT, **COMPARED, **PAGE}
