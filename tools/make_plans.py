"""Write src/pagekey/policy/frozen.py: the shipped plans as plain values, so that a single key need not read and compile TOML.

`python tools/make_plans.py` after any change of policies, lists, rules or rows; a test says when the file is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "pagekey" / "policy" / "frozen.py"
HEAD = '''"""The shipped plans, written by tools/make_plans.py: do not edit. A test compares them with what the policies compile to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

'''


def text() -> str:
    """The module as it should be."""
    from pagekey.policy import compiled, load, shipped

    shared: dict[str, str] = {}
    plans = []
    for name in shipped():
        made = compiled(load(name))
        pieces = {"stamp": made.stamp, **made.parts._asdict()}
        fields = []
        for field, value in pieces.items():
            if field in ("tables", "switches"):
                inner = ", ".join(f"{key!r}: {_named(shared, part)}" for key, part in value.items())
                fields.append(f"{field!r}: {{{inner}}}")
            else:
                fields.append(f"{field!r}: {_named(shared, value) if field == 'hosts' else repr(value)}")
        plans.append(f"    {name!r}: {{{', '.join(fields)}}},\n")
    named = "".join(f"{name}: Any = {value}\n" for value, name in shared.items())
    return f"{HEAD}{named}\nPLANS: dict[str, dict[str, Any]] = {{\n{''.join(plans)}}}\n"


def _named(shared: dict[str, str], value: object) -> str:
    """The name under which a value that several plans hold is written once; a number or a flag as it is."""
    return repr(value) if isinstance(value, int) else shared.setdefault(repr(value), f"T{len(shared)}")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "src")]
    TARGET.write_text(text(), "utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size:,} bytes")
