"""Write a new database file: tables from the schema, rows from the records, indexes, views and documentation.

The default order of publications is latest year first, then the owner's order. Their ``id`` is the position in this order.
"""

from __future__ import annotations

import csv
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

import sqlite_utils

from db.file_format import APPLICATION_ID, SCHEMA_VERSION, DatabaseError
from db.languages import Language, versions
from db.publication import Publication
from db.publication.author import AUTHOR_SEPARATOR, split_authors
from db.publication.authorship import author_list, authorship
from db.publication.owner import Owner
from db.schema import (
    COLUMN_DEFAULTS,
    INDEXES,
    JSON_COLUMN,
    KEY_COLUMN,
    LOCATIONS,
    PUBLICATIONS_TABLE,
    Record,
    Resource,
    ResourceTables,
    Table,
    TableRow,
    TableRows,
    create_list_view,
    json_text,
    list_view,
    places_resource,
    quote_identifier,
    sql_value,
)
from db.store import ONLINE_ADDRESS
from db.text import letters, normalize, transliterate, words

FOLDER = Path(__file__).parent
BATCH_ROWS = 5000
# The order of places: first places that accept new patients, then places that don't say, then places that only accept their own
# patients. Places that are closed until further notice come last.
PLACE_RANKS, UNKNOWN_RANK = {"yes": 0, "referral": 1, "existing": 2, "no": 2}, 1
# The value of ``order`` in clinic.yaml that keeps the order of the file.
OWNERS_ORDER = "mine"
# Keeps a phrase from matching across two authors. The tokenizer reads this private character as a word.
BETWEEN_AUTHORS = " \ue000 "

# Words joined by hyphens and dashes. The lookbehind avoids a search from each letter of a word.
COMPOUND = re.compile(r"(?<![^\W_])[^\W_]+(?:[-‐‑–][^\W_]+)+")
OPTIMIZE = "insert into publications_search (publications_search) values ('optimize')"
# A failed build deletes the file, so a journal would protect nothing. Page size and encoding are fixed: the same sources
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


def write_database(
    path: Path,
    resources: Sequence[Resource],
    records: Mapping[str, Sequence[Record]],
    images: Iterable[TableRow],
    fonts: Iterable[TableRow],
    *,
    sources_sha256: str,
    languages: Sequence[Language],
) -> None:
    """Write a new database file. ``records`` are the valid records by the name of their resource.

    ``images`` and ``fonts`` are the rows of the tables with these names.

    Raises:
        DatabaseError: a foreign key has no target, or the file is damaged or cannot be written.
    """
    clinic = next(resource for resource in resources if resource.name == "clinic")
    resources = [*resources, places_resource(clinic)]
    owner = Owner(records["profile"][0])
    records = {
        **records,
        PUBLICATIONS_TABLE: in_default_order(api_records(records[PUBLICATIONS_TABLE], owner)),
        LOCATIONS: places_of_work(records[clinic.name]),
    }
    tables = {resource.name: ResourceTables(resource) for resource in resources}
    from_schema = [table for each in tables.values() for table in each.tables]
    view = list_view(tables[PUBLICATIONS_TABLE].main)
    last_added = max((record["added"] for record in records[PUBLICATIONS_TABLE] if "added" in record), default=None)
    last_changed = max(
        (date for record in records[PUBLICATIONS_TABLE] for date in Publication(record).announcement_dates), default=None
    )
    facts = (1, sources_sha256, json_text([vars(language) for language in languages]), last_added, last_changed)
    try:
        with closing(sqlite_utils.Database(path)) as db:
            db.conn.executescript(PRAGMAS)
            for table in from_schema:
                db.execute(table.create_statement)
            run_sql_file(db, "tables.sql")
            insert_records(db, tables, records)
            insert(db, ("images", ("name", "media_type", "width", "height", "content"), images))
            insert(db, ("fonts", ("name", "content"), fonts))
            db.conn.executescript(INDEXES)
            db.execute(create_list_view(view))
            run_sql_file(db, "views.sql")
            insert(db, ("build", ("id", "sources_sha256", "languages", "last_added", "last_changed"), [facts]))
            insert(db, *describe_sources(resources, records), documentation([*from_schema, view]))
            db.execute("analyze")
            db.conn.commit()
            check_integrity(db)
    except sqlite3.Error as error:
        raise DatabaseError(str(error)) from error


def insert_records(
    db: sqlite_utils.Database, tables: Mapping[str, ResourceTables], records: Mapping[str, Sequence[Record]]
) -> None:
    """Insert the records. Journals come first, because publications refer to them."""
    insert(db, ("journals", ("id", "name", "normalized"), journal_rows(records[PUBLICATIONS_TABLE])))
    for name, each in tables.items():
        write = insert_quickly if name == PUBLICATIONS_TABLE else insert
        write(db, *resource_rows(each, records[name]))
    insert_quickly(db, *tables_of_publications(records[PUBLICATIONS_TABLE]))
    db.execute(OPTIMIZE)


