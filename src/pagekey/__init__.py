"""pagekey: one page, one key, whichever way its URL is written."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # typing is not imported: it would cost more than all else here

__version__ = "0.1.0"

_PLACES = {
    "key": "pagekey.keying.single",
    "keys": "pagekey.keying.single",
    "explain": "pagekey.keying.single",
    "Keyed": "pagekey.keying.table",
    "keyed": "pagekey.keying.table",
    "display": "pagekey.keying.display",
    "read_table": "pagekey.keying.io",
    "Store": "pagekey.keying.store",
    "Comparison": "pagekey.study.compare",
    "compare": "pagekey.study.compare",
    "Counts": "pagekey.study.count",
    "count": "pagekey.study.count",
    "Merges": "pagekey.study.merges",
    "merges": "pagekey.study.merges",
    "Changes": "pagekey.study.periods",
    "diff": "pagekey.study.periods",
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
    from pagekey.errors import InputError as InputError
    from pagekey.errors import PagekeyError as PagekeyError
    from pagekey.errors import PolicyError as PolicyError
    from pagekey.errors import PolicyMismatch as PolicyMismatch
    from pagekey.keying.display import display as display
    from pagekey.keying.io import read_table as read_table
    from pagekey.keying.single import explain as explain
    from pagekey.keying.single import key as key
    from pagekey.keying.single import keys as keys
    from pagekey.keying.store import Store as Store
    from pagekey.keying.table import Keyed as Keyed
    from pagekey.keying.table import keyed as keyed
    from pagekey.policy import Policy as Policy
    from pagekey.study.compare import Comparison as Comparison
    from pagekey.study.compare import compare as compare
    from pagekey.study.count import Counts as Counts
    from pagekey.study.count import count as count
    from pagekey.study.merges import Merges as Merges
    from pagekey.study.merges import merges as merges
    from pagekey.study.periods import Changes as Changes
    from pagekey.study.periods import diff as diff
    from pagekey.types import Step as Step
    from pagekey.types import Trace as Trace


def __getattr__(name: str) -> object:
    """Public names are imported when they are first used, so that `import pagekey` costs nothing."""
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'pagekey' has no attribute {name!r}")
    found = getattr(import_module(place), name)
    globals()[name] = found
    return found
