"""The pages say what is so: every block is run, every command is known, every link leads somewhere, the picture is the one we draw."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tools import make_picture, readme

ROOT = Path(__file__).resolve().parents[2]
PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in readme.PAGES}
BLOCKS = [pytest.param(block, id=f"{name}:{block.line}") for name, page in PAGES.items() for block in readme.blocks(page)]
KINDS = {"console", "python", "sh", "toml", "text"}


@pytest.fixture(scope="module")
def names() -> dict[str, object]:
    """What the Python session of the pages knows; later blocks use what earlier ones made."""
    return {"__name__": "__main__"}


@pytest.mark.parametrize("block", BLOCKS)
def test_block(block: readme.Block, names: dict[str, object]) -> None:
    assert block.kind in KINDS, "a fence names a language that is run or checked"
    if block.kind == "toml":
        tomllib.loads(block.text)
    elif block.kind == "sh":
        run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
        unknown = [line for line in block.text.splitlines() if re.split(r"\s+#", line)[0] not in run]
        assert not unknown, f"commands that .ci/run does not run: {unknown}"
    else:
        assert readme.renewed(block, names) == block.text, "python tools/readme.py writes the page anew"


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", PAGES[name])
    local = [target for pair in targets for target in pair if target and "://" not in target]
    assert local and [target for target in local if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("theme", make_picture.THEMES)
def test_picture_is_drawn_from_traces(theme: str) -> None:
    shipped = (make_picture.FOLDER / f"{make_picture.NAME}.{theme}.svg").read_text(encoding="utf-8")
    assert shipped == make_picture.picture(theme), "python tools/make_picture.py draws it anew"


def test_picture_shows_what_the_rules_did() -> None:
    traces, short = make_picture.checked()
    for trace in [*traces, short]:
        cut = make_picture.pieces(trace)
        assert "".join(piece.text for piece in cut) == trace.raw
        kept = "".join(piece.text for piece in cut if not piece.removed)
        changed = [piece.text for piece in cut if piece.rule and not piece.removed]
        assert kept == trace.key or changed, f"{trace.raw}: the picture leaves {kept!r}, the key is {trace.key!r}"


def test_a_stale_block_is_seen() -> None:
    block = readme.Block("python", ">>> 1 + 1\n3\n", 1)
    assert readme.renewed(block, {}) == ">>> 1 + 1\n2\n"
    assert readme.run_console("$ echo a\nb\n") == "$ echo a\na\n"