def run_sql_file(db: sqlite_utils.Database, name: str) -> None:
    """Run the statements of a file in this folder."""
    db.conn.executescript((FOLDER / name).read_text(encoding="utf-8"))


def insert(db: sqlite_utils.Database, *tables: TableRows) -> None:
    """Insert rows, with values in the order of the columns."""
    for table, columns, rows in tables:
        db.table(table).insert_all(chain((columns,), rows), batch_size=BATCH_ROWS)


def insert_quickly(db: sqlite_utils.Database, *tables: TableRows) -> None:
    """Insert rows of plain values in half of the time: ``insert_all`` looks at the type of each value, 200,000 in a long list."""
    for table, columns, rows in tables:
        names, marks = ", ".join(map(quote_identifier, columns)), ", ".join("?" * len(columns))
        db.conn.executemany(f"insert into {table} ({names}) values ({marks})", rows)  # noqa: S608 - names of the schema


def resource_rows(tables: ResourceTables, records: Sequence[Record]) -> Iterator[TableRows]:
    """Yield the rows of a resource and of its lists. The id of a record is its position, from 1."""
    # A column without a value in any record stays empty, or has its default.
    used = set[str]().union(*records)
    names = [column.name for column in tables.main.columns if column.name in used]
    yield tables.main.name, (KEY_COLUMN, JSON_COLUMN.name, *names), object_rows(tables, names, records)
    for name, table in tables.lists.items():
        yield table.name, [column.name for column in table.columns], list_rows(records, name)


def object_rows(tables: ResourceTables, names: Sequence[str], records: Sequence[Record]) -> Iterator[TableRow]:
    """Yield the rows of a table: the id, the API's object as JSON, and the columns with these names."""
    published = {*tables.names, *tables.lists, "authorship"}
    columns = [(name, COLUMN_DEFAULTS.get((tables.main.name, name))) for name in names]
    for number, record in enumerate(records, start=1):
        values = {name: value for name, value in record.items() if name in published}
        yield number, json_text(values), *[sql_value(record.get(name, default)) for name, default in columns]


def in_page_order(places: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """Sort the places of work for patients, who look for one that takes them, unless the owner keeps the order of the file."""

    def rank(place: Record) -> tuple[bool, int]:
        is_closed = any("to" not in closure for closure in place.get("hours", {}).get("closures", ()))
        return is_closed, PLACE_RANKS.get(place.get("newPatients", ""), UNKNOWN_RANK)

    return places if not places or places[0].get("order") == OWNERS_ORDER else sorted(places, key=rank)


def tables_of_publications(publications: Sequence[Record]) -> Iterator[TableRows]:
    """Yield the rows of the authors and of the full-text index."""
    authors = [list(dict.fromkeys(split_authors(record["authors"]))) for record in publications]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(chain(*authors)), start=1)}
    yield "authors", ("name", "id"), numbers.items()
    yield "publication_authors", ("publication_id", "position", "author_id"), author_rows(authors, numbers)
    yield "publications_search", ("rowid", "title", "authors", "journal", "details"), search_rows(publications)


def list_rows(records: Sequence[Record], field: str) -> Iterator[TableRow]:
    """Yield a row for each value of a list field: the id of its record, its position from 1, and the value."""
    for number, record in enumerate(records, start=1):
        for position, value in enumerate(record.get(field, ()), start=1):
            yield number, position, value


def places_of_work(clinics: Sequence[Record]) -> list[dict[str, Any]]:
    """The clinic, if there is one, then its locations, with their positions on pages."""
    places = [page_fields(place) for clinic in clinics for place in (clinic, *clinic.get(LOCATIONS, ()))]
    for position, place in enumerate(in_page_order(places), start=1):
        place["page_position"] = position
    return places


def page_fields(place: Record) -> dict[str, Any]:
    """A place's fields without its locations, and without the made-up address of an online clinic."""
    left_out = (LOCATIONS, "address") if place.get("address") == ONLINE_ADDRESS else LOCATIONS
    return {name: value for name, value in place.items() if not name.startswith(left_out)}


