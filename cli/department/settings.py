"""department.yaml: the settings of a department, and its people."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.department import DEPARTMENT_FILE
from cli.department.person import Person
from db.languages import Language, english_names
from pipeline.read.document import read_yaml
from pipeline.report import Problem, Report, Severity
from pipeline.schema.descriptor import TEXT_SCHEMA, strict_object
from pipeline.schema.json_schema import validation_schema
from pipeline.schema.nested import NestedValidator, apply_types, nested_findings
from pipeline.schema.package import SourcePackage, listed_languages, read_package
from pipeline.wording import quote

PEOPLE = "people"
DEFAULT_DEPARTMENT_CODES = ("en",)
SLUG = re.compile("[a-z0-9-]+")
# Folders of the department's own pages.
OWN_FOLDERS = ("api", "assets", "images", "publications")
ACCOUNT_SCHEMA = {
    "type": "string",
    "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*(/[A-Za-z0-9._-]+)?$",
    "hint": "Write the name of a GitHub account, or of a team such as hospital/web, without @.",
}
SITE_SCHEMA = {
    "type": "string",
    # Only this computer needs no encryption.
    "pattern": r"^(https://[^?#]+|http://(localhost|127\.0\.0\.1)[:/][^?#]*)$",
    "hint": "Write an address that begins with https://.",
}
DAY_SCHEMA = {"type": "string", "format": "date", "hint": "Write it as year-month-day, for example 2026-01-31."}
PERSON_SCHEMA = strict_object(
    (), groups={"type": "array", "items": TEXT_SCHEMA}, github=ACCOUNT_SCHEMA, until=DAY_SCHEMA, site=SITE_SCHEMA
)


@dataclass(frozen=True, eq=False)
class Department:
    """The settings of a department, the schema of its people's sources, and everyone in department.yaml or in ``people``."""

    base_url: str
    settings: Mapping[str, Any]
    package: SourcePackage
    people: tuple[Person, ...]

    @property
    def languages(self) -> tuple[Language, ...]:
        return self.package.sources["site"].languages

    @property
    def owners(self) -> list[Person]:
        """The people whose sources are here and who have not left."""
        return [person for person in self.people if person.has_sources and not person.has_left]


def read_department(folder: Path, report: Report, *, publishing: bool = False) -> Department | None:
    """Read a department. None if its settings have errors; the report says which. ``publishing`` rejects placeholders."""
    path = folder / DEPARTMENT_FILE
    document = read_yaml(path, report)
    package = read_package(folder, report, listed_languages(document) or DEFAULT_DEPARTMENT_CODES)
    if document is None or package is None:
        return None
    schema = settings_schema(package)
    settings: dict[str, Any] = apply_types(document.values, schema)
    for finding in nested_findings(NestedValidator(schema), settings):
        report.add(Problem(str(path), finding.code, finding.message, **document.location(finding.path)))
    severity: Severity = "error" if publishing else "warning"
    for name in (name for name, value in settings.items() if "REPLACE" in str(value)):
        message = "This value still says REPLACE. Write your own, or delete it."
        report.add(Problem(str(path), "placeholder", message, severity, **document.location((name,))))
    if report.errors:
        return None
    base_url = (os.environ.get("PROFILE_BASE_URL") or str(settings["base_url"])).rstrip("/")
    listed = settings.get(PEOPLE, {})
    people = []
    for slug in sorted({*(document.values.get(PEOPLE) or {}), *(each.name for each in (folder / PEOPLE).glob("[!.]*/"))}):
        values, sources = listed.get(slug, {}), folder / PEOPLE / slug
        if message := problem_with_slug(slug):
            report.add(Problem(str(path), "slug", message, value=slug, **document.location((PEOPLE, slug))))
        elif not sources.is_dir() and not {"until", "site"} & values.keys():
            message = f"There is no folder {sources}. Make it or, if {slug} has left, write the last day after until."
            report.add(Problem(str(path), "folder", message, **document.location((PEOPLE, slug))))
        people.append(Person(slug, sources, values.get("site", f"{base_url}/{slug}").rstrip("/") + "/", values))
    return None if report.errors else Department(base_url, settings, package, tuple(people))


def settings_schema(package: SourcePackage) -> dict[str, Any]:
    """The JSON Schema of department.yaml. Most settings are fields of a site or a clinic, too."""
    site, clinic = (validation_schema(package.sources[name].fields)["properties"] for name in ("site", "clinic"))
    return strict_object(
        ("name", "base_url"),
        **({name: field for name, field in clinic.items() if name.startswith(("name", "address"))} | {"name": TEXT_SCHEMA}),
        **{name: site[name] for name in ("base_url", "languages", "accentColor")},
        webmaster=ACCOUNT_SCHEMA,
        people={"type": "object", "additionalProperties": PERSON_SCHEMA},
    )


def problem_with_slug(slug: str) -> str:
    """Why a name cannot be part of an address of the department; "" if it can."""
    if SLUG.fullmatch(slug) and slug not in (*OWN_FOLDERS, *english_names()):
        return ""
    fix = f"Use lowercase letters, digits and -, but not a language code or one of {', '.join(OWN_FOLDERS)}."
    return f"{quote(slug)} cannot be part of an address here. {fix}"
