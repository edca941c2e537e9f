"""Writes citations.csv, citations-2026-11.csv, short_links.csv and mapping.csv: invented citations of AI answers, the same bytes on every
Python from 3.11.

    python examples/citations/make_sample.py [FOLDER]

First the pages are made, host by host, with the number of records that cite each; then every record is put into an answer of
some engine, and its page is written in one of the ways of `spellings.py`. The second period is made of the pages of the first:
some of them and of their hosts are gone, others are new, and records move as `sample.toml` says. FOLDER is where this file lies
unless given. What it writes is CC0-1.0.
"""

from __future__ import annotations

import csv
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from dice import Dice
from spellings import Spelling, spell

HERE = Path(__file__).resolve().parent
SEED, SECOND_SEED = 902, 1127
DAYS = [f"2026-10-{day}" for day in range(20, 28)]
SECOND_DAYS = [f"2026-11-{day}" for day in range(20, 28)]
COLUMNS = ("record_id", "engine", "prompt", "answer_id", "position", "url", "title", "date")
Data = dict[str, Any]  # sample.toml


@dataclass(frozen=True)
class Site:
    """A host and how it writes its own addresses. `host` is in A-labels, `label` in U-labels."""

    host: str
    label: str
    language: str
    style: str
    records: int
    pages: int
    name: str
    scheme: str
    www: bool
    may_have_www: bool
    slash: bool


@dataclass(frozen=True)
class Page:
    """One page. `target` is what follows the host in its citation key: port, path, query, route."""

    site: Site
    target: str
    topic: int
    title: str

    @property
    def key(self) -> str:
        return self.site.host + self.target


@dataclass(frozen=True)
class Answer:
    number: str
    engine: str
    prompt: str
    date: str


@dataclass(frozen=True)
class Record:
    """One row of the sample; `page` and `ways` are known to the generator only and not written."""

    row: tuple[str, ...]
    page: Page
    ways: tuple[str, ...]


def load() -> Data:
    return tomllib.loads((HERE / "sample.toml").read_text("utf-8"))


def a_labels(host: str) -> str:
    """The host in ASCII. Its labels are small letters in composed form, so that Punycode alone is the whole of IDNA here."""
    return ".".join(part if part.isascii() else "xn--" + part.encode("punycode").decode("ascii") for part in host.split("."))


# Pages


def sites(data: Data, dice: Dice) -> list[Site]:
    rows = data["sites"]["rows"]
    hosts = [row[0] for row in rows]
    found = []
    for label, language, style, records, pages, name in rows:
        may_have_www = not label[-1].isdigit() and not any(label.endswith("." + other) for other in hosts)
        scheme = "https" if dice.share() < 0.88 else "http"
        www = may_have_www and dice.share() < 0.4
        slash = style in ("slug", "date", "docs") and dice.share() < 0.4
        found.append(Site(a_labels(label), label, language, style, records, pages, name, scheme, www, may_have_www, slash))
    return found


def pages_of(site: Site, data: Data, dice: Dice) -> list[Page]:
    """The pages written out for the site, then pages made from topics and aspects until there are as many as it has."""
    slugs = [topic["slug"] for topic in data["topic"]]
    pages = [Page(site, target, slugs.index(topic), title) for host, target, topic, title in data["near"]["pages"] if host == site.host]
    subjects = dice.shuffled([(topic, aspect) for topic in range(len(slugs)) for aspect in range(len(data["aspects"]["en"]))])
    pages += [made_page(site, topic, aspect, data, dice) for topic, aspect in subjects[: site.pages - len(pages)]]
    if len(pages) != site.pages:
        raise SystemExit(f"sample.toml: {site.label}: expected {site.pages} pages, got {len(pages)} written out")
    return pages


def made_page(site: Site, topic: int, aspect: int, data: Data, dice: Dice) -> Page:
    language = site.language
    noun, said = data["topic"][topic][language], data["aspects"][language][aspect]
    words = f"{noun}{said}" if language == "zh" else f"{noun[:1].upper()}{noun[1:]} {said}"
    in_path = words.replace(",", "").replace("、", "")
    english = language if language == "de" else "en"
    target = data["styles"][site.style].format(
        section=data["sections"][language],
        slug=slug(f"{data['topic'][topic][english]} {data['aspects'][english][aspect]}"),
        topic=slug(data["topic"][topic][english]),
        aspect=slug(data["aspects"][english][aspect]),
        name=quote(in_path),
        **{"name_": quote(in_path.replace(" ", "_")), "name-": quote(in_path.replace(" ", "-"))},
        number=100000 + dice.below(900000),
        forum=2 + dice.below(30),
        month=f"{1 + dice.below(9):02}",
        day=f"{1 + dice.below(28):02}",
    )
    mark = {"zh": " - ", "de": " – ", "en": " | "}[language]
    title = words if language == "zh" else f"{noun[:1].upper()}{noun[1:]}: {said}"
    return Page(site, target, topic, title + (mark + site.name if site.name else ""))


