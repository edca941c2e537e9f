"""Keying block by block, for inputs of any length: memory holds one block."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from pagekey.engine import engine
from pagekey.errors import PagekeyError
from pagekey.keying.mapping import Mapping, mapped
from pagekey.keying.single import AnyPolicy, ready
from pagekey.keying.table import Row, key_row
from pagekey.rules import names_of
from pagekey.statuses import STATUSES

Cells = list[str | None]

_OFFSETS = 8
"""Bytes of an offset in what `engine.column` reads and writes here."""


@lru_cache(4096)
def _hits_in_words(hits: int) -> str:
    return " ".join(names_of(hits))


_SHOWN: dict[str, Callable[[Any], str | None]] = {
    "key": lambda row: row[0],
    "status": lambda row: row[1],
    "host": lambda row: row[2],
    "domain": lambda row: row[3],
    "site": lambda row: row[4],
    "hits": lambda row: _hits_in_words(row[5]),
    "flags": lambda row: " ".join(flag for bit, flag in enumerate(engine.FLAGS) if row[6] >> bit & 1) if row[6] else "",
}
NAMES = ("raw", *_SHOWN, "policy")
"""The columns that a keyed row can show."""


class Keyer:
    """Keys blocks of strings under one policy, and counts their statuses in `statuses`.

    PolicyError, or PagekeyError for a mapping that the policy cannot use, when it is made; never while it keys.
    """

    def __init__(self, policy: AnyPolicy = "citation@1", mapping: Mapping | None = None) -> None:
        self._plan = ready(policy)
        self._targets = mapped(mapping, self._plan)
        self.stamp = self._plan.stamp
        self.statuses: Counter[str] = Counter()

    def columns(self, urls: Sequence[str | None], names: Sequence[str]) -> list[Cells]:
        """The named columns of these strings, each as long as `urls`; hits and flags are words with a blank between them."""
        unknown = [name for name in names if name not in NAMES]
        if unknown:
            raise PagekeyError("no such column", expected=f"one of {', '.join(NAMES)}", got=unknown[0])
        if list(names) == ["key"] and not self._targets and None not in urls:
            return [self._keys(urls)]  # type: ignore[arg-type]
        rows = self.rows(urls)
        fixed: dict[str, Cells] = {"raw": list(urls), "policy": [self.stamp] * len(rows)}
        return [fixed[name] if name in fixed else list(map(_SHOWN[name], rows)) for name in names]

    def rows(self, urls: Sequence[str | None]) -> list[Row]:
        """What keying makes of each string."""
        rows = [key_row(url, self._plan, self._targets) for url in urls]
        self.statuses.update(row[1] for row in rows)
        return rows

    def status(self, url: str) -> str:
        """The status of one string, which is not counted."""
        return str(key_row(url, self._plan, self._targets)[1])

    def _keys(self, urls: Sequence[str]) -> Cells:
        """The keys alone, by the engine's loop over one buffer, which also tells the statuses."""
        text = "".join(urls)
        if text.isascii():
            data, sizes = text.encode(), list(map(len, urls))
        else:
            parts = list(map(_encoded, urls))
            data, sizes = b"".join(parts), list(map(len, parts))
        offsets = memoryview(array("q", accumulate(sizes, initial=0))).cast("B")
        texts = engine.Texts(_OFFSETS, len(urls), 0, b"", offsets, [data])
        answers = engine.column(self._plan.plan, texts, 0, len(urls), _OFFSETS, False).buffers()
        places = pairwise(answers["key_ends"].cast("q"))
        out, status = bytes(answers["key"]), bytes(answers["status"])
        found: Cells
        if out.isascii():
            ascii_text = out.decode("ascii")
            found = [ascii_text[start:end] for start, end in places]
        else:
            found = [out[start:end].decode("utf-8", "surrogateescape") for start, end in places]
        for number, word in enumerate(STATUSES):
            self.statuses[word] += status.count(number)
        return found


def _encoded(url: str) -> bytes:
    """The bytes of a string as the engine reads them: a lone surrogate of U+DC80..DCFF stands for the byte that it was read from."""
    if url.isascii():
        return url.encode("ascii")
    from pagekey.keying.io.write import encode

    return encode(url)
