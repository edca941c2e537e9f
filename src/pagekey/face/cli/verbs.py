"""The verbs and what each is for. A verb's module is imported when the verb is run or asked for its help, not before."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from pagekey.errors import PagekeyError
from pagekey.face.cli.ends import INTERRUPTED, guarded
from pagekey.face.cli.options import Group

VERBS = {
    "key": "The keys of URLs, or of the URLs in a file, row by row.",
    "explain": "How a URL became its key, rule by rule.",
    "compare": "Are two URLs one page? Exit 1 if not.",
    "report": "How many pages and sites a table cites, before and after.",
    "merges": "Which strings became one page, largest first.",
    "diff": "What changed between two periods, or moves between two policies.",
    "import": "Add the rows of a file to a period of a store.",
    "rekey": "Make the keys of a store anew under a policy.",
    "store": "What a store holds: periods, files, keys, leftovers.",
    "policy": "List, show and check policies.",
    "rule": "What the rules do, and when they can merge wrongly.",
}


class Verbs(Group):
    """A click group that knows its verbs by name alone, and ends every run as `guarded` says."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"pagekey.face.cli.{cmd_name}").verb
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in VERBS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], VERBS, 1)
            hint = f"did you mean {near[0]}?" if near else "pagekey --help lists the verbs"
            if "://" in args[0]:
                hint = "pagekey key URL prints its key, pagekey explain URL how it came about"
            raise PagekeyError("no such verb", expected=f"one of {', '.join(VERBS)}", got=repr(args[0]), hint=hint)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, complete_var: str | None = None,
        standalone_mode: bool = True, **extra: Any,
    ) -> NoReturn:  # fmt: skip
        """Parse, run and exit, whatever `standalone_mode` says."""
        run = super().main
        raise SystemExit(guarded(lambda: _in_our_words(lambda: run(args, prog_name or "pagekey", complete_var, False, **extra))))

    def invoke(self, ctx: click.Context) -> int:
        """Inside click's own handling of interruptions and broken pipes, which would end in other words and codes."""
        run = super().invoke
        return guarded(lambda: _in_our_words(lambda: run(ctx)))


def _in_our_words(run: Any) -> int | None:
    """What `run` gives, with click's errors as ours."""
    try:
        code: int | None = run()
        return code
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "pagekey"
        raise PagekeyError(error.format_message().rstrip("."), hint=f"{path} --help") from None


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from pagekey import __version__
        from pagekey.engine import which

        click.echo(f"pagekey {__version__} (engine {which()})")
        ctx.exit()


@click.group(
    "pagekey",
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="VERB ...",
    no_args_is_help=False,
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Version and engine, then exit.")
def verbs() -> None:
    """One page, one key, whichever way its URL is written.

    Data goes to stdout, all else to stderr. No FILE, or -, is stdin. Exit codes: 0 done, 1 finding, 2 misuse or error.
    """
