"""The invented citation sample: its files are what the generator writes, and pagekey counts in it what its README says."""

from __future__ import annotations

import csv
import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import pagekey

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "citations"


@pytest.fixture(scope="module")
def generator() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        yield importlib.import_module("make_sample")


def column(name: str, file: str = "citations.csv") -> list[str]:
    with (FOLDER / file).open(encoding="utf-8", newline="") as lines:
        return [row[name] for row in csv.DictReader(lines)]


@pytest.mark.parametrize("name", ["citations.csv", "citations-2026-11.csv", "short_links.csv", "mapping.csv"])
def test_the_shipped_file_is_what_the_generator_writes(name: str, generator: ModuleType, tmp_path: Path) -> None:
    generator.main(tmp_path)
    assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_every_way_of_writing_is_used(generator: ModuleType) -> None:
    ways = {way.write.__name__ for way in importlib.import_module("spellings").WAYS}
    used = {way for record in generator.records(generator.load()) for way in record.ways}
    assert ways - used == set()


def test_figures() -> None:
    urls = column("url")
    hosts = Counter(pagekey.explain(url, policy="citation@1").host for url in urls)
    ranked = [count for _, count in hosts.most_common()]
    pages = len(set(pagekey.keys(urls, policy="citation@1")))

    assert {pagekey.explain(url, policy="citation@1").status for url in urls} == {"page"}
    assert (len(urls), len(set(urls)), pages, len(hosts)) == (902, 683, 294, 143)
    assert round(pages / len(hosts), 2) == 2.06
    assert sum(ranked[:10]) == 528
    assert round(100 * sum(ranked[:10]) / len(urls), 1) == 58.5
    assert ranked[9] > ranked[10]
    assert ranked.count(1) == 62


def test_the_second_period() -> None:
    old, new = (pagekey.keyed(pagekey.read_table(FOLDER / name)) for name in ("citations.csv", "citations-2026-11.csv"))
    found = pagekey.diff(old, new)
    assert (found.new.records, found.new.pages, found.new.sites, found.new.answers) == (962, 331, 123, 170)
    assert (found.pages.new, found.pages.lost, found.pages.kept) == (116, 79, 215)
    assert (found.sites.new, found.sites.lost, found.sites.kept) == (17, 37, 106)
    told = {one.name: one.direction for one in (*found.top_sites.gains, *found.top_sites.losses) if one.direction}
    risen = {"plainharbor-review.com", "orchardlight-reviews.com", "qianhe-shequ.cn"}
    assert told == {"lanque-haowu.cn": -1, **dict.fromkeys(risen, 1)}
    assert [one.name for one in found.cautions] == ["prompts"]


@pytest.mark.parametrize("period", ["records", "second_records"])
def test_each_record_has_the_key_of_the_page_it_was_written_from(generator: ModuleType, period: str) -> None:
    records = getattr(generator, period)(generator.load())
    keys = pagekey.keys([record.row[5] for record in records], policy="citation@1")
    wrong = [
        f"{record.row[5]}\n  got      {key}\n  expected {record.page.key}"
        for record, key in zip(records, keys, strict=True)
        if key != record.page.key
    ]
    assert not wrong, "\n".join(wrong)


def test_one_engine_is_too_small_for_shares() -> None:
    engines = Counter(column("engine"))
    assert [name for name, count in engines.items() if count < 20] == ["Grok"]
    assert engines["Grok"] == 13


def test_the_eight_tracked_links_are_one_page() -> None:
    tracked = [url for url in column("url", "short_links.csv") if "pfl.example" not in url]
    assert len(set(tracked)) == 8
    assert set(pagekey.keys(tracked, policy="citation@1")) == {"plainharbor-review.com/guides/espresso-grinder-noise"}
