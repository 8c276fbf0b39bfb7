"""CSV after RFC 4180, safe to open in a spreadsheet; the first row names the columns.

A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from api.formats.format import FIELDS, Format, Publication

FORMULAS = ("=", "+", "-", "@", "\t", "\r")


class Handed:
    """A file of which every line is handed back to who writes it: ``csv.writer`` returns what ``write`` does."""

    def write(self, line: str) -> str:
        return line


class Table(Format):
    """The format that has columns."""

    def document(self, publications: Iterable[Publication]) -> Iterator[str]:
        """The row of names, then a row for each publication."""
        write: Any = csv.writer(Handed(), lineterminator="\r\n").writerow
        yield write(self.fields)
        for publication in publications:
            yield write(cells(publication, self.fields))
        yield self.tail


def row(publication: Publication) -> str:
    """The row of one publication, with all columns."""
    write: Any = csv.writer(Handed(), lineterminator="\r\n").writerow
    return str(write(cells(publication, FIELDS)))


def cells(publication: Publication, fields: Sequence[str]) -> list[str | int]:
    """The values of a row; nothing for what is not known."""
    values = [publication.get(field, "") for field in fields]
    return [f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value for value in values]


FORMAT = Table(
    name="csv",
    media_type="text/csv; charset=utf-8; header=present",
    file_name="publications.csv",
    item=row,
    head=",".join(FIELDS) + "\r\n",
)
