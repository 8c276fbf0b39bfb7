"""The owner's CSV of publications, edited cell by cell: whatever is not changed stays byte for byte as it was."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Self

from pipeline.loading.publish import MODE, sync, temporary_beside
from pipeline.problems import Problem, Report
from pipeline.reading.csv import Columns, read_csv

BOM = "\ufeff"
# RFC 4180: a cell, and what ends it. As in Python's reader a line feed ends a row, with any carriage returns before it (some
# programs on Windows write two), and so do those at the very end of the file.
CELL = re.compile(r'("[^"]*(?:""[^"]*)*"|[^,\r\n]*)(,|\r*\n|\r*\Z)')
NEEDS_QUOTES = re.compile(r'[,"\r\n]|^\s|\s$')
Span = tuple[int, int]


@dataclass(frozen=True)
class Row:
    """A row with content: its number in a spreadsheet, and its cells by column, trimmed; empty ones are ""."""

    number: int
    cells: Mapping[str, str]


@dataclass
class Spans:
    """Where a row stands in the text: its cells, and its end after the line end."""

    cells: list[Span]
    start: int
    end: int

    @property
    def line_end(self) -> Span:
        return self.cells[-1][1], self.end


@dataclass
class CsvEditor:
    """The rows of a list of publications as text, and the edits that are to be made."""

    path: Path
    label: str
    text: str
    columns: tuple[str, ...]
    rows: list[Row]
    starts: list[int]  # of all rows, the header and empty ones among them
    exists: bool = True
    filled: dict[Span, str] = field(default_factory=dict)
    inserted: list[Mapping[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path, label: str, columns: Columns, report: Report) -> Self | None:
        """The list in a file, an empty one for a file that is not there; None, and the report says why, if it cannot be read."""
        if not path.exists():
            return cls(path, label, ",".join(columns.allowed) + "\n", columns.allowed, [], [0], exists=False)
        if not path.is_file():  # A pipe would be waited for without end.
            report.add(Problem(label, "It is no regular file. Name a CSV file, or one that is not there yet."))
            return None
        read, before = Report(), path.read_bytes()
        rows = [
            Row(number, dict(zip(columns.allowed, cells, strict=True))) for number, cells in read_csv(path, label, columns, read)
        ]
        if path.read_bytes() != before:
            read.add(Problem(label, "Somebody else changed the file while it was read. Give the command again."))
        report.extend(read)
        if read.errors:
            return None
        text = before.decode("utf-8")
        starts = [row.start for row in scanned(text)]
        header = [unquoted(text[start:end]).strip() for start, end in next(scanned(text)).cells]
        return cls(path, label, text, tuple(header), rows, starts)

    @property
    def changed(self) -> bool:
        return bool(self.filled or self.inserted)

    def fill(self, row: Row, column: str, value: str) -> None:
        """Put a value into an empty cell.

        Raises:
            ValueError: the cell is not empty.
        """
        spans = self.spans(row.number).cells
        span = spans[self.columns.index(column)]
        if unquoted(self.text[slice(*span)]).strip() or span in self.filled:
            raise ValueError(f"{self.label}, row {row.number}: the cell {column} is not empty")
        # Some programs quote every cell but the empty ones.
        others = {self.text[start] for start, end in spans if self.text[start:end].strip()}
        self.filled[span] = cell(value, quoted=self.text.startswith('"', span[0]) or others == {'"'})

    def insert(self, cells: Mapping[str, str]) -> None:
        """Add a row: before the first that is older, after those of its year."""
        self.inserted.append(cells)

    def encoded(self) -> bytes:
        """The file as it would be."""
        # At one place a new row stands before the cell that begins there, and after the cell that ends the file there.
        cells = ((start, 1, end, value) for (start, end), value in self.filled.items())
        rows = ((start, 2 if start == len(self.text) else 0, start, row) for start, row in self.insertions())
        pieces, place = [], 0
        for start, _, end, value in sorted([*cells, *rows], key=lambda edit: edit[:2]):  # stable: rows stay in order
            pieces += [self.text[place:start], value]
            place = end
        return "".join([*pieces, self.text[place:]]).encode()

    def insertions(self) -> Iterator[tuple[int, str]]:
        """Each new row with the place where it goes, the newest first."""
        line_end = self.text[slice(*self.spans(1).line_end)]
        if not line_end.endswith("\n"):  # there is none, or a lone carriage return, which ends the last row only
            line_end = "\n"
        end = self.spans(self.rows[-1].number if self.rows else 1).end
        is_open = not self.text.endswith("\n", 0, end)
        # The lowest year so far never rises, so the first row that is older is found by halving.
        dated = [(year, self.starts[row.number - 1]) for row in self.rows if (year := year_of(row.cells)) is not None]
        lowest = [-year for year in accumulate((year for year, _ in dated), min)]
        for row in sorted(self.inserted, key=lambda row: -(year_of(row) or 0)):
            written = ",".join(cell(row.get(name, "")) for name in self.columns)
            older = bisect_right(lowest, -(year_of(row) or 0))
            if older < len(dated):
                yield dated[older][1], written + line_end
            else:
                yield end, line_end + written if is_open else written + line_end

    def spans(self, number: int) -> Spans:
        """Where a row stands, looked up anew: keeping it for all cells would take more room than the list itself."""
        return next(scanned(self.text, self.starts[number - 1]))

    def save(self) -> bool:
        """Write the file in one step if there is anything to write; whether there was.

        Raises:
            OSError: it cannot be written, or somebody else has written it meanwhile; it is as it was.
        """
        if not self.changed:
            return False
        target = self.path.resolve()  # through a link, to the file that it stands for
        with temporary_beside(target) as temporary:
            temporary.write_bytes(self.encoded())
            temporary.chmod(target.stat().st_mode & 0o777 if self.exists and target.exists() else MODE)
            sync(temporary)
            if not self.is_current(target):  # looked at as late as can be
                raise OSError(f"{self.label} was changed by somebody else meanwhile; give the command again")
            temporary.replace(target)
            sync(target.parent)
        return True

    def is_current(self, target: Path) -> bool:
        """Whether the file is as it was read, or still not there."""
        if not self.exists:
            return not target.exists()
        return target.is_file() and target.read_bytes() == self.text.encode()


def scanned(text: str, place: int = 0) -> Iterator[Spans]:
    """The rows of a CSV text from the place where one begins; an empty line is a row of one empty cell."""
    if place == 0 and text.startswith(BOM):
        place = 1
    cells: list[Span] = []
    start = place
    while place < len(text) or cells:
        match = CELL.match(text, place)
        if match is None:
            raise ValueError("read_csv takes no text that is not CSV")
        cells.append(match.span(1))
        place = match.end()
        if match[2] != ",":
            yield Spans(cells, start, place)
            cells, start = [], place


def unquoted(written: str) -> str:
    """The value of a cell as it is written."""
    return written[1:-1].replace('""', '"') if written.startswith('"') else written


def cell(value: str, *, quoted: bool = False) -> str:
    """A value as a cell is written: in quotation marks where it needs them, or where they stood before."""
    return '"' + value.replace('"', '""') + '"' if quoted or NEEDS_QUOTES.search(value) else value


def year_of(cells: Mapping[str, str]) -> int | None:
    year = cells.get("year", "")
    # No longer than any that is meant: Python refuses to read numbers of thousands of digits.
    return int(year) if year.isascii() and year.isdigit() and len(year) < 10 else None
