"""All words in Chinese, by the part of the house that says them."""

from __future__ import annotations

from collections.abc import Mapping

from pagekey.face.report.chinese.compared import WORDS as COMPARED
from pagekey.face.report.chinese.page import WORDS as PAGE
from pagekey.face.report.chinese.report import WORDS as REPORT

ZH: Mapping[str, str] = {**REPORT, **COMPARED, **PAGE}
