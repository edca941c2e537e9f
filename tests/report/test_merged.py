"""Lists of merged pages: every word of theirs is used, and a hostile string is harmless in every form."""

from __future__ import annotations

import pagekey
from pagekey.face.report import figures
from pagekey.face.report.merged import Style, marked, merges_text, page_text
from pagekey.face.report.words import EN, Words
from pagekey.study.merges import page

ODD = [
    *["https://a.example/x?a=1&b=2", "http://u@www.a.example:80/x?b=2&a=1#top", "https://a.example/x?b=2&a=1", "https://www.a.example/x/?a=1&b=2"],
    *["https://bit.ly/x", "https://sub.a.example/x?a=1&b=2", "a.com/y", "https://a.com/y", "https://a.example/y"],
    *["https://c.example/A", "https://www.c.example/A", "https://d.com/\x1b[31m\u202ex?utm_source=y", "https://d.com/\x1b[31m\u202ex"],
    *["https://e.example/B", "https://e.example/%42", "https://f.example/a/", "https://f.example/a/", "https://f.example/a"],
    *["https://g.example/%41", "https://g.example/%4a/../A"],
]
MAPPING = {"https://bit.ly/x": "https://a.example/x?a=1&b=2"}
POLICY = {"alias": [{"from": "http://sub.a.example", "to": "http://a.example"}], "enable": ["fold-path-case"]}


class Listening(Words):
    """Words that remember which were asked for."""

    def __init__(self, seen: set[str]) -> None:
        super().__init__("en")
        self.seen = seen

    def __call__(self, key: str, **blanks: object) -> str:
        self.seen.add(key)
        return super().__call__(key, **blanks)


def test_every_word_is_used() -> None:
    seen: set[str] = set()
    words = Listening(seen)
    urls = [*ODD, *(f"https://h.example/?utm_source={i}" for i in range(9))]
    table = [{"url": url, "w": "1" if i % 2 else "x"} for i, url in enumerate(urls)]
    keyed = pagekey.keyed(table, policy=pagekey.Policy.from_dict(POLICY), mapping=MAPPING)
    found = pagekey.merges(keyed, "w")
    for colour in (False, True):
        merges_text(found, None, 1, Style(words, colour, str))
        merges_text(pagekey.merges(keyed), "in.csv", 99, Style(words, colour, str))
        for one in found.groups:
            page_text(one, found.policy, Style(words, colour, str), weighed=True)
    plain = pagekey.keyed(["http://i.example/", "https://i.example/"], policy="rfc3986@1")
    merges_text(pagekey.merges(plain), None, 9, Style(words, False, str))
    single = page(plain, "http://i.example/")
    assert single is not None
    page_text(single, "", Style(words, False, str), weighed=False)
    assert {word for word in EN if word.startswith("merged")} - seen == set()


def test_a_string_comes_out_harmless_and_whole_where_all_is_asked_for() -> None:
    (one,) = pagekey.merges(pagekey.keyed(["https://d.com/\x1b[31m\u202ex?utm_source=" + "y" * 200, "https://d.com/\x1b[31m\u202ex"])).groups
    cut, whole = (marked(one.spellings[1], colour=False, whole=whole) for whole in (False, True))
    assert whole == "https://d.com/\\x1b[31m\\u202ex{?utm_source=" + "y" * 200 + "}"
    assert "…" in cut and cut.startswith("https://d.com/\\x1b[31m\\u202ex{?utm_source=")
    shown = merges_text(pagekey.merges(pagekey.keyed(ODD)), "\x1b[2Jin.csv", 99, Style(Words("en"), False, str))
    assert "\x1b" not in shown and "\u202e" not in shown


def test_measures_and_shares() -> None:
    shown = [figures.measure(number) for number in (0.0, 12.0, 1234.5, 0.000031416, 3e20)]
    assert shown == ["0", "12", "1,234.50", "3.14e-05", "300,000,000,000,000,000,000.00"]
    assert (figures.share(0.1, 0.3), figures.share(1e-9, 1.0), figures.share(0.0, 5.0)) == ("33.3%", "<0.1%", "0.0%")
