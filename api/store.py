"""All SQL of the API. The statements are constants; a filter adds a fixed fragment, a value is always a parameter.

Rows carry their JSON as the pipeline rendered it (column ``json``), so a new optional field needs no new SQL.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

LARGEST_INTEGER = 2**63 - 1

DOCUMENTS = {
    "profile": "select json from profile",
    "clinic": "select json from clinic",
    "research": "select json from research",
    "site": "select json from site",
}

PUBLICATIONS = """
select json
from publications
{where}
order by year desc, id
limit :limit offset :offset
"""

PUBLICATIONS_COUNT = """
select count(*)
from publications
{where}
"""

PUBLICATION_FILTERS = {
    "year": "year = :year",
    "journal": r"journal_folded like :journal escape '\'",
}

PUBLICATION_BY_DOI = """
select json
from publications
where doi = :doi
"""

PUBLICATIONS_AS_TABLE = """
select title, authors, journal, year, volume, issue, pages, doi, pubmed, url
from publications
order by year desc, id
"""

SAMPLE = """
select year, journal, doi
from publications
where doi is not null
order by year desc, id
limit 1
"""

SERVICES = """
select services.json
from services
{joins}
{where}
order by services.id
"""

SERVICE_JOINS = {
    "tag": """
join service_tags as tagged
    on tagged.service_id = services.id and tagged.tag = :tag
""",
    "category": """
left join service_tags as categorised
    on categorised.service_id = services.id and categorised.tag = :category
""",
}

SERVICE_FILTERS = {
    "category": "(services.category = :category or categorised.tag is not null)",
}

SCHEMAS = """
select name, schema
from schemas
order by rowid
"""

DATA_VERSION = """
select sources_sha256
from build
"""

ROW_COUNTS = """
select
    (select count(*) from publications) as publications,
    (select count(*) from services) as services,
    (select count(*) from service_tags) as service_tags
"""


class Store:
    """What one request reads; the connection stands for one version of the data."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def document(self, name: str) -> str:
        """The JSON text of ``profile``, ``clinic``, ``research`` or ``site``."""
        return str(self.one(DOCUMENTS[name])[0])

    def site(self) -> dict[str, Any]:
        """The owner's words on the site: base_url, name, description, license, attribution."""
        return dict(json.loads(self.document("site")))

    def publications(self, filters: Mapping[str, Any], limit: int, offset: int) -> tuple[list[str], int]:
        """The JSON texts of one page of publications, and how many there are in all.

        Args:
            filters: any of ``year`` (integer of any size) and ``journal`` (a LIKE pattern from :func:`containing`).
            limit: most rows to return.
            offset: rows to leave out first, of any size.
        """
        where = conditions(PUBLICATION_FILTERS, filters)
        values = {name: clamped(value) for name, value in filters.items()}
        rows = self.connection.execute(PUBLICATIONS.format(where=where), {**values, "limit": limit, "offset": clamped(offset)})
        texts = [row[0] for row in rows]
        return texts, int(self.one(PUBLICATIONS_COUNT.format(where=where), values)[0])

    def publication(self, doi: str) -> str | None:
        """The JSON text of the publication with this bare DOI, whatever its case."""
        row = self.connection.execute(PUBLICATION_BY_DOI, {"doi": doi}).fetchone()
        return None if row is None else str(row[0])

    def publications_as_table(self) -> Iterator[tuple[Any, ...]]:
        """The names of the columns of the CSV export, then all publications."""
        cursor = self.connection.execute(PUBLICATIONS_AS_TABLE)
        yield tuple(column[0] for column in cursor.description)
        yield from cursor

    def sample(self) -> tuple[int, str, str] | None:
        """Year, journal and DOI of the newest publication that has one, for examples that work."""
        row: tuple[int, str, str] | None = self.connection.execute(SAMPLE).fetchone()
        return row

    def services(self, filters: Mapping[str, str]) -> list[str]:
        """The JSON texts of the services that fit ``category`` and ``tag``."""
        joins = "".join(fragment for name, fragment in SERVICE_JOINS.items() if name in filters)
        statement = SERVICES.format(joins=joins, where=conditions(SERVICE_FILTERS, filters))
        return [row[0] for row in self.connection.execute(statement, filters)]

    def schemas(self) -> dict[str, Any]:
        """The JSON Schema of each resource by the name of its component."""
        return {name: json.loads(schema) for name, schema in self.connection.execute(SCHEMAS)}

    def data_version(self) -> str:
        """The hash of the sources that the database was built from."""
        return str(self.one(DATA_VERSION)[0])

    def row_counts(self) -> dict[str, int]:
        """How many rows the tables hold at this moment."""
        cursor = self.connection.execute(ROW_COUNTS)
        return dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))

    def one(self, statement: str, values: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """The single row of a query that always has one."""
        row: tuple[Any, ...] | None = self.connection.execute(statement, values or {}).fetchone()
        if row is None:
            raise sqlite3.DatabaseError("a row that every build writes is missing")
        return row


def conditions(fragments: Mapping[str, str], filters: Mapping[str, Any]) -> str:
    """The WHERE clause of the filters that are set."""
    wanted = [fragment for name, fragment in fragments.items() if name in filters]
    return f"where {' and '.join(wanted)}" if wanted else ""


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