def in_default_order(publications: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort the publications, and add the values of ``PUBLICATION_COLUMNS`` that the API's objects lack."""
    listed = sorted(publications, key=lambda record: -record["year"])
    journal_ids = {name: number for number, name, _ in journal_rows(listed)}
    by_title = sorted(listed, key=lambda record: " ".join(words(record["title"])))
    for position, record in enumerate(by_title, start=1):
        publication = Publication(record)
        record.update(
            journal_id=journal_ids[publication.journal],
            pmid=publication.searched_pmid or None,
            notice_kind=publication.notice.kind if publication.notice else None,
            has_doi=int("doi" in record),
            title_position=position,
            announced=publication.announcement_day,
        )
    return listed


def journal_rows(records: Sequence[Record]) -> Iterator[TableRow]:
    """Yield number, name and normalized name of each journal, in alphabetical order."""
    journals = sorted((normalize(name), name) for name in {record["journal"] for record in records})
    return ((number, name, normalized) for number, (normalized, name) in enumerate(journals, start=1))


def api_records(records: Sequence[Record], owner: Owner) -> Iterator[dict[str, Any]]:
    """Yield the API's objects: with key and authors, and without defaults, such as the type of an article.

    A repeated row without a DOI would have the same key, so it gets a number. The comparison of keys ignores case.
    """
    uses = Counter(record["key"].lower() for record in records if "key" in record)
    for record in records:
        key = Publication(record).key
        if "key" not in record:
            uses[key] += 1
            key = key if uses[key] == 1 else f"{key}-{uses[key]}"
        known = {name: value for name, value in record.items() if value != COLUMN_DEFAULTS.get((PUBLICATIONS_TABLE, name))}
        listed = author_list(record["authors"], owner)
        position = authorship(record["authors"], listed)
        yield known | {"key": key, "authorList": listed} | ({"authorship": position} if position else {})


def author_rows(authors: Iterable[Sequence[str]], numbers: Mapping[str, int]) -> Iterator[TableRow]:
    """Yield a row for each author of each publication. A repeated name counts once, at its first position."""
    for publication, listed in enumerate(authors, start=1):
        for position, name in enumerate(listed, start=1):
            yield publication, position, numbers[name]


def search_rows(publications: Sequence[Record]) -> Iterator[TableRow]:
    """Yield the rows of the full-text index."""
    # Normalize each name once, because authors and journals recur.
    names = {name for record in publications for name in (record["journal"], *record["authors"].split(AUTHOR_SEPARATOR))}
    spellings = {name: transliterate(name) for name in names}
    summaries = ["summary", *(f"summary{suffix}" for suffix in versions(dict.fromkeys(chain(*publications)), "summary"))]
    for number, record in enumerate(publications, start=1):
        title = transliterate(record["title"])
        authors = BETWEEN_AUTHORS.join([spellings[name] for name in record["authors"].split(AUTHOR_SEPARATOR)])
        yield (
            number,
            title,
            authors,
            spellings[record["journal"]],
            " ".join(filter(None, search_details(record, title, summaries))),
        )


def search_details(record: Record, title: str, summaries: Iterable[str]) -> TableRow:
    """The other texts of a publication in the full-text index. ``summaries`` are the fields that can have one."""
    publication = Publication(record)
    # COVID19 finds COVID-19. A DOI is one word: otherwise its parts could match a year.
    compounds = [letters(compound) for compound in COMPOUND.findall(title)]
    texts = [transliterate(record[name]) for name in summaries if name in record]
    kind = publication.notice.kind if publication.notice else ""
    return str(publication.year), letters(publication.doi), publication.searched_pmid, kind, *compounds, *texts


def describe_sources(resources: Iterable[Resource], records: Mapping[str, Sequence[Record]]) -> Iterator[TableRows]:
    """Yield the rows that describe the sources: schemas of the API's objects, the resources of the Data Package, and labels."""
    in_api = [resource for resource in resources if resource.component]
    yield "schemas", ("name", "schema"), ((resource.component, json_text(resource.json_schema)) for resource in in_api)
    listed = (
        (resource.name, resource.title, resource.description, sql_value(resource.table_schema))
        for resource in in_api
        if resource.table_schema or records[resource.name]
    )
    yield "resources", ("name", "title", "description", "fields"), listed
    yield "choices", ("parameter", "value"), choices({resource.name: resource for resource in in_api}, records)
    labels = ((resource.name, *label) for resource in resources for label in resource.labels)
    yield "labels", ("resource", "field", "value", "language", "label"), labels


def choices(resources: Mapping[str, Resource], records: Mapping[str, Sequence[Record]]) -> Iterator[TableRow]:
    """Yield the values of API parameters that depend on the schema, or on the owner's headings of services."""
    publication, service = (resources[name].json_schema["properties"] for name in ("publications", "services"))
    tags = service["tags"]["items"]["enum"]
    headings = [record["category"] for record in records["services"] if "category" in record]
    values = {
        "fields": publication,
        "type": publication["type"]["enum"],
        "tag": tags,
        "category": (*resources["services"].known["category"], *headings, *tags),
    }
    return ((parameter, value) for parameter, each in values.items() for value in dict.fromkeys(each))


def documentation(tables: Iterable[Table]) -> TableRows:
    """Describe every table, view and column. documentation.csv has the ones that do not come from the schema."""
    with (FOLDER / "documentation.csv").open(encoding="utf-8", newline="") as file:
        others = [
            (row["table_name"], row["column_name"] or None, row["title"], row["description"], None)
            for row in csv.DictReader(file)
        ]
    rows = chain(*(table.documentation for table in tables), others)
    return "documentation", ("table_name", "column_name", "title", "description", "example"), rows


def check_integrity(db: sqlite_utils.Database) -> None:
    """Run SQLite's checks of foreign keys and integrity."""
    problems: list[Any] = db.execute("pragma foreign_key_check").fetchall()
    problems += [row for row in db.execute("pragma integrity_check").fetchall() if row != ("ok",)]
    if problems:
        raise sqlite3.DatabaseError(f"the new database is damaged: {problems[:3]}")