def slug(words: str) -> str:
    for letter, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), (",", ""), (" ", "-")):
        words = words.lower().replace(letter, plain)
    return words


def citations(pages: Sequence[Page], dice: Dice) -> list[Page]:
    """Every page of one site once, and then again, the first ones more often, until the site has its records."""
    again = pages[0].site.records - len(pages)
    # The smaller of two draws, not a power: that the C library rounds, and not everywhere alike.
    return list(pages) + [pages[min(dice.below(len(pages)), dice.below(len(pages)))] for _ in range(again)]


# Answers


def answers(cited: Sequence[Page], data: Data, dice: Dice, days: Sequence[str], mark: str) -> list[tuple[Answer, list[Page]]]:
    """The cited pages dealt out to answers by language and topic; every engine ends with the records it is to have."""
    left = dict(data["engines"])
    asked: set[tuple[str, str, str]] = set()
    dealt = []
    for chinese in (True, False):
        for topic in range(len(data["topic"])):
            waiting = dice.shuffled([page for page in cited if page.topic == topic and (page.site.language == "zh") == chinese])
            while waiting:
                weights = {name: count * (data["chinese"].get(name, 1) if chinese else 1) for name, count in left.items()}
                engine = dice.weighted(weights)
                size = min(3 + dice.below(7), left[engine])
                taken, waiting = waiting[:size], waiting[size:]
                left[engine] -= len(taken)
                dealt.append((*new_question(engine, topic, chinese, asked, data, dice, days), taken))
    dealt.sort(key=lambda one: one[0])  # by date; stable
    return [(Answer(f"{mark}{i:03}", engine, prompt, date), taken) for i, (date, engine, prompt, taken) in enumerate(dealt, 1)]


def new_question(
    engine: str, topic: int, chinese: bool, asked: set[tuple[str, str, str]], data: Data, dice: Dice, days: Sequence[str]
) -> tuple[str, str, str]:
    """Date, engine and prompt of an answer that is not there yet: one prompt is put to one engine once a day at most."""
    while True:
        prompt = dice.one_of(data["prompts"]["zh" if chinese else "en"]).format(**data["topic"][topic])
        question = (dice.one_of(days), engine, prompt)
        if question not in asked:
            asked.add(question)
            return question


# Records


def spelling_of(page: Page) -> Spelling:
    """The page as its site writes it."""
    site = page.site
    rest, _, route = page.target.partition("#")
    rest, _, query = rest.partition("?")
    port, slash, path = rest.partition("/")
    free = site.slash and "." not in path and "://" not in path and path != ""
    words = page.title.split(" - ")[:1] if site.language == "zh" else page.title.split()
    return Spelling(
        scheme=site.scheme, host=site.host, label=site.label, port=port, path=slash + path + ("/" if free else ""),
        query=query.split("&") if query else [], route=route, language=site.language, words=words,
        www=site.www, may_have_www=site.may_have_www,
    )  # fmt: skip


def shown_title(page: Page, dice: Dice) -> str:
    """The title as an engine hands it on: now and then cut, or not at all."""
    chance = dice.share()
    if chance < 0.04:
        return ""
    return page.title[:24].rstrip() + "…" if chance < 0.08 and len(page.title) > 26 else page.title


def records(data: Data) -> list[Record]:
    """All records of citations.csv in their order."""
    dice = Dice(SEED)
    cited = [page for pages in first_pages(data, dice) for page in pages]
    return written(cited, data, dice, DAYS, "ra")


def first_pages(data: Data, dice: Dice) -> list[list[Page]]:
    """The pages of the first period, host by host, each as often as it is cited."""
    return [citations(pages_of(site, data, dice), dice) for site in sites(data, dice)]


def written(cited: Sequence[Page], data: Data, dice: Dice, days: Sequence[str], marks: str) -> list[Record]:
    """The records of one period; `marks`: what the numbers of records and of answers begin with."""
    found: list[Record] = []
    for answer, taken in answers(cited, data, dice, days, marks[1]):
        for position, page in enumerate(taken, 1):
            spelling = spelling_of(page)
            url = spell(spelling, answer.engine, dice)
            number = f"{marks[0]}{len(found) + 1:04}"
            row = (number, answer.engine, answer.prompt, answer.number, str(position), url, shown_title(page, dice), answer.date)
            found.append(Record(row, page, tuple(spelling.used)))
    check(found, data["figures"])
    return found


