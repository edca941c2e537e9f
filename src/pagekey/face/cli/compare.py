"""`pagekey compare`: are two URLs one page under the policy?"""

from __future__ import annotations

import click

from pagekey.face.cli import options
from pagekey.face.cli.ends import DONE, FINDING, put
from pagekey.face.report.names import json_text, reveal


@click.command("compare")
@click.argument("a", metavar="URL")
@click.argument("b", metavar="URL")
@options.policy
@options.as_json
def verb(a: str, b: str, policy: str, as_json: bool) -> int:
    """The finest level at which two URLs have one key, and the rules that brought them there. Exit 1 if they differ under the policy.

    Levels, finest first: string, rfc3986, crawl, citation (or the policy that was named).
    """
    from pagekey.keying.single import explain
    from pagekey.study.compare import compare

    found = compare(a, b, policy)
    keys = [explain(url, policy) for url in (a, b)]
    same = (keys[0].key, keys[0].status) == (keys[1].key, keys[1].status)
    stamp = keys[0].policy
    if as_json:
        value = {"a": a, "b": b, "same": same, "level": found.level, "rules": found.rules}
        value |= {"keys": [one.key for one in keys], "policy": stamp}
        put(json_text(value))
    elif same:
        by = f", by {', '.join(found.rules)}" if found.rules else ""
        put(f"same page; level {found.level}{by}\n  {reveal(keys[0].key)}\npolicy {stamp}\n")
    else:
        but = f" (one key at the coarser level {found.level})" if found.level else ""
        put(f"different pages{but}\n" + "".join(f"  {reveal(one.key)}\n" for one in keys) + f"policy {stamp}\n")
    return DONE if same else FINDING
