"""Foreign lists of parameters (ClearURLs, Brave, `$removeparam` filters) as policies. None is shipped: the user brings the file."""

from __future__ import annotations

from collections.abc import Callable

from pagekey.policy.importing.brave import read_brave
from pagekey.policy.importing.brought import REASONS, Brought, Entry, Left
from pagekey.policy.importing.clearurls import read_clearurls
from pagekey.policy.importing.made import Made, make
from pagekey.policy.importing.removeparam import read_removeparam
from pagekey.policy.importing.written import to_toml

READERS: dict[str, Callable[[bytes, str], Brought]] = {"brave": read_brave, "clearurls": read_clearurls, "removeparam": read_removeparam}
"""Forms of lists by name, and who reads them: bytes and the name of the file."""

__all__ = ["READERS", "REASONS", "Brought", "Entry", "Left", "Made", "make", "to_toml"]
