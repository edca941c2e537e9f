"""No key moves unseen."""

from __future__ import annotations

from tests.golden.keys import lines, moved
from tests.golden.make_golden import golden_strings


def test_no_key_moved() -> None:
    strings = golden_strings()
    changed = moved(lines())
    shown = "\n".join(f"{strings[k - 1]!a}\n  was {before}\n  is  {after}" for k, before, after in changed[:5])
    assert not changed, f"Keys moved: {len(changed)} of {len(strings)}\n{shown}\nmeant? python tests/golden/keys.py --write"


def test_there_are_enough_of_them() -> None:
    assert len(set(golden_strings())) >= 20_000
