"""CSV as spreadsheets save it: header and rows, with the row numbers that the spreadsheet shows."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.problems import Problem, Report, SourceError, quote, suggestion
from pipeline.reading.text import read_lines

MOST_BYTES = 1 << 30
MOST_CHARACTERS_IN_A_CELL = 100_000
Cells = list[str]

# What Python's csv reader says, and what to do about it.
ADVICE = {
    "unexpected end of data": 'A double quote (") is opened here and never closed. Close it at the end of the cell.',
    "expected after": 'Text follows the closing double quote of a cell. Write a double quote inside a cell twice ("").',
    "new-line character": "The line ends are those of an old Mac. Save the file as “CSV UTF-8 (comma delimited)”.",
    "field limit": f"A cell is longer than {MOST_CHARACTERS_IN_A_CELL:,} characters. Is a double quote not closed?",
}


@dataclass(frozen=True)
class Columns:
    """The columns a file may have, and those it must have."""

    allowed: tuple[str, ...]
    required: frozenset[str]


def read_csv(path: Path, label: str, columns: Columns, report: Report) -> Iterator[tuple[int, Cells]]:
    """The rows as ``(row number, cells)``; cells stand in the order of ``columns.allowed``, absent columns are empty.

    Cells are trimmed. What is wrong with the file, its header or a row goes to the report; such rows are left out.
    Empty rows, which spreadsheets leave at the end, are passed over.
    """
    rows = sound_rows(path, label, report)
    try:
        first = next(rows, None)
        if first is None:
            return
        header = [name.strip() for name in first[1]]
        if not check_header(header, label, columns, report):
            return
        places = [header.index(name) if name in header else -1 for name in columns.allowed]
        for number, row in rows:
            cells = trimmed(row)
            if not any(cells):
                continue
            if len(row) != len(header):
                report.add(wrong_length(label, number, len(row), len(header)))
                continue
            if cells != row:
                report.extend(stray_blanks(label, number, header, row, cells))
            cells.append("")  # At place -1, where absent columns find it.
            yield number, [cells[place] for place in places]
    except SourceError as error:
        report.add(error.problem)


def sound_rows(path: Path, label: str, report: Report) -> Iterator[tuple[int, Cells]]:
    """The rows of a file, header first, as they stand; a row that is no CSV is reported and passed over."""
    csv.field_size_limit(MOST_CHARACTERS_IN_A_CELL)  # set here, because libraries raise it for the whole process
    faults: list[tuple[int, str]] = []
    # strict: a quotation mark that is never closed must not swallow the rest of the file.
    reader = csv.reader(read_lines(path, label, MOST_BYTES, faults), strict=True)
    number, done = 0, False
    while not done:
        try:
            for row in reader:
                number += 1
                if faults:
                    report.extend(Problem(label, fault, row=number) for _, fault in faults)
                    faults.clear()
                yield number, row
            done = True
        except csv.Error as error:  # The reader goes on with the next row.
            number += 1
            report.add(broken_row(label, number, error))
            done = number == 1  # Without a header nothing can be said of the rows.
    if number == 0:
        yield 1, []


def trimmed(row: Cells) -> Cells:
    """The cells without blanks around them, each on one line."""
    cells = list(map(str.strip, row))
    # All line breaks are blanks, so those that are left stand inside a cell, and one look at all cells finds them.
    if len("".join(cells).splitlines()) > 1:
        cells = [" ".join(cell.splitlines()) for cell in cells]
    return cells


def check_header(header: Cells, label: str, columns: Columns, report: Report) -> bool:
    """Whether every column is known, there once, and none is missing."""
    faults = []
    if not any(header):
        faults.append(f"The first row is empty. It must name the columns: {','.join(columns.allowed)}.")
    elif len(header) == 1 and (other := next((char for char in ";\t|" if char in header[0]), None)):
        named = {";": "semicolons", "\t": "tabs", "|": "bars"}[other]
        faults.append(f"The columns are separated by {named}. Save the file with commas (“CSV UTF-8, comma delimited”).")
    else:
        for name, times in Counter(header).items():
            if name not in columns.allowed:
                faults.append(unknown_column(name, columns.allowed))
            elif times > 1:
                faults.append(f"The column {quote(name)} stands {times} times. Keep one.")
        missing = [name for name in columns.allowed if name in columns.required and name not in header]
        faults += [f"The column {quote(name)} is missing. Add it to the first row." for name in missing]
    report.extend(Problem(label, fault, row=1) for fault in faults)
    return not faults


def unknown_column(name: str, allowed: tuple[str, ...]) -> str:
    """The message for a column that the schema does not know."""
    if not name:
        return "A column has no name. Delete the empty column, or name it."
    return f"The column {quote(name)} is not known. {suggestion(name, allowed, 'The columns')}"


def wrong_length(label: str, row: int, cells: int, width: int) -> Problem:
    """The problem of a row with too few or too many cells."""
    if cells > width:
        remedy = "A cell that holds a comma must stand in double quotes."
    else:
        remedy = "Leave a cell empty by writing nothing between two commas."
    return Problem(label, f"The row has {cells} cells where the header has {width}. {remedy}", row=row)


def stray_blanks(label: str, row: int, header: Cells, cells: Cells, trimmed: Cells) -> Iterator[Problem]:
    """A warning for each cell that was trimmed."""
    for name, cell, kept in zip(header, cells, trimmed, strict=True):
        if cell != kept:
            what = "line break" if len(cell.splitlines()) > 1 else "blank"
            message = f"A stray {what} was taken out; the value is now {quote(kept)}."
            yield Problem(label, message, "warning", row=row, field=name, value=cell)


def broken_row(label: str, row: int, error: csv.Error) -> Problem:
    """The owner's version of what Python's csv reader could not make sense of."""
    text = str(error)
    message = next((advice for words, advice in ADVICE.items() if words in text), f"The row cannot be read as CSV ({text}).")
    return Problem(label, message, row=row)
