"""The owner's CSV of publications, edited cell by cell: whatever is not changed stays byte for byte as it was."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Self

from pipeline.build import MODE, sync, temporary_beside
from pipeline.csvfile import Columns, read_csv
from pipeline.problems import Report

BOM = "\ufeff"
# RFC 4180: a cell, and what ends it. The pipeline takes line ends of Windows and Unix only.
CELL = re.compile(r'("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\n|\Z)')
NEEDS_QUOTES = re.compile(r'[,"\r\n]|^\s|\s$')
Span = tuple[int, int]


@dataclass(frozen=True)
class SheetRow:
    """A row with content: its number in a spreadsheet, and its cells by column, trimmed; empty ones are ""."""

    number: int
    cells: Mapping[str, str]


@dataclass
class Spans:
    """Where a row stands in the text: its cells, and its end after the line end."""

    cells: list[Span]
    start: int
    end: int


@dataclass
class Sheet:
    """The rows of a list of publications as text, and the edits that are to be made."""

    path: Path
    label: str
    text: str
    columns: tuple[str, ...]
    rows: list[SheetRow]
    spans: list[Spans]
    filled: dict[Span, str] = field(default_factory=dict)
    inserted: list[Mapping[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path, label: str, columns: Columns, report: Report) -> Self | None:
        """The list in a file, an empty one for a file that is not there; None, and the report says why, if it cannot be read."""
        if not path.exists():
            return cls(
                path, label, ",".join(columns.allowed) + "\n", columns.allowed, [], [*scanned(",".join(columns.allowed) + "\n")]
            )
        read = Report()
        rows = [
            SheetRow(number, dict(zip(columns.allowed, cells, strict=True)))
            for number, cells in read_csv(path, label, columns, read)
        ]
        report.extend(read)
        if read.errors:
            return None
        text = path.read_bytes().decode("utf-8")
        spans = [*scanned(text)]
        header = [unquoted(text[start:end]).strip().removeprefix(BOM) for start, end in spans[0].cells]
        return cls(path, label, text, tuple(header), rows, spans)

    @property
    def changed(self) -> bool:
        return bool(self.filled or self.inserted)

    def fill(self, row: SheetRow, column: str, value: str) -> None:
        """Put a value into an empty cell.

        Raises:
            ValueError: the cell is not empty.
        """
        span = self.spans[row.number - 1].cells[self.columns.index(column)]
        if unquoted(self.text[slice(*span)]).strip() or span in self.filled:
            raise ValueError(f"{self.label}, row {row.number}: the cell {column} is not empty")
        quoted = self.text.startswith('"', span[0])
        self.filled[span] = cell(value, quoted=quoted)

    def insert(self, cells: Mapping[str, str]) -> None:
        """Add a row: before the first that is older, after those of its year."""
        self.inserted.append(cells)

    def encoded(self) -> bytes:
        """The file as it would be."""
        edits = [*((start, end, value) for (start, end), value in self.filled.items()), *self.insertions()]
        pieces, place = [], 0
        for start, end, value in sorted(edits, key=lambda edit: edit[:2]):  # stable: rows at one place stay in order
            pieces += [self.text[place:start], value]
            place = end
        return "".join([*pieces, self.text[place:]]).encode()

    def insertions(self) -> Iterator[tuple[int, int, str]]:
        """Each new row with the place where it goes, the newest first."""
        line_end = self.text[self.spans[0].cells[-1][1] : self.spans[0].end] or "\n"
        last = self.spans[self.rows[-1].number - 1 if self.rows else 0]
        is_open = self.text[last.end - 1 : last.end] not in ("\n", "\r")
        # The lowest year so far never rises, so the first row that is older is found by halving.
        dated = [(year_of(row.cells), self.spans[row.number - 1].start) for row in self.rows if year_of(row.cells) is not None]
        lowest = [-year for year in accumulate((year for year, _ in dated if year is not None), min)]
        for row in sorted(self.inserted, key=lambda row: -(year_of(row) or 0)):
            written = ",".join(cell(row.get(name, "")) for name in self.columns)
            older = bisect_right(lowest, -(year_of(row) or 0))
            if older < len(dated):
                yield dated[older][1], dated[older][1], written + line_end
            else:
                yield last.end, last.end, line_end + written if is_open else written + line_end

    def save(self) -> bool:
        """Write the file in one step if there is anything to write; whether there was.

        Raises:
            OSError: it cannot be written, or somebody else has written it meanwhile; it is as it was.
        """
        if not self.changed:
            return False
        target = self.path.resolve()
        if target.exists() and target.read_bytes() != self.text.encode():
            raise OSError(f"{self.label} was changed by somebody else meanwhile. Give the command again.")
        with temporary_beside(target) as temporary:
            temporary.write_bytes(self.encoded())
            temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else MODE)
            sync(temporary)
            temporary.replace(target)
            sync(target.parent)
        return True


def scanned(text: str) -> Iterator[Spans]:
    """The rows of a CSV text; an empty line is a row of one empty cell."""
    place = 1 if text.startswith(BOM) else 0
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
    return int(year) if year.isascii() and year.isdigit() else None
