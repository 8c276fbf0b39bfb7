"""CSV (RFC 4180) that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from api.formats.format import Format, Publication, enclosed

# The columns of the specification; further fields of the schema are columns only when asked for.
COLUMNS = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")
# A spreadsheet would run text with one of these at its start (OWASP, CSV injection).
# Where semicolons separate cells, as in most of Europe, it would also run what follows one, even in quotation marks.
FORMULA_START = re.compile(r"""\A(?=[=+\-@\t\r])|(?<=;)(?="*[=+\-@\t\r])""")


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
    """Return a value with an apostrophe before what a spreadsheet would take for a formula; booleans as in JSON."""
    if isinstance(value, bool):
        return str(value).lower()
    # Most texts begin with a letter or a digit and have no semicolon: searching them makes a download take half as long again.
    if isinstance(value, str) and (";" in value or not value[:1].isalnum()):
        return FORMULA_START.sub("'", value)
    return value


FORMAT = Format(
    name="csv",
    title="CSV",
    media_type="text/csv; charset=utf-8; header=present",
    file_name="publications.csv",
    document=document,
    export="exportPublications",
    options=frozenset(("fields",)),
)
