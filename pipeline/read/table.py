"""CSV as spreadsheets save it: a header and rows, numbered as the spreadsheet numbers them.

In countries with decimal commas, spreadsheets separate columns with semicolons. The header shows which separator it is.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from db.languages import language_of_version
from db.text import NOT_IN_XML
from pipeline.read.mojibake import find_mojibake
from pipeline.read.text import MAX_CELL_CHARACTERS, UNSEEN, invisible_characters, read_lines, unusable_character
from pipeline.report import Problem, Report, SourceError
from pipeline.wording import quote, suggests, unknown_name

MAX_CSV_BYTES = 1 << 26
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
# Parts of the messages of Python's csv reader, and the messages for the owner.
CSV_ERRORS = {
    "unexpected end of data": 'A double quote (") is opened but never closed. Close it at the end of the cell.',
    "expected after": 'A double quote (") is not closed, or text follows it. Inside a cell, write a double quote twice ("").',
    "new-line character": "The file has the line endings of old Macs. Save the file as “CSV UTF-8 (comma delimited)”.",
    "field limit": f"A cell is longer than {MAX_CELL_CHARACTERS:,} characters. Is a closing double quote missing?",
}
Cells = list[str]


@dataclass(frozen=True)
class Columns:
    """The columns that are allowed, that are required, and that keep line breaks in cells."""

    allowed: tuple[str, ...]
    required: frozenset[str]
    multiline: frozenset[str] = frozenset()


def read_csv(path: Path, columns: Columns, report: Report) -> Iterator[tuple[int, Cells]]:
    """Yield each row's number and its cells, in the order of ``columns.allowed``; absent columns are empty.

    Cells are trimmed and empty rows skipped. Problems with the file, its header and its rows are added to the report;
    rows with an error are left out. The error about a missing column names it as its field.
    """
    lines, file = read_lines(path, MAX_CSV_BYTES), str(path)
    try:
        names = next(lines, "")
        separator = separator_of(names)
        rows = parse_rows(chain([names], lines), separator, file, report)
        first = next(rows, None)
        if first is None:  # it is not CSV
            return
        header = trim_cells(first[1], ())
        report.extend(header_problems(file, header, columns))
        allowed = columns.allowed
        if not set(header) & set(allowed):
            return
        unlisted = {
            index: unknown_name("column", name, allowed)
            for index, name in enumerate(header)
            if name not in allowed and language_of_version(name, allowed)
        }
        positions = [header.index(name) if name in header else -1 for name in columns.allowed]
        multiline = {index for index, name in enumerate(header) if name in columns.multiline or index in unlisted}
        for number, row in rows:
            cells = trim_cells(row, multiline)
            if not any(cells):
                continue
            if len(row) != len(header):
                report.add(Problem(file, "syntax", wrong_length(row, len(header), separator), row=number))
                continue
            for index, cell in enumerate(row):
                if message := find_mojibake(cell):
                    report.add(Problem(file, "encoding", message, row=number, field=header[index], value=cell))
            report.extend(
                Problem(file, "unknown_name", message, row=number, field=header[index], value=cells[index])
                for index, message in unlisted.items()
                if cells[index]
            )
            if cells != row:
                report.extend(trimming_warnings(file, number, header, row, cells))
            cells.append("")  # at position -1, for absent columns
            yield number, [cells[position] for position in positions]
    except SourceError as error:
        report.add(error.problem)


def separator_of(header: str) -> str:
    """The comma, unless the header line has a semicolon or a tab and no comma."""
    return "," if "," in header else next((separator for separator in SEPARATORS if separator in header), ",")


def parse_rows(lines: Iterable[str], separator: str, file: str, report: Report) -> Iterator[tuple[int, Cells]]:
    """Yield the number and cells of each row, the header first; rows that are not CSV are reported and left out."""
    csv.field_size_limit(MAX_CELL_CHARACTERS)  # a setting of the whole process, which libraries can change
    # strict: a quotation mark that is never closed must not swallow the rest of the file.
    reader = csv.reader(lines, delimiter=separator, strict=True)
    for number in count(1):
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:  # the reader continues with the next row
            reason = str(error)
            text = next((text for part, text in CSV_ERRORS.items() if part in reason), f"The row is not valid CSV ({reason}).")
            report.add(Problem(file, "syntax", text, row=number))
            # Without a header, nothing is known about the rows; after an endless cell, nobody knows where they begin.
            if number == 1 or "field limit" in reason:
                return
        else:
            if message := unusable_character("".join(row)):
                report.add(Problem(file, "encoding", message, row=number))
                row = [NOT_IN_XML.sub("", cell) for cell in row]
            yield number, row


def trim_cells(row: Cells, multiline: Collection[int]) -> Cells:
    """Remove invisible characters and surrounding whitespace, and put cells on one line unless they are multiline."""
    if "".join(row).isprintable():  # no line break, and nothing invisible
        return [cell.strip() for cell in row]
    row = [cell if cell.isascii() else UNSEEN.sub("", cell) for cell in row]
    return [cell.strip() if index in multiline else " ".join(cell.splitlines()).strip() for index, cell in enumerate(row)]


def header_problems(file: str, header: Cells, columns: Columns) -> Iterator[Problem]:
    """Yield a problem for each column that is unknown, repeated or missing.

    A version in a language that the site does not list is a problem only if it has a value.
    """
    if not set(header) & set(columns.allowed):
        yield Problem(file, "required", f"The first row must name the columns: {','.join(columns.allowed)}.", row=1)
        return
    missing = [name for name in columns.allowed if name in columns.required and name not in header]
    for name, times in Counter(header).items():
        if not name:
            yield Problem(file, "unknown_name", "A column has no name. Delete the empty column, or name it.", row=1)
        elif name not in columns.allowed and not language_of_version(name, columns.allowed):
            message = unknown_name("column", name, columns.allowed)
            meant = next((each for each in missing if suggests(message, each)), None)
            missing = [each for each in missing if each != meant]
            yield Problem(file, "unknown_name", message, row=1, field=meant)
        elif times > 1:
            yield Problem(file, "repeated_name", f"The column {quote(name)} appears {times} times. Keep one.", row=1)
    for name in missing:
        yield Problem(file, "required", "The column is missing. Add it to the first row.", row=1, field=name)


def wrong_length(row: Cells, expected: int, separator: str) -> str:
    """The message for a row with too few or too many cells. A row with too few can contain unquoted text, too."""
    name, quotes, surplus = SEPARATORS[separator], "in straight double quotes", len(row) - expected
    fixes = [f"For an empty cell, write nothing between two {name}s."] if surplus < 0 else []
    # In a row with too few cells, a space after every separator is a habit.
    if text := split_text(row, surplus if surplus > 0 else len(row) - 2, separator):
        fixes.append(f"{quote(text)} looks like one cell: put all of it {quotes}.")
    elif surplus > 0 and any(cell.strip() for cell in row[expected:]):
        fixes.append(f"Put a cell that has a {name} {quotes}.")
    elif surplus > 0:
        fixes.append(f"If a cell has a {name}, put it {quotes}; if none has, delete the empty columns on the right.")
    if quotes in fixes[-1] and '"' in (text or "".join(row)):
        fixes.append('Leave no space before them, and write a double quote inside the cell twice ("").')
    return f"Expected {expected} cells, as in the header, got {len(row)}. {' '.join(fixes)}"


def split_text(row: Cells, surplus: int, separator: str) -> str:
    """The text that unquoted separators split into at most ``surplus`` more cells; "" if there is none.

    In a text, a space follows a separator. Between cells, it hardly ever does.
    """
    parts = [index for index, cell in enumerate(row) if index and cell.strip() and cell[0] == " "]
    if not parts or len(parts) > surplus:
        return ""
    end = next(index for index in count(parts[0] + 1) if index not in parts)
    return separator.join(row[parts[0] - 1 : end])


def trimming_warnings(file: str, row: int, header: Cells, cells: Cells, trimmed: Cells) -> Iterator[Problem]:
    for name, cell, text in zip(header, cells, trimmed, strict=True):
        if message := invisible_characters(cell):
            yield Problem(file, "invisible", message, "warning", row=row, field=name, value=cell)
        visible = UNSEEN.sub("", cell)
        if visible != text:
            is_only_trimmed = visible.strip() == text
            message = "Removed spaces before or after the text." if is_only_trimmed else "Replaced line breaks with spaces."
            yield Problem(file, "whitespace", message, "warning", row=row, field=name, value=cell)
