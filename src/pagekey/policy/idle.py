"""Which words of a policy do nothing, because a rule that they need is off or another word is missing."""

from __future__ import annotations

from pagekey.policy.locate import show
from pagekey.policy.model import Policy

_RULE_OF = {"keep": "keep-params", "drop": "drop-params", "defaults": "drop-default-params", "state": "drop-state"}
_RULE_OF_SITE = {
    "www": "strip-www",
    "mobile": "fold-mobile-host",
    "amp": "fold-amp",
    "path_case": "fold-path-case",
    "keep": "keep-params",
    "drop": "drop-params",
    "drop_below": "drop-params",
    "defaults": "drop-default-params",
}


def idle(policy: Policy) -> tuple[str, ...]:
    """One sentence for each word that cannot move a key as the policy stands: `$.alias: needs the rule alias-host, which is off`.

    Not an error: a policy may carry words for a rule that those who extend it switch on.
    """
    on = frozenset(policy.rules)
    out = []
    needed = [(word, rule) for word, rule in _RULE_OF.items() if getattr(policy, word)]
    needed += [("alias", "alias-host")] * bool(policy.aliases) + [("rewrite", "rewrite")] * bool(policy.rewrites)
    needed += [("params", "keep-params")] * (policy.params == "keep-listed")
    for word, rule in needed:
        if rule not in on:
            out.append(f"{show((word,))}: needs the rule {rule}, which is off")
    if policy.keep and policy.params != "keep-listed":
        out.append('$.keep: needs params = "keep-listed"')
    return (*out, *_idle_sites(policy, on))


def _idle_sites(policy: Policy, on: frozenset[str]) -> list[str]:
    out = []
    for site in policy.sites:
        for word, rule in _RULE_OF_SITE.items():
            if getattr(site, word) is not None and rule not in on:
                out.append(f"{show(('sites', site.host, word))}: needs the rule {rule}, which is off")
        if site.group is not None and policy.site != "group":
            out.append(f'{show(("sites", site.host, "group"))}: needs site = "group"')
    if policy.site == "group" and all(site.group is None for site in policy.sites):
        out.append('$.site: "group" needs a site with `group`')
    return out
