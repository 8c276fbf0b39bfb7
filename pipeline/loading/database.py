"""The database: tables from the schema, rows from the sources, indexes, views and documentation."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Self

import sqlite_utils

from db.layout import APPLICATION_ID, SCHEMA_VERSION
from pipeline.loading import publications
from pipeline.loading.tables import LOCATIONS, Row, SourceTable, Table, json_text, places_of_work
from pipeline.schema.package import Source
from pipeline.validation.career import Record

FOLDER = Path(__file__).parent
BATCH = 5000


class ProfileDatabase:
    """A new database file while it is filled. It is complete once :meth:`finish` has returned."""

    def __init__(self, path: Path, sources: Iterable[Source]) -> None:
        self.sources = {
            source.name: SourceTable(source, publications.DERIVED if source.name == "publications" else ()) for source in sources
        }
        self.sources[LOCATIONS] = places_of_work(self.sources["clinic"].source)
        self.documents: dict[str, Record] = {}
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
        for source in self.sources.values():
            for table in source.tables:
                self.db.execute(table.create_statement)
        self.run("tables.sql")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.db.close()

    def run(self, name: str) -> None:
        """Run the statements of a file in this folder."""
        self.db.conn.executescript((FOLDER / name).read_text(encoding="utf-8"))

    def load(self, source: Source, records: Iterable[Record]) -> int:
        """Insert the records of one source, and what is derived from them; return their number."""
        table, listed = self.sources[source.name], list(records)
        if not source.is_table and listed:
            self.documents[source.name] = listed[0]
        if source.name == "publications":
            for name, columns, rows in publications.rows_of(table, listed):
                self.insert(name, columns, rows)
        else:
            rows = ((number, *table.row(record)) for number, record in enumerate(listed, start=1))
            self.insert(source.table, ("id", *table.names), rows)
        if source.name == "clinic" and listed:
            clinic = {name: value for name, value in listed[0].items() if name != LOCATIONS}
            self.load(self.sources[LOCATIONS].source, (clinic, *listed[0].get(LOCATIONS, ())))
        return len(listed)

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Insert rows whose values are in the order of the columns."""
        self.db.table(table).insert_all(chain((columns,), rows), batch_size=BATCH)

    def add_images(self, folder: Path) -> None:
        """Insert the images of the site, made from the photo in the folder of the sources and from the profile."""
        from pipeline.images.pictures import (
            Picture,
            pictures,
        )  # Pillow takes long to import, and a check of the sources needs none

        self.insert("images", Picture._fields, pictures(folder, self.documents["profile"], self.documents["site"]))

    def finish(self, sources_sha256: str) -> None:
        """Fill the tables of list fields, add indexes, views and documentation, and check the file.

        Raises:
            sqlite3.DatabaseError: a foreign key has no target, or the file is damaged.
        """
        self.db.execute(publications.OPTIMIZE)
        for source in self.sources.values():
            for joined in source.lists:
                self.db.execute(joined.fill)
        self.run("indexes.sql")
        publications.create_list_view(self.db.conn, self.publication_list)
        self.run("views.sql")
        self.insert("build", ("id", "sources_sha256"), [(1, sources_sha256)])
        self.insert("schemas", ("name", "schema"), self.schemas())
        self.insert("resources", ("name", "title", "description", "fields"), self.resources())
        self.insert("labels", ("resource", "field", "value", "language", "label"), self.labels())
        self.insert("documentation", ("table_name", "column_name", "title", "description", "example"), self.documentation())
        self.db.execute("analyze")
        self.db.conn.commit()
        self.check()

    def schemas(self) -> Iterator[Row]:
        for table in self.sources.values():
            if name := table.source.component:
                yield name, json_text(table.source.json_schema())

    def resources(self) -> Iterator[Row]:
        for name, table in self.sources.items():
            source = table.source
            if source.component and (source.is_table or name in self.documents):
                fields = json_text(source.table_schema()) if source.is_table else None
                yield name, source.title, source.description, fields

    def labels(self) -> Iterator[Row]:
        for name, table in self.sources.items():
            yield from ((name, *label) for label in table.source.labels())

    @property
    def publication_list(self) -> Table:
        return publications.list_view(self.sources["publications"].tables[0])

    def documentation(self) -> Iterator[Row]:
        for source in self.sources.values():
            for table in source.tables:
                yield from table.documentation
        yield from self.publication_list.documentation
        with (FOLDER / "documentation.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield row["table_name"], row["column_name"] or None, row["title"], row["description"], None

    def check(self) -> None:
        """Run SQLite's own checks of foreign keys and integrity."""
        problems: list[Any] = self.db.execute("pragma foreign_key_check").fetchall()
        problems += [row for row in self.db.execute("pragma integrity_check").fetchall() if row != ("ok",)]
        if problems:
            raise sqlite3.DatabaseError(f"the new database is damaged: {problems[:3]}")
