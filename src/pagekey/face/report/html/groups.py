"""The largest groups with all their strings: what became one page, which string stands for it and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pagekey.face.report import figures
from pagekey.face.report.html.direction import prose
from pagekey.face.report.html.element import Child, Markup, tag
from pagekey.face.report.html.tables import LONG, Look
from pagekey.face.report.names import clean, cut, reveal
from pagekey.face.report.tails import tail
from pagekey.study.merges import Merges, Page
from pagekey.study.merges.figures import Spelling

GROUPS, STRINGS = 50, 200  # groups, and strings of one


def places(found: Merges) -> dict[str, str]:
    """The id of each group that the page lists, by its key."""
    return {page.key: f"group-{k}" for k, page in enumerate(found.groups[:GROUPS], 1)}


def groups(found: Merges, look: Look, display: Callable[[str], str]) -> Markup:
    """The section of the groups."""
    words, whole = look.words, figures.whole
    shown, rest = found.groups[:GROUPS], found.groups[GROUPS:]
    title = words("page.groups", shown=len(shown), groups=whole(len(found.groups)))
    facts = {"merged": found.merged, "several": found.several, "groups": len(found.groups)}
    notes = [words("merged.none")] if not shown else []
    if shown:
        notes.append(words("merged.merged.text", **{word: whole(n) for word, n in facts.items()}))
        notes += [words("page.named", name=words("merged.rule"), text=words("merged.rule.text")), words("merged.legend")]
    if rest:
        notes.append(tail("page.groups.more", "pages", rest, words, strings=sum(len(page.spellings) for page in rest)))
    listed = [_group(k, page, look, display) for k, page in enumerate(shown, 1)]
    return tag(
        "section",
        tag("h2", prose(title, look.side), id="largest-title"),
        [tag("p", prose(note, look.side), class_="note") for note in notes],
        tag("div", listed, data_filtered=True),
        id="largest",
        aria_labelledby="largest-title",
    )


def _group(place: int, page: Page, look: Look, display: Callable[[str], str]) -> Markup:
    words, whole = look.words, figures.whole
    comma = words("merged.comma")
    counts = words("merged.page", records=whole(page.records), strings=whole(len(page.spellings)))
    name = tag("bdi", cut(clean(display(page.key)), 300), class_="key")
    summary = tag("summary", f"{place}. ", name, " ", tag("span", prose(counts, look.side), class_="facts"))
    facts = [words("merged.rules", rules=comma.join(f"{rule} {n}" for rule, n in page.rules))] if page.rules else []
    facts += [words("merged.why", why=comma.join(words(f"merged.why.{one}") for one in page.why))] if page.why else []
    rest = page.spellings[STRINGS:]
    if rest:
        facts.append(tail("merged.more", "strings", rest, words))
    heads = (words("page.stands"), words("list.records"), words("rejected.string"), words("hits.rule"))
    head = tag("tr", [tag("th", prose(one, look.side), scope="col", class_="n" if k == 1 else None) for k, one in enumerate(heads)])
    rows = [_spelling(one, one is page.spellings[0], look) for one in page.spellings[:STRINGS]]
    return tag(
        "details",
        summary,
        [tag("p", prose(fact, look.side), class_="note") for fact in facts],
        tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll"),
        id=f"group-{place}",
        open=place <= 3,
    )


def _spelling(one: Spelling, stands: bool, look: Look) -> Markup:
    return tag(
        "tr",
        tag("td", "*" if stands else ""),
        tag("td", figures.whole(one.records), class_="n"),
        tag("td", tag("bdi", _marked(one), dir="ltr"), class_="name raw"),
        tag("td", tag("bdi", ", ".join(one.rules), dir="ltr")),
    )


def _marked(one: Spelling) -> Sequence[Child]:
    """The string whole, hidden characters as escapes, with what the representative has not marked; its braces are the style's."""
    out: list[Child] = []
    at = 0
    for span in one.spans:
        own = one.raw[span.start : span.end]
        out += [_piece(one.raw[at : span.start]), tag("mark", _piece(own), class_=None if own else "gap")]
        at = span.end
    return [*out, _piece(one.raw[at:])]


def _piece(raw: str) -> str:
    """A piece of a string; a long one is cut in its middle, and shows where."""
    return cut(reveal(raw), LONG)
