"""CSV (RFC 4180) that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from api.formats.format import Format
from db.publication import Publication

# The default columns: the first ten fields, and two that change what a publication is.
DEFAULT_FIELDS = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url", "type", "notice")
# A spreadsheet would run text that begins with one of these characters (OWASP, CSV injection).
# If semicolons separate cells, as in most of Europe, it would also run text after a semicolon, even in quotation marks.
FORMULA_START = re.compile(r"""\A(?=[=+\-@\t\r])|(?<=;)(?="*[=+\-@\t\r])""")


def write_list(publications: Iterable[Publication], fields: Sequence[str] = DEFAULT_FIELDS) -> bytes:
    return write_table(
        fields, ([spreadsheet_cell(publication.document.get(field, "")) for field in fields] for publication in publications)
    )


def write_table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """Write a table in the form of RFC 4180, with CRLF and doubled quotes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode()


def spreadsheet_cell(value: str | int | list[Any]) -> str | int:
    """Put an apostrophe before text that a spreadsheet would run as a formula, and join a list."""
    if isinstance(value, list):
        value = ";".join([item if isinstance(item, str) else csv_name(item) for item in value])
    if isinstance(value, bool):
        return str(value).lower()
    # Most texts begin with a letter or digit and have no semicolon. Searching them, too, would make a download 50% slower.
    if isinstance(value, str) and (";" in value or not value[:1].isalnum()):
        return FORMULA_START.sub("'", value)
    return value


def csv_name(author: Mapping[str, Any]) -> str:
    """Write an author from ``authorList`` in the form of ``authors``: ``Example N``."""
    return " ".join([author[part] for part in ("name", "family", "initials", "suffix") if part in author])


CSV_FORMAT = Format(
    name="csv",
    title="CSV",
    media_type="text/csv; charset=utf-8; header=present",
    file_name="publications.csv",
    write_list=write_list,
    download_id="exportPublications",
    options=frozenset(("fields",)),
)
