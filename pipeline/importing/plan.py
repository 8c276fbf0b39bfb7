"""The plan of an import: each record adds a row, fills empty cells, changes nothing, or is refused with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from pipeline.importing.csv_editor import CsvEditor
from pipeline.messages import quote
from pipeline.progress import counted
from pipeline.references.capitals import with_family_first
from pipeline.references.matching import Group, Identity, Library, Publication, abbreviates, agree, grouped
from pipeline.references.notices import Notices, Register, is_settled, names_in, same_title
from pipeline.references.record_types import TAKEN, RecordType
from pipeline.references.reference import Location, Record, Reference, Unreadable
from pipeline.validation.fields import FieldCheck

Status = Literal["new", "filled", "conflict", "present", "duplicate", "left out", "unusable", "unreadable"]


@dataclass(frozen=True)
class Conflict:
    """A cell in which the owner's list and the export differ; ``source`` is where the other value is from, if it has a name."""

    field: str
    kept: str
    other: str
    source: str = ""


@dataclass
class Outcome:
    """The outcome for one record. ``cells`` are those that are written: all of a new row, or those that were empty."""

    location: Location
    status: Status
    title: str = ""
    year: str = ""
    row: int | None = None
    known: str = ""  # the location of the publication that it matches
    cells: dict[str, str] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, reference: Reference, status: Status, notes: Iterable[str]) -> Self:
        cells = reference.cells
        return cls(reference.location, status, cells.get("title", ""), cells.get("year", ""), notes=[*notes])


