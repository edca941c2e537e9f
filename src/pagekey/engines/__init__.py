"""Query engines: DuckDB and Spark call the column function, batch by batch. Each is a module of its own; nothing is imported here."""
