"""The joint list of a department: each paper of its people once, in a database with the department in place of an owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from bibliography.papers import group_references
from bibliography.record_types import RecordType
from bibliography.reference import Location, Reference
from cli.department.person import Person
from cli.department.settings import Department
from db.publication.author import split_authors
from db.schema import Field, Resource
from db.write import write_database
from pipeline.images.fonts import scripts_in, site_fonts
from pipeline.images.pictures import pictures

# Fields that only concern the person's own site.
OWN_FIELDS = ("key", "featured")
# What a row of the joint list has besides the fields of a publication.
JOINT_FIELDS = (
    Field("people", "array", "People", "The people who list it."),
    Field("landingPage", "string", "Page", "Its page."),
)


class PersonRow(NamedTuple):
    """A row of a person's list."""

    person: Person
    record: Mapping[str, Any]

    def could_name(self, person: Person) -> bool:
        """Whether a person can be among the authors."""
        return bool(person.positions(self.record))


def write_joint_database(department: Department, people: Sequence[Person], database: Path) -> None:
    """Write a database with the joint list. The department is its owner: the address is in place of a specialty."""
    records: dict[str, list[dict[str, Any]]] = {name: [] for name in department.package.sources}
    profile, site, languages = profile_values(department), site_values(department), department.languages
    records |= {"profile": [profile], "site": [site], "publications": [*joint_records(people)]}
    images, fonts = pictures(Path(), profile, site, languages), site_fonts(scripts_in(languages, records))
    write_database(database, joint_resources(department), records, images, fonts, sources_sha256="", languages=languages)


def profile_values(department: Department) -> dict[str, Any]:
    named = {name: value for name, value in department.settings.items() if name.startswith(("name", "address"))}
    return {name.replace("address", "specialty"): value for name, value in named.items()}


def site_values(department: Department) -> dict[str, Any]:
    colors = {name: value for name, value in department.settings.items() if name == "accentColor"}
    return {"base_url": department.base_url, "attribution": department.settings["name"], **colors}


def joint_resources(department: Department) -> list[Resource]:
    """The tables of the joint database. A department lacks fields of a person, and its people's schemas can add values."""
    resources = []
    for resource in (source.resource() for source in department.package.sources.values()):
        fields = [replace(each, required=False, constraints={}) for each in resource.fields]
        added = JOINT_FIELDS if resource.name == "publications" else ()
        resources.append(replace(resource, fields=[*fields, *added]))
    return resources


def joint_records(people: Sequence[Person]) -> Iterator[dict[str, Any]]:
    """Yield each paper once: the most complete row of one of its authors, and the people who list it.

    Rows of other people don't count, so nobody can add a notice to someone else's paper.
    """
    listed = (PersonRow(person, record) for person in people for record in person.documents["publications"])
    rows = [row for row in listed if row.could_name(row.person)]
    dois = set[str]()
    for group in group_references(to_reference(number, row.record) for number, row in enumerate(rows)):
        most_complete_first = sorted(group, key=lambda reference: -len(reference.cells))
        for first, *others in split_by_authors([rows[reference.location.record] for reference in most_complete_first]):
            record = {name: value for name, value in first.record.items() if name not in OWN_FIELDS}
            if (doi := record.get("doi", "").lower()) in dois:
                del record["doi"]  # one of two papers has it by mistake
            dois |= {doi} - {""}
            authors = {row.person.slug: row.person for row in (first, *others)}
            yield record | {"people": [person_in(person, record) for person in authors.values()]}


def to_reference(number: int, record: Mapping[str, Any]) -> Reference:
    """A record as a reference, to compare it with others."""
    cells = {name: str(value) for name, value in record.items() if isinstance(value, str | int)}
    return Reference(Location("", number), RecordType.ARTICLE, cells)


def split_by_authors(rows: list[PersonRow]) -> Iterator[list[PersonRow]]:
    """Split the rows of a paper that contradict each other about its authors.

    The first row of each part belongs to the person named in the most rows.
    """
    rows = sorted(rows, key=lambda row: -sum(other.could_name(row.person) for other in rows))
    while rows:
        first = rows[0]
        agreeing = [row for row in rows if first.could_name(row.person) or row.could_name(first.person)]
        yield agreeing
        rows = [row for row in rows if row not in agreeing]


def person_in(person: Person, record: Mapping[str, Any]) -> dict[str, str]:
    """A person who lists a paper, with the name in the paper if only one of the authors can be this person."""
    positions = person.positions(record)
    name = {"author": split_authors(record["authors"])[positions[0]]} if len(positions) == 1 else {}
    return {"slug": person.slug, "url": person.url, **name}
