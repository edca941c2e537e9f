"""A store of citations: raw rows that are only ever added to, and keys that are made of them anew at any time.

`layout` knows where files lie and how one appears, `parts` how rows lie in one, `raw` and `keys` what the two kinds hold; `open` is the
store that callers use. Only this package reads raw parts: counting gets a `Keyed`.
"""

from __future__ import annotations

from pagekey.keying.store.open import Store
from pagekey.keying.store.raw import RawPart

__all__ = ["RawPart", "Store"]