class Plan:
    """The changes that the records of exports make to the owner's list. Nothing is written before :meth:`apply`."""

    def __init__(self, editor: CsvEditor, fields: Iterable[FieldCheck], *, all_types: bool = False) -> None:
        self.editor = editor
        self.fields = {check.name: check for check in fields}
        self.required = [name for name, check in self.fields.items() if check.field.required]
        self.all_types = all_types
        self.several_files = False
        self.outcomes: list[Outcome] = []
        self.noticed: list[Outcome] = []  # publications with a notice, which the owner has to know of
        self.incomplete: list[Reference] = []  # records without authors, whose format never has them
        self.read: set[Publication] = set()  # those of the list that a record is about
        self.register = Register.of(())
        self.library = Library()
        for row in editor.rows:
            self.library.add(Identity(row.cells), Publication(dict(row.cells), row, f"row {row.number}"))

    def add(self, files: Sequence[Sequence[Record]]) -> None:
        """Decide about the records of all files: first those that can become rows, then those that can only complete others."""
        references = (record for records in files for record in records if isinstance(record, Reference))
        self.register = Register.of(claim for reference in references for claim in reference.claims)
        groups: list[Group] = []
        order: dict[str, int] = {}
        for records in files:
            wanted = []
            for record in with_family_first(records):
                order.setdefault(record.location.file, len(order))
                if isinstance(record, Unreadable):
                    self.outcomes.append(Outcome(record.location, "unreadable", notes=[record.reason]))
                elif record.record_type in TAKEN or self.all_types:
                    wanted.append(record)
                else:
                    self.outcomes.append(Outcome.of(record, "left out", [self.why_left_out(record), *record.notes]))
            groups += grouped(wanted)
        # A book comes before its chapters, because one of them may get the DOI that they share.
        groups.sort(key=lambda group: (bool(self.missing(group.fullest[1])), group.fullest[1].record_type == RecordType.CHAPTER))
        for group in counted(groups, self.editor.label, "publications"):
            self.decide(group)
        self.add_unread(self.register)
        self.several_files = len(order) > 1
        self.outcomes.sort(key=lambda outcome: (order[outcome.location.file], outcome.location.record))

    def why_left_out(self, record: Reference) -> str:
        """Return the reason, the same for all records of a kind; --all-types imports none that lacks a required value."""
        if lacking := " and no ".join(self.missing(record)):
            kind = f"{record.record_type} with no {lacking}"
            return f"Left out: {kind} (--all-types imports them once the file has these values)."
        return f"Left out: {record.record_type} (--all-types imports them)."

    def missing(self, reference: Reference) -> list[str]:
        return [name for name in self.required if name not in reference.cells]

    def decide(self, group: Group) -> None:
        """Decide about the records of one publication, of which the fullest is used."""
        identity, reference = group.fullest
        for _, other in group.members:
            if other is not reference:
                self.outcomes.append(Outcome.of(other, "duplicate", [f"Duplicate of {reference.location.within}."]))
        known = self.library.find(identity)
        if known or not self.missing(reference):
            reference = self.with_notice(reference, known, self.found(group))
        self.outcomes.append(self.matched(reference, known) if known else self.unmatched(reference, identity))

    def found(self, group: Group) -> Notices | None:
        """Return what the records say about notices on a publication."""
        names = dict.fromkeys(name for identity, _ in group.members for name in names_in(identity.cells))
        stated = next((reference.notice for _, reference in group.members if reference.notice), "")
        return self.register.about(*names) or (Notices(stated, "", ()) if stated else None)

    def with_notice(self, reference: Reference, known: Publication | None, found: Notices | None) -> Reference:
        """Return the record with its notice, which is also shown to the owner."""
        self.read |= {known} if known else set()
        kept = known.cells if known else {}
        if found is None or is_settled(found, kept.get("notice", "")):
            return reference
        written = f"{found.text} ({found.source})" if found.source else found.text
        notes = [*filter(None, (written if found.text else "", *found.others))]
        title = reference.cells.get("title", "")
        is_same = known is None or same_title(kept.get("title", ""), title)
        if not is_same:
            notes.append(f"The title there is {quote(title)}; correct the identifier in the list if it is wrong.")
        outcome = Outcome.of(reference, "present" if known else "new", notes)
        outcome.title = kept.get("title", title)
        outcome.row = known.row.number if known and known.row else None
        self.noticed.append(outcome)
        if not found.text or not is_same:
            return reference
        sources = {**reference.sources, "notice": found.source}
        return replace(reference, cells={**reference.cells, "notice": found.text}, sources=sources)

    def add_unread(self, register: Register) -> None:
        """Show the notices on rows of which no record was read. Without a title to compare, none is written."""
        for known in self.library.publications:
            found = register.about(*names_in(known.cells)) if known.row and known not in self.read else None
            if known.row and found and not is_settled(found, known.cells.get("notice", "")):
                written = "No record to compare it with, so nothing is written: add it to the column notice if it is right."
                notes = [*filter(None, (found.text, *found.others)), written]
                title = known.cells.get("title", "")
                self.noticed.append(Outcome(Location("", 0), "present", title, row=known.row.number, notes=notes))

    def unmatched(self, reference: Reference, identity: Identity) -> Outcome:
        """Return the outcome for a record that is not in the list: a new row, if it has the required values."""
        outcome = Outcome.of(reference, "unusable", reference.notes)
        own = {*names_in(reference.cells)}
        outcome.notes += dict.fromkeys(f"It is a notice about {one.subject}." for one in reference.claims if one.notice in own)
        if lacking := self.missing(reference):
            outcome.notes.append(f"It has no {' and no '.join(lacking)}.")
            if reference.advice and "authors" in lacking:
                self.incomplete.append(reference)
            return outcome
        valid = self.valid_cells(reference.cells, outcome)
        if not set(self.required) <= valid.keys():
            return outcome
        if identity.doi and (other := self.library.by_doi.get(identity.doi)):
            holder = f"{other.where}, {quote(other.cells.get('title', ''))}"
            if reference.record_type != RecordType.CHAPTER:
                outcome.notes.append(f"It has the DOI of {holder}, which is another publication.")
                return outcome
            outcome.notes.append(f"Left out the DOI; it belongs to {holder}.")
            valid.pop("doi", None)
        if identity.title and (alike := self.library.by_title.get(identity.title)) and not alike.contradicts(identity):
            where = alike.where[0].upper() + alike.where[1:]
            outcome.notes.append(f"{where} has the same title, and the year {alike.cells.get('year', '')}.")
        outcome.status, outcome.cells = "new", valid
        entry = Publication(dict(valid), None, str(reference.location), {reference.record_type})
        self.library.add(Identity(valid, reference.record_type), entry)
        return outcome

    def matched(self, reference: Reference, known: Publication) -> Outcome:
        """Return the outcome for a record that is in the list: its values fill empty cells, and change no others."""
        outcome = Outcome.of(reference, "present", reference.notes)
        outcome.row, outcome.known = (known.row.number if known.row else None), known.where
        if known.row is None:
            outcome.notes.append(f"The same publication as {known.where}.")
        for name, value in self.valid_cells(reference.cells, outcome).items():
            kept = known.cells.get(name, "")
            # A DOI that another row has must not appear twice.
            if not kept and (name != "doi" or value not in self.library.by_doi):
                outcome.cells[name] = value
            elif not agree(name, kept, value) and not (known.row is None and name == "journal" and abbreviates(kept, value)):
                outcome.conflicts.append(Conflict(name, kept, value, reference.sources.get(name, "")))
        known.record_types.add(reference.record_type)
        if outcome.cells:
            outcome.status = "filled"
            known.cells |= outcome.cells
            self.library.add(Identity(known.cells, reference.record_type), known)
        elif outcome.conflicts:
            outcome.status = "conflict"
        return outcome

    def valid_cells(self, cells: Mapping[str, str], outcome: Outcome) -> dict[str, str]:
        """Return the cells that are valid and have a column in the file; a note names each of the others."""
        good = {}
        for name, value in cells.items():
            if name not in self.fields:
                continue
            if name == "notice" and name not in self.editor.columns:
                self.editor.add_column(name)
            errors = [finding.message for finding in self.fields[name].verdict(value)[1] if finding.severity == "error"]
            if name not in self.editor.columns:
                outcome.notes.append(f"The list has no column {name} for {quote(value)}.")
            elif errors:
                outcome.notes.append(f"{name}: {errors[0]}")
            else:
                good[name] = value
        return good

    def apply(self) -> None:
        """Make the planned changes in the editor."""
        for known in self.library.publications:
            if known.row is None:
                self.editor.insert(known.cells)
            else:
                for name, value in known.cells.items():
                    if value and not known.row.cells.get(name):
                        self.editor.fill(known.row, name, value)
