"""What requests read from the database: the statements of ``queries``, with values, on one connection."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from api.data import sql as queries
from api.data.snapshot import Matching, Snapshot, pays_to_sort
from api.data.sql import JOURNALS, LISTING, ONLY_WORDS, SORTED_JOURNALS, WORDS, Selection, Source
from db.layout import INDENTATION

LARGEST_INTEGER = 2**63 - 1
# How many searches are remembered, with their journals and totals.
MOST_SEARCHES = 100
# The numbers of the journals of a search are remembered up to this many characters.
LONGEST_LIST = 1 << 16
# Orders that are not those of the list, read from either end.
SORTED_ORDERS = ("title", "journal")

Filters = Mapping[str, Any]


class Store:
    """What one request reads; the connection is open on the file of that version of the data."""

    def __init__(self, connection: sqlite3.Connection, snapshot: Snapshot) -> None:
        self.connection = connection
        self.snapshot = snapshot

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
                pattern (:func:`containing`), ``author`` and ``q`` as FTS queries (``api.data.fts``),
                ``has_doi`` as 0 or 1.
            limit: most rows to return.
            offset: rows to leave out first, of any size.
            sort: a key of ``queries.ORDERS``.
        """
        selection = Selection(set_filters(filters), self.source(filters, limit + offset, sort))
        total = self.known_total(filters)
        sorts_few = False
        if sort in SORTED_ORDERS and filters and selection.source is LISTING:
            total = self.total(filters) if total is None else total
            sorts_few = pays_to_sort(total, limit + offset, self.one(f"select {queries.TOTAL_OF_ALL}")[0])
        counted = None if total is not None else self.counted(filters)
        values = self.values(filters) | {"limit": limit, "offset": clamped(offset), "total": total}
        number, items, found = self.one(queries.page_statement(selection, sort, counted, sorts_few=sorts_few), values)
        if total is None:
            self.remember_total(filters, found)
        return number, items, found

    def total(self, filters: Filters) -> int:
        """How many publications there are that fit."""
        total = self.known_total(filters)
        if total is None:
            total = int(self.one(queries.total_statement(self.counted(filters)), self.values(filters))[0])
            self.remember_total(filters, total)
        return total

    def facets(
        self, filters: Filters, limit: int, wanted: Collection[str] = tuple(queries.FACETS)
    ) -> dict[str, list[tuple[Any, int]]]:
        """By the name of each wanted facet, its values with the number of publications that fit.

        Years come the latest first, and all of them; at most ``limit`` journals and authors, the most frequent first.
        """
        selection, values = self.all_of(filters), self.values(filters) | {"limit": limit}
        return {facet: self.connection.execute(queries.facet_statement(selection, facet), values).fetchall() for facet in wanted}

    def source(self, filters: Filters, rows: int, sort: str) -> Source:
        """Where to look for publications of which the first ``rows`` are wanted, in an order."""
        if any(name in filters for name in queries.WORD_FILTERS):
            return WORDS
        if "journal" in filters and sort == "journal":
            return SORTED_JOURNALS
        return JOURNALS if "journal" in filters and self.matching(filters["journal"]).few(rows) else LISTING

    def all_of(self, filters: Filters) -> Selection:
        """Where to look for all publications that fit: not in the list, if words or journals say which they are."""
        if any(name in filters for name in queries.WORD_FILTERS):
            source = WORDS
        else:
            source = JOURNALS if "journal" in filters and self.matching(filters["journal"]).journals else LISTING
        return Selection(set_filters(filters), source)

    def counted(self, filters: Filters) -> Selection:
        """Where to count the publications that fit."""
        selection = self.all_of(filters)
        if selection.source is WORDS and not {"journal", "has_doi"} & set(filters):
            return replace(selection, source=ONLY_WORDS)
        return selection

    def values(self, filters: Filters) -> dict[str, Any]:
        """The parameters of the statements about publications."""
        values = {name: clamped(value) for name, value in filters.items()}
        if "journal" in filters:
            values["journals"] = self.matching(filters["journal"]).journals
        return values

    def known_total(self, filters: Filters) -> int | None:
        """How many publications fit, where that was counted before."""
        if len(filters) == 1 and "journal" in filters:
            return self.matching(filters["journal"]).publications
        return self.snapshot.totals.get(tuple(filters.items()))

    def remember_total(self, filters: Filters, total: int) -> None:
        known = self.snapshot.totals
        if len(known) >= MOST_SEARCHES:
            known.clear()
        known[tuple(filters.items())] = total

    def matching(self, journal: str) -> Matching:
        """The journals whose names fit a LIKE pattern; looked up once for all pages of a search."""
        known = self.snapshot.matching
        if (found := known.get(journal)) is None:
            journals, publications, of_all = self.one(queries.MATCHING_JOURNALS, {"journal": journal})
            found = Matching(journals if len(journals) <= LONGEST_LIST else "", publications, of_all)
            if len(known) >= MOST_SEARCHES:
                known.clear()
            known[journal] = found
        return found

    def publication(self, doi: str) -> str | None:
        """The JSON text of the publication with this bare DOI, whatever its case."""
        row = self.connection.execute(queries.PUBLICATION_BY_DOI, {"doi": doi}).fetchone()
        return None if row is None else outdented(row[0])

    def dois(self, limit: int) -> list[str]:
        """The DOIs of the newest publications that have one, in the order of the list."""
        return str(self.one(queries.DOIS, {"limit": limit})[0]).split()

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


def set_filters(filters: Filters) -> tuple[str, ...]:
    """The names of the filters that are set, in one order for all."""
    return tuple(name for name in queries.PUBLICATION_FILTERS if name in filters)


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
