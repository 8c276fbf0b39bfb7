"""The proposal of a sync: records for the plan of an import, and what only the owner can decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from db.names import Owner, names
from pipeline.importing.plan import Outcome, Plan
from pipeline.references import identifiers
from pipeline.references.matching import Identity, Publication
from pipeline.references.notices import Register, names_in
from pipeline.references.record_types import TAKEN
from pipeline.references.reference import Reference
from pipeline.syncing.ownership import NotMine
from pipeline.syncing.works import Work

NO_NAME = "Your ORCID iD is on it, but none of your names is among its authors."
NO_ID = "One of your names is among its authors, but your ORCID iD is not on it."
NEITHER = "Neither your ORCID iD nor your name is on it."


@dataclass
class Proposal:
    """What is proposed for works, given the list that a plan is for."""

    plan: Plan
    owner: Owner
    not_mine: NotMine
    register: Register
    references: list[Reference] = field(default_factory=list)  # for the plan
    undecided: list[Outcome] = field(default_factory=list)
    refused: int = 0

    def add(self, work: Work, number: int) -> None:
        """Decide about one work."""
        reference = work.reference(number)
        known = self.plan.library.find(Identity(reference.cells, reference.record_type))
        if known is None and reference.cells in self.not_mine:
            self.refused += 1
        elif known is None and self.is_wanted(reference) and (reason := self.doubt(work)):
            if work.searched:
                notes = [reason, f"Found at {work.services}."]
                self.undecided.append(replace(Outcome.of(reference, "left out", notes), cells={**reference.cells}))
        else:
            if "title" in reference.cells and (known or self.is_wanted(reference)):
                reference = self.with_notice(reference, known)
            if work.searched:
                self.references.append(replace(reference, notes=(*reference.notes, *self.preprint_notes(work))))
            elif known and "notice" in reference.cells:
                # A work that was looked up, but not found by the iD: its other values might be another publication's.
                cells = {name: reference.cells[name] for name in ("doi", "pubmed", "notice") if name in reference.cells}
                self.references.append(replace(reference, cells=cells, notes=()))

    def is_wanted(self, reference: Reference) -> bool:
        """Return whether a record can become a row; of the others the import says why not."""
        return "authors" in reference.cells and (reference.record_type in TAKEN or self.plan.all_types)

    def doubt(self, work: Work) -> str:
        """Return why a work may not be the owner's. Publishers deposit iDs on the wrong author, and people share names."""
        has_name = any(self.owner.among(names(authors)) for authors in work.authors)
        if work.has_id and has_name:
            return ""
        return NO_NAME if work.has_id else NO_ID if has_name else NEITHER

    def with_notice(self, reference: Reference, known: Publication | None) -> Reference:
        """Return the record with its notice, which is also shown to the owner."""
        cells = known.cells if known else {}
        listed = [name for one in (reference.cells, cells) for name in names_in(one)]
        return self.plan.with_notice(reference, known, self.register.about(*dict.fromkeys(listed)))

    def preprint_notes(self, work: Work) -> Iterator[str]:
        """Yield a sentence for each preprint of a work that the list has."""
        own = {identifiers.doi(record.reference.cells.get("doi", "")) for record in work.records}
        for doi in sorted(work.preprints - own):
            if listed := self.plan.library.by_doi.get(doi):
                yield f"{listed.where.capitalize()} is its preprint, doi {doi}."
