"""The database: tables from the schema, rows from the sources, indexes, views and its own documentation."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, Self

import sqlite_utils

from db.layout import APPLICATION_ID, SCHEMA_VERSION
from pipeline.loading import authors, export, journals, listing
from pipeline.loading.authors import Authors
from pipeline.loading.journals import Journals
from pipeline.loading.tables import Column, Row, SourceTable, create_statement
from pipeline.loading.views import VIEWS
from pipeline.schema.components import component
from pipeline.schema.package import Source
from pipeline.validation.records import Record

ROWS_AT_ONCE = 5000

INDEXES = """
create unique index publications_doi on publications (doi);
create index publications_year on publications (year desc, id);
create index publications_journal on publications (journal_id);
create index publication_authors_author on publication_authors (author_id, publication_id);
create index services_category on services (category);
create index service_tags_tag on service_tags (tag, service_id);
"""

BUILD = [
    Column("id", "integer primary key check (id = 1)", "Number", "Always 1: there is one."),
    Column(
        "sources_sha256",
        "text not null",
        "Hash of the sources",
        "SHA-256 over all files of the sources: the version of the data.",
    ),
    Column("code_sha256", "text not null", "Hash of the pipeline", "SHA-256 over the code that built this file."),
    Column("publications", "integer not null", "Publications", "Number of publications."),
    Column("services", "integer not null", "Services", "Number of services."),
    Column("service_tags", "integer not null", "Service tags", "Number of pairs of a service and a tag."),
]
SCHEMAS = [
    Column("name", "text not null primary key", "Name", "Name of the component in the API's description."),
    Column("schema", "text not null check (json_valid(schema))", "Schema", "JSON Schema (2020-12) of the object."),
]
DOCUMENTATION = [
    Column("table_name", "text not null", "Table", "Name of a table or view."),
    Column("column_name", "text", "Column", "Name of a column; empty where the table itself is described."),
    Column("title", "text not null", "Title", "What it is called."),
    Column("description", "text not null", "Description", "What it means."),
    Column("example", "text", "Example", "An example of a value."),
]
OWN_TABLES = {
    "build": ("Build", "What this file was built from, and how much it holds.", BUILD),
    "journals": ("Journals", "The journals of the publications, each once.", journals.COLUMNS),
    "authors": ("Authors", "The authors of the publications, each name once.", authors.COLUMNS),
    "publication_authors": ("Authors of publications", "Who wrote which publication.", authors.JOINED),
    "listing": ("List of publications", "The publications in the order of the API's list.", listing.COLUMNS),
    "years": ("Years", "The years of the publications, each once.", listing.YEARS),
    "exports": ("Downloads", "The files that the API offers for download, ready to be sent.", export.COLUMNS),
    "schemas": ("Schemas", "The shapes of the API's objects, from the schema of the sources.", SCHEMAS),
    "documentation": ("Documentation", "What every table, view and column of this file means.", DOCUMENTATION),
}

KEYS = {"publication_authors": (authors.JOINED_KEY,)}


class ProfileDatabase:
    """A new database file that is being filled; nothing of it is published before :meth:`finish` has returned."""

    def __init__(self, path: Path, sources: Iterable[Source]) -> None:
        self.journals = Journals()
        self.authors = Authors()
        derived = {"publications": (self.journals.derived,)}
        self.tables = {source.name: SourceTable(source, derived.get(source.name, ())) for source in sources}
        self.db = sqlite_utils.Database(path)
        # The file is thrown away unless the build succeeds, so SQLite's own journal would protect nothing.
        # Page size and encoding are pinned for the same bytes everywhere.
        self.db.conn.executescript(
            f"""
            pragma page_size = 16384;
            pragma encoding = 'UTF-8';
            pragma journal_mode = off;
            pragma synchronous = off;
            pragma foreign_keys = on;
            pragma application_id = {APPLICATION_ID};
            pragma user_version = {SCHEMA_VERSION};
            """
        )
        for table in self.tables.values():
            self.db.execute(create_statement(table.name, table.columns))
            for joined in table.lists:
                self.db.execute(create_statement(joined.name, joined.columns, joined.primary_key))
        for name, (_, _, columns) in OWN_TABLES.items():
            self.db.execute(create_statement(name, columns, *KEYS.get(name, ())))
        self.db.execute(listing.SEARCH)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.db.close()

    def load(self, source: Source, records: Iterable[Record]) -> int:
        """Insert the records of one source; how many there were."""
        table, number, records = self.tables[source.name], 0, iter(records)
        while batch := list(islice(records, ROWS_AT_ONCE)):
            numbered = list(enumerate(batch, start=number + 1))
            rows = [table.row(n, record) for n, record in numbered]
            self.insert("journals", journals.COLUMNS, self.journals.new())
            self.insert(table.name, table.columns, rows)
            for joined in table.lists:
                self.insert(joined.name, joined.columns, (row for n, record in numbered for row in joined.rows(n, record)))
            if source.name == "publications":
                self.load_authors(numbered)
            number += len(batch)
        return number

    def load_authors(self, publications: list[tuple[int, Record]]) -> None:
        """Insert who wrote these publications."""
        written = [row for number, record in publications for row in self.authors.rows(number, record)]
        self.insert("authors", authors.COLUMNS, self.authors.new())
        self.insert("publication_authors", authors.JOINED, written)

    def insert(self, table: str, columns: list[Column], rows: Iterable[Row]) -> None:
        """Insert rows whose values stand in the order of the columns."""
        header = [tuple(column.name for column in columns)]
        self.db.table(table).insert_all(chain(header, rows), batch_size=ROWS_AT_ONCE)

    def finish(self, sources_sha256: str, code_sha256: str) -> None:
        """Indexes, views, documentation and the facts of the build; then the checks that SQLite offers.

        Raises:
            sqlite3.DatabaseError: a foreign key points nowhere, or the file is damaged.
        """
        self.db.conn.executescript(INDEXES)
        self.db.execute(journals.COUNT)
        self.db.execute(authors.COUNT)
        listing.fill(self.db.conn)
        export.export_publications(self.db.conn)
        for name, view in VIEWS.items():
            self.db.create_view(name, view.select)
        counted = ("publications", "services", "service_tags")
        counts = [self.db.table(name).count for name in counted]
        self.insert("build", BUILD, [(1, sources_sha256, code_sha256, *counts)])
        self.insert("schemas", SCHEMAS, self.schemas())
        self.insert("documentation", DOCUMENTATION, self.documentation())
        self.db.execute("analyze")
        self.db.conn.commit()
        self.check()

    def schemas(self) -> Iterator[Row]:
        for table in self.tables.values():
            if name := table.source.component:
                yield name, json.dumps(component(table.source), ensure_ascii=False, indent=2)

    def documentation(self) -> Iterator[Row]:
        for table in self.tables.values():
            yield from documented(table.name, table.source.title, table.source.description, table.columns)
            for joined in table.lists:
                yield from documented(joined.name, joined.field.title, joined.field.description, joined.columns)
        for name, (title, description, columns) in OWN_TABLES.items():
            yield from documented(name, title, description, columns)
        columns = [Column(name, "", name.capitalize(), meaning) for name, meaning in listing.SEARCH_COLUMNS.items()]
        yield from documented("publications_search", "Search", "Full-text index; its rowid is the place in the list.", columns)
        for name, view in VIEWS.items():
            columns = [Column(column, "", column, meaning) for column, meaning in view.columns.items()]
            yield from documented(name, name.replace("_", " ").capitalize(), view.description, columns)

    def check(self) -> None:
        """Foreign keys and integrity, as SQLite itself sees them."""
        faults: list[Any] = self.db.execute("pragma foreign_key_check").fetchall()
        faults += [row for row in self.db.execute("pragma integrity_check").fetchall() if row != ("ok",)]
        if faults:
            raise sqlite3.DatabaseError(f"the new database is not sound: {faults[:3]}")


def documented(table: str, title: str | None, description: str | None, columns: list[Column]) -> Iterator[Row]:
    """The rows of the documentation for a table and its columns."""
    yield table, None, title or table, description or "", None
    for column in columns:
        yield table, column.name, column.title, column.description, column.example
