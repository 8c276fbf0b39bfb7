"""CSV from PubMed, Scopus, Google Scholar, and the list of publications itself, recognized by their columns (case is ignored)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TextIO

from bibliography import identifiers
from bibliography.formats.inputs import InputError
from bibliography.names import Name, read_names, split_joined, to_author_list
from bibliography.record_types import RecordType, record_type_of
from bibliography.reference import FailedRecord, Location, ReadResult, Reference, usable_cells
from bibliography.values import normalize_locator, notes_on_cells, page_range
from db.publication.author import AUTHOR_SEPARATOR, CUT_OFF, is_cut_off
from pipeline.read.table import separator_of
from pipeline.read.text import MAX_CELL_CHARACTERS

Row = Mapping[str, str]
# The columns of each dialect: the list itself, PubMed, Scopus, Google Scholar.
DIALECT_COLUMNS = (
    {"title", "authors", "journal", "year"},
    {"pmid", "title", "authors", "citation", "journal/book", "publication year"},
    {"authors", "title", "year", "source title"},
    {"authors", "title", "publication", "volume", "number", "pages", "year"},
)
# The apostrophes that our export puts before text that a spreadsheet would run as a formula.
MADE_INERT = re.compile(r"""\A'(?=[=+\-@\t\r])|(?<=;)'(?="*[=+\-@\t\r])""")
# Authors that are not in the form of the list: separated by semicolons, or with periods after initials.
OTHER_FORM = re.compile(r";|\b\w\.")
# PubMed's citation: "J Ex Radiol. 2021 Mar;12(3):101-9. doi: ..."; ahead of print, nothing follows the date.
CITATION = re.compile(r";(?P<volume>[^;:()]*)(?:\((?P<issue>[^()]*)\))?(?::(?P<pages>.{0,200}?))?\.(?:\s|$)")
SCOPUS_AUTHOR_ID = re.compile(r"(?:(?<!\s)\s++)?\(\d++\)")
OPEN_QUOTE = "a quotation mark is not closed, or text follows one."
# Google Scholar cuts every list to this many authors without saying so.
SCHOLAR_AUTHORS = 10
MAYBE_CUT = (
    f"Google Scholar's CSV names at most {SCHOLAR_AUTHORS} authors, so lists of {SCHOLAR_AUTHORS} in this file end in et al."
)


def read_list_row(row: Row, location: Location) -> Reference:
    """Read a row of the list. The owner can write authors and DOI in any form."""
    fields = {column: MADE_INERT.sub("", cell) for column, cell in row.items()}
    text = fields["authors"]
    listed = to_author_list(map(Name, text.split(AUTHOR_SEPARATOR)) if has_form_of_list(text) else read_names(text))
    fields["authors"] = listed.text
    fields["doi"] = identifiers.find_doi(doi := fields.get("doi", "")) or doi
    cells, problems = usable_cells(fields)
    return Reference(location, RecordType.ARTICLE, cells, notes=(*listed.notes, *problems, *notes_on_cells(cells)))


def has_form_of_list(text: str) -> bool:
    """Whether commas separate the names: ``Levi R, Heart & Stroke Study Group``, but not ``Levi R, and Dugma Y``."""
    names = text.split(AUTHOR_SEPARATOR)
    return not OTHER_FORM.search(text) and all(split_joined(name) == [name] for name in names)


def read_database_row(row: Row, location: Location) -> Reference:
    """Read a row of PubMed, Scopus or Google Scholar. PubMed has volume and pages only in a citation."""
    cited = CITATION.search(row.get("citation", ""))
    where = cited.groupdict(default="") if cited else row
    return Reference.of(
        location,
        record_type_of(row.get("document type", ""), in_journal=True),
        read_authors(row),
        type_name=first_cell(row, "document type"),
        title=first_cell(row, "title"),
        journal=first_cell(row, "journal/book", "source title", "publication"),
        abbreviation=first_cell(row, "abbreviated source title"),
        year=first_cell(row, "publication year", "year"),
        volume=first_cell(where, "volume"),
        issue=first_cell(where, "issue", "number"),
        pages=page_range(first_cell(where, "page start", "pages"), first_cell(row, "page end"))
        or normalize_locator(first_cell(row, "art. no.")),
        doi=identifiers.find_doi(first_cell(row, "doi")),
        pmid=identifiers.find_pmid(first_cell(row, "pmid", "pubmed id")),
        url=identifiers.find_link([first_cell(row, "link")]),
    )


def first_cell(row: Row, *columns: str) -> str:
    return next((row[column] for column in columns if row.get(column)), "")


def read_authors(row: Row) -> Sequence[Name | str]:
    """PubMed's authors are in their final form; Scopus's have an ID, or commas between abbreviated names (older exports)."""
    text = first_cell(row, "authors")
    if "journal/book" in row:
        return re.split(r"[,;]\s+", text.removesuffix("."))
    if "source title" in row:
        full = SCOPUS_AUTHOR_ID.sub("", first_cell(row, "author full names"))
        text = full or (text if ";" in text else text.replace(",", ";"))
    names = [] if text.startswith("[No author") else [*read_names(text)]
    return [*names, Name(CUT_OFF)] if "publication" in row and len(names) == SCHOLAR_AUTHORS else names


def recognizes(head: str) -> bool:
    first_line = head.partition("\n")[0]
    header = {name.strip().strip('"').lower() for name in first_line.split(separator_of(first_line))}
    return any(header >= columns for columns in DIALECT_COLUMNS)


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    """Yield the records of a file.

    Raises:
        InputError: the header is not CSV.
    """
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    rows = numbered_rows(file)
    _, names = next(rows)
    if names is None:
        raise InputError(f"Its first line is not CSV: {OPEN_QUOTE}")
    header = [column.strip().lower() for column in names]
    reference = read_list_row if "journal" in header else read_database_row
    rows = ((line, row) for line, row in rows if row is None or any(row))
    notes = [MAYBE_CUT] if "publication" in header else []  # once for the file
    for number, (line, row) in enumerate(rows, start=1):
        location = Location(name, number, line)
        if row is None:
            yield FailedRecord(location, f"The row is not CSV: {OPEN_QUOTE}")
        elif len(row) != len(header):
            yield FailedRecord(location, f"The row has {len(row)} cells, but the header has {len(header)}.")
        else:
            record = reference({column: cell.strip() for column, cell in zip(header, row, strict=True)}, location)
            if notes and is_cut_off(record.cells.get("authors", "")):
                record = replace(record, notes=(*record.notes, notes.pop()))
            yield record


def numbered_rows(file: TextIO) -> Iterator[tuple[int, list[str] | None]]:
    """Yield the number of each row's first line and its cells; None if the row is not CSV."""
    first_line = file.readline()
    rows = csv.reader(chain([first_line], file), delimiter=separator_of(first_line), strict=True)
    while True:
        line = rows.line_num + 1
        try:
            yield line, next(rows)
        except csv.Error as error:
            yield line, None
            if "field limit" in str(error):  # where the next row begins is unknown
                return
        except StopIteration:
            return
