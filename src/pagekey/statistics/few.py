"""How few observations are too few for a share."""

from __future__ import annotations

SMALL = 20
"""With fewer observations than this: counts only, no share, no rank and no direction."""
