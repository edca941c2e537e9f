"""Linear time: a string twice as long takes about twice the steps. Steps are counted, not timed: the numbers do not depend on the machine.

A step is a line of the uncompiled engine that is run, or a byte that one line alone moves or looks at: such lines stand in the
functions of WHOLESALE, which are wrapped, and nowhere else (a test reads the sources for it). What UTS 46
and wrapped URLs need is plain Python and full of such lines: there a call costs the length of the strings that it is given.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pytest

import pagekey.engine as place
from pagekey.engine.characters import load_characters
from pagekey.policy import compiled, from_dict
from tests.sanitize.inside import texts

MOST = 2.3  # n log n stays below it
SIZE = 500  # bytes of the shorter string, at least
PIECES = 64  # and pieces, at least: a few parameters are sorted in another way than many
MOST_STEPS = 100  # of a trace: some fifty rows, and few of them fire twice

ENGINE = place.load_uncompiled()
FOLDER = Path(place.__file__).parent
TEXTUAL = frozenset(str(path) for path in FOLDER.glob("*.py") if path.stem not in place.FILES)

# Function -> the bytes that it went over, by its arguments, its result, and the room that its buffer had before.
CONSTANT = ("last_eight", "int32_at", "int64_at", "number_at", "append_number")
"""Go over eight bytes at most, whatever the string is."""
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
            if (at_once or isinstance(node, ast.Slice)) and function.name not in {*WHOLESALE, *CONSTANT}:
                hidden.append(f"{function.name}: {ast.unparse(node)}")
    assert not hidden, hidden


REWRITES = (
    *(("/test?id={id:digits}", "/test_{id}"), ("/books/{name}/{isbn:digits}-item.html", "/books/_/{isbn}-item.html")),
    *(("/c/{x}", "/longer-than-it-was/{x}/before"), ("/d/{path}.html", "/d?p={path}"), ("/e?{*rest}", "/f?{*rest}")),
    *(("/g/{x}--{y}-z", "/h/{y}/{x}"), ("/i?a={a}&b={b}", "/j/{b}/{a}")),
)
FOLDED = {"mobile": "fold", "amp": "fold", "path_case": "fold", "path_params": "drop"}
SITE = {**FOLDED, "drop": ["faint"], "drop_below": {"/a": ["dim"]}, "defaults": {"n": ""}}
ON = {"archive": "unwrap", "renditions": "fold", "locale": "drop", "comments": "drop", "pagination": "drop"}
SAID: dict[str, object] = {
    **ON,
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
    "everything": SAID,
    "no collapse": {**SAID, "disable": ["collapse-slashes", "remove-dot-segments"]},
    "keep-listed": {"params": "keep-listed", "keep": ["a"], "disable": ["drop-tracking", "drop-session"]},
}


@cache
def plan_of(policy: str, engine: ModuleType) -> Any:
    return compiled(from_dict(POLICIES[policy]), engine).plan


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
    *("/http:/", "http:", "/https:/", "http:/", "https://", ";jsessionid=", ";jsessionid=1/", "/;jsessionid=1", "/..;phpsessid=1", ";"),
    *("(", f"/{STATE}", "/(S(", f"/{STATE[:-1]}", STATE[1:-1], "/(A(0123456789abcdef))", "/(A(0123456789abcdef)F(", "(S(", "(("),
    *("/index.html", "/index.html/", "/index.html//", "//index.html//", "/index.php/.", "/default.aspx/x/..", "/amp", "/amp/"),
    *("/amp//", "/;x/..", "\\", "\\..\\", "\t", "/.\t", "<", '"/', " ", "\u4e2d", "\udce4", "\ud800", "+", "-", "--", "/x", "&=+"),
    *("&amp;", "~"),
)
QUERIES = (
    *("&", "&amp;", "amp;", "&AMP;", "&amp", "&%61mp;", "&am%70;", "&a=1", "&=", "&=&", "&a=", "=", "?", "?a", "a/b", "&a/b=1", "&a:"),
    *("+", "+&", "&+", "&utm_source=x", "&utm_", "&utm_a/", "&gclid=1", "&from=timeline", "&spm=a.b.c", "&spm=a..b", "&."),
    *("&sid=0123456789abcdef", "&back=/x", "&back=http", "&%62ack=%2F", "&amp=1", "&amp;amp", "&drop=1", "&page=1", "&n=", "&faint"),
    *("&id=7", "&b=1&a=2", "%", "%41", "&%26", "%2526", "<", "\t", "&\n", "\u4e2d", "&phpsessid=1", "&aspsessionid"),
    *("&cfid=1&cftoken=1", ";", "/", ":", "&http://a.com/?"),
)
FRAGMENTS = ("/", "!", ":~:", ":~", ":", "#", "%41", "%", "\t", "<", "/..", "a", "\u4e2d")
HOSTS = (
    *("a.", ".", "..", "www.", "WWW.", "www..", "m.", "m.www.", "amp.m.", "wap.", "a", "A.", "1.", "0x", "0", "1", "0x1.", "255."),
    *("-.", "_", "co.uk.", "uk.", "com.", "kobe.jp.", "www.ck.", "a.ck.", "localhost.", "xn--", "xn--.", "xn--bcher-kva.", "xn--a."),
    *("http.", "https", "%61", "%61.", "%2e", "%", "\u00fc", "\u00fc.", "\u4e2d", "\u4e2d.", "\u00e9\u0301\u0316", "\u0316\u0301"),
    *("\u0301", "a\u0301", "\u3002", "\u0644", "\u0644.", "\u0644\u200c", "\u094d\u200d", "a\u200d", "\u00ad", "\uff57", "\u00df"),
    *("\uac00", "\u1100\u1161\u11a8", "\udce4", "@", "@:", "u@", "%@", "<@", ":@", ":", ":0", ":8", "[", "[:", "[0:", "[::", "]", "0:"),
    *("::", "\t", "\\", " ", "<", "^", "a\t."),
)
WRAPPERS = (
    *("https://web.archive.org/web/20200101000000/", "http://archive.ph/2020/", "https://www.google.com/amp/s/", "https://href.li/?"),
    *("https://www.google.com/url?q=", "https%3A%2F%2Fwww.google.com%2Furl%3Fq%3D", "%25", "%2525", "http%3A"),
    *("https://l.facebook.com/l.php?u=", "https://link.zhihu.com/?target=", "https://out.reddit.com/?url=", "&url=", "aHR0", "="),
)
EDGES = (
    *(" ", "\t", "\x00", "http", "http:", "http:/", "http://", "https:\\", "ftp:", "ftp://", "//", "///", "a:", "a+", "a.b:", "a.b:0"),
    *("1:", "."),
)
NAMES = (
    *("{:05}=1", "n=1&a{:05}", "p" * 240 + "{:05}=1", "p" * 240 + "/{:05}=1", "a[{0:05}]={0:05}", "utm_{:05}", "%61{:05}=%2f"),
    *("x{:05}",),
)

# Group -> (what stands before and behind the pieces), the pieces. On example.com every rule of the site has something to do.
GROUPS: dict[str, tuple[tuple[tuple[str, str], ...], tuple[str, ...]]] = {
    "path": ((("http://example.com/", ""), ("http://example.com/", "/index.html"), ("ftp://a/", "/..")), PATHS),
    "path of a form": ((("http://example.com/c/", ""), ("http://example.com/d/", ".html"), ("http://example.com/g/", "-z")), PATHS),
    "query": ((("http://example.com/?x", ""), ("http://example.com/e?x", ""), ("http://example.com/i?b=1", "#")), QUERIES),
    "fragment": ((("http://example.com/#", ""), ("http://example.com/#/", ""), ("ftp://a/#", "")), FRAGMENTS),
    "host": ((("http://", "example.org/"), ("", "com/"), ("ftp://", "/"), ("http://", "1")), HOSTS),
    "authority": ((("http://[", "]/"), ("http://a:", "/"), ("http://\u00fc.xn--", ".com/")), HOSTS),
    "wrapped": ((("", "example.com"), ("https://web.archive.org/web/2020/", ""), ("https://www.google.com/url?q=", "")), WRAPPERS),
    "edge": ((("", "example.com/"), ("http://example.com/", "")), EDGES),
}
MAIN = ("path", "query")
# Policy -> shapes whose trace has a step for every piece: chains that two rules take in turns, a link at a time. Their keys are linear.
LONG_TRACES: dict[str, set[str]] = {}


def of_both(piece: str, parameter: str) -> Callable[[int], str]:
    """The piece over and over in the path, and as many parameters that ask the path."""
    return lambda times: "http://example.com/a" + piece * (SIZE * times) + "?" + "&".join([parameter] * (SIZE * times))


def shapes(group: str, policy: str) -> Iterator[tuple[str, Callable[[int], str]]]:
    """(what it is, the string so many times as long). All of them under one policy, those that matter most under the others."""
    if group == "pairs":
        for form in NAMES:
            yield f"{form[-20:]} upwards", pairs(form)
            yield f"{form[-20:]} downwards", pairs(form, down=True)
        return
    if group == "path and query":
        for piece in ("u", "/", "/u", ";", "/;u", "unsubscrib", "%75"):
            for parameter in ("mkt_tok=1", "dim=1", "mkt_tok&dim&cfid=1"):
                yield f"{piece} {parameter}", of_both(piece, parameter)
        return
    around, pieces = GROUPS[group]
    for start, end in around if policy == "everything" else around[:1]:
        for piece in pieces:
            yield ascii(f"{start}({piece})*{end}")[1:-1], repeated(start, piece, end)


def steps_of(policy: str, text: str, patch: pytest.MonkeyPatch) -> int:
    plan = plan_of(policy, ENGINE)
    plan.scratch = type(plan.scratch)()  # whatever ran before, buffers grow from nothing
    with counting(patch) as steps:
        ENGINE.key(plan, text)
    return steps.total


@pytest.mark.parametrize("group", [*GROUPS, "pairs", "path and query"])
def test_twice_the_string_is_twice_the_work(group: str, monkeypatch: pytest.MonkeyPatch) -> None:
    load_characters()
    found = []
    for policy in POLICIES if group in MAIN else ("everything",):
        for what, text in shapes(group, policy):
            once, twice = (steps_of(policy, text(times), monkeypatch) for times in (1, 2))
            if twice > MOST * once:
                found.append(f"{policy}: {what}: {once} steps, for twice as much {twice}, which is {twice / once:.2f} times as many")
    assert not found, "\n" + "\n".join(found)


def test_twice_the_column_is_twice_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("everything", ENGINE)
    rows = [text(1).encode("utf-8", "surrogatepass")[:200] for group in GROUPS for _, text in shapes(group, "everything")][::7]
    totals = []
    for column in (rows, rows * 2):
        given = texts(ENGINE, column, 8)
        with counting(monkeypatch) as steps:
            answers = ENGINE.column(plan, given, 0, len(column), 8, True)
            ENGINE.in_words(answers.buffers()["hits"], 8, lambda number: b"%d" % number, 8)
        totals.append(steps.total)
    assert totals[1] <= MOST * totals[0], totals


@pytest.mark.parametrize("policy", POLICIES)
def test_a_trace_does_not_grow_with_the_string(policy: str, engine: ModuleType) -> None:
    """Every step holds a copy of the URL: a step for each piece would be a square."""
    plan = plan_of(policy, engine)
    found = {}
    for group in GROUPS if policy == "everything" else MAIN:
        for what, text in shapes(group, policy):
            steps = engine.explain(plan, text(1))[1]
            if len(steps) > MOST_STEPS:
                found[what] = f"{len(steps)} steps, the last two of the rows {steps[-2][0]} and {steps[-1][0]} of the plan"
    known = LONG_TRACES.get(policy, set())
    assert not {what: said for what, said in found.items() if what not in known}
    assert known <= set(found), f"no longer long: {known - set(found)}"
