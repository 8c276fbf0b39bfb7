"""What requests read from the database: the statements of ``queries``, with values, on one connection."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from api import queries
from api.queries import Selection
from api.version import Matching, Version, pays_to_sort
from pipeline.layout import INDENTATION

LARGEST_INTEGER = 2**63 - 1
# Up to so many publications of the journals that were asked for, it may pay to find them all and sort them.
MOST_TO_SORT = 20_000
# How many searches are remembered, with their journals and totals.
MOST_SEARCHES = 100
# Orders that are not those of the list, read from either end.
SORTED_ORDERS = ("title", "journal")

Filters = Mapping[str, Any]


class Store:
    """What one request reads; the connection is open on the file of that version of the data."""

    def __init__(self, connection: sqlite3.Connection, version: Version) -> None:
        self.connection = connection
        self.version = version

    def document(self, name: str) -> str:
        """The JSON text of ``profile``, ``clinic``, ``research`` or ``site``."""
        return outdented(self.one(queries.DOCUMENTS[name])[0])

    def site(self) -> dict[str, Any]:
        """The owner's words on the site: base_url, name, description, license, attribution."""
        return dict(json.loads(self.document("site")))

    def publications(self, filters: Filters, limit: int, offset: int, sort: str = "-year") -> tuple[int, bytes, int]:
        """One page of publications: how many it has, their JSON texts as items of an array, and how many there are in all.

        Args:
            filters: values by the names of ``queries.PUBLICATION_FILTERS``: years as integers of any size, ``journal`` as a LIKE
                pattern (:func:`containing`), ``author`` and ``q`` as expressions of FTS5 (``api.words``), ``has_doi`` as 0 or 1.
            limit: most rows to return.
            offset: rows to leave out first, of any size.
            sort: a key of ``queries.ORDERS``.
        """
        selection, values = self.selection(filters, limit + offset)
        total = self.known_total(selection, filters)
        sorts_few = False
        if sort in SORTED_ORDERS and filters:
            total = self.total(filters) if total is None else total
            sorts_few = pays_to_sort(total, limit + offset, self.one(f"select {queries.TOTAL_OF_ALL}")[0])
        values |= {"limit": limit, "offset": clamped(offset), "total": total}
        statement = queries.page_statement(selection, sort, sorts_few=sorts_few, total_known=total is not None)
        number, items, found = self.one(statement, values)
        self.remember_total(filters, found)
        return number, items, found

    def total(self, filters: Filters) -> int:
        """How many publications there are that fit."""
        selection, values = self.selection(filters, 0)
        total = self.known_total(selection, filters)
        if total is None:
            total = int(self.one(queries.total_statement(selection), values)[0])
            self.remember_total(filters, total)
        return total

    def facets(self, filters: Filters, limit: int) -> dict[str, list[tuple[Any, int]]]:
        """By the name of the facet, its values with the number of publications that fit.

        Years come the latest first, and all of them; at most ``limit`` journals and authors, the most frequent first.
        """
        selection, values = self.selection(filters, LARGEST_INTEGER)
        values["limit"] = limit
        return {
            facet: self.connection.execute(queries.facet_statement(selection, facet), values).fetchall()
            for facet in queries.FACETS
        }

    def selection(self, filters: Filters, rows: int) -> tuple[Selection, dict[str, Any]]:
        """How to ask for the publications that fit, when the first ``rows`` of them are wanted, and the parameters for it."""
        values = {name: clamped(value) for name, value in filters.items()}
        few = False
        if "journal" in filters:
            matching = self.matching(filters["journal"])
            if few := matching.few(rows):
                values["journals"] = matching.journals
        return Selection(tuple(name for name in queries.PUBLICATION_FILTERS if name in filters), few), values

    def known_total(self, selection: Selection, filters: Filters) -> int | None:
        """How many publications fit, where that was counted before."""
        if selection.filters == ("journal",):
            return self.matching(filters["journal"]).publications
        return self.version.totals.get(tuple(filters.items()))

    def remember_total(self, filters: Filters, total: int) -> None:
        known = self.version.totals
        if len(known) >= MOST_SEARCHES:
            known.clear()
        known[tuple(filters.items())] = total

    def matching(self, journal: str) -> Matching:
        """The journals whose names fit a LIKE pattern; looked up once for all pages of a search."""
        known = self.version.matching
        if (found := known.get(journal)) is None:
            journals, publications, of_all = self.one(queries.MATCHING_JOURNALS, {"journal": journal})
            found = Matching(journals if publications <= MOST_TO_SORT else "", publications, of_all)
            if len(known) >= MOST_SEARCHES:
                known.clear()
            known[journal] = found
        return found

    def publication(self, doi: str) -> str | None:
        """The JSON text of the publication with this bare DOI, whatever its case."""
        row = self.connection.execute(queries.PUBLICATION_BY_DOI, {"doi": doi}).fetchone()
        return None if row is None else outdented(row[0])

    def sample(self) -> tuple[int, str, str] | None:
        """Year, journal and DOI of the newest publication that has one, for examples that work."""
        row: tuple[int, str, str] | None = self.connection.execute(queries.SAMPLE).fetchone()
        return row

    def services(self, filters: Mapping[str, str]) -> bytes:
        """The JSON texts of the services that fit ``category`` and ``tag``, as items of an array."""
        return bytes(self.one(queries.services_statement(tuple(filters)), filters)[1])

    def schemas(self) -> dict[str, Any]:
        """The JSON Schema of each resource by the name of its component."""
        return {name: json.loads(schema) for name, schema in self.connection.execute(queries.SCHEMAS)}

    def data_version(self) -> str:
        """The hash of the sources that the database was built from."""
        return str(self.one(queries.DATA_VERSION)[0])

    def row_counts(self) -> dict[str, int]:
        """How many rows the tables hold at this moment."""
        cursor = self.connection.execute(queries.ROW_COUNTS)
        return dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))

    def download(self, name: str) -> tuple[int, str, int]:
        """A file that the build made ready: its row in ``exports``, the SHA-256 of its bytes, and how many they are."""
        row, sha256, size = self.one(queries.DOWNLOAD, {"name": name})
        return row, sha256, size

    def one(self, statement: str, values: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """The single row of a query that always has one."""
        row: tuple[Any, ...] | None = self.connection.execute(statement, values or {}).fetchone()
        if row is None:
            raise sqlite3.DatabaseError("a row that every build writes is missing")
        return row


def outdented(item: str) -> str:
    """The JSON text of an object that stands alone; a line break in JSON text is never inside a string."""
    return item.replace(f"\n{INDENTATION}", "\n")


def containing(text: str) -> str:
    r"""The LIKE pattern for a literal substring; ``%``, ``_`` and ``\`` stand for themselves.

    LIKE stops reading a pattern at a NUL and would then match too much. U+FFFD takes its place: the pipeline lets
    neither into the data, so the pattern rightly matches nothing.
    """
    escaped = text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_").replace("\0", "\ufffd")
    return f"%{escaped}%"


def clamped(value: Any) -> Any:
    """A number that SQLite can bind: beyond 64 bits, the nearest that it can, which no row holds either."""
    return max(-LARGEST_INTEGER, min(value, LARGEST_INTEGER)) if isinstance(value, int) else value
