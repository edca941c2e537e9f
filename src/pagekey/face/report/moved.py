"""What moves between two policies as text: A is the first of them, B the second."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pagekey.face.report import figures
from pagekey.face.report.layout import Cell, Name, Section, Table
from pagekey.face.report.names import clean, cut, reveal, width
from pagekey.face.report.phrases import isolated
from pagekey.face.report.tails import tail
from pagekey.face.report.text import as_text
from pagekey.face.report.words import Words
from pagekey.study.moves import KINDS, Cause, Move, Moves, Side, Unit

KEYS = 5  # of one side of a group
EXAMPLES = 2
_COLUMNS = 110


def moves_text(found: Moves, name: str | None, top: int, words: Words, *, colour: bool, display: Callable[[str], str]) -> str:
    """The totals, then the first `top` groups of each kind; ends in a newline. `name`: of the input, None for a table in memory."""
    sections = [_opening(found, name, words), _totals(found.before, found.after, words)]
    if found.groups:
        sections += [_kinds(found, words), _rules(found, words)]
    blocks = [as_text(sections, colour=colour, leftward=words.leftward)]
    for kind in KINDS:
        groups = found.of(kind)
        if groups:
            shown = groups[:top]
            title = words("moves.list", kind=kind, meaning=_meaning(kind, words), shown=len(shown), groups=figures.whole(len(groups)))
            listed = "".join(_group(n, one, words, display) for n, one in enumerate(shown, 1))
            rest = groups[top:]
            more = f"\n{tail('moves.more', 'groups', rest, words)}\n" if rest else ""
            text = f"{_bold(title, colour)}\n{'-' * width(title)}\n{listed}{more}"
            blocks.append("".join(map(isolated, text.splitlines(keepends=True))) if words.leftward else text)
    return "\n".join(blocks)


def _bold(title: str, colour: bool) -> str:
    return f"\x1b[1m{title}\x1b[0m" if colour else title


def _meaning(kind: str, words: Words) -> str:
    return words("moves.status-changed" if kind == "status" else f"moves.{kind}")


def _opening(found: Moves, name: str | None, words: Words) -> Section:
    whole = figures.whole
    counts = {"records": found.moved, "rows": found.rows, "moved": found.moved_strings, "strings": found.strings}
    rows: list[tuple[Cell, ...]] = [
        (words("input"), Name(name) if name else words("in-memory")),
        (words("rows-read"), whole(found.rows)),
        (words("moves.policy", side="A"), Name(found.before.policy)),
        (words("moves.policy", side="B"), Name(found.after.policy)),
        (words("moves.moved"), words("moves.moved.text", **{word: whole(n) for word, n in counts.items()})),
    ]
    return Section(words("moves"), (Table("ll", (), tuple(rows)),), () if found.groups else (words("moves.nothing"),))


def _totals(before: Side, after: Side, words: Words) -> Section:
    """Pages, hosts, domains and sites, then the rows of each status that occurs."""
    units = dict.fromkeys(words(f"site.{side.site_unit}") for side in (before, after))
    names = {
        "pages": words("moves.pages"), "hosts": words("moves.hosts"), "domains": words("moves.domains"),
        "sites": words("moves.sites", unit=" / ".join(units)),
    }  # fmt: skip
    pairs = [(label, getattr(before, name), getattr(after, name)) for name, label in names.items()]
    for status, rows in before.statuses.items():
        if rows or after.statuses[status]:
            pairs.append((words("moves.status", status=status), rows, after.statuses[status]))
    table = tuple((label, figures.whole(a), figures.whole(b), figures.signed(b - a)) for label, a, b in pairs)
    head = (words("sides.figure"), words("moves.under", side="A"), words("moves.under", side="B"), words("sides.change"))
    return Section(words("moves.totals"), (Table("lrrr", head, table),))


def _kinds(found: Moves, words: Words) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for kind in KINDS:
        groups = found.of(kind)
        if groups:
            sums = (sum(one.strings for one in groups), sum(one.records for one in groups), sum(one.moved for one in groups))
            rows.append((kind, figures.whole(len(groups)), *map(figures.whole, sums), _meaning(kind, words)))
    head = ("moves.kind", "moves.groups", "list.strings", "list.records", "moves.records-moved", "moves.meaning")
    return Section(words("moves.kinds"), (Table("lrrrrl", tuple(map(words, head)), tuple(rows)),), (words("moves.kinds-how"),))


def _rules(found: Moves, words: Words) -> Section:
    kinds = [kind for kind in KINDS if found.of(kind)]
    rows = [
        (one.rule, words(f"moves.works.{one.under}"), *(figures.whole(one.groups[kind]) for kind in kinds), figures.whole(one.records))
        for one in found.rules
    ]
    head = (words("moves.rule"), words("moves.works"), *kinds, words("list.records"))
    return Section(words("moves.rules"), (Table("ll" + "r" * (len(kinds) + 1), head, tuple(rows)),), (words("moves.rules-how"),))


def _group(place: int, one: Move, words: Words, display: Callable[[str], str]) -> str:
    """The lines of a group after a blank one: its size, the keys under A and B, the causes, examples."""
    whole = figures.whole
    counts = {"before": len(one.before), "after": len(one.after), "records": one.records, "moved": one.moved, "strings": one.strings}
    lines = [words("moves.group", **{word: whole(n) for word, n in counts.items()})]
    lines += [*_units("A", one.before, words, display), *_units("B", one.after, words, display)]
    if one.causes:
        lines.append(words("moves.by", causes=words("merged.comma").join(_cause(cause, words) for cause in one.causes)))
    lines += [f"{words('moves.example')} {cut(reveal(raw), _COLUMNS)}" for raw in one.examples[:EXAMPLES]]
    front = f"{place}. "
    return "\n" + "".join(f"{front if not n else ' ' * len(front)}{line}\n" for n, line in enumerate(lines))


def _units(side: str, units: Sequence[Unit], words: Words, display: Callable[[str], str]) -> list[str]:
    shown, rest = units[:KEYS], units[KEYS:]
    wide = len(figures.whole(shown[0].records))
    lines = []
    for unit in shown:
        status = f"  ({unit.status})" if unit.status != "page" else ""
        lines.append(f"{side}  {figures.whole(unit.records):>{wide}}  {cut(clean(display(unit.key)), _COLUMNS)}{status}")
    if rest:
        lines.append(f"{side}  {tail('moves.more-keys', 'keys', rest, words)}")
    return lines


def _cause(cause: Cause, words: Words) -> str:
    """`drop-params (under B only; sites/x.toml)`: of an entry only its place, its source stands in the JSON."""
    entry = clean(cause.entry.partition(" (")[0])
    facts = words("merged.and").join(filter(None, (words(f"moves.works.{cause.under}"), entry)))
    return words("moves.cause", rule=cause.rule, facts=facts)
