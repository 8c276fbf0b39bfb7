"""Plan for each record whether it is a new row, fills empty cells, is the same paper as a row, or is left out.

This module only plans: ``ImportPlan.apply`` edits the rows in memory, and ``CsvEditor.save`` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bibliography.changes import Change, ImportPlan, LeftOut, PlannedRecord
from bibliography.csv_editor import ListRow
from bibliography.matching import RULES
from bibliography.not_mine import NotMine
from bibliography.notices import ClaimIndex, Notices, is_settled, publication_ids_of_row
from bibliography.papers import (
    DISTINGUISHING_FIELDS,
    Decision,
    Paper,
    PaperList,
    conflicts,
    group_references,
    match,
)
from bibliography.record_types import CV_SECTIONS, PUBLISHABLE_TYPES, UNSPECIFIC_TYPES, RecordType
from bibliography.reference import FailedRecord, Location, ReadResult, Reference
from db.publication.author import AUTHOR_SEPARATOR
from db.publication.identifiers import doi_url
from pipeline.check.fields import FieldCheck
from pipeline.wording import join_all, join_names, quote

REQUIRED_FIELDS = ("title", "authors", "journal", "year")
# Spreadsheets run formulas (OWASP, "CSV Injection"). Control and direction characters make a text look like a different one.
UNSAFE = re.compile("^[=+@\t]|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
IDENTIFIER_NAMES = {"doi": "DOI", "pubmed": "PubMed ID"}
REFUSED_NOTE = "Left out: refused in not-mine.csv."
UNCOMPARED_NOTE = "Not written, because there is no record to compare. Add it to the column notice yourself if it is correct."


@dataclass(frozen=True)
class OwnList:
    """The rows of the owner's list, and the checks of all fields that a list can have."""

    rows: Sequence[ListRow]
    checks: Mapping[str, FieldCheck]

    @cached_property
    def field_names(self) -> dict[str, str]:
        """The name of each field by its lower-case form, because exports have their columns in any case."""
        return {name.lower(): name for name in self.checks}

    def missing(self, cells: Mapping[str, str]) -> list[str]:
        """The required fields that ``cells`` lacks."""
        return [name for name, check in self.checks.items() if check.field.required and name not in cells]


@dataclass(frozen=True)
class Group:
    """The references of one paper.

    With ``fillable_fields``, only those cells are filled, and no row is added: the paper was looked up by an identifier.
    """

    references: Sequence[Reference]
    fillable_fields: frozenset[str] = frozenset()

    @property
    def best(self) -> Reference:
        """The reference to plan; on a tie, the first."""
        return max(self.references, key=reference_quality)


def reference_quality(reference: Reference) -> tuple[bool, bool, int]:
    """A sort key: whether a record can be published, whether its authors are intact, and the number of its cells."""
    cells = reference.cells
    # An export that swaps family and given names reduces authors to initials.
    is_mangled = any(author[1:2] == " " for author in cells.get("authors", "").split(AUTHOR_SEPARATOR))
    return all(name in cells for name in REQUIRED_FIELDS), not is_mangled, len(cells)


def plan_files(own_list: OwnList, files: Iterable[Iterable[ReadResult]], not_mine: NotMine | None = None) -> ImportPlan:
    """Group the records of each file by paper, and plan what they change. Records that the owner has refused are left out."""
    planned, groups, order = list[PlannedRecord](), list[Group](), dict[Location, int]()
    for records in files:
        wanted = []
        for record in records:
            order[record.location] = len(order)
            if isinstance(record, FailedRecord):
                planned.append(record)
            elif not_mine and record.cells in not_mine:
                planned.append(LeftOut(record, [REFUSED_NOTE]))
            elif record.record_type in PUBLISHABLE_TYPES:
                wanted.append(record)
            else:
                groups.append(Group([record]))
        groups += map(Group, group_references(wanted))
    claim_index = ClaimIndex.of(claim for group in groups for reference in group.references for claim in reference.claims)
    plan = plan_groups(own_list, groups, claim_index)
    return ImportPlan(sorted([*plan.records, *planned], key=lambda record: order[record.location]), plan.noticed_rows)


def plan_groups(own_list: OwnList, groups: Iterable[Group], claim_index: ClaimIndex) -> ImportPlan:
    # Groups that can become rows come before groups that can only complete rows.
    groups = sorted(groups, key=lambda group: bool(own_list.missing(group.best.cells)))
    planner = Planner(own_list, claim_index, PaperList({row.number: row.cells for row in own_list.rows}))
    records = [record for group in groups for record in planner.plan_group(group)]
    return ImportPlan(records, [*notices_on_others(own_list, groups, records, claim_index)])


