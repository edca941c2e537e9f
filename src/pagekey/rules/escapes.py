"""Rules for percent-encoding in userinfo, path, query and route fragment. Each looks at every byte once."""

from __future__ import annotations

from pagekey.rules.shape import Example, Rule

RULES = (
    Rule(
        name="escape-illegal",
        level="rfc3986",
        stage=3,
        tier="standard",
        step=0,
        does="Escapes what may not stand bare: a `%` without two hex digits, blanks, controls, non-ASCII bytes, "
        '`" < > \\ ^ { } [ ] |` and the backtick.',
        why="Browsers escape them on the way out, so `/中文` and `/%E4%B8%AD%E6%96%87` are one request. "
        "Bytes are escaped one by one: legacy encodings such as GBK survive.",
        example=Example("http://example.com/中文 a", "http://example.com/%E4%B8%AD%E6%96%87%20a"),
        merges_wrongly="Cannot among valid URIs: it touches only bytes that the grammar forbids. The invalid http://example.com/100% "
        "takes the key of http://example.com/100%25.",
        source="RFC 3986 2.1 and 2.4; WHATWG URL 1.3 (2026)",
        label_en="bytes that need escaping",
        label_zh="非法字符转义",
    ),
    Rule(
        name="uppercase-escapes",
        level="rfc3986",
        stage=3,
        tier="standard",
        step=4,
        does="Writes the hex digits of an escape in upper case.",
        why="`%3a` and `%3A` are one byte. The text around an escape keeps its case.",
        example=Example("http://example.com/a%3ab", "http://example.com/a%3Ab"),
        merges_wrongly="Cannot: the hex digits of an escape are case-insensitive by definition.",
        source="RFC 3986 2.1 and 6.2.2.1",
        label_en="case of escapes",
        label_zh="转义大写",
    ),
    Rule(
        name="decode-unreserved",
        level="rfc3986",
        stage=3,
        tier="standard",
        step=0,
        does="Decodes escapes of letters, digits, `-`, `.`, `_` and `~`, once; every other escape stays.",
        why="`/%7Euser` and `/~user` are equivalent by the standard. Decoding more, or twice, joins pages: "
        "%2F is no slash and %2541 is no %41.",
        example=Example("http://example.com/%7Euser%2Dname", "http://example.com/~user-name"),
        merges_wrongly="Cannot: an unreserved character means the same bare and escaped; reserved ones, which may differ, are left alone.",
        source="RFC 3986 2.3, 2.4 and 6.2.2.2",
        label_en="needless escapes",
        label_zh="还原多余转义",
    ),
)
