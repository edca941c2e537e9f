"""Files in and out: CSV, TSV, JSONL and plain lines, of any dialect and encoding that users hold."""

from __future__ import annotations

from pagekey.keyed.io.read import Stream, read_table, stream_table
from pagekey.keyed.io.separated import Separation
from pagekey.keyed.io.table import Block, Row, SourceInfo, Table
from pagekey.keyed.io.write import FORMATS, Writer

__all__ = ["FORMATS", "Block", "Row", "Separation", "SourceInfo", "Stream", "Table", "Writer", "read_table", "stream_table"]
