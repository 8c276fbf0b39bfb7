"""The joint list of a department: each paper of its members once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bibliography.papers import group_references
from bibliography.record_types import RecordType
from bibliography.reference import Location, Reference
from cli.department.member import Member
from db.publication.author import split_authors

# Fields that only concern the member's own site.
OWN_FIELDS = ("key", "featured")


@dataclass(frozen=True, eq=False)
class Row:
    """A row of a member's list: its record, and the member."""

    member: Member
    record: Mapping[str, Any]

    def names(self, member: Member) -> bool:
        """Whether a member can be among the authors."""
        return bool(positions(member, self.record))


def joint_records(members: Sequence[Member]) -> Iterator[dict[str, Any]]:
    """Yield each paper once: the most complete row of one of its authors, and the members who list it.

    Rows of other members don't count, so nobody can add a notice to someone else's paper.
    """
    rows = [Row(member, record) for member in members for record in member.documents["publications"]]
    rows = [row for row in rows if row.names(row.member)]
    dois = set[str]()
    for group in group_references(to_reference(number, row.record) for number, row in enumerate(rows)):
        group = sorted(group, key=lambda reference: -len(reference.cells))
        for first, *others in split_by_authors([rows[reference.location.record] for reference in group]):
            record = {name: value for name, value in first.record.items() if name not in OWN_FIELDS}
            if (doi := record.get("doi", "").lower()) in dois:
                del record["doi"]  # one of two papers has it by mistake
            dois |= {doi} - {""}
            people = {row.member.person.slug: row.member for row in (first, *others)}
            yield record | {"people": [person_in(member, record) for member in people.values()]}


def to_reference(number: int, record: Mapping[str, Any]) -> Reference:
    """A record in the form in which papers are compared."""
    cells = {name: str(value) for name, value in record.items() if isinstance(value, str | int)}
    return Reference(Location("", number), RecordType.ARTICLE, cells)


def split_by_authors(rows: list[Row]) -> Iterator[list[Row]]:
    """Split the rows of a paper that contradict each other about its authors.

    Each part begins with the row of the member whom most rows name.
    """
    rows = sorted(rows, key=lambda row: -sum(other.names(row.member) for other in rows))
    while rows:
        first = rows[0]
        agreeing = [row for row in rows if first.names(row.member) or row.names(first.member)]
        yield agreeing
        rows = [row for row in rows if row not in agreeing]


def positions(member: Member, record: Mapping[str, Any]) -> list[int]:
    """The positions at which a member can be among the authors of a paper."""
    return member.owner.positions_in(split_authors(record["authors"]))


def person_in(member: Member, record: Mapping[str, Any]) -> dict[str, str]:
    """A member who lists a paper, with the name in the paper if only one of the authors can be the member."""
    found = positions(member, record)
    name = {"author": split_authors(record["authors"])[found[0]]} if len(found) == 1 else {}
    return {"slug": member.person.slug, "url": member.person.url, **name}
