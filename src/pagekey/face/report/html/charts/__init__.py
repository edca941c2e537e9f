"""The charts of a report: inline SVG with its words, one module a kind."""
