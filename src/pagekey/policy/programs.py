"""What a policy and the shipped site data say in forms -> programs, site by site."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from pagekey.errors import PolicyError
from pagekey.policy.forms import FOLDER, MARK, Programs, marked
from pagekey.policy.hosts import Entry, Numbered
from pagekey.policy.model import Alias, Rewrite
from pagekey.policy.sitedata import Identify, Signature, Wrapper
from pagekey.policy.spelling import address_of, parts_of


@dataclass(slots=True)
class Forms:
    """Programs, and where those of site n begin: `alias_at[n]`, `rewrite_at[n]`, `identify_at[n]`, `wrap_at[n]`, 0 = none."""

    programs: Programs = field(default_factory=Programs)
    alias_at: list[int] = field(default_factory=list)
    rewrite_at: list[int] = field(default_factory=list)
    identify_at: list[int] = field(default_factory=list)
    wrap_at: list[int] = field(default_factory=list)
    signature_at: list[int] = field(default_factory=lambda: [0])
    steps: list[tuple[str, ...]] = field(default_factory=lambda: [()])


def forms_of(sites: Numbered, signatures: dict[str, list[Signature]], plan: Any, engine: ModuleType, *, last: bool) -> Forms:
    """The programs of all sites; `plan` is the policy without its last stage. Without `last` only wrappers."""
    forms = Forms()
    for entry in sites.entries:
        forms.wrap_at.append(_wrappers(entry.wrappers, forms))
        if last:
            forms.alias_at.append(_aliases(entry, forms.programs, plan, engine))
            forms.rewrite_at.append(forms.programs.add_list([_rewrite(one, forms.programs, plan, engine) for one in entry.rewrites]))
            forms.identify_at.append(_identify(entry, forms.programs))
    if last:
        forms.signature_at += [forms.programs.add_list(_signature(found, forms.programs)) for found in signatures.values()]
    none = [0] * len(sites.entries)
    for name in ("alias_at", "rewrite_at", "identify_at"):
        setattr(forms, name, getattr(forms, name) or none)
    return forms


def _aliases(entry: Entry, programs: Programs, plan: Any, engine: ModuleType) -> int:
    """Ten numbers an alias, the longest path first, so that the nearest one wins; the entry's aliases are put in that order."""
    aliases = [alias for alias in entry.aliases if not is_wild(alias)]
    if not aliases:
        return 0
    rows = [(address_of(one.source, one.where, plan, engine), address_of(one.target, one.where, plan, engine)) for one in aliases]
    order = sorted(range(len(rows)), key=lambda k: -len(rows[k][0].path))
    entry.aliases = [*(aliases[k] for k in order), *(one for one in entry.aliases if is_wild(one))]
    rows = [rows[k] for k in order]
    numbers = [len(rows)]
    for source, target in rows:
        for literal in (source.port, source.path, target.full_host, target.port, target.path):
            numbers += programs.put(literal)
    return programs.add(numbers)


def is_wild(alias: Alias) -> bool:
    """Whether it moves a family of hosts."""
    return alias.source.startswith("*.")


def _moved_host(alias: Alias, programs: Programs) -> list[int]:
    """`*.m.wikipedia.org/` -> `{label}.wikipedia.org/`: a whole family of hosts, path and query kept."""
    host, slash, path = marked(alias.target, alias.where, {}).text.partition("/")
    if path or alias.source.partition("/")[2]:
        raise PolicyError("a family of hosts moves as a whole", expected="*.HOST/", got=repr(alias.source), where=alias.where)
    head = programs.source(b"/zqmanyzq", b"zqrestzq", {}, alias.where)
    return head + programs.target(host.encode(), None, b"zqrestzq", alias.where)


def _rewrite(rewrite: Rewrite, programs: Programs, plan: Any, engine: ModuleType) -> list[int]:
    """A rewrite of the policy: both sides are run through the plan, so that they are written as keys are."""
    host = "a." + rewrite.site[2:] if rewrite.site.startswith("*.") else rewrite.site
    source = marked(rewrite.source, rewrite.where)
    target = marked(rewrite.target, rewrite.where, source.slots)
    sides = []
    for form, written in ((rewrite.source, source.text), (rewrite.target, target.text)):
        url = f"http://{host}{written}"
        parts = parts_of(engine.facts(plan, url)[0], plan, engine)
        if sorted(MARK.findall(parts[5] + parts[6])) != sorted(MARK.findall(url.encode("utf-8", "surrogatepass"))):
            hint = "the parameter must be kept for the site"
            raise PolicyError("the policy itself drops a name of this form", got=repr(form), where=rewrite.where, hint=hint)
        sides.append((parts[5], parts[6][1:]))
    head = programs.source(*sides[0], source.types, rewrite.where)
    return head + programs.target(b"", *sides[1], rewrite.where)


def _identify(entry: Entry, programs: Programs) -> int:
    made = [_moved_host(alias, programs) for alias in entry.aliases if is_wild(alias)]
    for one in entry.identify:
        for form in one.forms:
            made.append(_known_form(form, one, programs))
    return programs.add_list(made)


def _known_form(form: str, one: Identify, programs: Programs) -> list[int]:
    """A form of the shipped data: it stands in key form already."""
    source = marked(form, one.where)
    target = marked(one.target, one.where, source.slots)
    path, _, query = source.text.partition("?")
    host, slash, rest = target.text.partition("/")
    new_path, _, new_query = (slash + rest).partition("?")
    head = programs.source(path.encode(), query.encode(), source.types, one.where)
    return head + programs.target(host.encode(), new_path.encode(), new_query.encode(), one.where)


def _signature(found: list[Signature], programs: Programs) -> list[list[int]]:
    out = []
    for one in found:
        for form in one.forms:
            source = marked(form, one.where)
            target = marked(one.target, one.where, source.slots)
            path, _, query = source.text.partition("?")
            head = programs.source(b"/".join(filter(None, (b"/zqmanyzq", path.encode()))), query.encode(), source.types, one.where)
            path, _, query = target.text.partition("?")
            out.append(head + programs.target(b"", FOLDER + path.encode() if path else None, query.encode(), one.where))
    return out


def _wrappers(wrappers: list[Wrapper], forms: Forms) -> int:
    """How many, then twos: where the form begins, the number of its decode steps (0: nobody can decode it)."""
    numbers: list[int] = []
    for one in wrappers:
        if one.steps and one.steps not in forms.steps:
            forms.steps.append(one.steps)
        for form in one.forms:
            source = marked(form, one.where, first="target")
            path, _, query = source.text.partition("?")
            program = forms.programs.source(path.encode(), query.encode(), source.types, one.where)
            numbers += [forms.programs.add(program), -1 if one.short else forms.steps.index(one.steps)]
    return forms.programs.add([len(numbers) // 2, *numbers]) if numbers else 0
