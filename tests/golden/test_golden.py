"""No key moves unseen."""

from __future__ import annotations

from tests.golden.keys import case_lines, golden_case_lines, lines, moved
from tests.golden.make_golden import golden_strings


def test_no_key_moved() -> None:
    strings = golden_strings()
    changed = moved(lines())
    shown = "\n".join(f"{strings[k - 1]!a}\n  was {before}\n  is  {after}" for k, before, after in changed[:5])
    assert not changed, f"Keys moved: {len(changed)} of {len(strings)}\n{shown}\nmeant? python tests/golden/keys.py --write"


def test_no_key_of_a_case_moved() -> None:
    now, golden = case_lines(), golden_case_lines()
    changed = [f"{url}\n  was {golden.get(url)}\n  is  {line}" for url, line in now.items() if golden.get(url) != line]
    assert len(now) > 1000 and not changed, "\n".join([*changed[:5], "meant? python tests/golden/keys.py --write"])


def test_there_are_enough_of_them() -> None:
    assert len(set(golden_strings())) >= 20_000
