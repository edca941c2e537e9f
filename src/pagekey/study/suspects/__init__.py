"""Where keys may be wrong: `suspects(keyed) -> Suspects`. Nothing is changed; each suspect comes with the policy line that would."""

from __future__ import annotations

from pagekey.study.suspects.figures import KINDS, LOST, Change, Found, Suspect, Suspects, to_toml
from pagekey.study.suspects.find import suspects

__all__ = ["KINDS", "LOST", "Change", "Found", "Suspect", "Suspects", "suspects", "to_toml"]
