"""The command line: `main()` is the console script. Nothing heavy is imported before a verb is known."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Run the command line over `words` (default: those of the process) and exit: 0 done, 1 finding, 2 misuse or error."""
    given = list(sys.argv[1:] if words is None else words)
    if is_plain(given):
        from pagekey.face.cli.ends import guarded

        code = guarded(lambda: _print_keys(given[1:]))
        if code != NOT_PLAIN:
            sys.exit(code)
    from pagekey.face.cli.verbs import verbs

    verbs.main(given, prog_name="pagekey")


NOT_PLAIN = -1


def is_plain(words: Sequence[str]) -> bool:
    """True for `key WORD...` without options and files. Scripts call it once a URL, and importing click would be most of the time."""
    return len(words) > 1 and words[0] == "key" and not any(word.startswith("-") or os.path.exists(word) for word in words[1:])


def _print_keys(urls: Sequence[str]) -> int:
    """Print the keys, or nothing and NOT_PLAIN if a word is no URL: then the verb has something to say about it."""
    from pagekey.engine import engine
    from pagekey.face.cli.ends import put
    from pagekey.keying.single import plan_of

    plan = plan_of("citation@1")
    found = [engine.facts(plan, url) for url in urls]
    bare = [facts for url, facts in zip(urls, found, strict=True) if "://" not in url]
    if bare:
        from pagekey.types import STATUSES  # not before: it takes as long as the keys

        if any(STATUSES[facts[1]] == "unparsed" for facts in bare):
            return NOT_PLAIN
    put("".join(f"{facts[0]}\n" for facts in found))
    return 0
