"""The data that requests read from the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

import orjson

from db import filters
from db.career import without_former_positions
from db.connection import Connection
from db.file_format import SlowQueryError, UnavailableError
from db.filters import Selection, build_selection, clamp
from db.languages import Language
from db.publication import Publication

Values = dict[str, Any]
# Maximum processor time of a query.
QUERY_SECONDS = 1.0
# Documents for a profile that lacks the file.
WITHOUT_FILE: dict[str, Values] = {"clinic": {}, "research": {"areas": []}}
# The address of a clinic whose visits are online: the API promises one.
ONLINE_ADDRESS = "Online"
NO_FILTERS: Mapping[str, Any] = {}
# LIMIT for all rows in SQLite.
NO_LIMIT = -1
EVERY_ROW = Selection()

SELECT_DOCUMENTS = """
select 'profile', cast(json as blob) from profile
union all select 'clinic', cast(json as blob) from clinic
union all select 'research', cast(json as blob) from research
union all select 'site', cast(json as blob) from site
"""

SELECT_OBJECTS = """
select cast(json as blob)
from {table}
{where}
order by id
"""

SELECT_PUBLICATION = """
select cast({publication} as blob)
from publications as p
where p.doi = :identifier or p.key = :identifier
"""

SELECT_IDENTIFIERS = """
select coalesce(doi, key)
from publications
order by id
"""

SELECT_PLACES = """
select page_position, cast(json as blob)
from locations
order by id
"""

SELECT_SAMPLE = """
select year, journal, doi
from publications
where doi is not null
order by id
limit 1
"""

SELECT_SCHEMAS = """
select name, schema
from schemas
order by rowid
"""

SELECT_CHOICES = """
select value
from choices
where parameter = :parameter
order by rowid
"""

SELECT_LABELS = """
select resource, field, value, language, label
from labels
order by language = 'en', rowid
"""

SELECT_FILES = """
select name, width, height
from images
union all
select name, null, null
from fonts
order by name
"""

SELECT_IMAGE = """
select media_type, content
from images
where name = :name
"""

SELECT_FONT = """
select content
from fonts
where name = :name
"""

SELECT_RESOURCES = """
select name, title, description, fields
from resources
order by rowid
"""

SELECT_DOCUMENTATION = """
select table_name, column_name, title, description
from documentation
order by rowid
"""

COUNTED_TABLES = ("publications", "services", "service_tags", "cv_entries")
COUNT_ROWS = f"select {', '.join(f'(select count(*) from {table})' for table in COUNTED_TABLES)}"  # noqa: S608 - fixed names

SELECT_BUILD = """
select sources_sha256, languages, last_added, last_changed
from build
"""


class Store:
    """The data of one snapshot, for one thread.

    The data never changes, so a store reads each document once, and all requests share it. Copy a document before you change it.

    ``params`` has the values of filters by name, see ``db.filters``; it can have other names, which are ignored.

    Raises:
        UnavailableError: there is no database, or it cannot be read.
        SlowQueryError: a query took too long.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        # The connection holds a copy of the file. Its statements refer to it, so the garbage collector would free it much later.
        self.connection.close()

    def document(self, name: str) -> Values:
        """Read ``profile``, ``clinic``, ``research`` or ``site``. Clinic and research are optional."""
        return self.documents[name]

    @cached_property
    def documents(self) -> dict[str, Values]:
        return WITHOUT_FILE | {name: orjson.loads(text) for name, text in self.all(SELECT_DOCUMENTS)}

    def places(self) -> list[Values]:
        """The places of work, the clinic first."""
        return [place for _, place in self.numbered_places]

    def places_on_pages(self) -> list[Values]:
        """The places of work in the order of the pages: places that take new patients come first."""
        return [place for _, place in sorted(self.numbered_places, key=itemgetter(0))]

    @cached_property
    def numbered_places(self) -> list[tuple[int, Values]]:
        """The places with their positions on pages."""
        return [(position, orjson.loads(text)) for position, text in self.all(SELECT_PLACES)]

    def publications(
        self,
        params: Mapping[str, Any] = NO_FILTERS,
        limit: int = 50,
        offset: int = 0,
        sort: str = "-year",
        *,
        with_authors: bool = False,
    ) -> tuple[list[Publication], int]:
        """A page of publications, and the number of all that match.

        Args:
            params: the values of filters.
            limit: the maximum number of publications.
            offset: the number of publications to skip, however large.
            sort: a key of ``ORDERS``.
            with_authors: whether to include each ``authorList``.
        """
        publications = self.page(params, filters.ORDERS[sort], limit, offset, with_authors=with_authors)
        is_whole = offset == 0 and len(publications) < limit  # true for nearly every list of one physician
        return publications, len(publications) if is_whole else self.total(params)

    def latest_announced(self, limit: int, params: Mapping[str, Any]) -> list[Publication]:
        """Publications that match, latest announcement first."""
        return self.page(params, filters.LATEST_ANNOUNCED, limit)

    def is_filtered(self, params: Mapping[str, Any]) -> bool:
        """Whether any filter of publications has something to search for."""
        return bool(build_selection(filters.PUBLICATION_CONDITIONS, params).conditions)

    def ids(self, params: Mapping[str, Any]) -> set[int]:
        """The ids of the publications that match: their positions in the default order, from 1."""
        selection = build_selection(filters.PUBLICATION_CONDITIONS, params)
        return {number for (number,) in self.all(selection.statement(filters.SELECT_IDS), selection.bindings)}

    def total(self, params: Mapping[str, Any] = NO_FILTERS) -> int:
        if not params:
            return self.row_counts["publications"]
        selection = build_selection(filters.PUBLICATION_CONDITIONS, params)
        return int(self.row(selection.statement(filters.SELECT_TOTAL), selection.bindings)[0])

    def facets(
        self, params: Mapping[str, Any] = NO_FILTERS, limit: int = 100, names: Collection[str] = tuple(filters.FACET_QUERIES)
    ) -> dict[str, list[tuple[Any, int]]]:
        """Count the publications that match by each value of each facet.

        All years, latest first. All types, and at most ``limit`` journals and authors, are in order of frequency.
        """
        selection = build_selection(filters.PUBLICATION_CONDITIONS, params)
        bindings = {**selection.bindings, "limit": limit}
        return {name: self.all(selection.statement(filters.FACET_QUERIES[name]), bindings) for name in names}

    def publication(self, identifier: str) -> Publication | None:
        """Find a publication, with its authors as data, by DOI (case is ignored) or citation key."""
        rows = self.all(SELECT_PUBLICATION.format(publication=filters.WITH_AUTHORS), {"identifier": identifier})
        return next((parse_publication(text) for (text,) in rows), None)

    def all_publications(self, *, with_authors: bool = False) -> list[Publication]:
        """All publications in the default order."""
        return self.page(NO_FILTERS, filters.ORDERS["-year"], NO_LIMIT, with_authors=with_authors)

    def page(
        self, params: Mapping[str, Any], order: str, limit: int, offset: int = 0, *, with_authors: bool = False
    ) -> list[Publication]:
        """The publications that match. ``order`` is SQL. With ``with_authors``, each has its ``authorList``."""
        selection = build_selection(filters.PUBLICATION_CONDITIONS, params)
        publication = filters.WITH_AUTHORS if with_authors else filters.IN_LIST
        statement = selection.statement(filters.SELECT_PAGE, publication=publication, order=order)
        rows = self.all(statement, {**selection.bindings, "limit": limit, "offset": clamp(offset)})
        return [parse_publication(text) for (text,) in rows]

    def identifiers(self) -> list[str]:
        """The DOI, or else the citation key, of each publication, in the default order."""
        return [identifier for (identifier,) in self.all(SELECT_IDENTIFIERS)]

    def sample(self) -> tuple[int, str, str] | None:
        """Year, journal and DOI of the latest publication with a DOI, for examples that work."""
        return next(iter(self.all(SELECT_SAMPLE)), None)

    def services(self, params: Mapping[str, Any] = NO_FILTERS) -> list[Values]:
        """The services that match, in the owner's order."""
        return self.rows("services", build_selection(filters.SERVICE_CONDITIONS, params)) if params else self.all_services

    @cached_property
    def all_services(self) -> list[Values]:
        return self.rows("services")

    def cv(self, params: Mapping[str, Any] = NO_FILTERS) -> list[Values]:
        """The entries that match, in the default order."""
        return self.rows("cv_entries", build_selection(filters.CV_CONDITIONS, params)) if params else self.whole_cv

    @cached_property
    def whole_cv(self) -> list[Values]:
        return self.rows("cv_entries")

    @cached_property
    def current_profile(self) -> Values:
        """The profile, without positions if the CV says that all of them have ended."""
        return without_former_positions(self.document("profile"), self.cv())

    @cached_property
    def schemas(self) -> dict[str, Any]:
        """The JSON Schema of each resource by the name of its component."""
        return {name: orjson.loads(text) for name, text in self.all(SELECT_SCHEMAS)}

    def choices(self, parameter: str) -> list[str]:
        """The values that a parameter accepts with this data, in the order of its description."""
        return [value for (value,) in self.all(SELECT_CHOICES, {"parameter": parameter})]

    def resources(self) -> list[tuple[str, str, str, list[dict[str, Any]] | None]]:
        """Name, title and description of each resource, and its fields (Table Schema) if it is a table."""
        return [(*row, orjson.loads(fields) if fields else None) for *row, fields in self.all(SELECT_RESOURCES)]

    def documentation(self) -> list[tuple[str, str | None, str, str]]:
        """Table, column (None for the table itself), title and description of each table and column."""
        return self.all(SELECT_DOCUMENTATION)

    def labels(self, resource: str, field: str, language: str) -> dict[str, str]:
        """Labels from the owner's schema by value of a field, in a language or else in the first one."""
        own = [row[2:] for row in self.every_label if row[:2] == (resource, field)]
        first = self.languages[0].code
        own.sort(key=lambda label: (label[1] == language, label[1] == first))
        return {value: label for value, _, label in own}

    @cached_property
    def every_label(self) -> list[tuple[str, str, str, str, str]]:
        """Resource, field, value, language and label."""
        return self.all(SELECT_LABELS)

    @cached_property
    def languages(self) -> tuple[Language, ...]:
        """The languages of the pages, the first one first."""
        return tuple(Language(**values) for values in orjson.loads(self.build_row["languages"]))

    @cached_property
    def files(self) -> list[tuple[str, int | None, int | None]]:
        """Name, width and height of each image and font. Fonts have neither width nor height."""
        return self.all(SELECT_FILES)

    def photo(self) -> list[tuple[str, int, int]]:
        """Name, width and height of the photo in each size, smallest first; empty without a photo."""
        sizes = [(name, width, height) for name, width, height in self.files if width and height and name.startswith("photo-")]
        return sorted(sizes, key=itemgetter(1))

    def image_names(self) -> list[str]:
        return [name for name, width, _ in self.files if width]

    def image(self, name: str) -> tuple[str, bytes] | None:
        """Media type and bytes of an image; None if it does not exist."""
        return next(iter(self.all(SELECT_IMAGE, {"name": name})), None)

    def font_names(self) -> list[str]:
        """Names of the font files and their license; empty if the pages use the system's fonts."""
        return [name for name, width, _ in self.files if not width]

    def font(self, name: str) -> bytes | None:
        return next((content for (content,) in self.all(SELECT_FONT, {"name": name})), None)

    def data_version(self) -> str:
        """The hash of the sources of the database."""
        return str(self.build_row["sources_sha256"])

    @cached_property
    def build_row(self) -> dict[str, Any]:
        """The row of the table ``build``, by column: what the database was built from."""
        columns = ("sources_sha256", "languages", "last_added", "last_changed")
        return dict(zip(columns, self.row(SELECT_BUILD), strict=True))

    @property
    def last_added(self) -> str | None:
        """The newest day on which a publication was added."""
        day: str | None = self.build_row["last_added"]
        return day

    @property
    def last_changed(self) -> str | None:
        """The newest date of an addition or a notice, as written."""
        date: str | None = self.build_row["last_changed"]
        return date

    @cached_property
    def row_counts(self) -> dict[str, int]:
        """Number of rows of the main tables."""
        return dict(zip(COUNTED_TABLES, self.row(COUNT_ROWS), strict=True))

    def rows(self, table: str, selection: Selection = EVERY_ROW) -> list[Values]:
        """The API's objects of the rows of a table that match, in the order of the table."""
        # The JSON is selected as a blob: sqlite3 would decode text, and the parser encode it again.
        statement = selection.statement(SELECT_OBJECTS, table=table)
        return [orjson.loads(text) for (text,) in self.all(statement, selection.bindings)]

    def row(self, statement: str, bindings: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """The only row of a query that always has one."""
        [row] = self.all(statement, bindings)
        return tuple(row)

    def all(self, statement: str, bindings: Mapping[str, Any] | None = None) -> list[Any]:
        """Run a query. SQLite interrupts it when its time is used up."""
        self.connection.clock.start(QUERY_SECONDS)
        try:
            return self.connection.execute(statement, bindings or {}).fetchall()
        except sqlite3.Error as error:
            # Only exceptions from SQLite itself have a code. Clock.is_over causes this one.
            is_slow = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT
            raise SlowQueryError if is_slow else UnavailableError from error


@lru_cache(1000)  # most lists are shorter, and the service reads them again and again
def parse_publication(text: bytes) -> Publication:
    """Parse the JSON of a publication. All requests share it, so nothing changes its document."""
    return Publication(orjson.loads(text))
