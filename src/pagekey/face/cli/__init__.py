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

        sys.exit(guarded(lambda: _key(given[1:])))
    from pagekey.face.cli.verbs import verbs

    verbs.main(given, prog_name="pagekey")
    raise AssertionError("verbs.main always exits")


def is_plain(words: Sequence[str]) -> bool:
    """True for `key URL...` without any option. That call is made once a URL by scripts, and importing click would be most of its time."""
    return len(words) > 1 and words[0] == "key" and all("://" in word and word[0] != "-" and not os.path.exists(word) for word in words[1:])


def _key(urls: Sequence[str]) -> int:
    from pagekey.face.cli.ends import put
    from pagekey.keying.single import key

    put("".join(f"{key(url)}\n" for url in urls))
    return 0
