"""All SQL of the API. The statements are constants; a filter adds a fixed fragment, a value is always a parameter.

Rows carry their JSON as the pipeline rendered it (column ``json``), so a new optional field needs no new SQL. SQLite joins
the rows of a list to one text, and counts in the same query: each row and each query that comes over is a chance for other
threads to take the interpreter, and to get it back costs more than the query does.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from api.version import Matching, Version
from pipeline.layout import INDENTATION

LARGEST_INTEGER = 2**63 - 1
# Up to so many publications of the journals that were asked for, it may pay to find them all and sort them.
MOST_TO_SORT = 20_000
# How many searches by journal are remembered.
MOST_SEARCHES = 100

DOCUMENTS = {
    "profile": "select json from profile",
    "clinic": "select json from clinic",
    "research": "select json from research",
    "site": "select json from site",
}

# The number of rows, their JSON texts as the items of an array that stands in an object, and how many there are in all. The
# texts come as bytes, which is what goes out: as text they would be decoded only to be encoded again.
ITEMS = """
select
    count(*),
    cast(coalesce(group_concat(json, ',\n    '), '') as blob),
    {total}
from ({rows})
"""

PAGE_OF_PUBLICATIONS = """
select publications.json
from (
    select publications.id
    from {source}
    {where}
    order by publications.year desc, publications.id
    limit :limit offset :offset
) as page
cross join publications on publications.id = page.id
"""

PUBLICATION_FILTERS = {
    "year": "publications.year = :year",
    "journal": r"exists (select 1 from journals where id = publications.journal_id and folded like :journal escape '\')",
}
# Two ways to the publications of some journals. Where they are many, SQLite walks all publications in the order of the
# list and leaves out the others, until the page is full. Where they are few, that walk would be long: it goes from
# the journals to their publications and sorts these. It cannot know which of the two it is; here it is known.
ALL_PUBLICATIONS = "publications"
PUBLICATIONS_OF_JOURNALS = "json_each(:journals) as wanted cross join publications on publications.journal_id = wanted.value"

MATCHING_JOURNALS = r"""
select json_group_array(id), coalesce(sum(publications), 0), (select publications from build)
from journals
where folded like :journal escape '\'
"""

# How many publications there are in all: where the build or an earlier search has counted them, they are not counted again.
TOTALS = {
    (): "(select publications from build)",
    ("year",): "coalesce((select publications from years where year = :year), 0)",
    ("journal",): ":publications",
    ("year", "journal"): "(select count(*) from {source} {where})",
}

PUBLICATION_BY_DOI = """
select json
from publications
where doi = :doi
"""

DOWNLOAD = """
select rowid, sha256, length(body)
from exports
where name = :name
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
    """What one request reads; the connection is open on the file of that version of the data."""

    def __init__(self, connection: sqlite3.Connection, version: Version) -> None:
        self.connection = connection
        self.version = version

    def document(self, name: str) -> str:
        """The JSON text of ``profile``, ``clinic``, ``research`` or ``site``."""
        return outdented(self.one(DOCUMENTS[name])[0])

    def site(self) -> dict[str, Any]:
        """The owner's words on the site: base_url, name, description, license, attribution."""
        return dict(json.loads(self.document("site")))

    def publications(self, filters: Mapping[str, Any], limit: int, offset: int) -> tuple[int, bytes, int]:
        """One page of publications: how many it has, their JSON texts as items of an array, and how many there are in all.

        Args:
            filters: any of ``year`` (integer of any size) and ``journal`` (a LIKE pattern from :func:`containing`).
            limit: most rows to return.
            offset: rows to leave out first, of any size.
        """
        values = {name: clamped(value) for name, value in filters.items()}
        values |= {"limit": limit, "offset": clamped(offset)}
        names = tuple(name for name in PUBLICATION_FILTERS if name in filters)
        few = False
        if "journal" in filters:
            matching = self.matching(filters["journal"])
            values["publications"] = matching.publications
            if few := matching.few(limit + offset):
                values["journals"] = matching.journals
        number, items, total = self.one(page_statement(names, few), values)
        return number, items, total

    def matching(self, journal: str) -> Matching:
        """The journals whose names fit a LIKE pattern; looked up once for all pages of a search."""
        known = self.version.matching
        if (found := known.get(journal)) is None:
            journals, publications, of_all = self.one(MATCHING_JOURNALS, {"journal": journal})
            found = Matching(journals if publications <= MOST_TO_SORT else "", publications, of_all)
            if len(known) >= MOST_SEARCHES:
                known.clear()
            known[journal] = found
        return found

    def publication(self, doi: str) -> str | None:
        """The JSON text of the publication with this bare DOI, whatever its case."""
        row = self.connection.execute(PUBLICATION_BY_DOI, {"doi": doi}).fetchone()
        return None if row is None else outdented(row[0])

    def sample(self) -> tuple[int, str, str] | None:
        """Year, journal and DOI of the newest publication that has one, for examples that work."""
        row: tuple[int, str, str] | None = self.connection.execute(SAMPLE).fetchone()
        return row

    def services(self, filters: Mapping[str, str]) -> bytes:
        """The JSON texts of the services that fit ``category`` and ``tag``, as items of an array."""
        joins = "".join(fragment for name, fragment in SERVICE_JOINS.items() if name in filters)
        rows = SERVICES.format(joins=joins, where=where_clause(SERVICE_FILTERS, filters))
        return bytes(self.one(ITEMS.format(rows=rows, total="count(*)"), filters)[1])

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

    def download(self, name: str) -> tuple[int, str, int]:
        """A file that the build made ready: its row in ``exports``, the SHA-256 of its bytes, and how many they are."""
        row, sha256, size = self.one(DOWNLOAD, {"name": name})
        return row, sha256, size

    def one(self, statement: str, values: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """The single row of a query that always has one."""
        row: tuple[Any, ...] | None = self.connection.execute(statement, values or {}).fetchone()
        if row is None:
            raise sqlite3.DatabaseError("a row that every build writes is missing")
        return row


@cache
def page_statement(names: tuple[str, ...], few: bool) -> str:
    """The query for a page of publications and their total.

    Args:
        names: the filters that are set, in the order of ``PUBLICATION_FILTERS``.
        few: whether it starts from the journals.
    """
    source = PUBLICATIONS_OF_JOURNALS if few else ALL_PUBLICATIONS
    where = where_clause(PUBLICATION_FILTERS, [name for name in names if not (few and name == "journal")])
    rows, total = (part.format(source=source, where=where) for part in (PAGE_OF_PUBLICATIONS, TOTALS[names]))
    return ITEMS.format(rows=rows, total=total)


def where_clause(fragments: Mapping[str, str], filters: Collection[str]) -> str:
    """The WHERE clause of the filters that are set."""
    wanted = [fragment for name, fragment in fragments.items() if name in filters]
    return f"where {' and '.join(wanted)}" if wanted else ""


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
