"""The golden keys: what each golden string gets under the shipped policies, so that no key moves unseen.

`keys.tsv` has one line a string: its citation key, then eight digits of the digest of its crawl, rfc3986 and citation-strict keys.
`cases.tsv` has the same of every URL in a case, behind the URL itself, since cases come and go anywhere.
`python tests/golden/keys.py` says how many keys moved, and writes the file anew with --write; the commit says the same line.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("keys.tsv")
CASES = Path(__file__).with_name("cases.tsv")
FOLDERS = ("tests/cases", "src/pagekey/policy/data")
POLICIES = ("citation@1", "crawl@1", "rfc3986@1", "citation-strict@1")


def lines() -> list[str]:
    """The golden lines as the package makes them now."""
    from tests.golden.make_golden import golden_strings

    return keyed_lines(golden_strings())


def case_lines() -> dict[str, str]:
    """URL of a case, as `ascii` writes it -> its line."""
    found = set()
    for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8")).get("case", []):
            found |= {case["raw"], *(case[word] for word in ("same_as", "other_than") if word in case)}
    strings = sorted(found)
    return dict(zip((ascii(string)[1:-1] for string in strings), keyed_lines(strings), strict=True))


def golden_case_lines() -> dict[str, str]:
    """The same as `cases.tsv` has it."""
    return dict(line.split("\t", 1) for line in CASES.read_text("ascii").splitlines()) if CASES.exists() else {}


def keyed_lines(strings: list[str]) -> list[str]:
    """What the package makes of these strings now, a line each."""
    from pagekey import keys

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
    sys.path[:0] = [str(ROOT)]
    now, cases, before = lines(), case_lines(), golden_case_lines()
    changed = moved(now)
    changed += [(0, before[url], line) for url, line in cases.items() if before.get(url, line) != line]
    print(f"Keys moved: {len(changed)} of {len(now) + len(cases)}")
    for k, old, new in changed[:20]:
        print(f"  {k or 'case'}: {old}\n  {' ' * len(str(k or 'case'))}  {new}")
    if "--write" in sys.argv:
        FILE.write_text("\n".join(now) + "\n", "ascii")
        CASES.write_text("".join(f"{url}\t{line}\n" for url, line in cases.items()), "ascii")
