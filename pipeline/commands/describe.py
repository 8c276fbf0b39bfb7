"""A built database as Datasette should present it: descriptions from its own documentation, and questions to start from."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

QUERIES = Path(__file__).parent.parent.parent / "db" / "queries.sql"


def datasette_metadata(database: Path) -> dict[str, Any]:
    """The metadata of one database (Datasette documentation, "Metadata").

    Raises:
        sqlite3.Error: the file is not there, or was not built by the pipeline.
    """
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        site = json.loads(connection.execute("select json from site").fetchone()[0])
        rows = connection.execute("select table_name, column_name, title, description from documentation").fetchall()
    tables: dict[str, dict[str, Any]] = {}
    for table, column, title, description in rows:
        if column is None:
            tables[table] = {"title": title, "description": description, "columns": {}}
        else:
            tables[table]["columns"][column] = description
    terms = {"license": site["license"]["name"], "license_url": site["license"]["url"], "source": site["attribution"]}
    queries = {slug(title): {"title": title, "sql": sql} for title, sql in read_queries(QUERIES)}
    return {"title": site["name"], **terms, "databases": {database.stem: {"tables": tables, "queries": queries}}}


def read_queries(path: Path) -> list[tuple[str, str]]:
    """Title and SQL of each query in a file: paragraphs that begin with a comment and end with a semicolon."""
    paragraphs = path.read_text(encoding="utf-8").split("\n\n")
    titled = [paragraph.strip().removeprefix("-- ").split("\n", 1) for paragraph in paragraphs if paragraph.strip().endswith(";")]
    return [(title, sql.removesuffix(";")) for title, sql in titled]


def slug(title: str) -> str:
    """A title as the last part of an address."""
    return "-".join("".join(char if char.isalnum() else " " for char in title.lower()).split())
