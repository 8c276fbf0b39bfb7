"""Deciding what becomes of references: each is a new row, fills empty cells, is the same paper as a row, or is left out.

Nothing is written here; :func:`pipeline.importing.outcome.apply` does that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from db.identifiers import doi_url
from pipeline.importing.csv_editor import ListRow
from pipeline.importing.outcome import Conflict, Outcome, Outcomes
from pipeline.messages import quote
from pipeline.references.claims import Notices, Register, is_settled, names_in
from pipeline.references.comparison import agree
from pipeline.references.matching import Group, Identity, ListedPaper, grouped, library
from pipeline.references.record_types import IN_CV, LISTED
from pipeline.references.reference import Location, Record, Reference, Unreadable
from pipeline.validation.fields import FieldCheck

# A spreadsheet runs a formula (OWASP, "CSV Injection"). Control and direction characters show another text than there is.
UNSAFE = re.compile("^[=+@\t]|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LABELS = {"doi": "DOI", "pubmed": "PubMed ID"}
NOT_COMPARED = "No record to compare it with, so nothing is written: add it to the column notice if it is right."


@dataclass(frozen=True)
class Listing:
    """The owner's list: its rows, and the checks of all fields that a list may have."""

    label: str
    rows: Sequence[ListRow]
    checks: Mapping[str, FieldCheck]

    def missing(self, cells: Mapping[str, str]) -> list[str]:
        """Return the required fields without a value in ``cells``."""
        return [name for name, check in self.checks.items() if check.field.required and name not in cells]


def decide_files(listing: Listing, files: Iterable[Iterable[Record]]) -> Outcomes:
    """Return the outcomes of all records of files, in their order."""
    unreadable, groups, order = list[Outcome](), list[Group](), dict[Location, int]()
    for records in files:
        wanted = []
        for record in records:
            order[record.location] = len(order)
            if isinstance(record, Unreadable):
                unreadable.append(Outcome(record.location, "left out", notes=[record.reason], unreadable=True))
            elif record.record_type in LISTED:
                wanted.append(record)
            else:
                groups.append(Group.of(record))
        groups += grouped(wanted)
    register = Register.of(claim for group in groups for reference in group.references for claim in reference.claims)
    outcomes = decide(listing, groups, register)
    return Outcomes(sorted([*outcomes.records, *unreadable], key=lambda outcome: order[outcome.location]), outcomes.others)


def decide(listing: Listing, groups: Iterable[Group], register: Register) -> Outcomes:
    """Return the outcomes of the references in groups of the same paper."""
    # Those that can become rows come before those that can only complete others.
    groups = sorted(groups, key=lambda group: bool(listing.missing(group.fullest.cells)))
    decision = Decision(listing, register)
    outcomes = [outcome for group in groups for outcome in decision.decide(group)]
    return Outcomes(outcomes, [*notices_on_others(listing, groups, outcomes, register)])


