"""The command as a whole: help, version, misuse, our own bugs, and what is imported."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner
from command_line import Run, environment

import pagekey
from pagekey.face.cli import is_plain
from pagekey.face.cli.verbs import VERBS, verbs

SUB = [("policy", name) for name in ("list", "show", "check")]


def test_help_names_every_verb_and_what_it_is_for() -> None:
    done = CliRunner().invoke(verbs, ["--help"])
    assert done.exit_code == 0
    for verb, text in VERBS.items():
        assert f"  {verb} " in done.output and text in done.output


@pytest.mark.parametrize("words", [*((verb,) for verb in VERBS), *SUB], ids=" ".join)
def test_every_verb_and_option_has_help(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(verbs, [*words, "--help"])
    assert done.exit_code == 0
    assert done.output.startswith(f"Usage: pagekey {' '.join(words)} ")
    command: click.Command = verbs
    for word in words:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None
        command = found
    assert command.help
    assert [one.name for one in command.params if isinstance(one, click.Option) and not one.help] == []


def test_a_verb_is_named_as_in_the_table() -> None:
    for verb in VERBS:
        command = verbs.get_command(click.Context(verbs), verb)
        assert command is not None and command.name == verb


def test_version(run: Run) -> None:
    from pagekey.engine import load_compiled

    engine = "compiled" if load_compiled() else "uncompiled"
    assert run("--version").text == f"pagekey {pagekey.__version__} (engine {engine})\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("explian",), (f"pagekey: no such verb: expected one of {', '.join(VERBS)}, got 'explian'", "explain?")),
        (("http://a.com",), ("got 'http://a.com'", "hint: pagekey key URL prints its key")),
        (("--nope",), ("pagekey: No such option", "hint: pagekey --help")),
        (("key", "--nope"), ("pagekey: No such option", "hint: pagekey key --help")),
        (("policy", "nope"), ("pagekey: No such command 'nope'", "hint: pagekey policy --help")),
        (("rule", "a", "b"), ("pagekey: Got unexpected extra argument (b)", "hint: pagekey rule --help")),
    ],
)
def test_misuse(run: Run, words: tuple[str, ...], said: tuple[str, str]) -> None:
    done = run(*words)
    assert (done.code, done.out, len(done.said)) == (2, b"", 2)
    assert said[0] in done.said[0] and said[1] in done.said[1]


@pytest.mark.parametrize("words", [(), ("policy",)])
def test_nothing_asked_shows_the_help(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, b"")
    assert done.said[0].startswith("Usage: pagekey")


def test_our_own_bug_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("broken for this test")

    monkeypatch.setattr("pagekey.keying.single.explain", break_down)
    done = CliRunner().invoke(verbs, ["explain", "http://a.com"])
    assert done.exit_code == 2
    assert "pagekey: this is a bug in pagekey" in done.output and "ZeroDivisionError: broken for this test" in done.output
    assert "in break_down" in done.output


def imported(*words: str) -> set[str]:
    """The modules that a run has imported at its end."""
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); from pagekey.face.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, env=environment(), check=False)
    return set(done.stderr.decode().split())


def test_a_key_costs_no_import_that_it_does_not_need() -> None:
    found = imported("key", "https://www.example.com/a")
    assert "pagekey.engine" in found
    assert found & {"click", "json", "csv", "tomllib", "pagekey.keying.io", "pagekey.rules", "pagekey.face.cli.verbs"} == set()


def test_help_imports_no_verb() -> None:
    found = imported("--help")
    assert "pagekey.face.cli.verbs" in found
    assert found & {f"pagekey.face.cli.{verb}" for verb in VERBS} == set()
    assert "pagekey.engine" not in found


def test_the_short_way_is_for_keys_without_options_and_files(tmp_path: object) -> None:
    assert is_plain(["key", "http://a.com", "b.com"])
    for words in (["key"], [], ["explain", "http://a.com"], ["key", "-"], ["key", "-q", "http://a.com"], ["key", str(tmp_path)]):
        assert not is_plain(words)
