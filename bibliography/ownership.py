"""Select the works that are the owner's, and leave the doubtful ones to the owner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from bibliography import identifiers, notices
from bibliography.changes import LeftOut
from bibliography.csv_editor import ListRow
from bibliography.gathering import Gathering
from bibliography.not_mine import NotMine
from bibliography.notices import ClaimIndex
from bibliography.papers import PaperList, match
from bibliography.plan import Group
from bibliography.record_types import PUBLISHABLE_TYPES, RecordType
from bibliography.reference import Reference
from bibliography.works import Work
from db.publication.owner import Owner
from pipeline.wording import quote

NO_NAME = "Your ORCID iD is on it, but none of your names is among its authors."
# Why a work might not belong to the owner, by where the owner's ORCID iD is, and by whether one of the owner's names is among
# the authors. Publishers deposit iDs for the wrong author, and people share names.
BELONGS_TO_OWNER = {
    ("the owner's name", True): "",
    ("the ORCID record", True): "",
    ("the ORCID record", False): NO_NAME,
    ("another author", True): "Your ORCID iD is on another author, {}.",
    ("another author", False): NO_NAME,
    ("nowhere", True): "One of your names is among its authors, but your ORCID iD is not on it.",
    ("nowhere", False): "Neither your ORCID iD nor your name is on it.",
}
# A work that was looked up, but not found by the iD, could be another publication, so it fills only these cells.
SAFE_TO_FILL = frozenset(("doi", "pubmed", "notice", "abbreviation"))
LOOKED_UP_BY = {"", "doi"}


def parse_identifiers(arguments: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield a cell for each DOI or PubMed ID in the arguments. make passes several as one argument.

    Raises:
        ValueError: a text is neither.
    """
    for text in (word.strip(",") for argument in arguments for word in argument.split()):
        if doi := identifiers.find_doi(text):
            yield {"doi": doi}
        elif pmid := identifiers.find_pmid(text):
            yield {"pubmed": pmid}
        elif text:
            raise ValueError(text)


@dataclass
class SelectedWorks:
    """The owner's works, the works for the owner to decide, and the number of works that the owner has refused."""

    groups: list[Group] = field(default_factory=list)
    undecided: list[LeftOut] = field(default_factory=list)
    refused: int = 0


def select_own_works(
    gathering: Gathering, rows: Iterable[ListRow], owner: Owner, not_mine: NotMine, claimed: Collection[str]
) -> SelectedWorks:
    """Select the owner's works. Works that the list has, or that the owner has claimed by identifier, need no decision."""
    selection, listed = SelectedWorks(), PaperList({row.number: row.cells for row in rows})
    for number, work in enumerate(gathering.works, start=1):
        reference = work.merge(number)
        decision = match(reference, listed)
        # A mistaken identifier belongs to another publication, and the list can have that one.
        is_listed = (listed.by_key.get(reference.identity.title) if work.mistake else decision.paper) is not None
        is_certain = not work.identifiers.isdisjoint(claimed)
        is_notice = is_notice_on_another(work, reference, gathering.claim_index)
        if not is_certain and (work.found_by <= LOOKED_UP_BY or (is_listed and "orcid" not in work.found_by)):
            selection.groups.append(Group([reference], SAFE_TO_FILL))
        elif not is_listed and not is_certain and reference.cells in not_mine:
            selection.refused += 1
        elif work.mistake and is_listed:
            continue
        elif (
            not (is_listed or is_certain or is_notice)
            and may_be_row(work, reference)
            and (reason := reason_to_doubt(work, owner))
        ):
            selection.undecided.append(LeftOut(reference, [reason, f"Found at {work.registries}."]))
        else:
            record_type = reference.record_type
            if is_notice:  # a notice never becomes a row
                record_type = RecordType.ARTICLE if is_listed else RecordType.NOTICE
            notes = (*reference.notes, *preprint_notes(work, listed))
            selection.groups.append(Group([replace(reference, record_type=record_type, notes=notes)]))
    return selection


def may_be_row(work: Work, reference: Reference) -> bool:
    """Whether a work could become a row. If it could not, the import says why."""
    return reference.record_type in PUBLISHABLE_TYPES and ("authors" in reference.cells or bool(work.mistake))


def is_notice_on_another(work: Work, reference: Reference, claim_index: ClaimIndex) -> bool:
    """Whether a work is a retraction, a correction or an expression of concern, by its type, a claim or its title."""
    is_typed = reference.record_type == RecordType.NOTICE
    return is_typed or claim_index.is_notice(work.identifiers) or notices.is_title_of_notice(reference.cells.get("title", ""))


def reason_to_doubt(work: Work, owner: Owner) -> str:
    names = work.authors_with_orcid
    is_on_owner = any(owner.positions_in([name]) for name in names)
    where = (
        "the owner's name" if is_on_owner else "another author" if names else "the ORCID record" if work.on_record else "nowhere"
    )
    has_name = is_on_owner or any(owner.positions_in(authors) for authors in work.authors)
    return work.mistake or BELONGS_TO_OWNER[where, has_name].format(*map(quote, names))


def preprint_notes(work: Work, listed: PaperList) -> Iterator[str]:
    """Yield a note for each row that is the work's preprint, because the owner may want to replace it."""
    own = {identifiers.find_doi(record.cells.get("doi", "")) for record in work.records}
    for doi in sorted(work.preprints - own):
        if paper := listed.by_key.get(("doi", doi)):
            yield f"{paper.where.capitalize()} is its preprint, doi {doi}."