class Decision:
    """The list as it will be, to which each decision adds."""

    def __init__(self, listing: Listing, register: Register) -> None:
        self.listing = listing
        self.register = register
        self.library = library({row.number: row.cells for row in listing.rows})

    def decide(self, group: Group) -> Iterator[Outcome]:
        """Yield the outcomes of the references of one paper. The fullest one is used."""
        reference = group.fullest
        for other in group.references:
            if other is not reference:
                yield Outcome.of(other, "same", same=reference.location)
        if reference.record_type not in LISTED:
            notes = [f"Left out: {reference.record_type}.", *reference.notes]
            yield Outcome.of(reference, "left out", notes, entry=cv_entry(reference))
            return
        identity = Identity.of(reference.cells, reference.record_type)
        entry = self.library.find(identity)
        if entry is None and group.fills:
            return
        outcome = Outcome.of(reference, "same", reference.notes)
        cells, sources = dict(reference.cells), dict(reference.sources)
        notices = self.unsettled_notices(group, entry) if entry or not self.listing.missing(cells) else None
        outcome.notices = notices.sentences if notices else []
        if notices and entry and not entry.identity.continues(identity):
            outcome.notices.append(wrong_identifier(outcome.title))
        elif notices and notices.text:
            cells["notice"], sources["notice"] = notices.text, notices.source
        left_out = self.leave_out_claimed(identity, entry, outcome, cells)
        valid = self.valid_cells(cells, outcome)
        if entry is None:
            self.add(reference, identity, valid, outcome, left_out)
        else:
            wanted = {name: valid[name] for name in valid if name in (group.fills or valid)}
            if not agree("journal", entry.cells.get("journal", ""), valid.get("journal", "")):
                wanted.pop("abbreviation", None)
            self.fill(entry, wanted, sources, outcome)
            entry.fill(outcome.cells, left_out)
            self.library.add(entry.identity, entry)
        if outcome.notices or not group.fills:
            yield outcome

    def unsettled_notices(self, group: Group, entry: ListedPaper | None) -> Notices | None:
        """Return the notices on a paper, unless the list has them already."""
        every = [reference.cells for reference in group.references] + ([entry.cells] if entry else [])
        notices = self.register.about(*dict.fromkeys(name for cells in every for name in names_in(cells)))
        if notices is None or "title" not in group.fullest.cells:
            return None
        return None if is_settled(notices, entry.cells.get("notice", "") if entry else "") else notices

    def leave_out_claimed(
        self, identity: Identity, entry: ListedPaper | None, outcome: Outcome, cells: dict[str, str]
    ) -> dict[str, str]:
        """Remove and return the identifiers that another paper of the list has; a note names both papers."""
        left_out = {}
        for name, value in identity.numbers:
            other = self.library.first.get((name, value))
            if other and other is not entry:
                both = f"{quote(outcome.title)} and {other.where}, {quote(other.title)}, both claim the {LABELS[name]} {value}"
                reasons = " and ".join(identity.contradictions(other.identity))
                outcome.notes.append(f"{both}{f' but differ in {reasons}' if reasons else ''}; it is left out here.")
                left_out[name] = cells.pop(name)
        return left_out

    def add(
        self, reference: Reference, identity: Identity, cells: dict[str, str], outcome: Outcome, left_out: dict[str, str]
    ) -> None:
        """Decide on a record that is not in the list: a new row, if it has the required values."""
        own = {*names_in(reference.cells)}
        subjects = dict.fromkeys(claim.subject for claim in reference.claims if claim.notice in own)
        outcome.notes += [f"It is a notice about {subject}." for subject in subjects]
        if lacking := self.listing.missing(cells):
            absent = [name if name not in reference.cells else f"valid {name}" for name in lacking]
            outcome.status = "left out"
            advice = f" {reference.advice}" if reference.advice and "authors" in absent else ""
            outcome.notes.insert(0, f"It has no {' and no '.join(absent)}.{advice}")
            return
        if alike := self.library.first.get(identity.title):
            where = alike.where[0].upper() + alike.where[1:]
            differences = " and ".join(identity.differences(alike.identity)) or "record type"
            outcome.notes.append(f"{where} has the same title, but another {differences}.")
        outcome.status, outcome.cells = "new", cells
        entry = ListedPaper(dict(cells), location=reference.location, left_out=left_out)
        self.library.add(entry.identity, entry)

    def fill(self, entry: ListedPaper, cells: Mapping[str, str], sources: Mapping[str, str], outcome: Outcome) -> None:
        """Decide on a record that is in the list: its values fill empty cells, and change no others."""
        outcome.row, outcome.same = entry.row, entry.location
        for name, value in cells.items():
            cell = entry.cells.get(name, "")
            if not cell:
                outcome.cells[name] = value
            elif not agree(name, cell, value):
                outcome.conflicts.append(Conflict(name, cell, value, sources.get(name, "")))
        outcome.status = "filled" if outcome.cells else "same"

    def valid_cells(self, cells: Mapping[str, str], outcome: Outcome) -> dict[str, str]:
        """Return the cells that are valid; a note names each of the others."""
        good = {}
        for name, value in cells.items():
            if name not in self.listing.checks:
                continue
            errors = [finding.message for finding in self.listing.checks[name].verdict(value)[1] if finding.severity == "error"]
            if UNSAFE.search(value):
                outcome.notes.append(f"Left out {name}: {quote(value)} is a formula, or has invisible characters.")
            elif errors:
                outcome.notes.append(f"{name}: {errors[0]}")
            else:
                good[name] = value
        return good


def cv_entry(reference: Reference) -> dict[str, str]:
    """Return the row of cv.csv that a record would be; none for most types."""
    section, cells = IN_CV.get(reference.record_type), reference.cells
    if not section or "title" not in cells:
        return {}
    publisher, journal = cells.get("publisher", ""), cells.get("journal", "")
    return {
        "section": section,
        "title": cells["title"],
        "organization": journal or publisher if section == "preprint" else publisher or journal,
        "startDate": cells.get("year", ""),
        "url": doi_url(cells.get("doi", "")) or cells.get("url", ""),
        "note": cells.get("authors", ""),
    }


def notices_on_others(
    listing: Listing, groups: Iterable[Group], outcomes: Iterable[Outcome], register: Register
) -> Iterator[Outcome]:
    """Yield the notices on rows without a record. A notice without a title to compare is not written."""
    seen = {outcome.row for outcome in outcomes if outcome.title}
    titles = {
        number: group.fullest.cells.get("title", "")
        for group in groups
        for identity in group.identities
        for number in identity.numbers
    }
    for row in listing.rows:
        notices = register.about(*names_in(row.cells)) if row.number not in seen else None
        if notices and not is_settled(notices, row.cells.get("notice", "")):
            title = next(filter(None, (titles.get(number) for number in Identity.of(row.cells).numbers)), "")
            outcome = Outcome(Location("", 0), "same", row.cells.get("title", ""), row=row.number)
            outcome.notices = [*notices.sentences, wrong_identifier(title) if title else NOT_COMPARED]
            yield outcome


def wrong_identifier(title: str) -> str:
    return f"The title there is {quote(title)}; correct the identifier in the list if it is wrong."
