"""The database of a department: the joint list, with the department in place of an owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cli.department.joint_list import joint_records
from cli.department.person import Person
from cli.department.settings import Department
from db.schema import Field, Resource
from db.write import write_database
from pipeline.images.fonts import scripts_in, site_fonts
from pipeline.images.pictures import pictures

# What a row of the joint list has besides the fields of a publication.
JOINT_FIELDS = (
    Field("people", "array", "People", "The people who list it."),
    Field("landingPage", "string", "Page", "Its page."),
)


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
