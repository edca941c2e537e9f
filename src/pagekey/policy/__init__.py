"""Policies: which rules are on, and what they work with. `Policy` says it, `compiled` makes it ready to run."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pagekey.policy.loader import from_dict as from_dict
    from pagekey.policy.loader import load as load
    from pagekey.policy.loader import shipped as shipped
    from pagekey.policy.model import Policy as Policy
    from pagekey.policy.plan import Compiled as Compiled
    from pagekey.policy.plan import compiled as compiled

_PLACES = {"Policy": "model", "from_dict": "loader", "load": "loader", "shipped": "loader", "Compiled": "plan", "compiled": "plan"}

__all__ = ["Compiled", "Policy", "compiled", "from_dict", "load", "shipped"]


def __getattr__(name: str) -> object:
    """Imported when first used: a thawed plan needs none of it."""
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'pagekey.policy' has no attribute {name!r}")
    found = getattr(import_module(f"pagekey.policy.{place}"), name)
    globals()[name] = found
    return found
