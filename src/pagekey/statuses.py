"""What a row can be. Exactly one holds; only `page` counts as a page."""

STATUSES = ("page", "short-link", "opaque", "unparsed", "not-web", "self", "no-url", "empty")
