"""Other people's functions over one URL, each at its defaults. None of them is needed: what is not installed is named as such.

They do less or other work than a key, which `does` says; none takes a column, and none says which rules it applied.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from machine import version

Call = Callable[[str], object]
BASELINE = "can_ada.parse"
"""The peer that the ratios are to: the fastest parser with a Python door that is known to us."""


@dataclass(frozen=True, slots=True)
class Peer:
    """One function. `pip` is the package on PyPI ("" for the standard library), `one_in` how many rows share one measured row."""

    name: str
    pip: str
    module: str
    pick: Callable[[ModuleType], Call]
    does: str
    one_in: int = 1

    def find(self) -> tuple[Call | None, str]:
        """The function, or None and why it cannot be measured."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return self.pick(import_module(self.module)), ""
        except ModuleNotFoundError:
            return None, f"not installed: pip install {self.pip}"
        except (ImportError, OSError, AttributeError) as error:
            return None, f"{self.pip} {version(self.pip)} cannot be used: {error}"


def _can_ada_href(module: ModuleType) -> Call:
    parse = module.parse
    return lambda url: parse(url).href


def _urlcanon_semantic(module: ModuleType) -> Call:
    parse, semantic = module.parse_url, module.semantic

    def run(url: str) -> str:
        parsed = parse(url)
        semantic(parsed)
        return str(parsed)

    return run


PEERS = (
    Peer(BASELINE, "can_ada", "can_ada", lambda m: m.parse, "parses (WHATWG)"),
    Peer("can_ada.parse(u).href", "can_ada", "can_ada", _can_ada_href, "parses, writes the URL"),
    Peer("url.URL.parse", "url-py", "url", lambda m: m.URL.parse, "parses (WHATWG)"),
    Peer("ada_url.URL", "ada-url", "ada_url", lambda m: m.URL, "parses (WHATWG)", 2),
    Peer("urllib.parse.urlsplit", "", "urllib.parse", lambda m: m.urlsplit, "splits", 5),
    Peer("yarl.URL", "yarl", "yarl", lambda m: m.URL, "parses, requotes", 5),
    Peer("turbohtml.extract.normalize_url", "turbohtml", "turbohtml.extract", lambda m: m.normalize_url, "normalizes", 2),
    Peer("keenable_url_helpers.normalize_url", "k-url-normalizer", "keenable_url_helpers", lambda m: m.normalize_url, "normalizes", 5),
    Peer("courlan.normalize_url", "courlan", "courlan", lambda m: m.normalize_url, "normalizes", 10),
    Peer("courlan.clean_url", "courlan", "courlan", lambda m: m.clean_url, "scrubs, normalizes", 10),
    Peer("w3lib.url.canonicalize_url", "w3lib", "w3lib.url", lambda m: m.canonicalize_url, "canonicalizes", 10),
    Peer("ural.normalize_url", "ural", "ural", lambda m: m.normalize_url, "normalizes", 20),
    Peer("urlcanon.semantic", "urlcanon", "urlcanon", _urlcanon_semantic, "canonicalizes", 50),
    Peer("url_normalize.url_normalize", "url-normalize", "url_normalize", lambda m: m.url_normalize, "normalizes", 50),
)
