"""What a policy would have to say: to keep two strings apart that share a key, or to bring two keys together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pagekey.keying.single import explain
from pagekey.policy.hosts import AMP_LABELS, MOBILE_LABELS
from pagekey.rules import BIT
from pagekey.study.suspects.figures import Change, quoted
from pagekey.study.suspects.pieces import Key, bare_host, parameters, split_key

if TYPE_CHECKING:
    from pagekey.policy import Policy
    from pagekey.policy.model import Site
    from pagekey.types import Step

_OF_SITE = {
    "strip-www": ("www", "distinct"),
    "fold-mobile-host": ("mobile", "keep"),
    "fold-amp": ("amp", "keep"),
    "fold-path-case": ("path_case", "keep"),
}


def of_site(host: str, word: str, value: str | tuple[str, ...], *, cuts: bool = False) -> Change:
    """One word said of one site."""
    return Change(f"[sites.{quoted(bare_host(host))}]", ((word, value),), cuts)


def losing_step(url: str, name: str, policy: Policy) -> Step | None:
    """The step at which the URL loses its parameter `name`; None where no step does."""
    for step in explain(url, policy).steps:
        before = [found for found, _ in parameters(step.before)]
        if name in before and name not in (found for found, _ in parameters(step.after)):
            return step
    return None


def keeping(step: Step, names: Sequence[str], policy: Policy) -> tuple[Change, ...]:
    """What undoes such a step: keeps these parameters, or (no name) what else its rule took away."""
    host = split_key(step.before.partition("://")[2] or step.before).host.rpartition("@")[2]
    own = _said_of(host, policy)
    if step.rule == "keep-params" and names:
        return (of_site(host, "keep", tuple(dict.fromkeys((*(own.keep or () if own else ()), *names)))),)
    if step.rule == "drop-params" and names:
        return _not_dropped(host, names, policy, own)
    if step.rule == "drop-state" and names:
        return (Change("", (("state", tuple(name for name in _state(policy) if name not in {n.lower() for n in names})),), cuts=True),)
    if step.rule in _OF_SITE:
        word, value = _OF_SITE[step.rule]
        after = split_key(step.after.partition("://")[2] or step.after).host.rpartition("@")[2]
        return (of_site(after, word, value),)
    return (Change("", (("disable", (step.rule,)),)),)


def parting(one: str, other: str, policy: Policy) -> tuple[Change, ...]:
    """What keeps two strings with one key apart: it undoes the rule after which they are the same. () if nothing told them apart."""
    taped = (explain(one, policy).steps, explain(other, policy).steps)
    last = [one, other]
    for rule in sorted({step.rule for steps in taped for step in steps}, key=BIT.__getitem__):
        now = [_after(steps, rule, text) for steps, text in zip(taped, (one, other), strict=True)]
        if now[0] == now[1]:
            if last[0] == last[1]:
                return ()
            own = [next((step for step in steps if step.rule == rule), None) for steps in taped]
            step = own[0] or own[1]
            kept = [set(parameters(text)) for text in last]
            names = sorted({name for name, _ in kept[0] ^ kept[1]})
            return keeping(step, names, policy) if step else ()
        last = now
    return ()


def joining(one: str, other: str) -> tuple[Change, ...]:
    """What makes one key of two, the least that does: a parameter, a host label, letter case, else an alias or a rewrite."""
    a, b = split_key(one), split_key(other)
    if a.route or b.route:
        return ()  # no word of a policy reaches a route
    if (a.host, a.path) == (b.host, b.path):
        name = _one_parameter(a, b)
        return (of_site(a.host, "drop", (name,)),) if name else _rewritten(a, b)
    if (a.path, a.query) == (b.path, b.query):
        for longer, base in ((a.host, b.host), (b.host, a.host)):
            label, _, rest = longer.partition(".")
            if rest == base and label in (*MOBILE_LABELS, *AMP_LABELS):
                return (of_site(base, "amp" if label in AMP_LABELS else "mobile", "fold"),)
    if a.host == b.host and a.query == b.query and a.path.lower() == b.path.lower():
        return (of_site(a.host, "path_case", "fold"),)
    if a.query == b.query:
        return (alias(a.host + a.path, b.host + b.path),)
    return _rewritten(a, b) if a.host == b.host else ()


def alias(source: str, target: str) -> Change:
    """An alias; turned round where the target lies below the source, since it would never come to rest."""
    if f"{target.rstrip('/')}/".startswith(f"{source.rstrip('/')}/"):
        source, target = target, source
    return Change("[[alias]]", (("from", source), ("to", target)))


def rewrite(host: str, source: str, target: str) -> Change:
    """A rewrite of one site."""
    return Change("[[rewrite]]", (("site", bare_host(host)), ("from", source), ("to", target)))


def _rewritten(a: Key, b: Key) -> tuple[Change, ...]:
    return (rewrite(a.host, a.path + a.query, b.path + b.query),)


def _one_parameter(a: Key, b: Key) -> str:
    """The one name in which two queries differ, or ""."""
    left, right = ({pair.partition("=")[0]: pair for pair in key.query[1:].split("&") if pair} for key in (a, b))
    differ = [name for name in {**left, **right} if left.get(name) != right.get(name)]
    return differ[0] if len(differ) == 1 and not any(sign in differ[0] for sign in "/:?") else ""


def _after(steps: Sequence[Step], rule: str, url: str) -> str:
    """The URL once the rules up to and with `rule` have run."""
    for step in steps:
        if BIT[step.rule] > BIT[rule]:
            break
        url = step.after
    return url


def _said_of(host: str, policy: Policy) -> Site | None:
    labels = bare_host(host).split(".")
    names = [bare_host(host), *(f"*.{'.'.join(labels[k:])}" for k in range(1, len(labels)))]
    said = {site.host: site for site in policy.sites}
    return next((said[name] for name in names if name in said), None)


def _not_dropped(host: str, names: Sequence[str], policy: Policy, own: Site | None) -> tuple[Change, ...]:
    """A name that the policy drops everywhere is kept everywhere; one that it drops on a site leaves that site's list."""
    everywhere = tuple(name for name in names if name in policy.drop)
    changes = [Change("", (("keep", everywhere),))] if everywhere else []
    if own and own.drop and set(names) & set(own.drop):
        changes.append(of_site(own.host, "drop", tuple(name for name in own.drop if name not in names), cuts=True))
    return tuple(changes)


def _state(policy: Policy) -> tuple[str, ...]:
    if policy.state is not None:
        return policy.state
    from pagekey.policy.lists import lists

    return tuple(lists().state)
