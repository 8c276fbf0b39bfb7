"""Print Datasette's metadata for the database: descriptions of tables and columns, and example queries."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from cli.shared import CommandError, add_database, print_json
from db.example_queries import read_queries
from db.file_format import DatabaseError
from db.snapshot import Snapshot
from db.store import Store
from db.text import words
from pipeline.wording import command_line

# Gives two tables the search box of the full-text index. The index stores no text, so Datasette cannot tell what it indexes.
SEARCH_BOX = {"fts_table": "publications_search", "fts_pk": "id"}
# Tables that only the service reads. Datasette lists them behind a link.
PLUMBING = ("build", "choices", "fonts", "images", "labels", "resources", "schemas")
INTRODUCTION = (
    '<p>Start with <a href="/{database}/publication_list">the publications</a>, which you can search, sort and filter.</p>'
)


def add_arguments(parser: ArgumentParser) -> None:
    add_database(parser)


def run(options: Namespace) -> int:
    snapshot = Snapshot(options.database)
    try:
        print_json(datasette_metadata(snapshot.store, options.database.stem))
    except DatabaseError as error:
        reason = snapshot.failure or "missing, or built by another version"
        raise CommandError(f"{options.database} cannot be read ({reason}). Build it with {command_line('build')}.") from error
    return 0


def datasette_metadata(store: Store, name: str) -> dict[str, Any]:
    """Metadata for a database (Datasette documentation, "Metadata"). ``name`` is the database's name in Datasette.

    Raises:
        DatabaseError: the database cannot be read.
    """
    site = store.document("site")
    tables: dict[str, dict[str, Any]] = {}
    for table, column, title, description in store.documentation():
        if column is None:
            tables[table] = {"title": title, "description": description, "columns": {}}
        else:
            tables[table]["columns"][column] = description
    for table in ("publications", "publication_list"):
        tables[table] |= SEARCH_BOX
    for table in PLUMBING:
        tables[table] |= {"hidden": True}
    terms = {"license": site["license"]["name"], "license_url": site["license"]["url"], "source": site["attribution"]}
    queries = {"-".join(words(title)): {"title": title, "sql": sql} for title, sql in read_queries()}
    start = {"description_html": INTRODUCTION.format(database=name)}
    return {
        "title": site["name"],
        **start,
        **terms,
        "databases": {name: {**start, "tables": tables, "queries": queries}},
    }
