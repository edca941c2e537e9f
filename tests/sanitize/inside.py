"""Runs inside the sanitized interpreter: every string through every policy, by each way into the engine.

`inside.py run PLACE` reads strings from stdin and writes to the file PLACE which of them it is at; `inside.py try` answers each
with a byte, `1` if the engine does not survive it. A string is its length (four bytes, low end first) and its bytes.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import struct
import sys
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, BinaryIO

from pagekey.engine import engine, which
from pagekey.policy import Policy, compiled, from_dict, load, shipped
from pagekey.types import STATUSES

LONG, PATIENCE = 20_000, 300  # characters, seconds
REWRITES = (
    *(("/test?id={id:digits}", "/test_{id}"), ("/books/{name}/{isbn:digits}-item.html", "/books/_/{isbn}-item.html")),
    *(("/a?id={id:hex}&{*rest}", "/a/{id}?{*rest}"), ("/{x}/b-{y:slug}?a={z}", "/{z}/{y}?x={x}"), ("/b?a={a}&b={b}", "/{b}/{a}")),
    *(("/c/{x}", "/longer-than-it-was/{x}/before"), ("/d/{path}.html", "/d?p={path}"), ("/e?{*rest}", "/f?{*rest}")),
)
ALIASES = (
    *(("shudo.blog.com/", "www.blog.com/shudo/"), ("203.0.113.7/", "www.example.com/"), ("1.2.3.4/", "example.com/a/b")),
    *(("www.www.com/", "x.example.org:8080/"), ("[::1]/", "localhost/"), ("http://a.cn:8080/x", "http://a.cn/y/z"), ("m.b.de/", "b.de/")),
)
ON = {"archive": "unwrap", "renditions": "fold", "locale": "drop", "comments": "drop", "pagination": "drop"}
SITES: dict[str, dict[str, object]] = {
    "example.com": {"mobile": "fold", "amp": "fold", "path_case": "fold", "path_params": "drop", "drop": ["faint"],
                    "drop_below": {"/a": ["b"], "/x/y": ["id", "q"]}, "defaults": {"n": ""}},
    "*.example.co.uk": {"keep": ["id", "a", "n" * 63], "group": "news"},
    "a.b.de": {"www": "distinct", "defaults": {"sort": "a b", "page": "1"}, "path_params": "drop"},
    "*.example.org": {"mobile": "fold", "amp": "fold", "path_case": "fold", "path_params": "drop", "keep": ["id"]},
    "localhost": {"path_case": "fold", "mobile": "fold"},
    "b\u00fccher.de": {"keep": [], "amp": "fold"},
}


def policies() -> list[Policy]:
    """All that are shipped, and two in which every rule has something to do."""
    said: dict[str, object] = {
        **ON,
        "keep": ["gclid", "utm_keep"],
        "drop": ["drop me", "z" * 63],
        "defaults": {"sort": "ascending", "q": "a b", "page": "1"},
        "state": ["back", "next"],
        "site": "group",
        "sites": SITES,
        "alias": [{"from": source, "to": target} for source, target in ALIASES],
        "rewrite": [{"site": "example.com", "from": source, "to": target} for source, target in REWRITES],
    }
    crawl = {**said, "extends": "crawl@1", "enable": ["alias-host", "rewrite", "drop-params", "drop-default-params", "fold-path-case"]}
    return [*map(load, shipped()), from_dict(said), from_dict(crawl)]


def octets(text: str) -> bytes:
    """The bytes that the engine reads a string as."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        kinds = ("surrogateescape" if "\udc80" <= c <= "\udcff" else "surrogatepass" for c in text)
        return b"".join(c.encode("utf-8", errors) for c, errors in zip(text, kinds, strict=True))


def exact(kind: str, values: Sequence[int] | bytes) -> array[int]:
    """An array without a byte too many (a copy has no slack): a bytes object would hide one behind its end."""
    return array(kind, values)[:]


def column(plan: Any, rows: Sequence[bytes]) -> list[tuple[bytes, int, int]]:
    """(key, status, hits) of each row."""
    offsets = [0]
    for row in rows:
        offsets.append(offsets[-1] + len(row))
    n = len(rows)
    ends, hits, status = exact("q", [0] * n), exact("Q", [0] * n), exact("B", [0] * n)
    out = engine.content(engine.column(plan, exact("q", offsets), exact("B", b"".join(rows)), ends, hits, status))
    return [(out[i:end], status[k], hits[k]) for k, (i, end) in enumerate(zip([0, *ends], ends, strict=False))]


def examine(plan: Any, text: str) -> None:
    """The string by every way in. AssertionError where two ways differ."""
    raw = octets(text)
    key = engine.key(plan, text)
    facts, _, _ = engine.explain(plan, text)
    first, _, last = column(plan, (raw, b"", raw))
    assert first == last, f"one string twice in a column: {first!r} and {last!r}"
    if first[1] >= len(STATUSES):  # Python must help
        done, hits, status = engine.finish(plan, raw)
        first = done, status, hits
    assert first == (octets(key), facts[1], facts[2]), f"column {first!r}, key {key!r}, facts {facts!r}"
    assert facts[0] == key, f"key {key!r}, facts {facts!r}"
    parts = b"".join(engine.split_parts(plan, raw))
    assert parts == raw, f"split and joined: {parts!r}"


def refuse(plan: Any) -> None:
    """Columns whose offsets lie: an error each, and no byte read or written outside."""
    n = 2**63 - 1
    for offsets in ([], [0, 5], [0, 3, 1], [3, 0], [-1, 2], [0, -5], [4, 4, 9], [0, n], [1, n], [n, n], [n - 80, n - 8], [0, n - 64, 2]):
        for room in (0, 1, 2):
            slots = exact("q", [0] * room), exact("Q", [0] * room), exact("B", [0] * room)
            with suppress(ValueError, MemoryError):
                engine.column(plan, exact("q", offsets), exact("B", b"a.c"), *slots)


def strings(stream: BinaryIO) -> Iterator[str]:
    """What the other side sends."""
    while len(head := stream.read(4)) == 4:
        yield stream.read(struct.unpack("<I", head)[0]).decode("utf-8", "surrogatepass")


def run(plans: Sequence[Any], place: int) -> int:
    """Examine all; how many there were. The number of the string stands in the file before the engine sees it."""
    count = 0
    for plan in plans:
        refuse(plan)
    for count, text in enumerate(strings(sys.stdin.buffer), 1):
        os.pwrite(place, struct.pack("<q", count), 0)
        if count % 256 == 1 or len(text) > LONG:
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
        for plan in plans:
            examine(plan, text)
    faulthandler.cancel_dump_traceback_later()
    return count


def survives(plans: Sequence[Any], text: str) -> bool:
    """Whether a forked process lives through the string."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    signal.alarm(PATIENCE)
    try:
        for plan in plans:
            examine(plan, text)
    except BaseException:
        os._exit(1)
    os._exit(0)


def main() -> None:
    assert which() == "compiled", "the sanitized extension does not fit its sources"
    plans = [compiled(policy).plan for policy in policies()]
    if sys.argv[1] == "run":
        print(run(plans, os.open(sys.argv[2], os.O_WRONLY)))
        return
    for text in strings(sys.stdin.buffer):
        sys.stdout.write("0" if survives(plans, text) else "1")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
