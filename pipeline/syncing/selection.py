"""Which works are the owner's: those go to the decision that imports share, and what only the owner can decide does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from db.names import Owner, names
from pipeline.importing.outcome import Outcome
from pipeline.references import extract
from pipeline.references.matching import Entry, Group, Identity, Library
from pipeline.references.record_types import TAKEN
from pipeline.references.reference import Reference
from pipeline.syncing.ownership import NotMine
from pipeline.syncing.works import Work

NO_NAME = "Your ORCID iD is on it, but none of your names is among its authors."
NO_ID = "One of your names is among its authors, but your ORCID iD is not on it."
NEITHER = "Neither your ORCID iD nor your name is on it."
# A work that was looked up, but not found by the iD, might be another publication's: it fills no other cells.
LOOKED_UP = ("doi", "pubmed", "notice")


@dataclass
class Selection:
    """The works that are the owner's, those for the owner to decide, and the number of those that the owner has refused."""

    groups: list[Group] = field(default_factory=list)
    undecided: list[Outcome] = field(default_factory=list)
    refused: int = 0


def select(works: Iterable[Work], rows: Mapping[int, Mapping[str, str]], owner: Owner, not_mine: NotMine) -> Selection:
    """Select works. Those that the list has need no decision of the owner."""
    selection, library = Selection(), Library(Entry(dict(cells), number) for number, cells in rows.items())
    for number, work in enumerate(works, start=1):
        reference = work.reference(number)
        is_listed = library.find(Identity.of(reference.cells, reference.record_type)) is not None
        if not work.searched:
            selection.groups.append(Group.of(reference, fills=LOOKED_UP))
        elif not is_listed and reference.cells in not_mine:
            selection.refused += 1
        elif not is_listed and is_wanted(reference) and (reason := doubt(work, owner)):
            undecided = Outcome.of(reference, "left out", [reason, f"Found at {work.services}."])
            undecided.cells = {**reference.cells}
            selection.undecided.append(undecided)
        else:
            notes = (*reference.notes, *preprint_notes(work, library))
            selection.groups.append(Group.of(replace(reference, notes=notes)))
    return selection


def is_wanted(reference: Reference) -> bool:
    """Return whether a record can become a row; of the others the decision says why not."""
    return "authors" in reference.cells and reference.record_type in TAKEN


def doubt(work: Work, owner: Owner) -> str:
    """Return why a work may not be the owner's. Publishers deposit iDs on the wrong author, and people share names."""
    has_name = any(owner.among(names(authors)) for authors in work.authors)
    if work.has_id and has_name:
        return ""
    return NO_NAME if work.has_id else NO_ID if has_name else NEITHER


def preprint_notes(work: Work, library: Library) -> Iterator[str]:
    """Yield a sentence for each preprint of a work that the list has."""
    own = {extract.doi(record.reference.cells.get("doi", "")) for record in work.records}
    for doi in sorted(work.preprints - own):
        if entry := library.by_number.get(("doi", doi)):
            yield f"{entry.where.capitalize()} is its preprint, doi {doi}."
