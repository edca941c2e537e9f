"""Makes docs/pictures/one-page-one-key.{light,dark}.svg: eight spellings of one page and their key, drawn from real traces.

    python tools/make_picture.py

What is struck through, and in whose colour, is read off `pagekey.explain`: the picture cannot show a rule that did not run.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape
from itertools import groupby
from pathlib import Path

from pagekey import Trace, explain
from pagekey.rules import escapes, fragment, host, path, query, scheme

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAME = "one-page-one-key"
SPELLINGS = (
    "https://www.example.com/guide?id=7",
    "http://example.com/guide/?id=7",
    "https://Example.COM:443/guide?id=7#prices",
    "https://example.com//guide?id=7&utm_source=chatgpt.com",
    "www.example.com./guide?id=7&amp;gclid=Cj0KCQ",
    "https://example.com/news/../guide?spm=a2c4g.11186.0.1&id=7",
    "https://me@example.com/%67uide?id=7#:~:text=steel%20frame",
    "http://www.example.com/guide?ref=&id=7&from=timeline",
)
SHORT_LINK = "https://bit.ly/4kZt9Qx"
PARTS = {"scheme": scheme, "host": host, "escapes": escapes, "path": path, "query": query, "fragment": fragment}
PART_OF = {rule.name: part for part, module in PARTS.items() for rule in module.RULES}
THEMES = {
    "light": {
        "paper": "#ffffff", "edge": "#d0d7de", "ink": "#1f2328", "soft": "#59636e", "curve": "#a6b0ba", "box": "#f3f6fa",
        "scheme": "#7438b8", "host": "#0a5cb8", "escapes": "#0b7285", "path": "#1a7032", "query": "#a84b00", "fragment": "#bf2156",
    },
    "dark": {
        "paper": "#0d1117", "edge": "#30363d", "ink": "#f0f3f6", "soft": "#9aa6b2", "curve": "#56616c", "box": "#171e27",
        "scheme": "#c297ff", "host": "#6db6ff", "escapes": "#5cc8d7", "path": "#62c877", "query": "#f5a34f", "fragment": "#ff86b0",
    },
}

# Pixels: the advance of a letter is forced by textLength, so that every font gives the same picture.
LETTER, SMALL, LEFT, TOP, STEP = 8.4, 5.5, 26, 72, 42
WIDTH, BOX_X, BOX_WIDTH = 900, 646, 228
LAST = TOP + STEP * (len(SPELLINGS) - 1)
MIDDLE, APART, HEIGHT = (TOP + LAST) / 2 - 4, LAST + 72, LAST + 112


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring characters of the raw string that met one fate: kept (rule is None), removed or only changed by a rule."""

    start: int
    text: str
    rule: str | None
    removed: bool


def fates(trace: Trace) -> list[tuple[str | None, bool]]:
    """For each character of the raw string the rule that took or changed it last, and whether it is gone."""
    fate: list[tuple[str | None, bool]] = [(None, False)] * len(trace.raw)
    origin: list[int | None] = list(range(len(trace.raw)))
    for step in trace.steps:
        moved: list[int | None] = []
        for kind, a, b, c, d in edits(step.before, step.after):
            if kind == "equal":
                moved += origin[a:b]
                continue
            for place in filter(lambda at: at is not None, origin[a:b]):
                fate[place or 0] = (step.rule, kind == "delete")
            moved += origin[a:b] if b - a == d - c else [None] * (d - c)
        origin = moved
    return fate


def edits(before: str, after: str) -> list[tuple[str, int, int, int, int]]:
    """The difference as opcodes of difflib; what both ends have in common is settled first, so that a cut is one cut."""
    head = next((i for i, (x, y) in enumerate(zip(before, after, strict=False)) if x != y), min(len(before), len(after)))
    left, right = before[head:], after[head:]
    tail = next((i for i, (x, y) in enumerate(zip(left[::-1], right[::-1], strict=False)) if x != y), min(len(left), len(right)))
    a, c = left[: len(left) - tail], right[: len(right) - tail]
    inner = SequenceMatcher(None, a, c, autojunk=False).get_opcodes()
    found = [("equal", 0, head, 0, head), *((kind, i + head, j + head, k + head, m + head) for kind, i, j, k, m in inner)]
    return [*found, ("equal", head + len(a), len(before), head + len(c), len(after))]


def pieces(trace: Trace) -> list[Piece]:
    """The raw string cut where the fate of its characters changes."""
    found = []
    for (rule, removed), run in groupby(enumerate(fates(trace)), key=lambda item: item[1]):
        places = [place for place, _ in run]
        found.append(Piece(places[0], trace.raw[places[0] : places[-1] + 1], rule, removed))
    return found


def text(x: float, y: float, words: str, style: str, advance: float = 0) -> str:
    """One text element; with an advance its width is fixed."""
    fixed = f' textLength="{len(words) * advance:.1f}" lengthAdjust="spacingAndGlyphs"' if advance else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}"{fixed}>{escape(words)}</text>'


