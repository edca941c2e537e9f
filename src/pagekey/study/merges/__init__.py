"""Pages with several strings: `merges(keyed, weight=None) -> Merges`. The values stand in `figures`, the way they are found in `find`."""

from __future__ import annotations

from pagekey.study.merges.figures import Merges, Page
from pagekey.study.merges.find import merges, page

__all__ = ["Merges", "Page", "merges", "page"]
