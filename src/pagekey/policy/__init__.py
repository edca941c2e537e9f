"""Policies: which rules are on, and what they work with. `Policy` says it, `compiled` makes it ready to run."""

from __future__ import annotations

from pagekey.policy.loader import from_dict, load, shipped
from pagekey.policy.model import Policy
from pagekey.policy.plan import Compiled, compiled

__all__ = ["Compiled", "Policy", "compiled", "from_dict", "load", "shipped"]
