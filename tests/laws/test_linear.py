"""Linear time: a string twice as long takes about twice the steps. Steps are counted, not timed: the numbers do not depend on the machine.

A step is a line of the uncompiled engine that is run, or a byte that one line alone moves or looks at: such lines stand in the
functions of WHOLESALE, which are wrapped, and nowhere else (a test reads the sources for it). What UTS 46 needs is plain Python
and full of such lines: there a call costs the length of the strings that it is given.
"""

from __future__ import annotations

import ast
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import pagekey.engine as place
from pagekey.policy import compiled, from_dict

MOST = 2.3  # n log n stays below it
SIZE = 1_500  # bytes of the shorter string, at least
PIECES = 64  # and pieces, at least: a few parameters are sorted in another way than many

ENGINE = place.load_uncompiled()
FOLDER = Path(place.__file__).parent
TEXTUAL = frozenset(str(FOLDER / f"{name}.py") for name in ("idna", "punycode", "characters"))

# Function -> the bytes that it went over, by its arguments, its result, and the room that its buffer had before.
WHOLESALE: dict[str, Callable[[tuple[Any, ...], Any, int], int]] = {
    "find": lambda given, found, room: found - given[1],
    "shift": lambda given, end, room: given[3] - given[2],
    "copy": lambda given, end, room: given[4] - given[3],
    "take": lambda given, copied, room: len(copied),
    "reserve": lambda given, good, room: given[0].n if given[0].cap != room else 0,
    "more_pairs": lambda given, good, room: 6 * given[0].room,
}


