"""Edit the owner's CSV of publications cell by cell; every other byte stays as it is, and Excel can read the file afterwards."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from db.atomic import FILE_MODE, flush_to_disk, temporary_beside
from pipeline.read.table import SEPARATORS, Columns, read_csv, separator_of, trim_cells
from pipeline.report import Problem, Report

# Without a byte order mark, Excel reads the file in the encoding of its country, and destroys accents when it saves.
BOM = "\ufeff"
# RFC 4180: a cell and its end. As in Python's reader, a line feed ends a row together with any carriage returns before it (some
# programs on Windows write two), and so do carriage returns at the end of the file.
CELL_AND_END = {
    separator: re.compile(rf'("[^"]*(?:""[^"]*)*"|[^{separator}\r\n]*)({separator}|\r*\n|\r*\Z)') for separator in SEPARATORS
}
NEEDS_QUOTES = frozenset('"\r\n')
# The cells of a row, with their quotation marks, and its line end.
RawRow = tuple[list[str], str]


@dataclass(frozen=True)
class ListRow:
    """A row that is not empty: its number in a spreadsheet, and its cells by column without surrounding whitespace."""

    number: int
    cells: Mapping[str, str]


@dataclass
class CsvEditor:
    """The text of a list of publications, its rows, and the edits to make."""

    path: Path
    text: str
    separator: str
    allowed: tuple[str, ...]  # the columns that the schema defines
    columns: tuple[str, ...]
    rows: list[ListRow]
    exists: bool = True
    filled: dict[tuple[int, str], str] = field(default_factory=dict)  # by row number and column
    inserted: list[Mapping[str, str]] = field(default_factory=list)
    added: list[str] = field(default_factory=list)  # new columns, the last ones

    @classmethod
    def read(cls, path: Path, columns: Columns, report: Report) -> Self | None:
        """Open a file, or an empty list if there is no file. None if it cannot be read; the report says why."""
        if not path.exists():
            return cls(path, ",".join(columns.allowed) + "\n", ",", columns.allowed, columns.allowed, [], exists=False)
        if not path.is_file():  # reading a pipe would block
            report.add(
                Problem(str(path), "file", "This is a folder or a device. Name a CSV file; it is created if it does not exist.")
            )
            return None
        text = path.read_bytes().decode(errors="replace")  # before the rows: saving compares the file with this text
        before = report.errors
        rows = [ListRow(number, dict(zip(columns.allowed, row, strict=True))) for number, row in read_csv(path, columns, report)]
        if report.errors > before:
            return None
        separator = separator_of(text.partition("\n")[0])
        header, _ = next(raw_rows(text, separator))
        names = tuple(trim_cells([*map(unquote, header)], ()))
        return cls(path, text, separator, columns.allowed, names, rows)

    @property
    def changed(self) -> bool:
        return bool(self.filled or self.inserted)

    @property
    def edited(self) -> list[Mapping[str, str]]:
        """The cells of all rows as they will be."""
        rows = {row.number: dict(row.cells) for row in self.rows}
        for (number, column), value in self.filled.items():
            rows[number][column] = value
        return [*rows.values(), *self.inserted]

    def fill(self, row: ListRow, column: str, value: str) -> None:
        """Put a value into an empty cell.

        Raises:
            ValueError: the cell is not empty.
        """
        if row.cells[column] or (row.number, column) in self.filled:
            raise ValueError(f"{self.path}, row {row.number}: the cell {column} is not empty")
        self.filled[row.number, column] = value

    def add_columns(self, needed: Collection[str]) -> None:
        """Add the columns that the list lacks at the end, empty. They are written only together with another edit."""
        new = [name for name in self.allowed if name in needed and name not in self.columns]
        self.columns += (*new,)
        self.added += new

    def insert(self, cells: Mapping[str, str]) -> None:
        """Insert a row after the rows of its year, before the first older one."""
        self.inserted.append(cells)

    def to_bytes(self) -> bytes:
        raw = self.edited_rows()
        years = {row.number: row_year(row.cells) for row in self.rows}
        last, line_end = max(years, default=1), raw[0][1] if raw[0][1].endswith("\n") else "\n"
        new = deque(sorted(self.inserted, key=lambda cells: -(row_year(cells) or 0)))
        pieces = [BOM]
        for number, (cells, end) in enumerate(raw, start=1):
            year = years.get(number)
            while new and year is not None and year < (row_year(new[0]) or 0):
                pieces.append(self.line(new.popleft()) + line_end)
            pieces.append(self.separator.join(cells) + end)
            if number == last:
                has_end = end.endswith("\n")
                pieces += [self.line(cells) + line_end if has_end else line_end + self.line(cells) for cells in new]
                new.clear()
        return "".join(pieces).encode()

    def line(self, cells: Mapping[str, str]) -> str:
        return self.separator.join(format_cell(cells.get(name, ""), self.separator) for name in self.columns)

    def edited_rows(self) -> list[RawRow]:
        """The rows of the file, with the new columns and the filled cells."""
        raw = [*raw_rows(self.text, self.separator)]
        width = len(raw[0][0])
        for cells, _ in raw:
            cells += [""] * len(self.added) if len(cells) == width else []  # an empty line has one cell
        for (number, name), value in ({(1, name): name for name in self.added} | self.filled).items():
            cells, _ = raw[number - 1]
            column = self.columns.index(name)
            # Some programs quote every cell except empty ones.
            is_quoted = cells[column].startswith('"') or {text[0] for text in cells if text.strip()} == {'"'}
            cells[column] = format_cell(value, self.separator, quoted=is_quoted)
        return raw

    def save(self) -> bool:
        """Write the file atomically if there are edits; return whether it was written.

        Raises:
            OSError: the file cannot be written, or another program has changed it. It stays as it is.
        """
        if not self.changed:
            return False
        target = self.path
        with temporary_beside(target) as temporary:
            temporary.write_bytes(self.to_bytes())
            temporary.chmod(target.stat().st_mode & 0o777 if self.exists and target.exists() else FILE_MODE)
            flush_to_disk(temporary)
            now = target.read_bytes() if target.is_file() else None
            if now != (self.text.encode() if self.exists else None):  # as late as possible
                raise OSError(f"{self.path} was changed by another program; repeat the command")
            temporary.replace(target)
            flush_to_disk(target.parent)
        return True


def raw_rows(text: str, separator: str) -> Iterator[RawRow]:
    """Yield the rows of a CSV text with this separator; an empty line is a row with one empty cell."""
    position = len(BOM) if text.startswith(BOM) else 0
    cells: list[str] = []
    while position < len(text) or cells:
        match = CELL_AND_END[separator].match(text, position)
        if match is None:
            raise ValueError("read_csv accepts CSV only")
        cells.append(match[1])
        position = match.end()
        if match[2] != separator:
            yield cells, match[2]
            cells = []


def unquote(text: str) -> str:
    return text[1:-1].replace('""', '"') if text.startswith('"') else text


def format_cell(value: str, separator: str, *, quoted: bool = False) -> str:
    quoted = quoted or value != value.strip() or not {separator, *NEEDS_QUOTES}.isdisjoint(value)
    return '"' + value.replace('"', '""') + '"' if quoted else value


def row_year(cells: Mapping[str, str]) -> int | None:
    year = cells.get("year", "")
    # Python refuses to parse numbers of thousands of digits.
    return int(year) if year.isascii() and year.isdigit() and len(year) < 10 else None
