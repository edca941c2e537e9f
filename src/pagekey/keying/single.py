"""One URL or a list of them: key, keys, explain. `key` under a shipped policy imports next to nothing."""

from __future__ import annotations

from pagekey.engine import engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence
    from typing import Any, Protocol, TypeVar, overload

    from pagekey.keying.mapping import Mapping, Resolved
    from pagekey.policy import Compiled, Policy
    from pagekey.types import Step, Trace

    AnyPolicy = str | os.PathLike[str] | Policy

    class SpeaksArrow(Protocol):
        """A column or table of pyarrow, polars, DuckDB or others: it has the Arrow PyCapsule interface."""

        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

    Frame = TypeVar("Frame", bound=SpeaksArrow)
else:
    AnyPolicy = object

_DEFAULT = "citation@1"
_default: Any = None  # makes its keys, from the first call on
_keyers: dict[str, Any] = {}
_compiled: dict[object, Compiled] = {}
"""Shipped policies in use, by name: at most as many as are shipped."""


def plan_of(policy: AnyPolicy) -> Any:
    """The engine's plan of a policy: thawed for a shipped name, else compiled."""
    global _default
    if type(policy) is str:
        from pagekey.policy.thaw import thaw

        plan = thaw(policy, engine)
        if plan is not None:
            _keyers[policy] = engine.Keyer(plan)
            _default = _keyers.get(_DEFAULT)
            return plan
    return ready(policy).plan


def _keyer_of(policy: AnyPolicy) -> Any:
    """What makes keys under a policy."""
    if type(policy) is str and policy in _keyers:
        return _keyers[policy]
    return engine.Keyer(plan_of(policy))


def ready(policy: AnyPolicy) -> Compiled:
    """The compiled plan of a policy: a shipped name, a Policy, or a path, which is read anew each time."""
    from pagekey.policy import Policy, compiled, load, shipped

    if isinstance(policy, Policy):
        return compiled(policy)
    if policy not in _compiled:
        made = compiled(load(policy))
        if policy not in shipped():
            return made
        _compiled[policy] = made
    return _compiled[policy]


def key(url: str, policy: AnyPolicy = _DEFAULT, mapping: Mapping | None = None) -> str:
    """The key of one URL: equal for all spellings of one page, and itself a fixed point.

    Never raises on a bad string: what is no URL comes back unchanged. The key is compared, never fetched. `policy` is a shipped
    name, a Policy, or the path of a TOML file (load a Policy once where there are many URLs). `mapping` gives the targets of short
    links, as for `keyed`. PolicyError if the policy cannot be used, PagekeyError if `url` is no str.
    """
    if mapping is None and (policy is _DEFAULT or type(policy) is str):
        try:
            return (_default if policy is _DEFAULT else _keyers[policy]).key(url)  # type: ignore[no-any-return]
        except (KeyError, TypeError, AttributeError):  # a policy that was not asked for yet; what is not exactly a str
            pass
    if mapping is not None:
        return explain(url, policy, mapping).key
    keyer = _keyer_of(policy)
    return keyer.key(url if type(url) is str else _plain(url))  # type: ignore[no-any-return]


def _plain(url: object, where: str = "") -> str:
    """The str of a subclass of it, such as numpy's. PagekeyError for anything else."""
    if isinstance(url, str):
        return str.__str__(url)
    from pagekey.errors import PagekeyError

    hint = "url.decode() for bytes, str(url) for a URL object; a column with gaps goes to pagekey.keys()"
    raise PagekeyError("no string", expected="a URL as str", got=repr(url)[:60], where=where, hint=hint)


def _plain_or_none(url: object, where: str) -> str | None:
    return None if url is None or (isinstance(url, float) and url != url) else _plain(url, where)


if TYPE_CHECKING:

    @overload
    def keys(column: Frame, policy: AnyPolicy = ..., threads: int | None = ...) -> Frame: ...
    @overload
    def keys(column: Iterable[str | None], policy: AnyPolicy = ..., threads: int | None = ...) -> list[str | None]: ...


