"""The pages say what is so: every block is run, every command is known, every link leads somewhere, the picture is the one we draw."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import pagekey
from pagekey.face.cli.verbs import VERBS
from pagekey.policy.idle import idle
from tools import make_picture, readme

ROOT = Path(__file__).resolve().parents[2]
PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in readme.PAGES}
BLOCKS = [pytest.param(block, id=f"{name}:{block.line}") for name, page in PAGES.items() for block in readme.blocks(page)]
KINDS = {"console", "python", "sh", "toml", "text"}


@pytest.fixture(scope="module")
def names() -> dict[str, object]:
    """What the Python session of the pages knows; later blocks use what earlier ones made."""
    return {"__name__": "__main__"}


def check_toml(words: dict[str, Any]) -> None:
    """A policy is loaded, and its cases run. Entries of lists and case files are checked where they live."""
    if "extends" in words:
        policy = pagekey.Policy.from_dict(words)
        assert policy.cases and not idle(policy)
        assert [pagekey.key(case.raw, policy) for case in policy.cases] == [case.key for case in policy.cases]


@pytest.mark.parametrize("block", BLOCKS)
def test_block(block: readme.Block, names: dict[str, object]) -> None:
    assert block.kind in KINDS, "a fence names a language that is run or checked"
    if block.kind == "toml":
        check_toml(tomllib.loads(block.text))
    elif block.kind == "sh":
        known = [".ci/run", *(ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()]
        commands = [re.split(r"\s+#", line)[0] for line in block.text.splitlines()]
        unknown = [command for command in commands if not any(line.startswith(command) for line in known)]
        assert not unknown, f"commands that .ci/run does not run: {unknown}"
    else:
        assert readme.renewed(block, names) == block.text, "python tools/readme.py writes the page anew"


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", PAGES[name])
    local = [target for pair in targets for target in pair if target and "://" not in target]
    assert local and [target for target in local if not (ROOT / name).parent.joinpath(target).exists()] == []


def test_every_verb_is_named() -> None:
    assert [verb for verb in VERBS if f"`pagekey {verb}`" not in PAGES["README.md"]] == []


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
