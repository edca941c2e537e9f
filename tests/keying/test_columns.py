"""Columns found by name: one vocabulary for a count and a comparison."""

from __future__ import annotations

import pytest

from pagekey import InputError, count, diff, keyed
from pagekey.keying.columns import ANSWERS, ENGINES, PROMPTS, WHOLE_ANSWERS, called, plain, require


def test_the_surest_name_comes_first_however_it_is_written() -> None:
    assert list(called(ENGINES, ["model", "LLM service", "AI-Engine", "url"])) == ["AI-Engine", "LLM service", "model"]
    assert list(called(ANSWERS, ["query_id", "Run ID", "run_id"])) == ["Run ID", "run_id"]
    assert list(called(ANSWERS, ["url"])) == []


def test_usual_names_are_written_as_they_are_compared_and_tell_one_thing() -> None:
    names = (*ENGINES, *ANSWERS, *WHOLE_ANSWERS, *PROMPTS)
    assert [plain(name) for name in names] == list(names)
    assert len(set(names)) == len(names)


def test_a_column_that_is_not_there_is_refused() -> None:
    require(["a"], "a", "no such column")
    with pytest.raises(InputError) as found:
        require(["engine", "url"], "engin", "no column of engines", "old.csv")
    assert str(found.value) == "old.csv: no column of engines: expected one of engine, url, got 'engin'\nhint: did you mean 'engine'?"
    with pytest.raises(InputError, match="the table has none"):
        require([], "engine", "no column of engines")


@pytest.mark.parametrize("names", [("model", "platform"), ("engine_name", "LLM"), ("平台", "Model")])
def test_a_count_and_a_comparison_find_the_same_engines(names: tuple[str, str]) -> None:
    table = keyed([{"url": f"https://a.example/{i}", **dict.fromkeys(names, "x")} for i in range(3)])
    found = count(table).counting.engine_column
    assert found is not None and found.name == dict(diff(table, table).columns)["engine"]