@dataclass(frozen=True)
class Planner:
    """Plans one group after the other. ``papers`` is the list, with the papers that earlier groups added."""

    own_list: OwnList
    claim_index: ClaimIndex
    papers: PaperList

    def plan_group(self, group: Group) -> Iterator[Change | LeftOut]:
        """Plan the best reference of a paper. Its other references are duplicates."""
        reference = group.best
        for other in group.references:
            if other is not reference:
                differing = [each for each in conflicts(reference.cells, other.cells) if each.field in DISTINGUISHING_FIELDS]
                yield Change(other, same=reference.location, conflicts=differing)
        if reference.record_type not in PUBLISHABLE_TYPES:
            name = f" ({reference.type_name})" if reference.type_name and reference.record_type in UNSPECIFIC_TYPES else ""
            notes = [f"Left out: {reference.record_type}{name}.", *reference.notes]
            yield LeftOut(reference, notes, cv_row=make_cv_row(reference))
            return
        decision = match(reference, self.papers)
        if decision.paper or not group.fillable_fields:
            record = self.plan_reference(group, decision)
            if record.notices or not group.fillable_fields:
                if isinstance(record, Change):  # otherwise a later record could fill a row that is not added
                    self.papers.apply_decision(decision, record.cells)
                yield record

    def plan_reference(self, group: Group, decision: Decision) -> Change | LeftOut:
        reference, paper = decision.reference, decision.paper
        notices = self.unsettled_notices(group, paper)
        sentences = notices.sentences if notices else []
        cells, sources = {name: cell for name, cell in reference.cells.items() if name not in decision.others}, reference.sources
        if notices and not decision.fills_notice:
            sentences.append(wrong_identifier(reference.cells["title"]))
        elif notices and notices.text:
            cells["notice"], sources = notices.text, {**sources, "notice": notices.source}
        valid, problems = self.check(cells)
        notes = [*reference.notes, *dispute_notes(decision), *problems]
        if paper:
            valid = {name: cell for name, cell in valid.items() if name in (group.fillable_fields or valid)}
            filled, differing = decision.compare(valid, sources)
            return Change(reference, notes, sentences, paper.row, paper.location, decision.reason, filled, sources, differing)
        notes += notes_on_notice(reference)
        if lacking := self.own_list.missing(valid):
            return LeftOut(reference, [sentence_on_missing(reference, lacking), *notes], sentences)
        notes += filter(None, [decision.reason])
        return Change(reference, notes, sentences, cells=valid, sources=sources)

    def unsettled_notices(self, group: Group, paper: Paper | None) -> Notices | None:
        """The notices about a paper that is or could become a row, unless the list already has them."""
        if "title" not in group.best.cells or not (paper or not self.own_list.missing(group.best.cells)):
            return None
        every = [reference.cells for reference in group.references] + ([paper.cells] if paper else [])
        notices = self.claim_index.about(*dict.fromkeys(name for cells in every for name in publication_ids_of_row(cells)))
        return None if notices and is_settled(notices, paper.cells.get("notice", "") if paper else "") else notices

    def check(self, cells: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
        """Check cells as ``make check`` does. Return the valid cells, as it reads them, and a note about each other one."""
        valid, problems = dict[str, str](), list[str]()
        for column, value in cells.items():
            name = self.own_list.field_names.get(column.lower())
            if name is None:
                continue
            read, findings = self.own_list.checks[name].validate(value)
            errors = [finding.message for finding in findings if finding.severity == "error"]
            if UNSAFE.search(value):
                problems.append(f"Left out {name}: {quote(value)} is a formula, or has invisible characters.")
            elif errors:
                problems.append(f"{name}: {errors[0]}")
            else:
                valid[name] = read if isinstance(read, str) else value
        return valid, problems


def dispute_notes(decision: Decision) -> Iterator[str]:
    """Yield a note for each identifier that another paper of the list has."""
    identity = decision.reference.identity
    for name, value in identity.identifiers:
        if other := decision.others.get(name):
            differences = join_names([*identity.differences(other.identities[0], RULES["identifier"].any_of)])
            reason = f", which differs in {differences}" if differences else ""
            address = doi_url(value) if name == "doi" else decision.reference.cells[name]
            yield (
                f"The {IDENTIFIER_NAMES[name]} {value} is also in {other.where} ({quote(other.title)}){reason}; "
                f"it was not copied. Open {address} to see which paper it belongs to."
            )


def notes_on_notice(reference: Reference) -> Iterator[str]:
    own = {*publication_ids_of_row(reference.cells)}
    for subject in dict.fromkeys(claim.subject for claim in reference.claims if claim.notice in own):
        yield f"It is a notice about {subject}."


def sentence_on_missing(reference: Reference, lacking: Iterable[str]) -> str:
    absent = [name if name not in reference.cells else f"valid {name}" for name in lacking]
    advice = f" {reference.advice}" if reference.advice and "authors" in absent else ""
    return f"It has no {join_all(absent, 'or')}.{advice}"


def make_cv_row(reference: Reference) -> dict[str, str]:
    """The row of cv.csv for a record that belongs there; empty for any other record."""
    section, cells = CV_SECTIONS.get(reference.record_type), reference.cells
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
    own_list: OwnList, groups: Iterable[Group], records: Iterable[Change | LeftOut], claim_index: ClaimIndex
) -> Iterator[Change]:
    """Yield the notices about rows that no record matched. They are shown, not written: the title differs, or is unknown."""
    seen = {record.row for record in records if isinstance(record, Change) and record.title}
    titles = {
        name: group.best.cells.get("title", "")
        for group in groups
        for reference in group.references
        for name in publication_ids_of_row(reference.cells)
    }
    for row in own_list.rows:
        names = [*publication_ids_of_row(row.cells)]
        notices = claim_index.about(*names) if row.number not in seen else None
        if notices and not is_settled(notices, row.cells.get("notice", "")):
            title = next(filter(None, map(titles.get, names)), "")
            sentences = [*notices.sentences, wrong_identifier(title) if title else UNCOMPARED_NOTE]
            yield Change(Reference(Location("", 0), RecordType.ARTICLE, row.cells), notices=sentences, row=row.number)


def wrong_identifier(title: str) -> str:
    return f"The title there is {quote(title)}; correct the identifier in the list if it is wrong."
