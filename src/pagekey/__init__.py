"""pagekey: one page, one key, whichever way its URL is written."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_PLACES = {
    "key": "pagekey.keying.single",
    "keys": "pagekey.keying.single",
    "explain": "pagekey.keying.single",
    "Keyed": "pagekey.keying.table",
    "keyed": "pagekey.keying.table",
    "display": "pagekey.keying.display",
    "read_table": "pagekey.keying.io",
    "Comparison": "pagekey.study.compare",
    "compare": "pagekey.study.compare",
    "Counts": "pagekey.study.count",
    "count": "pagekey.study.count",
    "Policy": "pagekey.policy",
    "Step": "pagekey.types",
    "Trace": "pagekey.types",
    "InputError": "pagekey.errors",
    "PagekeyError": "pagekey.errors",
    "PolicyError": "pagekey.errors",
    "PolicyMismatch": "pagekey.errors",
}

__all__ = [*_PLACES, "__version__"]

if TYPE_CHECKING:
    from pagekey.errors import InputError, PagekeyError, PolicyError, PolicyMismatch
    from pagekey.keying.display import display
    from pagekey.keying.io import read_table
    from pagekey.keying.single import explain, key, keys
    from pagekey.keying.table import Keyed, keyed
    from pagekey.policy import Policy
    from pagekey.study.compare import Comparison, compare
    from pagekey.study.count import Counts, count
    from pagekey.types import Step, Trace


def __getattr__(name: str) -> object:
    """Public names are imported when they are first used, so that `import pagekey` costs nothing."""
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'pagekey' has no attribute {name!r}")
    found = getattr(import_module(place), name)
    globals()[name] = found
    return found
