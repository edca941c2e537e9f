"""`pagekey policy import`: a list of parameters that the user brings, as a policy."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from pagekey.errors import InputError, PagekeyError
from pagekey.face.cli import options
from pagekey.face.cli.ends import put, say
from pagekey.face.report.names import cut, reveal

if TYPE_CHECKING:
    from pagekey.policy import Policy
    from pagekey.policy.importing import Brought, Left, Made

FORMS = ("brave", "clearurls", "removeparam")
_EXAMPLES = 3  # of each reason, without --all
_SHOWN = 100  # columns of one example


@click.command("import", short_help="A list that you bring (Brave, ClearURLs, $removeparam) as a policy.")
@click.argument("file", metavar="FILE")
@click.option("--from", "form", type=click.Choice(FORMS), required=True, help="What FILE is.")
@click.option("-o", "--out", metavar="FILE", help="Write the policy here instead of stdout.")
@click.option("--base", metavar="NAME|FILE", default="citation@1", show_default=True, help="The policy that the new one extends.")
@click.option("--past-exceptions", is_flag=True, help="Take names too whose rule has exceptions that no policy can say.")
@click.option("--all", "show_all", is_flag=True, help="List everything that was not taken, not only some of each kind.")
@options.quiet
def verb(file: str, form: str, out: str | None, base: str, past_exceptions: bool, show_all: bool, quiet: bool) -> None:
    """A list of parameters that you bring, as a policy in TOML; on stderr what was taken and what a policy cannot say.

    brave: JSON of query filter or clean URLs (`include`, `exclude`, `params`). clearurls: JSON rules with `providers`. removeparam: a
    filter list of AdGuard or uBlock Origin. No such list is part of pagekey, and each has a licence of its own. Taken are whole names,
    everywhere, on hosts that are written out, or below a plain path of theirs. Nothing is guessed: an ending like
    `amazon(\\.[a-z]+)+`, the beginning of a name, an exception inside a host are reported, not approximated.

    \b
      pagekey policy import --from clearurls rules.json -o mine.toml
      pagekey policy check mine.toml
      pagekey key --policy mine.toml < urls.txt
    """
    import hashlib

    from pagekey import __version__
    from pagekey.policy import load
    from pagekey.policy.importing import READERS, make, to_toml

    under = load(base)
    name = "stdin" if file == "-" else file
    data = _bytes(file)
    brought = READERS[form](data, name)
    made = make(brought, under, past_exceptions=past_exceptions)
    digest = hashlib.sha256(data).hexdigest()
    title = f"{form} (read by pagekey {__version__})"
    text = to_toml(made, form=title, name=os.path.basename(name), sha256=digest, extends=_extends(under, base, out), base=under.stamp)
    _prove(text, base, made, out)
    if out is None or out == "-":
        put(text)
    else:
        _write(text, out)
    if not quiet:
        for line in report(made, brought, name, form, show_all=show_all):
            say(line)


def _bytes(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed", hint="name a file")
        return sys.stdin.buffer.read()
    try:
        with open(file, "rb") as opened:
            return opened.read()
    except OSError as error:
        raise InputError("cannot be read", got=error.strerror or str(error), where=file) from None


def _extends(base: Policy, given: str, out: str | None) -> str:
    """How the new file names its base: with version, or as a path from where the file will lie."""
    if base.origin == "shipped":
        return f"{base.name}@{base.version}"
    folder = os.path.dirname(out) if out and out != "-" else ""
    return os.path.relpath(given, folder or os.curdir)


def _prove(text: str, base: str, made: Made, out: str | None) -> None:
    """The text is a policy, and the one that was made; PagekeyError if not, before anything is written."""
    import tomllib

    from pagekey.policy import compiled, from_dict

    words = tomllib.loads(text)
    del words["extends"]
    read = from_dict(words, base, out or "the new policy")
    compiled(read)
    if (read.drop, set(read.sites)) != (made.policy.drop, set(made.policy.sites)):
        raise PagekeyError(
            "the written policy is not the one that was made", hint="this is a bug in pagekey: please report it with the list"
        )


def _write(text: str, out: str) -> None:
    """Write the file whole or not at all."""
    from pagekey.keying.io import Writer

    with Writer.open(out, "lines", ()) as writer:
        for line in text.removesuffix("\n").split("\n"):
            writer.write([line])


def report(made: Made, brought: Brought, name: str, form: str, *, show_all: bool) -> list[str]:
    """What was taken, what the base does already, and what was left, by reason, with some of each or all."""
    from pagekey.policy.idle import idle
    from pagekey.policy.importing import REASONS

    hosts = {scope.removeprefix("*.").partition("/")[0] for scope, names in made.new.items() if names}
    of = "" if brought.providers is None else f" of {_counted(brought.providers, 'provider')}"
    lines = [f"{reveal(name)}: {_counted(brought.rules, 'rule')}{of}, read as {form}"]
    lines.append(f"taken      {made.taken:>6,}  names; {len(made.drop):,} for every host, the others on {_counted(len(hosts), 'host')}")
    lines.append(f"already    {made.already:>6,}  dropped by the base {made.base.stamp}")
    lines.append(f"not taken  {len(made.left):>6,}{'' if made.left else '  nothing'}")
    hidden = 0
    for reason, words in REASONS.items():
        found = [one for one in made.left if one.reason == reason]
        if found:
            lines.append(f"  {len(found):>6,}  {reason}: {words}")
            shown = found if show_all else found[:_EXAMPLES]
            lines += [f"          {_example(one, whole=show_all)}" for one in shown]
            hidden += len(found) - len(shown)
    lines += [f"  {hidden:,} more are listed by --all"] * (hidden > 0)
    if any(one.reason == "excepted" for one in made.left):
        lines.append("note: --past-exceptions takes the names that wait; they are then dropped where the list itself keeps them, too")
    lines += [f"note: {note}" for note in brought.notes] + [f"note: {sentence}" for sentence in idle(made.policy)]
    return lines


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _example(one: Left, *, whole: bool) -> str:
    text = f"{reveal(one.of)}: {reveal(one.what)}"
    text = text if whole else cut(text, _SHOWN)
    return f"{text} ({one.note})" if one.note else text
