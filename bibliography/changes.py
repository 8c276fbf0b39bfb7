"""What an import does: each record changes the list or is left out, and the plan then edits the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from bibliography.csv_editor import CsvEditor
from bibliography.papers import Conflict
from bibliography.reference import FailedRecord, Location, Reference

Status = Literal["new", "filled", "same", "left out"]


@dataclass(slots=True)
class AnnotatedReference:
    """A record and its notes. ``notices`` are the retractions and corrections that the owner has to know about."""

    reference: Reference
    notes: Sequence[str] = ()
    notices: Sequence[str] = ()

    @property
    def location(self) -> Location:
        return self.reference.location

    @property
    def title(self) -> str:
        return self.reference.cells.get("title", "")

    @property
    def year(self) -> str:
        return self.reference.cells.get("year", "")


@dataclass(slots=True)
class Change(AnnotatedReference):
    """What a record adds to the list, and why.

    Attributes:
        row: the row of the same paper, if the list has one. Then the record adds no row.
        same: the location of another record of the same paper. Then the record adds no row, either.
        reason: what the two share.
        cells: the cells to write: all cells of a new row, or the empty cells that the record fills.
        sources: the origin of each cell, if the record has several.
    """

    row: int | None = None
    same: Location | None = None
    reason: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    conflicts: Sequence[Conflict] = ()

    @property
    def status(self) -> Status:
        if self.row is None and self.same is None:
            return "new"
        return "filled" if self.cells else "same"


@dataclass(slots=True)
class LeftOut(AnnotatedReference):
    """A record that does not go into the list; the first of its ``notes`` says why.

    ``cv_row`` is the row of cv.csv for a record that belongs there.
    """

    cv_row: Mapping[str, str] = field(default_factory=dict)
    status: Status = field(default="left out", init=False)


PlannedRecord = Change | LeftOut | FailedRecord


@dataclass(frozen=True)
class ImportPlan:
    """All records in their order, and the rows that have a notice but no record."""

    records: Sequence[PlannedRecord]
    noticed_rows: Sequence[Change]

    @property
    def changes(self) -> list[Change]:
        return [record for record in self.records if isinstance(record, Change)]

    @property
    def left_out(self) -> list[LeftOut | FailedRecord]:
        return [record for record in self.records if not isinstance(record, Change)]

    @property
    def failed(self) -> list[FailedRecord]:
        return [record for record in self.records if isinstance(record, FailedRecord)]

    @property
    def noticed(self) -> list[Change | LeftOut]:
        """The publications with a retraction or correction that the owner has to know about."""
        records = (record for record in self.records if not isinstance(record, FailedRecord))
        return [*(record for record in records if record.notices), *self.noticed_rows]

    def apply(self, editor: CsvEditor, day: date) -> None:
        """Edit the list. New rows are complete before they are inserted.

        New rows get the day in the column ``added``, except in a first import, because feed readers would announce them all.
        Columns that the list lacks are added.
        """
        rows = {row.number: row for row in editor.rows}
        added_on = {"added": day.isoformat()} if rows else {}
        new = {change.location: {**change.cells, **added_on} for change in self.changes if change.status == "new"}
        needed = {name for cells in (*new.values(), *(change.cells for change in self.changes)) for name in cells}
        editor.add_columns(needed)
        for change in self.changes:
            if change.row is not None:
                for name, value in change.cells.items():
                    editor.fill(rows[change.row], name, value)
            elif change.same and change.cells:
                new[change.same] |= change.cells
        for cells in new.values():
            editor.insert(cells)


def record_as_json(record: PlannedRecord) -> dict[str, Any]:
    """A record for the JSON output, without empty values."""
    every: dict[str, Any] = {
        "status": record.status,
        "file": record.location.file,
        "record": record.location.record,
        "line": record.location.line,
        "title": record.title,
    }
    if isinstance(record, Change):
        every |= {
            "row": record.row,
            "same": str(record.same) if record.same else "",
            "reason": record.reason,
            "cells": record.cells,
            "sources": {name: record.sources[name] for name in record.cells if name in record.sources},
            "conflicts": [{name: value for name, value in vars(conflict).items() if value} for conflict in record.conflicts],
        }
    every["notes"] = [*record.notes]
    if isinstance(record, FailedRecord):
        every["unreadable"] = True
    elif isinstance(record, LeftOut):
        every["cv"] = {name: cell for name, cell in record.cv_row.items() if cell}
    return {key: value for key, value in every.items() if value not in (None, "", {}, [])}


def notices_as_json(record: Change | LeftOut) -> dict[str, Any]:
    row = {"row": record.row} if isinstance(record, Change) and record.row is not None else {}
    where = {"file": record.location.file, "record": record.location.record}
    return {"status": record.status, **where, "title": record.title, **row, "notes": [*record.notices]}
