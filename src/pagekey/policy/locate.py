"""Where in a TOML text a value stands. tomllib gives no lines, so a valid text is walked once more, and only when a line is asked for."""

from __future__ import annotations

import re
import tomllib

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
# A multi-line string may end in up to five quotes, of which the last three close it.
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\r\n#]*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def show(path: Path) -> str:
    """The path in JSON-path spelling: `$.sites["example.com"].keep[0]`."""
    out = "$"
    for part in path:
        if isinstance(part, int):
            out += f"[{part}]"
        elif _WORD.match(part):
            out += f".{part}"
        else:
            quoted = part.replace("\\", "\\\\").replace('"', '\\"')
            out += f'["{quoted}"]'
    return out


def lines(text: str) -> dict[Path, int]:
    """The line (from 1) of every key, table and list element of a text that tomllib has already accepted."""
    return _Walk(text).run()


def nearest(known: dict[Path, int], path: Path) -> int | None:
    """The line of `path` or, where it does not stand in the text (a missing word), of the innermost table around it."""
    for end in range(len(path), 0, -1):
        if path[:end] in known:
            return known[path[:end]]
    return None


class _Walk:
    """One pass over the text. `counts` remembers the last element of each `[[table]]`, so that `[a.b]` after `[[a]]` finds its way in."""

    __slots__ = ("at", "counts", "found", "line", "seen", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.seen = 0
        self.found: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def run(self) -> dict[Path, int]:
        table: Path = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text.startswith("[[", self.at):
                table = self.header(2)
            elif self.text[self.at] == "[":
                table = self.header(1)
            else:
                self.pair(table)
            self.skip(_BLANK)
        return self.found

    def header(self, brackets: int) -> Path:
        self.at += brackets
        keys = self.keys()
        path: Path = ()
        for place, key in enumerate(keys):
            path += (key,)
            self.note(path)
            if brackets == 2 and place == len(keys) - 1:
                self.counts[path] = self.counts.get(path, -1) + 1
            if path in self.counts:
                path += (self.counts[path],)
                self.note(path)
        self.at += brackets
        return path

    def pair(self, table: Path) -> None:
        path = table
        for key in self.keys():
            path += (key,)
            self.note(path)
        self.at += 1  # past the '='
        self.skip(_SPACE)
        self.value(path)

    def keys(self) -> list[str]:
        """A dotted key; `at` ends on what follows it ('=' or ']')."""
        out = []
        while True:
            self.skip(_SPACE)
            if self.text[self.at] in "\"'":
                out.append(next(iter(tomllib.loads(f"{self.skip(_STRING)} = 0"))))
            else:
                out.append(self.skip(_BARE))
            self.skip(_SPACE)
            if self.text[self.at] != ".":
                return out
            self.at += 1

    def value(self, path: Path) -> None:
        self.note(path)
        head = self.text[self.at]
        if head in "\"'":
            self.skip(_STRING)
        elif head in "[{":
            self.items(path, "]" if head == "[" else "}")
        else:
            self.skip(_SCALAR)

    def items(self, path: Path, close: str) -> None:
        """The inside of a list or of an inline table, past its closing bracket."""
        self.at += 1
        place = 0
        self.skip(_BLANK)
        while self.text[self.at] != close:
            if close == "}":
                self.pair(path)
            else:
                self.value((*path, place))
            place += 1
            self.skip(_BLANK)
            if self.text[self.at] == ",":
                self.at += 1
                self.skip(_BLANK)
        self.at += 1

    def skip(self, pattern: re.Pattern[str]) -> str:
        hit = pattern.match(self.text, self.at)
        if hit is None:
            raise AssertionError(f"not TOML at {self.at}: {self.text[self.at : self.at + 40]!r}")
        self.at = hit.end()
        return hit.group()

    def note(self, path: Path) -> None:
        """Remember the line of `path`. Positions only grow, so newlines are counted from the last one on."""
        if path not in self.found:
            self.line += self.text.count("\n", self.seen, self.at)
            self.seen = self.at
            self.found[path] = self.line
