"""Runs the code blocks of the pages and writes what they print below them: a page shows what the package does, not what it did.

    python tools/readme.py            # writes the pages anew
    python tools/readme.py --check    # says which block is out of date; exit status 1

A block ```console holds commands after `$ ` and what they print on stdout, a block ```python is a session with `>>>`, a block ```sh
holds commands that .ci/run runs. Each is run in a folder that looks like the clone; what the commands of a block make there is gone
after the block. The blocks of a page share one Python session.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pagekey

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "docs/engines/duckdb.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The command as its entry point would start it, whether or not it is on the PATH.
SHELL = """
python() { "$PAGEKEY_PYTHON" "$@"; }
pagekey() { "$PAGEKEY_PYTHON" -c 'import sys; sys.argv[0] = "pagekey"; from pagekey.face.cli import main; main()' "$@"; }
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text without the fences, the line of the page on which the fence opens."""

    kind: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """All fenced blocks of a page that name a language."""
    return [Block(hit[1], hit[2], page.count("\n", 0, hit.start()) + 1) for hit in BLOCK.finditer(page)]


def shell(command: str, folder: Path = ROOT) -> str:
    """What the command, run in the folder, prints on stdout. The end, with its words, if it fails (exit status 1 is a finding)."""
    environ = {
        **os.environ,
        "PAGEKEY_PYTHON": sys.executable, "PYTHONPATH": str(Path(pagekey.__file__).parents[1]), "PYTHONUTF8": "1", "NO_COLOR": "1",
    }
    words = ["sh", "-c", SHELL + command]
    done = subprocess.run(words, cwd=folder, env=environ, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command}: exit status {done.returncode}\n{done.stderr.decode('utf-8', 'replace')}")
    return done.stdout.decode("utf-8")


def run_console(text: str) -> str:
    """The block with the output of its commands as it is now. A blank line before a command stays."""
    commands = re.findall(r"(?m)^\$ (.*)$", text)
    with tempfile.TemporaryDirectory() as place:
        for entry in ROOT.iterdir():
            Path(place, entry.name).symlink_to(entry)
        return "\n".join(f"$ {command}\n{shell(command, Path(place))}" for command in commands)


def run_python(text: str, names: dict[str, object]) -> str:
    """The session as it goes now; names is what it knows, and learns."""
    out = []
    for example in doctest.DocTestParser().get_examples(text):
        lines = example.source.splitlines()
        out += [f">>> {lines[0]}", *(f"... {line}".rstrip() for line in lines[1:])]
        said = io.StringIO()
        with redirect_stdout(said), chdir(ROOT):
            exec(compile(example.source, "README.md", "single"), names)
        out += said.getvalue().splitlines()
    return "\n".join(out) + "\n"


def renewed(block: Block, names: dict[str, object]) -> str:
    """The text that the block should have. Only sessions change; everything else is what it is."""
    if block.kind == "console":
        return run_console(block.text)
    return run_python(block.text, names) if block.kind == "python" else block.text


def renewed_page(page: str) -> str:
    """The page with all its blocks run."""
    write: Callable[..., str] = partial(_rewritten, {"__name__": "__main__"})
    return BLOCK.sub(write, page)


def _rewritten(names: dict[str, object], hit: re.Match[str]) -> str:
    return f"```{hit[1]}\n{renewed(Block(hit[1], hit[2], 0), names)}```"


def main() -> None:
    """Write or check all pages."""
    old = False
    for name in PAGES:
        page = (ROOT / name).read_text(encoding="utf-8")
        new = renewed_page(page)
        if new == page:
            continue
        old = True
        if "--check" in sys.argv[1:]:
            changed = [str(one.line) for one, other in zip(blocks(page), blocks(new), strict=True) if one.text != other.text]
            print(f"{name}: out of date at line {', '.join(changed)}; python tools/readme.py writes it anew")
        else:
            (ROOT / name).write_text(new, encoding="utf-8", newline="\n")
    sys.exit(1 if old and "--check" in sys.argv[1:] else 0)


if __name__ == "__main__":
    main()
