"""Files in and out: CSV, TSV, JSONL and plain lines, of any dialect and encoding that users hold."""

from __future__ import annotations

from pagekey.keying.io.read import Stream, read_table, stream_table
from pagekey.keying.io.separated import Separation
from pagekey.keying.io.table import Block, Row, SourceInfo, Table
from pagekey.keying.io.write import FORMATS, Writer

__all__ = ["FORMATS", "Block", "Row", "Separation", "SourceInfo", "Stream", "Table", "Writer", "read_table", "stream_table"]
