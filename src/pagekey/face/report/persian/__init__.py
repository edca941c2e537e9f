"""All words in Persian, by the part of the house that says them. Digits are Latin ones, as in keys, addresses and files."""

from __future__ import annotations

from collections.abc import Mapping

from pagekey.face.report.persian.compared import WORDS as COMPARED
from pagekey.face.report.persian.page import WORDS as PAGE
from pagekey.face.report.persian.report import WORDS as REPORT

FA: Mapping[str, str] = {**REPORT, **COMPARED, **PAGE}
