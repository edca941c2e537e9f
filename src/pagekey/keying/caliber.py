"""The caliber of a count: what must be equal before two numbers compare."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields

from pagekey.errors import PolicyMismatch
from pagekey.policy import Policy

NONE = "none"
EXTRACTOR = "cell@1"
"""How raw strings are taken out of an input: each cell of the URL column is one, as it stands. Raised with every change of that."""


@dataclass(frozen=True, slots=True)
class Caliber:
    """Under what a table was counted. None: not stated, as in a keyed file that holds the policy's stamp alone.

    `policy` is the stamp. `exceptions` and `mapping` are hashes of the sites, aliases and rewrites of the policy and of the targets
    of short links, or `none`. `unit` is what is counted, `site_unit` what a site is, `scope` which column and rows were read.
    """

    policy: str | None
    exceptions: str | None = None
    mapping: str | None = None
    extractor: str | None = None
    unit: str | None = "record"
    site_unit: str | None = None
    scope: str | None = None

    def differences(self, other: Caliber) -> tuple[tuple[str, str, str], ...]:
        """(field, here, there) of every field that differs, in their order."""
        pairs = ((field.name, getattr(self, field.name), getattr(other, field.name)) for field in fields(self))
        return tuple((name, here or "not stated", there or "not stated") for name, here, there in pairs if here != there)

    def unstated(self) -> tuple[str, ...]:
        """The fields that are not stated."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) is None)

    def require(self, other: Caliber, here: str, there: str, hint: str) -> None:
        """PolicyMismatch with every field that differs, if any does; `here` and `there` name the two."""
        found = self.differences(other)
        if found:
            raise PolicyMismatch(f"{here} and {there} do not compare", differences=found, hint=hint)


def caliber_of(policy: Policy, mapping: str | None = None, scope: str | None = None) -> Caliber:
    """The caliber of records keyed under a policy; `mapping` as `digest_of` gives it."""
    exceptions = [[(site.host, *_said(site)) for site in policy.sites]]
    exceptions += [[(alias.source, alias.target) for alias in policy.aliases]]
    exceptions += [[(rewrite.site, rewrite.source, rewrite.target) for rewrite in policy.rewrites]]
    said = _short(repr(exceptions)) if any(exceptions) else NONE
    return Caliber(policy.stamp, said, mapping or NONE, EXTRACTOR, "record", policy.site, scope)


def digest_of(mapping: Mapping[str, str | None]) -> str:
    """Twelve hexadecimal digits over the pairs of a mapping, in whatever order they stand; `none` if it is empty."""
    return _short(json.dumps(sorted((raw, final or "") for raw, final in mapping.items()))) if mapping else NONE


def _said(site: object) -> list[object]:
    return [getattr(site, field.name) for field in fields(site) if field.name != "host"]  # type: ignore[arg-type]


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
