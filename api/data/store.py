"""The data that a request reads from the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from typing import Any

import orjson

from api.data import sql
from api.data.snapshot import Snapshot
from api.data.sql import ALL, Selection

Values = dict[str, Any]
# Processor time that a query may take.
QUERY_SECONDS = 1.0
# The documents of a profile without the file.
WITHOUT_FILE: dict[str, Values] = {"clinic": {}, "research": {"areas": []}}
MAX_INTEGER = 2**63 - 1


class Store:
    """The data of one snapshot, for one request.

    Raises:
        UnavailableError: there is no database, or it cannot be read.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.connection = snapshot.connection

    def values(self, name: str) -> Values:
        """Return the values of ``profile``, ``clinic``, ``research`` or ``site``; a profile may lack a clinic and research."""
        documents = self.rows(name)
        return documents[0] if documents else WITHOUT_FILE[name]

    def places(self) -> list[Values]:
        """Return the places of work, the clinic first."""
        return self.rows("locations")

    def publications(
        self, selection: Selection = ALL, limit: int = 50, offset: int = 0, sort: str = "-year"
    ) -> tuple[list[Values], int]:
        """Return a page of publications, and the total that match.

        Args:
            selection: conditions on the table ``p``, see ``api.parameters.FILTERS``.
            limit: the maximum number of publications.
            offset: the number of publications to skip; any size.
            sort: a key of ``sql.ORDERS``.
        """
        page = selection.statement(sql.PAGE, order=sql.ORDERS[sort])
        publications = self.objects(page, {**selection.values, "limit": limit, "offset": clamped(offset)})
        is_whole = offset == 0 and len(publications) < limit  # as nearly every list of one physician
        return publications, len(publications) if is_whole else self.total(selection)

    def latest_announced(self, limit: int) -> list[Values]:
        """Return the publications that were announced last, latest first."""
        page = ALL.statement(sql.PAGE, order=sql.LATEST_ANNOUNCED)
        return self.objects(page, {"limit": limit, "offset": 0})

    def ids(self, selection: Selection = ALL) -> set[int]:
        """Return the ids of the publications that match: their positions in the default order, from 1."""
        return {number for (number,) in self.all(selection.statement(sql.IDS), selection.values)}

    def total(self, selection: Selection = ALL) -> int:
        """Return the number of publications that match."""
        return int(self.row(selection.statement(sql.TOTAL), selection.values)[0])

    def facets(
        self, selection: Selection = ALL, limit: int = 100, names: Collection[str] = tuple(sql.FACETS)
    ) -> dict[str, list[tuple[Any, int]]]:
        """Return for each facet its values with the number of publications that match.

        All years are returned, latest first, and all types; at most ``limit`` journals and authors; most frequent first.
        """
        values = {**selection.values, "limit": limit}
        return {name: self.all(selection.statement(sql.FACETS[name]), values) for name in names}

    def publication(self, identifier: str) -> Values | None:
        """Return the publication with this DOI, compared case-insensitively, or this citation key."""
        return next(iter(self.objects(sql.PUBLICATION, {"identifier": identifier})), None)

    def all_publications(self) -> list[Values]:
        """Return all publications in the default order."""
        return self.rows("publications")

    def identifiers(self) -> list[str]:
        """Return DOI or, without one, citation key of all publications, in the default order."""
        return [identifier for (identifier,) in self.all(sql.IDENTIFIERS)]

    def sample(self) -> tuple[int, str, str] | None:
        """Return year, journal and DOI of the latest publication that has one, for examples that work."""
        row: tuple[int, str, str] | None = self.execute(sql.SAMPLE).fetchone()
        return row

    def services(self, selection: Selection = ALL) -> list[Values]:
        """Return the services that match."""
        return self.rows("services", selection)

    def cv(self, selection: Selection = ALL) -> list[Values]:
        """Return the entries of the curriculum vitae that match, in the default order."""
        return self.rows("cv_entries", selection)

    def schemas(self) -> dict[str, Any]:
        """Return the JSON Schema of each resource by the name of its component; read once per snapshot."""
        return self.snapshot.keep("schemas", lambda: {name: orjson.loads(text) for name, text in self.all(sql.SCHEMAS)})

    def resources(self) -> list[tuple[str, str, str, list[dict[str, Any]] | None]]:
        """Return name, title and description of each resource, with the fields (Table Schema) of those that are tables."""
        return [(*row, orjson.loads(fields) if fields else None) for *row, fields in self.all(sql.RESOURCES)]

    def labels(self, resource: str, field: str, language: str) -> dict[str, str]:
        """Return the labels of a field's listed values, such as the categories of services, in a language or else in English."""
        return dict(self.all(sql.LABELS, {"resource": resource, "field": field, "language": language}))

    @property
    def has_hebrew(self) -> bool:
        """Whether any field has a Hebrew version."""
        return self.snapshot.keep("has_hebrew", lambda: "he" in orjson.loads(self.row(sql.LANGUAGES)[0]))

    def photo(self) -> list[tuple[str, int, int]]:
        """Return name, width and height of the photo in each size, the smallest first; none without a photo."""
        return self.all(sql.PHOTO)

    def image_names(self) -> list[str]:
        """Return the names of all images."""
        return [name for (name,) in self.all(sql.IMAGES)]

    def image(self, name: str) -> tuple[str, bytes] | None:
        """Return media type and bytes of an image."""
        row: tuple[str, bytes] | None = self.execute(sql.IMAGE, {"name": name}).fetchone()
        return row

    def data_version(self) -> str:
        """Return the hash of the sources that the database was built from."""
        return str(self.row(sql.DATA_VERSION)[0])

    def last_added(self) -> str | None:
        """Return the day on which the newest row came into the list of publications, if the rows have such days."""
        day: str | None = self.row(sql.LAST_ADDED)[0]
        return day

    def row_counts(self) -> dict[str, int]:
        """Return the number of rows in the tables at this moment."""
        cursor = self.execute(sql.ROW_COUNTS)
        return dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))

    def rows(self, table: str, selection: Selection = ALL) -> list[Values]:
        """Return the objects of the rows of a table that match, in their order."""
        return self.objects(selection.statement(sql.OBJECTS, table=table), selection.values)

    def row(self, statement: str, values: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """Return the single row of a query that always has one."""
        row: tuple[Any, ...] = self.execute(statement, values).fetchone()
        return row

    def objects(self, statement: str, values: Mapping[str, Any] | None = None) -> list[Values]:
        """Return the objects whose JSON texts a query selects."""
        return [orjson.loads(text) for (text,) in self.all(statement, values)]

    def all(self, statement: str, values: Mapping[str, Any] | None = None) -> list[Any]:
        return self.execute(statement, values).fetchall()

    def execute(self, statement: str, values: Mapping[str, Any] | None = None) -> sqlite3.Cursor:
        """Return a cursor of a query, which SQLite interrupts when its time is used up."""
        self.connection.clock.start(QUERY_SECONDS)
        return self.connection.execute(statement, values or {})


def clamped(value: int) -> int:
    """Return the nearest integer that SQLite can bind. No row holds one beyond 64 bits."""
    return max(-MAX_INTEGER, min(value, MAX_INTEGER))
