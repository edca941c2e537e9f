"""Whose column or table a value is. Nothing is imported here."""

from __future__ import annotations

import sys

_LIBRARIES = ("pyarrow", "polars", "pandas", "duckdb")


def library_of(value: object) -> str:
    """`pyarrow`, `polars`, `pandas`, `duckdb`; `capsule` for anything else that speaks Arrow; "" for what is no column or table."""
    name = type(value).__module__.partition(".")[0].lstrip("_")
    if name in _LIBRARIES and name in sys.modules:
        return name
    return "capsule" if hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__") else ""
