"""The engine: URLs as bytes, cut into slices, and small rules in a loop over a plan. It knows no policy.

Compiled it is the extension `_engine`; without one the same files run as Python, a hundred times slower, which is said once on stderr.
Little is imported here: a single key on the command line pays for it.
"""

from __future__ import annotations

import os
import sys
import zlib
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

FILES = ("octets", "shapes", "names", "hosts", "plan", "address", "url", "authority", "split", "escapes", "host", "path", "guard", "query",
         "site", "match", "capture", "rewrite", "loop", "calls", "texts",
         "columns", "words")
HEADER = "blocks.h"


def fingerprint(folder: str) -> str:
    """Checksum of the engine's sources. The extension carries the one that it was built from."""
    total = 0
    for name in (*(f"{name}.py" for name in FILES), HEADER):
        with open(os.path.join(folder, name), "rb") as file:
            total = zlib.crc32(file.read().replace(b"\r\n", b"\n"), total)
    return f"{total:08x}"


def load_uncompiled() -> ModuleType:
    """The engine as plain Python; `import cython` inside it means our stand-in, whatever is installed."""
    name = f"{__name__}.words"
    if name not in sys.modules:
        before = sys.modules.get("cython")
        sys.modules["cython"] = import_module(f"{__name__}.standin")
        try:
            import_module(name)
        finally:
            if before is None:
                del sys.modules["cython"]
            else:
                sys.modules["cython"] = before
    return sys.modules[name]


def load_compiled() -> ModuleType | None:
    """The extension, or None if there is none that was built from these sources."""
    try:
        module = import_module(f"{__name__}._engine")
    except ImportError:
        return None
    if fingerprint(os.path.dirname(os.path.abspath(__file__))) != module.SOURCES:
        print("pagekey: the compiled engine was built from other sources and is not used; build it anew: pip install .", file=sys.stderr)
        return None
    return module


def choose() -> ModuleType:
    """The compiled engine where there is one, else the same files uncompiled."""
    module = load_compiled()
    if module is None:
        print("pagekey: no compiled engine; the same rules run as plain Python, a hundred times slower (gcc and pip install . build it)",
              file=sys.stderr)
        return load_uncompiled()
    return module


engine = choose()
"""The engine in use: a module with Plan, Hosts, Names, Keyer, key, keys, facts, explain, column, finish, split_parts, layout, FLAGS."""


def which() -> str:
    """"compiled" or "uncompiled": which engine is in use."""
    return "compiled" if engine.__name__.endswith("._engine") else "uncompiled"
