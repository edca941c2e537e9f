"""A store in a folder of the test, and files to import."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parents[1] / "cli"), str(Path(__file__).parent)]

from pagekey import Store  # noqa: E402

TABLE = "engine,url,answer\nkimi,https://www.a.com/x/,1\nkimi,http://a.com/x?utm_source=k,1\nother,http://b.com,2\nother,https://bit.ly/abc,2\nother,N/A,\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cited.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "store", create=True)
