"""What a request reads from the database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from api.data import sql
from api.data.snapshot import Snapshot
from api.data.sql import ALL, Selection
from db.layout import INDENTATION

MAX_INTEGER = 2**63 - 1


class Store:
    """The data of one snapshot, for one request."""

    def __init__(self, connection: sqlite3.Connection, snapshot: Snapshot) -> None:
        self.connection = connection
        self.snapshot = snapshot

    def document(self, name: str) -> str:
        """Return the JSON text of ``profile``, ``clinic``, ``research`` or ``site``."""
        return outdented(self.one(sql.DOCUMENTS[name])[0])

    def values(self, name: str) -> dict[str, Any]:
        """Return the values of ``profile``, ``clinic``, ``research`` or ``site``."""
        return dict(json.loads(self.document(name)))

    def publications(
        self, selection: Selection = ALL, limit: int = 50, offset: int = 0, sort: str = "-year"
    ) -> tuple[int, bytes, int]:
        """Return a page of publications: their number, their JSON texts as items of an array, and the total that match.

        Args:
            selection: conditions on the table ``p``, see ``api.parameters.FILTERS``.
            limit: the maximum number of publications.
            offset: the number of publications to skip; any size.
            sort: a key of ``sql.ORDERS``.
        """
        page = selection.statement(sql.PAGE, order=sql.ORDERS[sort])
        count, items = self.one(page, {**selection.values, "limit": limit, "offset": clamped(offset)})
        return count, items, self.total(selection)

    def total(self, selection: Selection = ALL) -> int:
        """Return the number of publications that match."""
        return int(self.one(selection.statement(sql.TOTAL), selection.values)[0])

    def facets(
        self, selection: Selection = ALL, limit: int = 100, names: Collection[str] = tuple(sql.FACETS)
    ) -> dict[str, list[tuple[Any, int]]]:
        """Return for each facet its values with the number of publications that match.

        All years are returned, latest first; at most ``limit`` journals and authors, most frequent first.
        """
        values = {**selection.values, "limit": limit}
        return {name: self.all(selection.statement(sql.FACETS[name]), values) for name in names}

    def publication(self, doi: str) -> str | None:
        """Return the JSON text of the publication with this DOI, compared case-insensitively."""
        row = self.connection.execute(sql.PUBLICATION_BY_DOI, {"doi": doi}).fetchone()
        return None if row is None else outdented(row[0])

    def all_publications(self) -> Iterator[dict[str, Any]]:
        """Yield all publications in the default order."""
        for (text,) in self.connection.execute(sql.ALL_PUBLICATIONS):
            yield json.loads(text)

    def dois(self, limit: int) -> list[str]:
        """Return the DOIs of the latest publications that have one, in the default order."""
        return [doi for (doi,) in self.all(sql.LATEST_DOIS, {"limit": limit})]

    def sample(self) -> tuple[int, str, str] | None:
        """Return year, journal and DOI of the latest publication that has one, for examples that work."""
        row: tuple[int, str, str] | None = self.connection.execute(sql.SAMPLE).fetchone()
        return row

    def services(self, selection: Selection = ALL) -> bytes:
        """Return the JSON texts of the services that match, as items of an array."""
        return bytes(self.one(selection.statement(sql.SERVICES), selection.values)[0])

    def schemas(self) -> dict[str, Any]:
        """Return the JSON Schema of each resource by the name of its component; read once per snapshot."""
        return self.snapshot.keep("schemas", lambda: {name: json.loads(text) for name, text in self.all(sql.SCHEMAS)})

    def labels(self, resource: str, field: str, language: str) -> dict[str, str]:
        """Return the labels of a field's listed values in a language, such as those of the categories of services."""
        return dict(self.all(sql.LABELS, {"resource": resource, "field": field, "language": language}))

    def data_version(self) -> str:
        """Return the hash of the sources that the database was built from."""
        return str(self.one(sql.DATA_VERSION)[0])

    def row_counts(self) -> dict[str, int]:
        """Return the number of rows in the tables at this moment."""
        cursor = self.connection.execute(sql.ROW_COUNTS)
        return dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))

    def one(self, statement: str, values: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """Return the single row of a query that always has one."""
        row: tuple[Any, ...] | None = self.connection.execute(statement, values or {}).fetchone()
        if row is None:
            raise sqlite3.DatabaseError("a row that every build writes is missing")
        return row

    def all(self, statement: str, values: Mapping[str, Any] | None = None) -> list[Any]:
        return self.connection.execute(statement, values or {}).fetchall()


def parsed(items: bytes) -> list[dict[str, Any]]:
    """Return the values of JSON texts that are the items of an array."""
    return list(json.loads(b"[%b]" % items))


def outdented(item: str) -> str:
    """Return the JSON text of a list item as that of a separate object. A line break in JSON text is never inside a string."""
    return item.replace(f"\n{INDENTATION}", "\n")


def clamped(value: int) -> int:
    """Return the nearest integer that SQLite can bind. No row holds one beyond 64 bits."""
    return max(-MAX_INTEGER, min(value, MAX_INTEGER))
