"""The database: tables from the schema, rows from the sources, indexes, views and documentation."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Self

import sqlite_utils
from sqlite_utils.db import quote_identifier

from db.layout import APPLICATION_ID, SCHEMA_VERSION
from pipeline.loading import publications
from pipeline.loading.tables import Column, Row, SourceTable, Table
from pipeline.loading.views import VIEWS
from pipeline.schema.components import component
from pipeline.schema.package import Source
from pipeline.validation.records import Record

BATCH = 5000

INDEXES = """
create index services_category on services (category);
create index service_tags_tag on service_tags (tag, service_id);
"""

BUILD = Table(
    "build",
    "Build",
    "What this file was built from.",
    (
        Column("id", "integer primary key check (id = 1)", "Number", "Always 1; the table has one row."),
        Column("sources_sha256", "text not null", "Hash of the sources", "SHA-256 of all source files: the version of the data."),
        Column("code_sha256", "text not null", "Hash of the pipeline", "SHA-256 of the code that built this file."),
    ),
)
SCHEMAS = Table(
    "schemas",
    "Schemas",
    "JSON Schemas of the API's objects, from the table schema of the sources.",
    (
        Column("name", "text not null primary key", "Name", "Name of the component in the API's description."),
        Column("schema", "text not null check (json_valid(schema))", "Schema", "JSON Schema (2020-12) of the object."),
    ),
)
LABELS = Table(
    "labels",
    "Labels",
    "Names of categories, tags and other listed values in several languages, from the table schema of the sources.",
    (
        Column("resource", "text not null", "Resource", "Name of the resource, for example services."),
        Column("field", "text not null", "Field", "Name of the field, for example category."),
        Column("value", "text not null", "Value", "The value that the label names."),
        Column("language", "text not null", "Language", "Language of the label, for example en or he."),
        Column("label", "text not null", "Label", "The label."),
    ),
    ("primary key (resource, field, value, language)",),
)
DOCUMENTATION = Table(
    "documentation",
    "Documentation",
    "What every table, view and column of this file means.",
    (
        Column("table_name", "text not null", "Table", "Name of a table or view."),
        Column("column_name", "text", "Column", "Name of a column; empty for the table itself."),
        Column("title", "text not null", "Title", "Its title."),
        Column("description", "text not null", "Description", "Its meaning."),
        Column("example", "text", "Example", "An example of a value."),
    ),
)
OWN_TABLES = (*publications.TABLES, BUILD, SCHEMAS, LABELS, DOCUMENTATION)


class ProfileDatabase:
    """A new database file while it is filled. It is complete once :meth:`finish` has returned."""

    def __init__(self, path: Path, sources: Iterable[Source]) -> None:
        self.sources = {
            source.name: SourceTable(source, publications.DERIVED if source.name == "publications" else ()) for source in sources
        }
        self.db = sqlite_utils.Database(path)
        # A failed build deletes the file, so a journal would protect nothing. Page size and encoding are fixed so that the
        # same sources give the same bytes everywhere.
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
        for table in self.tables:
            self.db.execute(table.create_statement)
        self.db.execute(publications.CREATE_SEARCH)
        publications.create_incoming(self.db.conn, self.publication_columns)

    @property
    def tables(self) -> Iterator[Table]:
        """Every table except the full-text index."""
        for source in self.sources.values():
            yield source.table
            yield from (joined.table for joined in source.lists)
        yield from OWN_TABLES

    @property
    def publication_columns(self) -> list[str]:
        return [column.name for column in self.sources["publications"].columns]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.db.close()

    def load(self, source: Source, records: Iterable[Record]) -> int:
        """Insert the records of one source and return their number."""
        table = self.sources[source.name]
        name, key = ("incoming", "rowid") if source.name == "publications" else (source.name, "id")
        columns = (key, *(column.name for column in table.columns))
        numbered, number = enumerate(records, start=1), 0
        while batch := list(islice(numbered, BATCH)):
            self.insert(name, columns, [(number, *table.row(record)) for number, record in batch])
            number = batch[-1][0]
        return number

    def fill(self, table: Table, rows: Iterable[Row]) -> None:
        """Insert rows with a value for each column."""
        self.insert(table.name, [column.name for column in table.columns], rows)

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        names, values = ", ".join(map(quote_identifier, columns)), ", ".join("?" * len(columns))
        self.db.conn.executemany(f"insert into {quote_identifier(table)} ({names}) values ({values})", rows)  # noqa: S608

    def finish(self, sources_sha256: str, code_sha256: str) -> None:
        """Fill the tables derived from the publications, add indexes, views and documentation, and check the file.

        Raises:
            sqlite3.DatabaseError: a foreign key has no target, or the file is damaged.
        """
        publications.fill(self.db.conn, self.publication_columns)
        for source in self.sources.values():
            for joined in source.lists:
                self.db.execute(joined.fill)
        self.db.conn.executescript(INDEXES)
        for view in VIEWS:
            self.db.create_view(view.name, view.select)
        self.fill(BUILD, [(1, sources_sha256, code_sha256)])
        self.fill(SCHEMAS, self.schemas())
        self.fill(LABELS, self.labels())
        self.fill(DOCUMENTATION, self.documentation())
        self.db.execute("analyze")
        self.db.conn.commit()
        self.check()

    def schemas(self) -> Iterator[Row]:
        for table in self.sources.values():
            if name := table.source.component:
                yield name, json.dumps(component(table.source), ensure_ascii=False, indent=2)

    def labels(self) -> Iterator[Row]:
        for name, table in self.sources.items():
            yield from ((name, *label) for label in table.source.labels())

    def documentation(self) -> Iterator[Row]:
        for table in (*self.tables, publications.SEARCH_DOCUMENTATION, *VIEWS):
            yield from table.documentation

    def check(self) -> None:
        """Run SQLite's own checks of foreign keys and integrity."""
        problems: list[Any] = self.db.execute("pragma foreign_key_check").fetchall()
        problems += [row for row in self.db.execute("pragma integrity_check").fetchall() if row != ("ok",)]
        if problems:
            raise sqlite3.DatabaseError(f"the new database is damaged: {problems[:3]}")
