"""Rules for the fragment."""

from __future__ import annotations

from pagekey.rules.shape import Example, Rule

RULES = (
    Rule(
        name="drop-fragment",
        level="crawl",
        stage=7,
        tier="convention",
        step=0,
        does="Drops anchors, text directives (`#:~:text=`) and a lone `#`; a route (`#/x`, `#!x`) stays, without its text directive.",
        why="A fragment is never sent to the server: an anchor is a place in the page. "
        "Applications that route by fragment put `/` or `!` first, and those are pages.",
        example=Example("http://example.com/test#seo", "http://example.com/test"),
        merges_wrongly="http://example.com/app#settings and http://example.com/app#billing, if the application routes by bare words.",
        source="RFC 3986 3.5; WICG URL Fragment Text Directives; text directives observed in AI citations, 2026-11",
        label_en="anchors",
        label_zh="去锚点",
    ),
)
