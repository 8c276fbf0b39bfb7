"""Entries of the owner's ORCID record that the list of the curriculum vitae lacks: they are proposed, never written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from db.text import letters
from pipeline.importing.csv_editor import CsvEditor

Row = Mapping[str, str]


@dataclass(frozen=True)
class Proposal:
    """Entries that a list lacks."""

    editor: CsvEditor
    rows: list[Row]

    def lines(self) -> Iterator[str]:
        """Yield the entries as lines of the file, below its header if there is no file."""
        if not self.editor.exists:
            yield self.editor.text.rstrip("\n")
        yield from map(self.editor.line, self.rows)


def lacking(entries: Iterable[Row], rows: Iterable[Row]) -> list[Row]:
    """Return the entries that no row has. A row is one entry, first that of its title, in any section."""
    proposed, others = [*entries], [*rows]
    for name in ("title", "section"):
        for entry in [*proposed]:
            same = (row for row in others if letters(entry[name]) == letters(row[name]) and is_same(entry, row))
            if row := next(same, None):
                others.remove(row)
                proposed.remove(entry)
    return proposed


def is_same(entry: Row, row: Row) -> bool:
    """Return whether a row may be an entry: the owner may have shortened its organization, completed its start or ended it."""
    organizations = [letters(cells.get("organization", "")) for cells in (entry, row)]
    starts = [cells.get("startDate", "") for cells in (entry, row)]
    return min(organizations, key=len) in max(organizations, key=len) and max(starts, key=len).startswith(min(starts, key=len))
