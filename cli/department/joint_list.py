"""The joint list of a department: each paper of its members once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bibliography.papers import group_references
from bibliography.record_types import RecordType
from bibliography.reference import Location, Reference
from cli.department.member import Member
from db.publication.author import split_authors

# What a row says only of the member's own site.
OWN = ("key", "featured")


def reference_to(place: str, number: int, record: Mapping[str, Any]) -> Reference:
    """Return a row in the form in which papers are compared."""
    cells = {name: str(value) for name, value in record.items() if isinstance(value, str | int)}
    return Reference(Location(place, number), RecordType.ARTICLE, cells)


def group_rows(rows: Iterable[Reference]) -> Iterator[list[Reference]]:
    """Yield the rows of each paper, the most complete one first."""
    yield from (sorted(group, key=lambda row: -len(row.cells)) for group in group_references(rows))


def joint_records(members: Sequence[Member]) -> Iterator[dict[str, Any]]:
    """Yield each paper once: the most complete row of one of its authors, and the members who list it.

    The rows of others do not count, so nobody can add a notice to someone else's paper.
    """
    by_slug = {member.slug: member for member in members}
    lists = {member.slug: member.documents["publications"] for member in members}
    listed = (reference_to(slug, number, record) for slug, records in lists.items() for number, record in enumerate(records))
    rows = (row for row in listed if positions(by_slug[row.location.file], row.cells))
    dois = set[str]()
    for group in group_rows(rows):
        for paper in split_by_authors(group, by_slug):
            row = paper[0].location
            record = {name: value for name, value in lists[row.file][row.record].items() if name not in OWN}
            people = [by_slug[slug] for slug in dict.fromkeys(each.location.file for each in paper)]
            if (doi := record.get("doi", "").lower()) in dois:
                del record["doi"]  # of another paper, in one of the two by mistake
            dois |= {doi} - {""}
            yield record | {"people": [person_in(member, record) for member in people]}


def split_by_authors(group: list[Reference], members: Mapping[str, Member]) -> Iterator[list[Reference]]:
    """Split the rows of a paper where they contradict each other about its authors.

    The first row of each part is of the member who is an author in most rows.
    """
    slugs = {row.location.file for row in group}
    named = {row.location: {slug for slug in slugs if positions(members[slug], row.cells)} for row in group}
    rest = sorted(group, key=lambda row: -sum(row.location.file in each for each in named.values()))
    while rest:
        first = rest[0].location
        agree = [first.file in named[row.location] or row.location.file in named[first] for row in rest]
        yield [row for row, agrees in zip(rest, agree, strict=True) if agrees]
        rest = [row for row, agrees in zip(rest, agree, strict=True) if not agrees]


def positions(member: Member, record: Mapping[str, Any]) -> list[int]:
    """Return the positions at which a member may be among the authors of a paper."""
    return member.owner.positions_in(split_authors(record["authors"]))


def person_in(member: Member, record: Mapping[str, Any]) -> dict[str, str]:
    """Return a member with the name among the authors of a paper, if only one of them can be the member."""
    found = positions(member, record)
    name = {"author": split_authors(record["authors"])[found[0]]} if len(found) == 1 else {}
    return {"slug": member.slug, "url": member.url, **name}
