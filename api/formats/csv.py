"""CSV (RFC 4180) that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from api.formats.format import Format, Publication, enclosed

# The columns of the specification; further fields of the schema are columns only when asked for.
COLUMNS = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")
# A spreadsheet would run text with one of these at its start (OWASP, CSV injection).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class Echo:
    """A file that returns what is written: ``csv.writer`` passes the line on to its caller."""

    def write(self, line: str) -> str:
        return line


def document(publications: Iterable[Publication], fields: Sequence[str] = COLUMNS) -> Iterator[str]:
    """Return the header row, then a row for each publication."""
    write: Any = csv.writer(Echo(), lineterminator="\r\n").writerow
    rows = (write([cell(publication.get(field, "")) for field in fields]) for publication in publications)
    return enclosed(rows, head=write(fields))


def cell(value: str | int) -> str | int:
    """Return a value with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


FORMAT = Format(
    name="csv",
    title="CSV",
    media_type="text/csv; charset=utf-8; header=present",
    file_name="publications.csv",
    document=document,
    export="exportPublications",
    options=frozenset(("fields",)),
)
