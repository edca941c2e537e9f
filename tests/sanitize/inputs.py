"""The strings to fuzz with: long ones, a slice of every list at hand, then mutations without end. The same for the same seed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.golden.make_golden import golden_strings
from tests.url_grammar import GOOD_HOSTS, REPEATED, mutated

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
MEGA, SOME = 1_000_000, 100_000  # characters
MANY = 1 << 62


def long_strings() -> Iterator[str]:
    """A megabyte or a tenth of one, of what grows buffers."""
    yield "http://example.com/a?" + "&".join(f"{n:06}=1" for n in range(SOME, 0, -1))
    yield "http://www.example.com/" + "a/B." * (MEGA // 4)
    yield "http://" + "a." * (MEGA // 2) + "com/"
    yield "http://example.com/?" + "&amp;" * (MEGA // 5)
    yield "http://example.com" + "/../" * (SOME // 4)
    yield "http://example.com/" + "%" * SOME
    yield "http://example.com/a?b+c=" + "+%" * (SOME // 2)
    yield "http://u%" + "@<" * (SOME // 2) + "@example.com/#!/" + '"%41%' * (SOME // 5)
    yield "http://" + "\u4e2d\u6587." * (SOME // 30) + "com/"  # UTS 46 is Python, and slow in here
    yield "http://" + "..m" * (SOME // 3) + ".example.com../amp" + "/amp/" * (SOME // 5)
    yield "http://example.com/d/" + "&=+" * (SOME // 3) + ".html"
    yield "http://example.com/e?" + "&".join(f"a/{n}=b?" for n in range(SOME // 10))
    yield "\t".join("http://example.com/\\a\nb") * (SOME // 50)
    for start in ("http://example.com/", "http://example.com/?x", "http://", "a.com/", "http://a.com/#/", "ftp://a/"):
        yield from (start + piece * (6_000 // len(piece)) for piece in (*REPEATED, "+", '"', "/A;x", "&<=+"))


def cases() -> list[str]:
    """What we test with, and what other people do, where it is at hand."""
    found: dict[str, None] = {}
    for file in sorted([*ROOT.glob("tests/**/*.toml"), *ROOT.glob("src/pagekey/policy/data/**/*.toml")]):
        found.update((text, None) for text in raws(tomllib.loads(file.read_text(encoding="utf-8"))))
    for file in sorted((SHARED / "cases").glob("*.jsonl")):
        rows = map(json.loads, file.read_text(encoding="utf-8").removesuffix("\n").split("\n"))
        found.update((text, None) for row in rows for name in ("input", "a", "b") if isinstance(text := row.get(name), str))
    return list(found)


def raws(data: object) -> Iterator[str]:
    """Every string that a TOML file calls `raw`, however deep it stands."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from [value] if name == "raw" and isinstance(value, str) else raws(value)
    elif isinstance(data, list):
        for value in data:
            yield from raws(value)


def real() -> list[str]:
    """Real URLs, where they are at hand."""
    file = SHARED / "data" / "bench" / "urls.txt"
    return file.read_text(encoding="utf-8", errors="surrogateescape").split("\n") if file.exists() else []


def every(seed: int) -> Iterator[str]:
    """All of them, one behind the other; has no end. Another seed takes other slices, too."""
    known = cases()
    yield from long_strings()
    yield from known
    yield from golden_strings()[seed % 5 :: 5]
    yield from real()[seed % 50 :: 50]
    seeds = known + golden_strings()[::40] + [f"http://{host}/{end}" for host in GOOD_HOSTS for end in _ENDS]
    yield from mutated(seed, MANY, seeds)


_ENDS = (
    "amp/amp/",
    *("test?id=123", "books/a-b/123-item.html", "a?id=7f&b=1&c=/", "x/b-y?a=z/?", "b?b=1&a=2", "c/x", "d/&=+.html", "e?a=1&b=2"),
    *("a;x/B;y?faint&n=&sort=a+b&page=1", "shudo/", "y/z/w", "?back=/x&next=%2Fy&drop%20me=1", "?amp=1&id&gclid=x&utm_keep=1"),
)
