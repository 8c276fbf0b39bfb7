"""Outcomes: what happens to each record, and the edits of the list that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, Self

from bibliography.csv_editor import CsvEditor
from bibliography.papers import Conflict
from bibliography.reference import Location, Reference

Status = Literal["new", "filled", "same", "left out"]


@dataclass(slots=True)
class PlannedChange:
    """The outcome for one record.

    ``cells`` are those that are written: all of a new row, or those that were empty; ``sources`` name the origin of each if a
    record has several. The same paper is a row of the list, or
    the record at ``same``; the ``reason`` is what they share. The first of the ``notes`` on a record that is left out says why.
    ``notices`` are the retractions and corrections of which the owner has to know, ``entry`` is the row of cv.csv for what
    belongs there.
    """

    location: Location
    status: Status
    title: str = ""
    year: str = ""
    row: int | None = None
    same: Location | None = None
    reason: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    unreadable: bool = False
    entry: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, reference: Reference, status: Status, notes: Iterable[str] = (), **others: Any) -> Self:
        title, year = (reference.cells.get(name, "") for name in ("title", "year"))
        return cls(reference.location, status, title, year, notes=[*notes], **others)

    def as_json(self) -> dict[str, Any]:
        """Keys without a value are left out."""
        every = {
            "status": self.status,
            "file": self.location.file,
            "record": self.location.record,
            "line": self.location.line,
            "title": self.title,
            "row": self.row,
            "same": str(self.same) if self.same else "",
            "reason": self.reason,
            "cells": self.cells,
            "sources": {name: self.sources[name] for name in self.cells if name in self.sources},
            "conflicts": [{name: value for name, value in vars(conflict).items() if value} for conflict in self.conflicts],
            "notes": self.notes,
            "unreadable": self.unreadable or None,
            "cv": {name: cell for name, cell in self.entry.items() if cell},
        }
        return {key: value for key, value in every.items() if value not in (None, "", {}, [])}

    def notice_as_json(self) -> dict[str, Any]:
        title = {"status": self.status, "file": self.location.file, "record": self.location.record, "title": self.title}
        return title | ({"row": self.row} if self.row is not None else {}) | {"notes": self.notices}


@dataclass(frozen=True)
class Outcomes:
    """The outcome of each record, and the rows with a notice but without a record."""

    records: list[PlannedChange]
    others: list[PlannedChange]

    @property
    def noticed(self) -> list[PlannedChange]:
        """The publications with a retraction or correction that the owner has to know about."""
        return [*(outcome for outcome in self.records if outcome.notices), *self.others]


def apply(outcomes: Iterable[PlannedChange], editor: CsvEditor, day: date) -> None:
    """Make the edits that outcomes call for. Records that complete a new row do so before it is inserted.

    A new row has the day in the column ``added``. The rows of a first import have none, because feed readers would announce them
    all. A list that lacks a column for a value gets it.
    """
    outcomes = list(outcomes)
    rows = {row.number: row for row in editor.rows}
    added_on = {"added": day.isoformat()} if rows else {}
    new = {outcome.location: outcome.cells | added_on for outcome in outcomes if outcome.status == "new"}
    needed = {name for cells in (*new.values(), *(outcome.cells for outcome in outcomes)) for name in cells}
    for name in editor.allowed:
        if name in needed.difference(editor.columns):
            editor.add_column(name)
    for outcome in outcomes:
        if outcome.status == "filled" and outcome.row is not None:
            for name, value in outcome.cells.items():
                editor.fill(rows[outcome.row], name, value)
        elif outcome.status == "filled" and outcome.same:
            new[outcome.same] |= outcome.cells
    for cells in new.values():
        editor.insert(cells)
