"""The database: tables from the schema, rows from the sources, indexes, views and documentation."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

import sqlite_utils

from db.file_format import APPLICATION_ID, SCHEMA_VERSION
from pipeline.images.pictures import PHOTO, Picture, pictures
from pipeline.loading.publications import OPTIMIZE, PublicationTable, create_list_view, list_view
from pipeline.loading.tables import LOCATIONS, SourceTable, Table, TableRows, json_text, locations_table, places_of_work
from pipeline.rules.translations import has_hebrew
from pipeline.schema.package import Source
from pipeline.validation.cv_entries import Record

FOLDER = Path(__file__).parent
BATCH = 5000
# A failed build deletes the file, so a journal would protect nothing. Page size and encoding are fixed so that the same sources
# give the same bytes everywhere.
PRAGMAS = f"""
pragma page_size = 16384;
pragma encoding = 'UTF-8';
pragma journal_mode = off;
pragma synchronous = off;
pragma foreign_keys = on;
pragma application_id = {APPLICATION_ID};
pragma user_version = {SCHEMA_VERSION};
"""


def write_database(path: Path, sources: Iterable[Source], records: Mapping[str, list[Record]], sources_sha256: str) -> None:
    """Write a new database file of valid records.

    Raises:
        OSError: the photo was changed since it was checked, and cannot be read.
        sqlite3.DatabaseError: a foreign key has no target, or the file is damaged.
    """
    tables = {
        source.name: PublicationTable(source) if source.name == "publications" else SourceTable(source) for source in sources
    }
    tables[LOCATIONS] = locations_table(tables["clinic"].source)
    [profile], [site] = records["profile"], records["site"]
    images = [*pictures(tables["profile"].source.path.parent, profile, site)]
    languages = ["en", "he"] if any(map(has_hebrew, chain(*records.values()))) else ["en"]
    records = {**records, LOCATIONS: places_of_work(records["clinic"]), "profile": [with_photo(profile, images)]}
    from_schema = [table for source_table in tables.values() for table in source_table.tables]
    view = list_view(tables["publications"].main)
    with closing(sqlite_utils.Database(path)) as db:
        db.conn.executescript(PRAGMAS)
        for table in from_schema:
            db.execute(table.create_statement)
        run(db, "tables.sql")
        for name, source_table in tables.items():
            insert(db, *source_table.contents(records[name]))
        db.execute(OPTIMIZE)
        insert(db, ("images", Picture._fields, images))
        run(db, "indexes.sql")
        db.execute(create_list_view(view))
        run(db, "views.sql")
        insert(db, ("build", ("id", "sources_sha256", "languages"), [(1, sources_sha256, json_text(languages))]))
        insert(db, *metadata(tables, records), documentation([*from_schema, view]))
        db.execute("analyze")
        db.conn.commit()
        check(db)


def run(db: sqlite_utils.Database, name: str) -> None:
    """Run the statements of a file in this folder."""
    db.conn.executescript((FOLDER / name).read_text(encoding="utf-8"))


def insert(db: sqlite_utils.Database, *contents: TableRows) -> None:
    """Insert rows; their values have the order of the columns."""
    for table, columns, rows in contents:
        db.table(table).insert_all(chain((columns,), rows), batch_size=BATCH)


def with_photo(profile: Record, images: Iterable[Picture]) -> Record:
    """Return the profile with the name of its largest photo among the images in place of the owner's file."""
    photos = [image.name for image in images if image.name.startswith(PHOTO)]  # the largest is the last
    return {**profile, "photo": photos[-1]} if photos else profile


def metadata(tables: Mapping[str, SourceTable], records: Mapping[str, list[Record]]) -> Iterator[TableRows]:
    """Yield the rows that describe the sources: schemas of the API's objects, what the Data Package lists, and labels."""
    sources = {name: table.source for name, table in tables.items()}
    components = {name: source for name, source in sources.items() if source.component}
    schemas = ((source.component, json_text(source.json_schema())) for source in components.values())
    yield "schemas", ("name", "schema"), schemas
    resources = (
        (name, source.title, source.description, json_text(source.table_schema()) if source.is_table else None)
        for name, source in components.items()
        if source.is_table or records[name]
    )
    yield "resources", ("name", "title", "description", "fields"), resources
    labels = ((name, *label) for name, source in sources.items() for label in source.labels())
    yield "labels", ("resource", "field", "value", "language", "label"), labels


def documentation(tables: Iterable[Table]) -> TableRows:
    """Return the description of every table, view and column; those not made from the schema are in documentation.csv."""
    with (FOLDER / "documentation.csv").open(encoding="utf-8", newline="") as file:
        others = [
            (row["table_name"], row["column_name"] or None, row["title"], row["description"], None)
            for row in csv.DictReader(file)
        ]
    rows = chain(*(table.documentation for table in tables), others)
    return "documentation", ("table_name", "column_name", "title", "description", "example"), rows


def check(db: sqlite_utils.Database) -> None:
    """Run SQLite's own checks of foreign keys and integrity."""
    problems: list[Any] = db.execute("pragma foreign_key_check").fetchall()
    problems += [row for row in db.execute("pragma integrity_check").fetchall() if row != ("ok",)]
    if problems:
        raise sqlite3.DatabaseError(f"the new database is damaged: {problems[:3]}")