def row(trace: Trace, y: float, named: set[str]) -> list[str]:
    """One spelling; a rule is named under the first piece that it took."""
    out, free = [], 0.0
    for piece in pieces(trace):
        x, width = LEFT + piece.start * LETTER, len(piece.text) * LETTER
        part = PART_OF[piece.rule] if piece.rule else "kept"
        out.append(text(x, y, piece.text, f"url {part}", LETTER))
        if piece.rule is None:
            continue
        line = y - 4.2 if piece.removed else y + 3.4
        out.append(f'<path class="{"strike" if piece.removed else "under"} {part}" d="M{x:.1f} {line:.1f}h{width:.1f}"/>')
        if piece.rule not in named:
            if x < free:
                sys.exit(f"the names of two rules would lie on each other in {trace.raw}")
            named.add(piece.rule)
            free = x + len(piece.rule) * SMALL + 3
            out.append(text(x, y + 15, piece.rule, f"rule {part}", SMALL))
    return out


def curve(trace: Trace, y: float, target: float, style: str) -> str:
    """From the end of a spelling to the box of its key."""
    start = LEFT + len(trace.raw) * LETTER + 8
    turn = 538.0
    bend = f"C{turn + 62} {y - 4:.1f} {turn + 46} {target:.1f} {BOX_X - 4} {target:.1f}"
    return f'<path class="{style}" d="M{start:.1f} {y - 4:.1f}H{turn}{bend}"/>'


def box(y: float, height: float, key: str, below: str, style: str) -> list[str]:
    """A key in its frame, with a line of words under it."""
    return [
        f'<rect class="{style}" x="{BOX_X}" y="{y - height / 2:.1f}" width="{BOX_WIDTH}" height="{height}" rx="8"/>',
        text(BOX_X + BOX_WIDTH / 2 - len(key) * LETTER / 2, y - 1, key, "url key", LETTER),
        f'<text x="{BOX_X + BOX_WIDTH / 2:.1f}" y="{y + 17:.1f}" class="note" text-anchor="middle">{escape(below)}</text>',
    ]


def style_sheet(theme: dict[str, str]) -> str:
    mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'
    sans = 'system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif'
    return "\n".join(
        [
            f".url{{font:14px {mono}}} .rule{{font:9.5px {mono}}} .note{{font:11.5px {sans};fill:{theme['soft']}}}",
            f".head{{font:600 13px {sans};fill:{theme['ink']}}} .kept,.key{{font-weight:700;fill:{theme['ink']}}}",
            ".strike{stroke-width:1.7} .under{stroke-width:1.4;stroke-dasharray:2 1.6}",
            f".curve,.loose{{fill:none;stroke:{theme['curve']};stroke-width:1.6}}",
            f".loose,.apart{{stroke-dasharray:5 4}} .frame,.apart{{fill:{theme['box']};stroke:{theme['curve']};stroke-width:1.4}}",
            f".paper{{fill:{theme['paper']};stroke:{theme['edge']}}} .edge{{stroke:{theme['edge']}}}",
            *(f"text.{part}{{fill:{theme[part]}}} path.{part}{{stroke:{theme[part]}}}" for part in PARTS),
        ]
    )


def description(traces: list[Trace], short: Trace) -> str:
    """The text alternative: the same facts as words."""
    lines = [f"{trace.raw} ({', '.join(step.rule for step in trace.steps)})" for trace in traces]
    return (
        f"Eight spellings of one page lead to one key, {traces[0].key}. The rules that removed or changed something stand in brackets: "
        f"{'; '.join(lines)}. A short link, {short.raw}, keeps its own key {short.key} and stays apart."
    )


def checked() -> tuple[list[Trace], Trace]:
    """The traces, or the end if they do not show what the picture says."""
    traces, short = [explain(raw) for raw in SPELLINGS], explain(SHORT_LINK)
    if len({trace.key for trace in traces}) != 1 or {trace.status for trace in traces} != {"page"} or short.status != "short-link":
        sys.exit("these are no eight spellings of one page and a short link any more:\n" + "\n".join(map(str, [*traces, short])))
    return traces, short


def picture(theme: str) -> str:
    """The whole SVG file."""
    traces, short = checked()
    named: set[str] = set()
    body = [text(LEFT, 36, "eight spellings of one page, and what each rule takes off", "head"), text(BOX_X, 36, "one key", "head")]
    for n, trace in enumerate(traces):
        y = TOP + n * STEP
        body += [curve(trace, y, MIDDLE + (n - (len(traces) - 1) / 2) * 3, "curve"), *row(trace, y, named)]
    body += box(MIDDLE, 64, traces[0].key, f"{len(traces)} strings, 1 page", "frame")
    body.append(f'<path class="edge" d="M{LEFT} {APART - 36}H{WIDTH - LEFT}"/>')
    body += [curve(short, APART, APART - 4, "loose"), *row(short, APART, named)]
    body.append(text(LEFT + len(short.raw) * LETTER + 22, APART - 10, "where it leads is not in the string", "note"))
    body += box(APART - 4, 52, short.key, "short link: apart, no page yet", "apart")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            'aria-labelledby="title text">',
            '<title id="title">One page, one key</title>',
            f'<desc id="text">{escape(description(traces, short))}</desc>',
            f"<style>\n{style_sheet(THEMES[theme])}\n</style>",
            f'<rect class="paper" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="10"/>',
            *body,
            "</svg>\n",
        ]
    )


def main(folder: Path = FOLDER) -> None:
    """Write both files."""
    for theme in THEMES:
        (folder / f"{NAME}.{theme}.svg").write_text(picture(theme), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
