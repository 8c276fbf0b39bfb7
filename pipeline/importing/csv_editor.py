"""Edit the owner's CSV of publications cell by cell; every other byte of the file stays as it is."""

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
# RFC 4180: a cell and its end. As in Python's reader, a line feed ends a row together with any carriage returns before it (some
# programs on Windows write two), and so do carriage returns at the end of the file.
CELL = re.compile(r'("[^"]*(?:""[^"]*)*"|[^,\r\n]*)(,|\r*\n|\r*\Z)')
NEEDS_QUOTES = re.compile(r'[,"\r\n]|^\s|\s$')
Span = tuple[int, int]


@dataclass(frozen=True)
class Row:
    """A row that is not empty: its number in a spreadsheet, and its cells by column without surrounding whitespace."""

    number: int
    cells: Mapping[str, str]


@dataclass
class Spans:
    """The positions of a row in the text: of its cells, its start, and its end after the line end."""

    cells: list[Span]
    start: int
    end: int

    @property
    def line_end(self) -> Span:
        return self.cells[-1][1], self.end


@dataclass
class CsvEditor:
    """The text of a list of publications, its rows, and the edits to make."""

    path: Path
    label: str
    text: str
    columns: tuple[str, ...]
    rows: list[Row]
    starts: list[int]  # of all rows, including the header and empty ones
    exists: bool = True
    filled: dict[Span, str] = field(default_factory=dict)
    inserted: list[Mapping[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path, label: str, columns: Columns, report: Report) -> Self | None:
        """Return the editor of a file, or of an empty list if there is no file; None if the report says why it cannot be read."""
        if not path.exists():
            return cls(path, label, ",".join(columns.allowed) + "\n", columns.allowed, [], [0], exists=False)
        if not path.is_file():  # reading a pipe would block
            report.add(Problem(label, "It is not a regular file. Name a CSV file, or one that does not exist yet."))
            return None
        read, before = Report(), path.read_bytes()
        rows = [
            Row(number, dict(zip(columns.allowed, cells, strict=True))) for number, cells in read_csv(path, label, columns, read)
        ]
        if path.read_bytes() != before:
            read.add(Problem(label, "The file was changed while it was read. Repeat the command."))
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
        # Some programs quote every cell except empty ones.
        others = {self.text[start] for start, end in spans if self.text[start:end].strip()}
        self.filled[span] = cell(value, quoted=self.text.startswith('"', span[0]) or others == {'"'})

    def insert(self, cells: Mapping[str, str]) -> None:
        """Add a row before the first older one, after those of its year."""
        self.inserted.append(cells)

    def encoded(self) -> bytes:
        """Return the file with the edits."""
        # At one position, a new row comes before the cell that begins there, and after the cell that ends the file there.
        cells = ((start, 1, end, value) for (start, end), value in self.filled.items())
        rows = ((start, 2 if start == len(self.text) else 0, start, row) for start, row in self.insertions())
        pieces, position = [], 0
        for start, _, end, value in sorted([*cells, *rows], key=lambda edit: edit[:2]):  # stable: rows stay in order
            pieces += [self.text[position:start], value]
            position = end
        return "".join([*pieces, self.text[position:]]).encode()

    def insertions(self) -> Iterator[tuple[int, str]]:
        """Yield the position and text of each new row, the newest first."""
        line_end = self.text[slice(*self.spans(1).line_end)]
        if not line_end.endswith("\n"):  # none, or a lone carriage return, which is valid at the end of the file only
            line_end = "\n"
        end = self.spans(self.rows[-1].number if self.rows else 1).end
        is_open = not self.text.endswith("\n", 0, end)
        # The lowest year so far never rises, so the first older row can be found by bisection.
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
        """Return the positions of a row. They are not kept, because those of all cells need more memory than the list itself."""
        return next(scanned(self.text, self.starts[number - 1]))

    def save(self) -> bool:
        """Write the file atomically if there are edits; return whether it was written.

        Raises:
            OSError: it cannot be written, or another program has changed it; it is unchanged.
        """
        if not self.changed:
            return False
        target = self.path.resolve()  # write the target of a link, not the link
        with temporary_beside(target) as temporary:
            temporary.write_bytes(self.encoded())
            temporary.chmod(target.stat().st_mode & 0o777 if self.exists and target.exists() else MODE)
            sync(temporary)
            if not self.is_current(target):  # as late as possible
                raise OSError(f"{self.label} was changed by another program; repeat the command")
            temporary.replace(target)
            sync(target.parent)
        return True

    def is_current(self, target: Path) -> bool:
        """Return whether the file is as it was read, or still missing."""
        if not self.exists:
            return not target.exists()
        return target.is_file() and target.read_bytes() == self.text.encode()


def scanned(text: str, position: int = 0) -> Iterator[Spans]:
    """Yield the rows of a CSV text from the start of a row; an empty line is a row with one empty cell."""
    if position == 0 and text.startswith(BOM):
        position = 1
    cells: list[Span] = []
    start = position
    while position < len(text) or cells:
        match = CELL.match(text, position)
        if match is None:
            raise ValueError("read_csv accepts CSV only")
        cells.append(match.span(1))
        position = match.end()
        if match[2] != ",":
            yield Spans(cells, start, position)
            cells, start = [], position


def unquoted(written: str) -> str:
    """Return the value of a cell."""
    return written[1:-1].replace('""', '"') if written.startswith('"') else written


def cell(value: str, *, quoted: bool = False) -> str:
    """Return a value as the text of a cell, in quotation marks if it needs them."""
    return '"' + value.replace('"', '""') + '"' if quoted or NEEDS_QUOTES.search(value) else value


def year_of(cells: Mapping[str, str]) -> int | None:
    year = cells.get("year", "")
    # Python refuses to parse numbers of thousands of digits.
    return int(year) if year.isascii() and year.isdigit() and len(year) < 10 else None