def keys(column: Any, policy: AnyPolicy = _DEFAULT, threads: int | None = None) -> Any:
    """The keys of many strings: as many, in their order, as the kind that came in; what is null stays null.

    An iterable of str or None (NaN means None) gives a list. A column of pyarrow, polars, pandas or DuckDB, and anything else that
    speaks Arrow, gives such a column, keyed by `threads` threads (None: one a core). PagekeyError names the first row that is no text.
    """
    if isinstance(column, str):
        from pagekey.errors import PagekeyError

        hint = "pagekey.key(url) is for one"
        raise PagekeyError("one string is no column", expected="a list of strings", got=repr(column[:60]), hint=hint)
    if column.__class__ is not list:
        from pagekey.keying.libraries import library_of

        if library_of(column):
            from pagekey.keying.frames import keys_of

            return keys_of(column, ready(policy), threads)
    rows = column if isinstance(column, list) else list(column)
    keyer = _keyer_of(policy)
    try:
        return keyer.keys(rows)
    except (TypeError, AttributeError):
        plain = [_plain_or_none(url, f"row {k}") for k, url in enumerate(rows, 1)]
        return keyer.keys(plain)


def explain(url: str, policy: AnyPolicy = _DEFAULT, mapping: Mapping | None = None) -> Trace:
    """How the string became its key: every rule that changed something, with what it left behind; printing it shows the trace.

    The same loop makes the key and the trace. `host`, `domain`, `site` are None unless the status is `page`.
    """
    from pagekey.keying.mapping import expand, mapped
    from pagekey.policy.sources import source_of_status
    from pagekey.rules import names_of
    from pagekey.types import STATUSES, Trace

    url = _plain(url)
    plan = ready(policy)
    targets = mapped(mapping, plan)
    resolved = expand(url, targets) if targets else None
    read = resolved.target if resolved and resolved.expanded else url
    (key_, status, hits, flags, host, domain, site), taped, sealed = engine.explain(plan.plan, read)
    steps = _steps(read, [(plan.row_rules[row], form, _shown(after)) for row, form, after in taped], plan)
    word = STATUSES[status]
    if resolved:
        hits, word, steps = _with_expansion(url, resolved, hits, word, steps)
    if word != "page":
        host = domain = None
    return Trace(
        raw=url,
        key=key_,
        status=word,
        host=host,
        domain=domain,
        site=site_of(plan, host, domain, site),
        hits=names_of(hits),
        flags=tuple(flag for bit, flag in enumerate(engine.FLAGS) if flags >> bit & 1),
        steps=tuple(steps),
        policy=plan.stamp,
        status_source=source_of_status(plan, word, key_, sealed),
    )


def site_of(plan: Compiled, host: str | None, domain: str | None, number: int) -> str | None:
    """The site by the policy's unit: host, registrable domain, or the group of the host where it has one."""
    if host is None:
        return None
    if plan.policy.site == "domain":
        return domain
    if plan.policy.site == "group":
        return plan.sites[number].group or host
    return host


def _shown(after: bytes) -> str:
    return after.decode("utf-8", "backslashreplace")


def _steps(before: str, taped: Sequence[tuple[str, int, str]], plan: Compiled) -> list[Step]:
    """One step a rule: rows of one rule (path, then query) that follow each other are shown as one."""
    from pagekey.policy.sources import sources_of
    from pagekey.types import Step

    steps: list[Step] = []
    for rule, form, after in taped:
        if steps and steps[-1].rule == rule:
            found = dict.fromkeys([*steps[-1].sources, *sources_of(plan, rule, before, after, form)])
            steps[-1] = Step(rule, steps[-1].before, after, tuple(found))
        elif after != before:
            steps.append(Step(rule, before, after, sources_of(plan, rule, before, after, form)))
        before = after
    return steps


def _with_expansion(url: str, resolved: Resolved, hits: int, word: str, steps: list[Step]) -> tuple[int, str, list[Step]]:
    from pagekey.rules import BIT
    from pagekey.types import Step

    if not resolved.expanded:
        return hits, "short-link" if resolved.failed else word, steps
    first = Step("expand-short-link", url, resolved.target)
    return hits | 1 << BIT["expand-short-link"], "short-link" if resolved.failed or word != "page" else word, [first, *steps]
