"""Build the database of each person of a department whose sources have changed, and the joint one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from db.atomic import replace_file, temporary_beside
from db.file_format import DatabaseError
from db.schema import Field, Resource
from db.snapshot import Snapshot
from db.store import Store
from pipeline.department.joint_list import OwnRow, OwnRows, differences, joint_records
from pipeline.department.people import PEOPLE, Department, Person, hash_of_common, read_department, repeated_orcids
from pipeline.images.fonts import site_fonts
from pipeline.images.pictures import pictures
from pipeline.problems import Report
from pipeline.publish import build, check
from pipeline.schema.package import Source, read_package

Values = Mapping[str, Any]
# Which people have a paper, and under which DOI or key.
PEOPLE_FIELD = Field("people", "array", "People", "The people of the department who have it, with its DOI or key in their lists.")


@dataclass(frozen=True)
class DepartmentResult:
    """The outcome of a build or check of a department.

    Attributes:
        failed: the people whose sources have errors.
        is_built: whether the joint database was written: there is a site of everyone.
    """

    report: Report
    counts: dict[str, int]
    failed: list[str]
    is_built: bool = False


def check_department(folder: Path, *, publishing: bool = False) -> DepartmentResult:
    """Validate the sources of everyone, and compare the rows of co-authors."""
    report, rows, counts = Report(), list[OwnRow](), dict[str, int]()
    department = read_department(folder, report, publishing=publishing)
    if department is None:
        return DepartmentResult(report, {}, [])
    for person in department.profiles:
        own = OwnRows(person.slug)
        result = check(person.folder, publishing=publishing, others=[own])
        report.extend(result.report)
        rows += own.rows
        counts |= {name: counts.get(name, 0) + count for name, count in result.counts.items()}
    report.extend(repeated_orcids(department.profiles).values())
    report.extend(differences(rows))
    return DepartmentResult(report, counts, [])


def build_people(folder: Path, target: Path, *, strict: bool, publishing: bool) -> DepartmentResult:
    """Build the databases of the people beside ``target``, the joint one, unless someone has errors and no earlier database.

    Who has errors keeps the earlier one.
    """
    report = Report()
    common_key = hash_of_common(folder)  # before it is read: if it changes in between, the next build sees a difference
    department = read_department(folder, report, publishing=publishing)
    if department is None:
        return DepartmentResult(report, {}, [])
    known, repeated = earlier_keys(target), repeated_orcids(department.profiles)
    keys = {person.slug: f"{person.key(common_key)}-{strict}-{publishing}" for person in department.profiles}
    failed = []
    for person in department.profiles:
        slug, database = person.slug, database_of(target, person)
        if database.exists() and known.get(slug) == keys[slug] and slug not in repeated:
            continue
        if slug in repeated:
            report.add(repeated[slug])
            is_built = False
        else:
            settings = department.site_settings(person)
            result = build(person.folder, database, strict=strict, publishing=publishing, settings=settings)
            report.extend(result.report)
            is_built = result.outcome != "refused"
        if not is_built:
            failed.append(slug)
            keys[slug] = known.get(slug, "")
    if not all(database_of(target, person).exists() for person in department.profiles):
        return DepartmentResult(report, {}, failed)
    counts = write_joint(department, common_key, keys, target)
    return DepartmentResult(report, counts, failed, is_built=True)


def database_of(target: Path, person: Person) -> Path:
    return target.parent / PEOPLE / f"{person.slug}.db"


def earlier_keys(target: Path) -> dict[str, str]:
    """Return what the sites of people were made of at the last build, by slug."""
    try:
        people = Store(Snapshot(target)).values("site").get(PEOPLE, ())
    except (DatabaseError, IndexError):
        return {}
    return {person["slug"]: person.get("key", "") for person in people}


def write_joint(department: Department, common_key: str, keys: Mapping[str, str], target: Path) -> dict[str, int]:
    """Write the joint database: the settings as site, the name as profile, and the joint list. Return the number of rows."""
    from db.write import write_database

    package = read_package(department.folder, Report(), tuple(language.code for language in department.languages))
    if package is None:
        raise DatabaseError(f"{department.folder} has a datapackage.yaml with errors. Move it into the folders of people")
    here = [person for person in department.profiles if not person.has_left]
    rows = [OwnRow(person.slug, record) for person in here for record in publications_of(database_of(target, person))]
    people = [
        {**person.settings, "slug": person.slug, "hasLeft": person.has_left}
        | ({"key": keys[person.slug]} if person.slug in keys else {})
        for person in department.people
    ]
    values = {name: value for name, value in department.values.items() if name not in ("languages", "webmaster", PEOPLE)}
    site = {**values, "base_url": department.base_url, "attribution": values["name"], PEOPLE: people}
    profile = {name: value for name, value in values.items() if name.startswith(("name", "address"))}
    records: dict[str, list[dict[str, Any]]] = {source.name: [] for source in package.sources} | {
        "site": [site],
        "profile": [profile],
        "publications": [*joint_records(rows)],
    }
    # The pages of the people load them from the department's.
    snapshots = [Snapshot(database_of(target, person)) for person in department.profiles]
    fonts = site_fonts({language.script for each in snapshots for language in Store(each).languages})
    images = [*pictures(department.folder, profile, site, department.languages)]
    with temporary_beside(target) as temporary:
        write_database(
            temporary,
            [joint_resource(source, records[source.name]) for source in package.sources],
            records,
            images,
            fonts,
            sources_sha256=common_key,
            languages=department.languages,
        )
        replace_file(temporary, target)
    return {"people": len(here), "publications": len(records["publications"])}


def joint_resource(source: Source, records: Sequence[Values]) -> Resource:
    """Return a source as the joint database has it: documents with the values that they have, rows with their people."""
    resource = source.resource()
    if source.name in ("site", "profile"):
        types = {name: "array" if isinstance(value, list) else "string" for name, value in records[0].items()}
        return replace(resource, fields=[Field(name, kind, name, "") for name, kind in types.items()])
    if source.name == "publications":  # people may have types of their own
        return replace(resource, fields=[*(replace(field, constraints={}) for field in resource.fields), PEOPLE_FIELD])
    return resource


def publications_of(database: Path) -> list[dict[str, Any]]:
    return Store(Snapshot(database)).all_publications()
