"""The joint list of a department: each paper of its people once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from db.publication.key import identifier
from pipeline.list.match import conflicts, group_references
from pipeline.messages import quote
from pipeline.problems import Problem
from pipeline.references.record_types import RecordType
from pipeline.references.reference import Location, Reference
from pipeline.validation.records import CheckedRow

# In these fields the rows of co-authors should agree.
COMPARED = ("title", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "notice")


@dataclass(frozen=True, eq=False)
class OwnRow:
    """A row of someone's list of publications: its record, and its file and number where they are known."""

    slug: str
    record: Mapping[str, Any]
    label: str = ""
    number: int = 0

    @property
    def cells(self) -> dict[str, str]:
        return {name: str(value) for name, value in self.record.items() if isinstance(value, str | int)}


@dataclass
class OwnRows:
    """A cross-file check that only collects the rows of a list of publications."""

    slug: str
    rows: list[OwnRow] = field(default_factory=list)

    def observe(self, row: CheckedRow) -> None:
        if row.source.name == "publications" and row.is_valid:
            self.rows.append(OwnRow(self.slug, row.record, row.source.label, row.number))

    def warnings(self) -> Iterator[Problem]:
        yield from ()


def group_rows(rows: Iterable[OwnRow]) -> list[list[OwnRow]]:
    """Group the rows of one paper, the fullest row first."""
    rows = [*rows]
    groups = group_references(
        Reference(Location(row.slug, number), RecordType.ARTICLE, row.cells) for number, row in enumerate(rows, start=1)
    )
    by_row = ([rows[reference.location.record - 1] for reference in group] for group in groups)
    return [sorted(group, key=lambda row: -len(row.record)) for group in by_row]


def joint_records(rows: Iterable[OwnRow]) -> Iterator[dict[str, Any]]:
    """Yield each paper as its fullest row, with the people who have it: first the one to whose page of it the list leads."""
    dois = set[str]()
    for group in group_rows(rows):
        record = {name: value for name, value in group[0].record.items() if name not in ("key", "featured")}
        if record.get("doi", "").lower() in dois:  # someone has it by mistake
            del record["doi"]
        dois.add(record.get("doi", "").lower() or "-")
        pages: dict[str, str] = {}
        for row in group:
            pages.setdefault(row.slug, identifier(row.record))
        yield record | {"people": [{"slug": slug, "identifier": name} for slug, name in pages.items()]}


def differences(rows: Iterable[OwnRow]) -> Iterator[Problem]:
    """Yield a warning for each cell in which co-authors' rows of one paper differ."""
    for fullest, *others in group_rows(rows):
        for row in others:
            cells = {name: row.cells[name] for name in COMPARED if name in row.cells}
            for conflict in conflicts(fullest.cells, cells) if row.slug != fullest.slug else ():
                other = f"{quote(conflict.kept)} in {fullest.label}, row {fullest.number}"
                message = f"{quote(conflict.other)} here, {other}, of the same paper. Correct the wrong one."
                yield Problem(
                    row.label, "co_author", message, "warning", row=row.number, field=conflict.field, value=conflict.other
                )