# The second period


def second_records(data: Data) -> list[Record]:
    """All records of citations-2026-11.csv in their order."""
    second = {**data, **data["second"]}
    dice = Dice(SECOND_SEED)
    cited = [page for pages in first_pages(data, Dice(SEED)) for page in moved_pages(pages, second, dice)]
    new = {**data, "sites": {"rows": second["new_sites"]}}
    cited += [page for site in sites(new, dice) for page in citations(pages_of(site, new, dice), dice)]
    return written(cited, second, dice, SECOND_DAYS, "tc")


def moved_pages(before: Sequence[Page], second: Data, dice: Dice) -> list[Page]:
    """The pages of a host a month later: few of the rare hosts are still cited; else some pages are lost, some are new, and the host has
    more or fewer records, by chance or as `grown` says."""
    site, pages = before[0].site, list(dict.fromkeys(before))
    if site.records <= 2 and dice.share() < second["lost_hosts"]:
        return []
    kept = [page for page in pages if dice.share() >= second["lost_pages"]] or pages[:1]
    keys = {page.key for page in pages}
    subjects = dice.shuffled([(topic, aspect) for topic in range(len(second["topic"])) for aspect in range(len(second["aspects"]["en"]))])
    fresh = [made_page(site, topic, aspect, second, dice) for topic, aspect in subjects[: 2 * len(pages)]]
    wanted = sum(dice.share() < second["new_pages"] for _ in pages)
    kept += [page for page in fresh if page.key not in keys][:wanted]
    hundredths = second["grown"].get(site.label, 75 + dice.below(51))
    moved = replace(site, records=max(len(kept), site.records * hundredths // 100))
    return citations([replace(page, site=moved) for page in dice.shuffled(kept)], dice)


def check(found: Sequence[Record], figures: dict[str, int]) -> None:
    """Ends the program where the pages do not give the figures of sample.toml."""
    hosts = Counter(record.page.site.host for record in found)
    ranked = [count for _, count in hosts.most_common()]
    got = {
        "records": len(found),
        "pages": len({record.page.key for record in found}),
        "hosts": len(hosts),
        "top_ten": sum(ranked[:10]),
        "singletons": ranked.count(1),
    }
    if got != figures or ranked[9] == ranked[10]:
        raise SystemExit(f"sample.toml: expected {figures}, got {got}, 10th and 11th host {ranked[9:11]}")


# The worked example of short links: eight tracked links and two short ones lead to one article, a third short link is dead


def short_links(data: Data) -> tuple[list[tuple[str, ...]], list[tuple[str, str]]]:
    """Rows of short_links.csv, and the mapping from short link to final URL; a dead link has none."""
    short, article = data["short"], data["short"]["article"]
    tracked = [
        "?utm_source=chatgpt.com", "?utm_source=openai", "?utm_source=copilot.com", "?utm_source=newsletter&utm_medium=email",
        "?share_token=5f0c2b7e-91d4-4c1a-a3d2c47be601", "?from=timeline", "?spm=a2c4d.11186.0.3", "?utm_campaign=autumn26",
    ]  # fmt: skip
    host = f"https://{short['host']}"
    urls = [article + end for end in tracked] + [f"{host}/Ek3", f"{host}/q9T", f"{host}/x0Z"]
    engines = ("ChatGPT", "ChatGPT", "Copilot", "Perplexity", "Doubao", "Kimi", "DeepSeek", "Gemini", "Kimi", "Doubao", "Perplexity")
    rows: list[tuple[str, ...]] = []
    for i, (engine, url) in enumerate(zip(engines, urls, strict=True), 1):
        title = "" if url.startswith(host) else short["title"]
        rows.append((f"s{i:02}", engine, short["prompt"], f"b{i:02}", "1", url, title, DAYS[-1]))
    return rows, [(urls[8], article), (urls[9], article + "?from=groupmessage"), (urls[10], "")]


def write(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main(folder: Path) -> None:
    data = load()
    rows, mapping = short_links(data)
    write(folder / "citations.csv", COLUMNS, (record.row for record in records(data)))
    write(folder / "citations-2026-11.csv", COLUMNS, (record.row for record in second_records(data)))
    write(folder / "short_links.csv", COLUMNS, rows)
    write(folder / "mapping.csv", ("raw", "final"), mapping)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
