"""The page in a browser: it asks for nothing, nothing overflows, lists sort by keyboard, and a checker of accessibility finds no fault.

Needs Chromium and what `pip install .[browser]` brings; skipped where they are absent, unless PAGEKEY_REQUIRE_BROWSER is set, as in CI.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from fake import FakeKeyed, keyed_of
from fixture import answered_table, page
from pages import tree
from test_html import hostile_table, page_of
from test_html_periods import COMMAND, STAMPS, comparison, mismatch

from pagekey.face.report.periods import words_of
from pagekey.face.report.periods.page import Comparison, refused
from pagekey.face.report.words import LANGUAGES

CHROMIUM = shutil.which("chromium")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")
LACKS = ["chromium on the path"] * (CHROMIUM is None)
LACKS += [name for name in ("playwright", "axe_playwright_python") if importlib.util.find_spec(name) is None]
if LACKS and not os.environ.get("PAGEKEY_REQUIRE_BROWSER"):
    pytest.skip(f"what the tests in a browser need is not here: {', '.join(LACKS)}", allow_module_level=True)

Open = Callable[..., Any]


def long_table() -> FakeKeyed:
    """Forty records of keys that end in a slash, or are too long for a label."""
    keys = [f"long{i}.example/" for i in range(5)] + [f"long{i}.example/{'x' * 60}-{i}" for i in range(5)]
    rows = [page(f"https://{key}", key, "drop-scheme") for key in keys * 4]
    return keyed_of(rows, columns={"engine": ["A"] * len(rows)})


def refusal(lang: str) -> Comparison:
    """Two periods under two policies."""
    return refused(mismatch(policy=STAMPS), ("2026-09", "2026-10"), COMMAND, words_of(lang))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, headless=True, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """opened(lang, kind, **context): the page in a tab; `tab.said` is all that the console, errors and requests told.

    `kind`: one period, hostile (all its strings are), long (keys are), compared or refused (with another period).
    """
    contexts = []

    def run(lang: str = "en", kind: str = "one", **context: Any) -> Any:
        file = tmp_path / "report.html"
        beside = {"compared": comparison, "refused": refusal}[kind](lang) if kind in ("compared", "refused") else None
        table = {"hostile": hostile_table, "long": long_table}.get(kind, answered_table)()
        file.write_text(page_of(table, lang, by="engine", beside=beside), encoding="utf-8", newline="\n")
        contexts.append(browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **context}))
        tab = contexts[-1].new_page()
        tab.said = []
        tab.on("console", lambda message: tab.said.append(message.text))
        tab.on("pageerror", lambda error: tab.said.append(str(error)))
        tab.on("dialog", lambda dialog: tab.said.append(dialog.message))
        tab.on("request", lambda asked: tab.said.append(asked.url) if asked.url != file.as_uri() and asked.url != "data:," else None)
        tab.goto(file.as_uri())
        return tab

    yield run
    for context in contexts:
        context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("kind", "wide"), [("one", 1200), ("compared", 360), ("refused", 1200)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_fault_of_accessibility(opened: Open, lang: str, kind: str, wide: int, scheme: str) -> None:
    tab = opened(lang, kind, viewport={"width": wide, "height": 900}, color_scheme=scheme)
    tab.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    told = "found => found.violations.map(one => [one.id, one.impact, one.nodes[0].html])"
    faults = tab.evaluate(f"axe.run(document, {{resultTypes: ['violations']}}).then({told})")
    assert faults == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["one", "hostile", "compared", "refused"])
def test_nothing_runs_is_asked_for_or_overflows(opened: Open, lang: str, kind: str) -> None:
    tab = opened(lang, kind, viewport={"width": 360, "height": 800})
    assert tab.said == []
    assert tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


ORDER = r"""() => {
  const figure = /[-+<>]*\d(?:[\d,.:@\/-]*\d)?%?(?: (?:\/|\.\.) [-+<>]*\d(?:[\d,.-]*\d)?%?)*/g;
  const told = [], turned = [];
  for (const one of document.querySelectorAll('details')) one.open = true;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    if (node.parentElement.closest('script, style, title, desc, pre')) continue;
    for (const found of node.data.matchAll(figure)) {
      let last = null;
      for (let at = found.index; at < found.index + found[0].length; at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const place = range.getClientRects()[0];
        if (!place || !place.width) continue;
        const below = last && Math.abs(place.top - last.top) > 4;
        if (last && !below && place.left < last.left - 0.5) turned.push(found[0]);
        last = place;
      }
      told.push(found[0]);
    }
  }
  return [told, turned];
}"""
"""All figures of a page, and those of which a character stands left of the one before it."""


@pytest.mark.parametrize("kind", ["one", "compared", "refused"])
def test_figures_are_read_from_left_to_right_in_persian(opened: Open, kind: str) -> None:
    told, turned = opened("fa", kind).evaluate(ORDER)
    assert len(told) > 300
    assert turned == []


def test_names_are_read_from_left_to_right_in_persian(opened: Open) -> None:
    """Keys end in a slash, and a label is cut in its middle: both stay what they are, in tables, sentences and charts."""
    tab = opened("fa", "long")
    figures = r"/[-+<>]*\d(?:[\d,.:@\/-]*\d)?%?(?: (?:\/|\.\.) [-+<>]*\d(?:[\d,.-]*\d)?%?)*/g"
    assert figures in ORDER
    told, turned = tab.evaluate(ORDER.replace(figures, r"/long[0-9]*\.example\/\S*/g"))
    assert any("…" in name for name in told) and any(name.endswith(".example/") for name in told)
    assert len(told) > 20
    assert turned == []


def test_figures_that_nothing_isolates_would_turn(opened: Open) -> None:
    """The check can fail: without the isolating elements many figures turn."""
    tab = opened("fa", "compared")
    tab.evaluate("for (const one of document.querySelectorAll('bdi')) one.replaceWith(...one.childNodes)")
    tab.evaluate("document.body.normalize()")
    assert len(tab.evaluate(ORDER)[1]) > 20


def test_lists_sort_by_keyboard(opened: Open) -> None:
    tab = opened()
    column = "[...document.querySelectorAll('#top-sites tbody tr')].map(row => row.cells[{}].textContent)"
    before = tab.evaluate(column.format(1))
    button = tab.locator("#top-sites th button").nth(1)
    button.focus()
    tab.keyboard.press("Enter")
    assert tab.evaluate(column.format(1)) == sorted(before)
    assert tab.locator("#top-sites th").nth(1).get_attribute("aria-sort") == "ascending"
    tab.keyboard.press("Space")
    assert tab.evaluate(column.format(1)) == sorted(before, reverse=True)
    tab.locator("#top-sites th button").nth(0).click()
    assert tab.evaluate(column.format(0)) == [str(rank) for rank in range(10, 0, -1)]
    assert tab.locator("#top-sites th[aria-sort]").count() == 1


def test_sums_stay_below_and_all_rows_stay(opened: Open) -> None:
    tab = opened()
    rows = "[...document.querySelectorAll('#groups tbody tr')].map(row => row.cells[0].textContent)"
    before = tab.evaluate(rows)
    tab.locator("#groups th button").nth(1).click()
    assert sorted(tab.evaluate(rows)) == sorted(before)
    assert tab.locator("#groups tfoot tr").first.text_content().startswith("sum")


def test_the_page_is_whole_without_its_script(opened: Open) -> None:
    tab = opened(java_script_enabled=False)
    written = page_of(answered_table(), by="engine")
    assert tab.locator("main").text_content() == tree(written).all("main")[0].text
    assert tab.locator("button").count() == 0


def test_groups_are_found_and_opened(opened: Open) -> None:
    tab = opened(kind="hostile")
    closed = "document.querySelectorAll('details:not([open])').length"
    assert tab.locator("#group-5[open]").count() == 0
    tab.evaluate("location.hash = '#group-5'")
    tab.wait_for_selector("#group-5[open]")
    tab.locator("input[type=search]").fill("onmouseover")
    assert tab.locator("details[id^=group-]:visible").count() == 1
    tab.locator("input[type=search]").fill("")
    assert tab.evaluate(closed) > 0
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.evaluate(closed) == 0
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.evaluate(closed) > 0
