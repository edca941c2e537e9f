"""Keys that differ in one small thing which often means nothing: a parameter, a host label, a language, letter case, an extension.

Each kind is found by taking the thing away and looking the rest up, and gathered by the entry of a policy that would act on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pagekey.policy.hosts import AMP_LABELS, MOBILE_LABELS
from pagekey.study.suspects.changes import alias, of_site, rewrite
from pagekey.study.suspects.evidence import Evidence
from pagekey.study.suspects.figures import EXAMPLES, Change, Suspect
from pagekey.study.suspects.names import EXTENSIONS, LOCALE_NAMES, is_locale
from pagekey.study.suspects.pieces import Key, bare_host, one_less, split_key

VALUES = 3  # a parameter with more values at one page chooses content there
ALIASES = 8  # language trees that a change names, those with most pages
SEGMENTS = 7  # a rewrite has a name for each segment, and no more names


@dataclass(frozen=True, slots=True)
class Keys:
    """The distinct keys with their records, and the registrable domain of each."""

    records: Counter[str]
    domains: dict[str | None, str | None]

    def host(self, key: str) -> str:
        """The host of a key, with its port."""
        return key.partition("/")[0]

    def domain(self, key: str) -> str:
        """The registrable domain of a key, or its host where it has none."""
        return self.domains.get(key) or self.host(key)


@dataclass(slots=True)
class _Gathered:
    """Pairs of keys with one policy entry: base key -> the keys that would join it."""

    joins: dict[str, dict[str, None]] = field(default_factory=dict)

    def suspect(self, kind: str, place: str, by: str, keys: Keys, changes: Sequence[Change]) -> Suspect:
        members = {key for base, others in self.joins.items() for key in (base, *others)}
        best = max(self.joins, key=lambda base: (keys.records[base] + sum(keys.records[key] for key in self.joins[base]), base))
        examples = (best, *self.joins[best])[:EXAMPLES]
        count = sum(len(others) for others in self.joins.values())
        return Suspect(kind, place, by, count, sum(keys.records[key] for key in members), examples, tuple(changes))


Pairs = dict[tuple[str, str], _Gathered]


def keys_apart(keys: Keys, known: Sequence[Evidence]) -> dict[str, list[Suspect]]:
    """By kind, the suspects of the five kinds."""
    split = {key: split_key(key) for key in sorted(keys.records)}  # not in the order of the rows
    parameters, locales = _by_parameter(keys, split, known)
    return {
        "host-label": _by_label(keys, split, known),
        "letter-case": _by_case(keys, split, known),
        "parameter": parameters,
        "locale": [*locales, *_by_segment(keys, split, known)],
        "extension": _by_extension(keys, split, known),
    }


def _put(pairs: Pairs, at: tuple[str, str], base: str, key: str, known: Iterable[Evidence]) -> bool:
    """Note a pair, unless a column tells the two apart."""
    if any(one.against(base, key) for one in known):
        return False
    pairs.setdefault(at, _Gathered()).joins.setdefault(base, {})[key] = None
    return True


def _by_label(keys: Keys, split: dict[str, Key], known: Sequence[Evidence]) -> list[Suspect]:
    pairs: Pairs = {}
    for key, parts in split.items():
        label, _, rest = parts.host.partition(".")
        if label in MOBILE_LABELS or label in AMP_LABELS:
            base = f"{rest}{key[len(parts.host) :]}"
            if base in split:
                _put(pairs, (bare_host(rest), label), base, key, known)
    return [
        own.suspect("host-label", host, label, keys, [of_site(host, "amp" if label in AMP_LABELS else "mobile", "fold")])
        for (host, label), own in pairs.items()
    ]


def _by_case(keys: Keys, split: dict[str, Key], known: Sequence[Evidence]) -> list[Suspect]:
    groups: dict[str, list[str]] = {}
    for key, parts in split.items():
        groups.setdefault(f"{parts.host}{parts.path.lower()}{parts.query}{parts.route}", []).append(key)
    pairs: Pairs = {}
    for members in groups.values():
        if len(members) == 1:
            continue
        first, *rest = sorted(members, key=lambda key: (-keys.records[key], key))
        for key in rest:
            _put(pairs, (bare_host(split[key].host), ""), first, key, known)
    return [own.suspect("letter-case", host, "", keys, [of_site(host, "path_case", "fold")]) for (host, _), own in pairs.items()]


def _by_parameter(keys: Keys, split: dict[str, Key], known: Sequence[Evidence]) -> tuple[list[Suspect], list[Suspect]]:
    """Suspects by a parameter, and those by a parameter that names a language: these also where no page without it is there.

    A number turns pages more often than not: such a pair is left out unless a column says that the two are one.
    """
    variants: dict[tuple[str, str], dict[str, list[tuple[str, str]]]] = {}
    languages: set[tuple[str, str]] = set()
    for key, parts in split.items():
        for name, value, base in one_less(parts):
            at = (bare_host(parts.host), name)
            if name.lower() in LOCALE_NAMES and is_locale(value):
                languages.add(at)
            elif base not in split:
                continue
            variants.setdefault(at, {}).setdefault(base, []).append((key, value))
    found: tuple[list[Suspect], list[Suspect]] = ([], [])
    for at, bases in variants.items():
        pairs: Pairs = {}
        for base, others in bases.items():
            if at not in languages and len(others) > VALUES:
                continue
            first, *rest = [base, *(key for key, _ in others)] if base in split else [key for key, _ in others]
            values = dict(others)
            for key in rest:
                if not values[key].isdigit() or any(one.joins(first, key) for one in known):
                    _put(pairs, at, first, key, known)
        if at in pairs:
            kind = "locale" if at in languages else "parameter"
            found[kind == "locale"].append(pairs[at].suspect(kind, *at, keys, [of_site(at[0], "drop", (at[1],))]))
    return found


def _by_segment(keys: Keys, split: dict[str, Key], known: Sequence[Evidence]) -> list[Suspect]:
    """Language trees of a host: /de/x beside /en/x or /x. The first or second segment may be the language."""
    trees: dict[tuple[str, str], dict[str, list[tuple[str, str]]]] = {}
    for key, parts in split.items():
        segments = parts.path.split("/")
        for k in (1, 2):
            if k < len(segments) and is_locale(segments[k]):
                before = "/".join(segments[:k])
                rest = "/".join(segments[k + 1 :])
                page = f"{before}/{rest}{parts.query}{parts.route}"
                trees.setdefault((parts.host, before), {}).setdefault(page, []).append((segments[k], key))
                break
    found = []
    for (host, before), pages in trees.items():
        pairs: Pairs = {}
        sizes: Counter[str] = Counter()
        for page, members in pages.items():
            whole = host + page if page != "/" or not before else host + before
            (tree, first), *others = ([("", whole)] if whole in split else []) + members
            joined = [(locale, key) for locale, key in others if _put(pairs, (host, before), first, key, known)]
            for locale, key in [(tree, first), *joined] if joined else []:
                sizes[locale] += keys.records[key]
        if pairs:
            named = sorted(sizes, key=lambda locale: (-sizes[locale], locale))
            by = ", ".join(locale or "-" for locale in named[:ALIASES])
            changes = _trees(host + before, named[:ALIASES])
            found.append(pairs[host, before].suspect("locale", f"{host}{before}/", by, keys, changes))
    return found


def _trees(root: str, locales: Sequence[str]) -> list[Change]:
    """Every tree becomes the page without a language where there is one, else the largest tree."""
    target = "" if "" in locales else locales[0]
    to = f"{root}/{target}" if target or "/" not in root else root
    return [alias(f"{root}/{locale}", to) for locale in locales if locale != target]


def _by_extension(keys: Keys, split: dict[str, Key], known: Sequence[Evidence]) -> list[Suspect]:
    """/a/b.html beside /a/b or /a/b.pdf, by host, extension and depth."""
    stems: dict[str, list[tuple[str, str]]] = {}
    for key, parts in split.items():
        stem, dot, extension = parts.path.rpartition(".")
        if dot and extension.lower() in EXTENSIONS and stem.rpartition("/")[2]:
            stems.setdefault(f"{parts.host}{stem}{parts.query}{parts.route}", []).append((extension, key))
    gathered: dict[tuple[str, str, int], Pairs] = {}
    for stem_key, members in stems.items():
        bare = [("", stem_key)] if stem_key in split else []
        (plain, base), *rest = bare + members
        for extension, key in rest:
            host, depth = split[key].host, split[key].path.count("/")
            way = f".{extension} = .{plain}" if plain else f".{extension}"
            _put(gathered.setdefault((host, way, depth), {}), (host, way), base, key, known)
    found = []
    for (host, way, depth), pairs in gathered.items():
        for own in pairs.values():
            source, _, target = way.partition(" = ")
            names = "".join(f"/{{p{k}}}" for k in range(1, depth + 1))
            changes = [rewrite(host, f"{names}{source}?{{*rest}}", f"{names}{target}?{{*rest}}")] if depth <= SEGMENTS else []
            found.append(own.suspect("extension", host, way, keys, changes))
    return found