class Steps:
    """How many there were so far."""

    def __init__(self) -> None:
        self.total = 0

    def watch(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        """sys.settrace calls this for every function that begins; lines are wanted of the engine's only."""
        file = frame.f_code.co_filename
        if not file.startswith(str(FOLDER)):
            return None
        if file in TEXTUAL:
            given = (frame.f_locals[name] for name in frame.f_code.co_varnames[: frame.f_code.co_argcount])
            self.total += sum(len(value) for value in given if isinstance(value, str | bytes))
        return self.line

    def line(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        self.total += 1
        return self.line

    def counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, and what it goes over counted."""
        cost = WHOLESALE[name]

        def wrapped(*given: Any) -> Any:
            room = getattr(given[0], "cap", 0)
            result = function(*given)
            self.total += max(cost(given, result, room), 0)
            return result

        return wrapped


@contextmanager
def counting(patch: pytest.MonkeyPatch) -> Iterator[Steps]:
    """Count what the engine does inside the `with`."""
    steps = Steps()
    before = sys.gettrace()
    with patch.context() as here:
        for file in place.FILES:
            module = sys.modules[f"{place.__name__}.{file}"]
            for name in WHOLESALE:
                if hasattr(module, name):
                    here.setattr(module, name, steps.counted(name, getattr(module, name)))
        sys.settrace(steps.watch)
        try:
            yield steps
        finally:
            sys.settrace(before)


def nogil_functions() -> Iterator[ast.FunctionDef]:
    for file in place.FILES:
        for node in ast.parse((FOLDER / f"{file}.py").read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "cython.nogil" for one in node.decorator_list):
                yield node


def test_only_the_counted_functions_go_over_bytes_in_one_line() -> None:
    hidden = []
    for function in nogil_functions():
        for node in ast.walk(function):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            at_once = called in ("memchr", "memcpy", "memmove", "realloc") or ("." in called and not called.startswith("cython."))
            if (at_once or isinstance(node, ast.Slice)) and function.name not in WHOLESALE:
                hidden.append(f"{function.name}: {ast.unparse(node)}")
    assert not hidden, hidden


REWRITES = (
    *(("/test?id={id:digits}", "/test_{id}"), ("/books/{name}/{isbn:digits}-item.html", "/books/_/{isbn}-item.html")),
    *(("/c/{x}", "/longer-than-it-was/{x}/before"), ("/d/{path}.html", "/d?p={path}"), ("/e?{*rest}", "/f?{*rest}")),
    *(("/g/{x}--{y}-z", "/h/{y}/{x}"), ("/i?a={a}&b={b}", "/j/{b}/{a}")),
)
SITE = {"mobile": "fold", "amp": "fold", "path_case": "fold", "path_params": "drop", "drop": ["faint"], "defaults": {"n": ""}}
SAID: dict[str, object] = {
    "keep": ["gclid"],
    "drop": ["drop"],
    "defaults": {"page": "1"},
    "sites": {"example.com": SITE, "*.example.org": SITE},
    "alias": [{"from": "shudo.blog.com/", "to": "www.example.com/"}],
    "rewrite": [{"site": "example.com", "from": source, "to": target} for source, target in REWRITES],
}
POLICIES: dict[str, dict[str, object]] = {
    "rfc3986": {"extends": "rfc3986@1"},
    "crawl": {"extends": "crawl@1"},
    "citation": {"extends": "citation@1"},
    "everything": SAID,
    "no collapse": {**SAID, "disable": ["collapse-slashes", "remove-dot-segments"]},
    "keep-listed": {"params": "keep-listed", "keep": ["a"], "disable": ["drop-tracking", "drop-session"]},
}


@cache
def plan_of(policy: str) -> Any:
    return compiled(from_dict(POLICIES[policy]), ENGINE).plan


def repeated(start: str, piece: str, end: str = "") -> Callable[[int], str]:
    """The piece over and over, for at least so many bytes and pieces."""
    fewest = max(PIECES, SIZE // len(piece.encode("utf-8", "surrogatepass")))
    return lambda times: start + piece * (fewest * times) + end


def pairs(form: str, *, down: bool = False) -> Callable[[int], str]:
    """Numbered parameters, upwards or downwards."""
    fewest = max(PIECES, SIZE // len(form.format(0)))

    def text(times: int) -> str:
        numbers = range(fewest * times)
        return "http://example.com/a?" + "&".join(form.format(n) for n in (reversed(numbers) if down else numbers))

    return text


STATE = "(S(lit3py55t21z5v55vlm25s55))"
PATHS = (
    *("/../", "/./", "/a/..", "/a/../", "/..a", "/...", "//", "/a", "/A.", "a", "%", "%41", "%2541", "%%34%31", "%2e", "%c3%a9", "%25"),
    *("/http:/", "http:", "/https:/", "http:/", "https://", ";jsessionid=", ";jsessionid=1/", "/;jsessionid=1", "/..;phpsessid=1", ";", "("),
    *(f"/{STATE}", "/(S(", f"/{STATE[:-1]}", f"{STATE[1:-1]}", "/(A(0123456789abcdef))", "/(A(0123456789abcdef)F(", "(S(", "(("),
    *("/index.html", "/index.html/", "/index.html//", "//index.html//", "/index.php/.", "/default.aspx/x/..", "/amp", "/amp/", "/amp//", "/;x/.."),
    *("\\", "\\..\\", "\t", "/.\t", "<", '"/', " ", "\u4e2d", "\udce4", "\ud800", "+", "-", "--", "/x", "&=+", "/?"[:1] + "h", "&amp;", "~"),
)
ENDS = ("", ".html", "-z", "/index.html", "/..", "(")
QUERIES = (
    *("&", "&amp;", "amp;", "&AMP;", "&amp", "&%61mp;", "&am%70;", "&a=1", "&=", "&=&", "&a=", "=", "?", "?a", "a/b", "&a/b=1", "&a:", "+"),
    *("+&", "&+", "&utm_source=x", "&utm_", "&utm_a/", "&gclid=1", "&from=timeline", "&spm=a.b.c", "&spm=a..b", "&.", "&sid=0123456789abcdef"),
    *("&back=/x", "&back=http", "&%62ack=%2F", "&amp=1", "&amp;amp", "&drop=1", "&page=1", "&n=", "&faint", "&id=7", "&b=1&a=2", "%", "%41"),
    *("&%26", "%2526", "<", "\t", "&\n", "\u4e2d", "&phpsessid=1", "&aspsessionid", "&cfid=1&cftoken=1", ";", "/", ":", "&http://a.com/?"),
)
FRAGMENTS = ("/", "!", ":~:", ":~", ":", "#", "%41", "%", "\t", "<", "/..", "a", "\u4e2d")
HOSTS = (
    *("a.", ".", "..", "www.", "WWW.", "www..", "m.", "m.www.", "amp.m.", "wap.", "a", "A.", "1.", "0x", "0", "1", "0x1.", "255.", "-.", "_"),
    *("co.uk.", "uk.", "com.", "kobe.jp.", "www.ck.", "a.ck.", "localhost.", "xn--", "xn--.", "xn--bcher-kva.", "xn--a.", "http.", "https"),
    *("%61", "%61.", "%2e", "%", "\u00fc", "\u00fc.", "\u4e2d", "\u4e2d.", "\u00e9\u0301\u0316", "\u0316\u0301", "\u0301", "a\u0301", "\u3002"),
    *("\u0644", "\u0644.", "\u0644\u200c", "\u094d\u200d", "a\u200d", "\u00ad", "\uff57", "\u00df", "\uac00", "\u1100\u1161\u11a8", "\udce4"),
    *("@", "@:", "u@", "%@", "<@", ":@", ":", ":0", ":8", "[", "[:", "[0:", "[::", "]", "0:", "::", "\t", "\\", " ", "<", "^", "a\t."),
)
HOST_ENDS = ("", "example.org/", "com/", "1/", "a.ck/")
STARTS = (" ", "\t", "\x00", "http", "http:", "http:/", "http://", "https:\\", "ftp:", "ftp://", "//", "///", "a:", "a+", "a.b:", "a.b:0", "1:", ".")
NUMBERED = ("{:05}=1", "n=1&a{:05}", "p" * 240 + "{:05}=1", "p" * 240 + "/{:05}=1", "a[{0:05}]={0:05}", "utm_{:05}", "%61{:05}=%2f", "x{:05}")


def shapes() -> Iterator[tuple[str, Callable[[int], str]]]:
    """(what it is, string of a length)."""
    for piece in PATHS:
        for end in ENDS:
            for start in ("http://example.com/", "http://example.com/c/", "http://example.com/d/", "http://example.com/g/"):
                yield f"path {start} {piece!a} {end}", repeated(start, piece, end)
    for piece in QUERIES:
        for start in ("http://example.com/?x", "http://example.com/e?x", "http://example.com/i?b=1"):
            yield f"query {start} {piece!a}", repeated(start, piece)
    for piece in FRAGMENTS:
        for start in ("http://example.com/#", "http://example.com/#/", "http://example.com/#!", "ftp://a/#"):
            yield f"fragment {start} {piece!a}", repeated(start, piece)
    for piece in HOSTS:
        for start in ("http://", "", "ftp://", "http://[", "http://a:"):
            for end in HOST_ENDS:
                yield f"host {start} {piece!a} {end}", repeated(start, piece, end)
    for piece in STARTS:
        yield f"start {piece!a}", repeated("", piece, "example.com/")
        yield f"end {piece!a}", repeated("http://example.com/", piece)
    for form in NUMBERED:
        yield f"pairs {form}", pairs(form)
        yield f"pairs down {form}", pairs(form, down=True)
