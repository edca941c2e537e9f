"""What tests read of a part behind the store's back."""

from __future__ import annotations

from pagekey.keying.store import RawPart
from pagekey.keying.store.raw import raw_column


def columns_of(part: RawPart) -> dict[str, list[str | None]]:
    """Every column of the source by its name, in its order."""
    return {name: raw_column(part, name, {}) for name in part.source.columns}
