"""The golden keys: what each golden string gets under the shipped policies, so that no key moves unseen.

`keys.tsv` has one line a string: its citation key, then eight digits of the digest of its crawl, rfc3986 and citation-strict keys.
`python tests/golden/keys.py` says how many keys moved, and writes the file anew with --write; the commit says the same line.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

FILE = Path(__file__).with_name("keys.tsv")
POLICIES = ("citation@1", "crawl@1", "rfc3986@1", "citation-strict@1")


def lines() -> list[str]:
    """The golden lines as the package makes them now."""
    from pagekey import keys
    from tests.golden.make_golden import golden_strings

    strings = golden_strings()
    first, *others = (keys(strings, name) for name in POLICIES)
    rows = zip(first, *others, strict=True)
    return ["\t".join([ascii(row[0])[1:-1], *(digest(key) for key in row[1:])]) for row in rows]


def digest(key: str | None) -> str:
    """Eight hexadecimal digits of a key's digest."""
    return hashlib.sha256((key or "").encode("utf-8", "surrogatepass")).hexdigest()[:8]


def moved(new: list[str]) -> list[tuple[int, str, str]]:
    """(line, golden, now) for every line that differs; a missing line counts."""
    old = FILE.read_text("ascii").splitlines() if FILE.exists() else []
    pairs = zip(old + [""] * (len(new) - len(old)), new + [""] * (len(old) - len(new)), strict=True)
    return [(k, a, b) for k, (a, b) in enumerate(pairs, 1) if a != b]


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2])]
    now = lines()
    changed = moved(now)
    print(f"Keys moved: {len(changed)} of {len(now)}")
    for k, before, after in changed[:20]:
        print(f"  {k}: {before}\n  {' ' * len(str(k))}  {after}")
    if "--write" in sys.argv:
        FILE.write_text("\n".join(now) + "\n", "ascii")
