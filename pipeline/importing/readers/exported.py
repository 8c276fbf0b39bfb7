"""CSV with the columns of the list of publications: what the API's export.csv gives, or another such list."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import TextIO

from pipeline.importing.record_types import RecordType
from pipeline.importing.reference import Location, Record, Reference, Unreadable, cells_of
from pipeline.reading.csv import MOST_CHARACTERS_IN_A_CELL

REQUIRED = frozenset({"title", "authors", "journal", "year"})
NOT_CSV = "The row is no CSV: a quotation mark is not closed, or text follows one."
# The apostrophe that the export puts before what a spreadsheet would run as a formula.
MADE_INERT = re.compile(r"\A'(?=[=+\-@\t\r])")


def is_header(line: str) -> bool:
    """Whether a line names the columns of a list of publications."""
    return {name.strip().strip('"') for name in line.split(",")} >= REQUIRED


def read(file: TextIO, name: str) -> Iterator[Record]:
    """The rows of a CSV. Its cells are in their final form already and are taken as they are."""
    csv.field_size_limit(MOST_CHARACTERS_IN_A_CELL)
    rows = csv.reader(file, strict=True)
    number, header = 0, list[str]()
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error:
            number += 1
            yield Unreadable(Location(name, number, line), NOT_CSV)
            if not header:
                return
            continue
        if row is None:
            return
        if not header or not any(row):
            header = header or [column.strip() for column in row]
            continue
        number += 1
        location = Location(name, number, line)
        if len(row) != len(header):
            yield Unreadable(location, f"The row has {len(row)} cells where the header has {len(header)}.")
        else:
            cells = {column: MADE_INERT.sub("", cell.strip(), count=1) for column, cell in zip(header, row, strict=True)}
            yield Reference(location, RecordType.ARTICLE, cells_of(**cells))
