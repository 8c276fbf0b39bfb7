"""The example queries of ``queries.sql``, which Datasette offers under their titles."""

from __future__ import annotations

from pathlib import Path

QUERIES = Path(__file__).with_name("queries.sql")


def read_queries() -> list[tuple[str, str]]:
    """Title and SQL of each query. A query is a paragraph that begins with a comment and ends with a semicolon."""
    paragraphs = QUERIES.read_text(encoding="utf-8").split("\n\n")
    titled = [paragraph.strip().removeprefix("-- ").split("\n", 1) for paragraph in paragraphs if paragraph.strip().endswith(";")]
    return [(title, sql.removesuffix(";")) for title, sql in titled]
