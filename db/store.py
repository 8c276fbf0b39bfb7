"""The data that requests read from the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any

import orjson

from db import filters
from db.connection import Connection
from db.file_format import SlowQueryError, UnavailableError
from db.filters import Selection, build_selection, clamp
from db.languages import Language
from db.publication import Publication

Values = dict[str, Any]
# Processor time that a query may take.
QUERY_SECONDS = 1.0
# The documents of a profile without the file.
WITHOUT_FILE: dict[str, Values] = {"clinic": {}, "research": {"areas": []}}
# Without filters, all rows.
ALL: Mapping[str, Any] = {}
# SQLite's LIMIT for all rows.
NO_LIMIT = -1
EVERY_ROW = Selection()

DOCUMENTS = """
select 'profile', cast(json as blob) from profile
union all select 'clinic', cast(json as blob) from clinic
union all select 'research', cast(json as blob) from research
union all select 'site', cast(json as blob) from site
"""

OBJECTS = """
select cast(json as blob)
from {table}
{where}
order by id
"""

PUBLICATION = """
select cast({publication} as blob)
from publications as p
where p.doi = :identifier or p.key = :identifier
"""

IDENTIFIERS = """
select coalesce(doi, key)
from publications
order by id
"""

PLACES = """
select page_position, cast(json as blob)
from locations
order by id
"""

SAMPLE = """
select year, journal, doi
from publications
where doi is not null
order by id
limit 1
"""

SCHEMAS = """
select name, schema
from schemas
order by rowid
"""

REQUIRED = """
select schema -> '$.required'
from schemas
where name = :name
"""

CHOICES = """
select value
from choices
where parameter = :parameter
order by rowid
"""

LABELS = """
select resource, field, value, language, label
from labels
order by language = 'en', rowid
"""

FILES = """
select name, width, height
from images
union all
select name, null, null
from fonts
order by name
"""

IMAGE = """
select media_type, content
from images
where name = :name
"""

FONT = """
select content
from fonts
where name = :name
"""

RESOURCES = """
select name, title, description, fields
from resources
order by rowid
"""

DOCUMENTATION = """
select table_name, column_name, title, description
from documentation
order by rowid
"""

COUNTED = ("publications", "services", "service_tags", "cv_entries")
ROW_COUNTS = f"select {', '.join(f'(select count(*) from {table})' for table in COUNTED)}"  # noqa: S608  # nosec B608 - fixed names

BUILD = """
select sources_sha256, languages, last_added, last_changed
from build
"""


class Store:
    """The data of one snapshot, for one thread.

    The data never changes, so a store reads each document once, and all requests share it: copy it before you change it.

    ``chosen`` are values of filters by name, see ``db.filters``; other names select nothing.

    Raises:
        UnavailableError: there is no database, or it cannot be read.
        SlowQueryError: a query took too long.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        # It holds a copy of the file. Its statements refer to it, so the garbage collector would free it much later.
        self.connection.close()

    def document(self, name: str) -> Values:
        """Return ``profile``, ``clinic``, ``research`` or ``site``; a profile may lack a clinic and research."""
        return self.documents[name]

    @cached_property
    def documents(self) -> dict[str, Values]:
        return WITHOUT_FILE | {name: orjson.loads(text) for name, text in self.all(DOCUMENTS)}

    def places(self) -> list[Values]:
        """Return the places of work, the clinic first."""
        return [place for _, place in self.numbered_places]

    def places_on_pages(self) -> list[Values]:
        """Return the places of work in the order in which patients look for them."""
        return [place for _, place in sorted(self.numbered_places, key=itemgetter(0))]

    @cached_property
    def numbered_places(self) -> list[tuple[int, Values]]:
        """The places with their positions on pages."""
        return [(position, orjson.loads(text)) for position, text in self.all(PLACES)]

    def publications(
        self,
        chosen: Mapping[str, Any] = ALL,
        limit: int = 50,
        offset: int = 0,
        sort: str = "-year",
        *,
        with_authors: bool = False,
    ) -> tuple[list[Publication], int]:
        """Return a page of publications, and the total that match.

        Args:
            chosen: the values of filters.
            limit: the maximum number of publications.
            offset: the number of publications to skip; any size.
            sort: a key of ``ORDERS``.
            with_authors: whether each has its ``authorList``.
        """
        publications = self.page(chosen, filters.ORDERS[sort], limit, offset, with_authors=with_authors)
        is_whole = offset == 0 and len(publications) < limit  # as nearly every list of one physician
        return publications, len(publications) if is_whole else self.total(chosen)

    def latest_announced(self, limit: int, chosen: Mapping[str, Any] = ALL) -> list[Publication]:
        """Latest first."""
        return self.page(chosen, filters.LATEST_ANNOUNCED, limit)

    def is_filtered(self, chosen: Mapping[str, Any]) -> bool:
        """Whether a filter of publications is chosen that has anything to search for."""
        return bool(build_selection(filters.OF_PUBLICATIONS, chosen).conditions)

    def ids(self, chosen: Mapping[str, Any] = ALL) -> set[int]:
        """Return the ids of the publications that match: their positions in the default order, from 1."""
        selection = build_selection(filters.OF_PUBLICATIONS, chosen)
        return {number for (number,) in self.all(selection.statement(filters.IDS), selection.values)}

    def total(self, chosen: Mapping[str, Any] = ALL) -> int:
        if not chosen:
            return self.row_counts["publications"]
        selection = build_selection(filters.OF_PUBLICATIONS, chosen)
        return int(self.row(selection.statement(filters.TOTAL), selection.values)[0])

    def facets(
        self, chosen: Mapping[str, Any] = ALL, limit: int = 100, names: Collection[str] = tuple(filters.FACETS)
    ) -> dict[str, list[tuple[Any, int]]]:
        """Count the publications that match by each value of each facet.

        All years are returned, latest first, and all types; at most ``limit`` journals and authors; most frequent first.
        """
        selection = build_selection(filters.OF_PUBLICATIONS, chosen)
        values = {**selection.values, "limit": limit}
        return {name: self.all(selection.statement(filters.FACETS[name]), values) for name in names}

    def publication(self, identifier: str) -> Publication | None:
        """Find a publication, with its authors as data, by its DOI, compared case-insensitively, or its citation key."""
        statement = PUBLICATION.format(publication=filters.WITH_AUTHORS)
        return next(map(Publication, self.objects(statement, {"identifier": identifier})), None)

    def all_publications(self, *, with_authors: bool = False) -> list[Publication]:
        """In the default order."""
        return self.page(ALL, filters.ORDERS["-year"], NO_LIMIT, with_authors=with_authors)

    def page(
        self, chosen: Mapping[str, Any], order: str, limit: int, offset: int = 0, *, with_authors: bool = False
    ) -> list[Publication]:
        """Return the publications that match, in an order of SQL; each has its ``authorList`` if ``with_authors``."""
        selection = build_selection(filters.OF_PUBLICATIONS, chosen)
        publication = filters.WITH_AUTHORS if with_authors else filters.IN_LIST
        statement = selection.statement(filters.PAGE, publication=publication, order=order)
        return [*map(Publication, self.objects(statement, {**selection.values, "limit": limit, "offset": clamp(offset)}))]

    def identifiers(self) -> list[str]:
        """Return DOI or, without one, citation key of all publications, in the default order."""
        return [identifier for (identifier,) in self.all(IDENTIFIERS)]

    def sample(self) -> tuple[int, str, str] | None:
        """Year, journal and DOI of the latest publication that has one, for examples that work."""
        return next(iter(self.all(SAMPLE)), None)

    def services(self, chosen: Mapping[str, Any] = ALL) -> list[Values]:
        """In the owner's order."""
        return self.rows("services", build_selection(filters.OF_SERVICES, chosen)) if chosen else self.all_services

    @cached_property
    def all_services(self) -> list[Values]:
        return self.rows("services")

    def cv(self, chosen: Mapping[str, Any] = ALL) -> list[Values]:
        """In the default order."""
        return self.rows("cv_entries", build_selection(filters.OF_CV, chosen)) if chosen else self.whole_cv

    @cached_property
    def whole_cv(self) -> list[Values]:
        return self.rows("cv_entries")

    def schemas(self) -> dict[str, Any]:
        """Return the JSON Schema of each resource by the name of its component."""
        return {name: orjson.loads(text) for name, text in self.all(SCHEMAS)}

    def required(self, component: str) -> list[str]:
        """Return the fields that the schema of a component requires."""
        return [*orjson.loads(self.row(REQUIRED, {"name": component})[0])]

    def choices(self, parameter: str) -> list[str]:
        """Return the values that a parameter accepts in this data, in the order in which they are listed."""
        return [value for (value,) in self.all(CHOICES, {"parameter": parameter})]

    def resources(self) -> list[tuple[str, str, str, list[dict[str, Any]] | None]]:
        """Name, title and description of each resource, with the fields (Table Schema) of those that are tables."""
        return [(*row, orjson.loads(fields) if fields else None) for *row, fields in self.all(RESOURCES)]

    def documentation(self) -> list[tuple[str, str | None, str, str]]:
        """Table, column (None for the table itself), title and description of each table and column."""
        return self.all(DOCUMENTATION)

    def labels(self, resource: str, field: str, language: str) -> dict[str, str]:
        """Return the labels that the owner's schema gives to values of a field, in a language or else in the first one."""
        own = [row[2:] for row in self.every_label if row[:2] == (resource, field)]
        first = self.languages[0].code
        own.sort(key=lambda label: (label[1] == language, label[1] == first))
        return {value: label for value, _, label in own}

    @cached_property
    def every_label(self) -> list[tuple[str, str, str, str, str]]:
        """Resource, field, value, language and label."""
        return self.all(LABELS)

    @cached_property
    def languages(self) -> tuple[Language, ...]:
        """The languages of the pages, the first one first."""
        return tuple(Language(**values) for values in orjson.loads(self.build["languages"]))

    @cached_property
    def files(self) -> list[tuple[str, int | None, int | None]]:
        """Names of images, with width and height, and of fonts, without."""
        return self.all(FILES)

    def photo(self) -> list[tuple[str, int, int]]:
        """Name, width and height of the photo in each size, the smallest first; none without a photo."""
        sizes = [(name, width, height) for name, width, height in self.files if width and height and name.startswith("photo-")]
        return sorted(sizes, key=itemgetter(1))

    def image_names(self) -> list[str]:
        return [name for name, width, _ in self.files if width]

    def image(self, name: str) -> tuple[str, bytes] | None:
        """Media type and bytes."""
        return next(iter(self.all(IMAGE, {"name": name})), None)

    def font_names(self) -> list[str]:
        """Names of the files, the licence among them; none if the pages have the system's fonts."""
        return [name for name, width, _ in self.files if not width]

    def font(self, name: str) -> bytes | None:
        return next((content for (content,) in self.all(FONT, {"name": name})), None)

    def data_version(self) -> str:
        """Return the hash of the sources that the database was built from."""
        return str(self.build["sources_sha256"])

    @cached_property
    def build(self) -> dict[str, Any]:
        """What the database was built from, by column."""
        columns = ("sources_sha256", "languages", "last_added", "last_changed")
        return dict(zip(columns, self.row(BUILD), strict=True))

    def last_days(self) -> tuple[str | None, str | None]:
        """The newest day on which a publication was added, and the newest date of an addition or a notice, as it was written."""
        return self.build["last_added"], self.build["last_changed"]

    @cached_property
    def row_counts(self) -> dict[str, int]:
        """Count the rows of the tables that people ask for."""
        return dict(zip(COUNTED, self.row(ROW_COUNTS), strict=True))

    def rows(self, table: str, selection: Selection = EVERY_ROW) -> list[Values]:
        """Return the objects of the rows of a table that match, in their order."""
        return self.objects(selection.statement(OBJECTS, table=table), selection.values)

    def row(self, statement: str, values: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """Return the single row of a query that always has one."""
        [row] = self.all(statement, values)
        return tuple(row)

    def objects(self, statement: str, values: Mapping[str, Any] | None = None) -> list[Values]:
        """Parse the JSON that a query selects, best as bytes: sqlite3 would decode a text, and the parser encode it again."""
        return [orjson.loads(text) for (text,) in self.all(statement, values)]

    def all(self, statement: str, values: Mapping[str, Any] | None = None) -> list[Any]:
        """Run a query, which SQLite interrupts when its time is used up."""
        self.connection.clock.start(QUERY_SECONDS)
        try:
            return self.connection.execute(statement, values or {}).fetchall()
        except sqlite3.Error as error:
            # Only exceptions that SQLite itself raised have a code. For this one see Clock.is_over.
            is_slow = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT
            raise SlowQueryError if is_slow else UnavailableError from error
