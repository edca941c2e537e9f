"""The stamp `name@version-draft:hash`: everything that can move a key, in twelve hexadecimal digits."""

from __future__ import annotations

import hashlib

from pagekey.policy.lists import Lists
from pagekey.policy.model import Policy

RELEASED = False
"""Until release 1.0 keys may move, and stamps say so."""

ENGINE = 1
"""Raised with every change of the engine that moves a key."""


def stamp_of(policy: Policy, data: Lists) -> str:
    """The stamp of a policy over these lists. Name, version, origin and cases do not count: they move no key."""
    said = (
        *(ENGINE, policy.rules, policy.params, policy.keep, policy.drop, policy.defaults, policy.state, policy.site, policy.archive),
        *(policy.renditions, policy.locale, policy.comments, policy.pagination),
        [(site.host, *(getattr(site, word) for word in _SITE_WORDS)) for site in policy.sites],
        [(alias.source, alias.target) for alias in policy.aliases],
        [(rewrite.site, rewrite.source, rewrite.target) for rewrite in policy.rewrites],
    )
    digest = hashlib.sha256(repr(said).encode("utf-8", "backslashreplace") + data.digest).hexdigest()[:12]
    return f"{policy.name}@{policy.version}{'' if RELEASED else '-draft'}:{digest}"


_SITE_WORDS = (
    *("www", "mobile", "amp", "path_case", "path_params", "index_files", "routes", "keep", "drop", "drop_below", "defaults", "group"),
)
