"""department.yaml: the settings of a department, and its people."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from string import ascii_lowercase, digits
from typing import Any

from cli.department import DEPARTMENT_FILE
from db.languages import Language, english_names, languages_for
from pipeline.read.document import YamlDocument, read_yaml
from pipeline.report import Problem, Report, Severity
from pipeline.schema.descriptor import strict_object
from pipeline.schema.nested import NestedValidator, apply_types, nested_findings
from pipeline.schema.package import listed_languages
from pipeline.wording import quote

PEOPLE = "people"
FIRST_LANGUAGE = "en"
SLUG_CHARACTERS = frozenset(ascii_lowercase + digits + "-")
# Folders of the department's own pages.
OWN_PAGES = ("api", "assets", "images", "publications")
TEXT = {"type": "string", "minLength": 1}
ADDRESS = {"type": "string", "format": "uri", "pattern": "^[^?#]*$", "hint": "Write an address such as https://example.org."}
# Only this computer may be asked without encryption.
SITE = {
    **ADDRESS,
    "pattern": r"^(https://[^?#]*|http://(localhost|127\.0\.0\.1)[:/][^?#]*)$",
    "hint": "Write an address that begins with https://.",
}
ACCOUNT = {
    "type": "string",
    "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*(/[A-Za-z0-9._-]+)?$",
    "hint": "Write the name of a GitHub account, or of a team such as hospital/web, without @.",
}
PERSON = strict_object(
    (), groups={"type": "array", "items": TEXT}, github=ACCOUNT, until={"type": "string", "format": "date"}, site=SITE
)


@dataclass(frozen=True)
class Person:
    """A person of the department; ``folder`` has the sources, and may be missing."""

    slug: str
    folder: Path
    settings: Mapping[str, Any]

    @property
    def site(self) -> str:
        """The address of a person who publishes elsewhere; "" for the others."""
        return str(self.settings.get("site", "")).rstrip("/")

    @property
    def has_left(self) -> bool:
        return str(self.settings.get("until", "9999")) < date.today().isoformat()


@dataclass(frozen=True)
class Department:
    """The settings of a department, and all people of department.yaml and of the folder ``people``, by slug."""

    folder: Path
    values: Mapping[str, Any]
    languages: tuple[Language, ...]
    people: tuple[Person, ...]

    @property
    def base_url(self) -> str:
        return (os.environ.get("PROFILE_BASE_URL") or str(self.values["base_url"])).rstrip("/")

    @property
    def owners(self) -> list[Person]:
        """The people whose sources are here and who have not left."""
        return [person for person in self.people if person.folder.is_dir() and not person.site and not person.has_left]

    def address(self, person: Person) -> str:
        return f"{person.site or f'{self.base_url}/{person.slug}'}/"


def read_department(folder: Path, report: Report, *, publishing: bool = False) -> Department | None:
    """Return a department; None, with the reasons in the report, if its settings have errors.

    ``publishing`` refuses placeholders.
    """
    path = folder / DEPARTMENT_FILE
    document = read_yaml(path, str(path), report)
    if document is None:
        return None
    languages = tuple(languages_for(listed_languages(document) or [FIRST_LANGUAGE]))
    schema = settings_schema(languages)
    values: dict[str, Any] = apply_types(document.values, schema)
    findings = nested_findings(NestedValidator(schema), values)
    report.extend(Problem(str(path), finding.code, finding.message, **document.location(finding.path)) for finding in findings)
    severity: Severity = "error" if publishing else "warning"
    for name in (name for name, value in values.items() if "REPLACE" in str(value)):
        message = "This value still says REPLACE. Write your own, or delete it."
        report.add(Problem(str(path), "placeholder", message, severity, **document.location((name,))))
    if report.errors:
        return None
    listed = {slug: settings or {} for slug, settings in (document.values.get(PEOPLE) or {}).items()}
    slugs = {*listed, *(entry.name for entry in (folder / PEOPLE).glob("[!.]*") if entry.is_dir())}
    people = tuple(Person(slug, folder / PEOPLE / slug, listed.get(slug, {})) for slug in sorted(slugs))
    report.extend(problems(people, document, str(path)))
    return None if report.errors else Department(folder, values, languages, people)


def settings_schema(languages: tuple[Language, ...]) -> dict[str, Any]:
    """Return the JSON Schema of department.yaml, in which name and address have a version in each other language."""
    versions = {f"{name}{language.suffix}": TEXT for name in ("name", "address") for language in languages}
    return strict_object(
        ("name", "base_url"),
        **versions,
        base_url=ADDRESS,
        languages={"type": "array", "minItems": 1, "uniqueItems": True, "items": {"type": "string", "rules": ["language_code"]}},
        accentColor={"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$", "rules": ["readable_color"]},
        webmaster=ACCOUNT,
        people={"type": "object", "additionalProperties": {**PERSON, "type": ["object", "null"]}},
    )


def problems(people: tuple[Person, ...], document: YamlDocument, label: str) -> Iterator[Problem]:
    """Yield what is wrong with the names of the people, or missing."""
    for person in people:
        slug, location = person.slug, document.location((PEOPLE, person.slug))
        if message := problem_with_slug(slug):
            yield Problem(label, "slug", message, value=slug, **location)
        elif not person.folder.is_dir() and not {"until", "site"} & person.settings.keys():
            fix = f"Make it or, if {slug} has left, write the last day after until."
            yield Problem(label, "folder", f"There is no folder {person.folder}. {fix}", **location)
    if not people:
        fix = f"Make a folder {PEOPLE}/NAME for each person, with the files of a profile."
        yield Problem(label, "folder", f"The department has no people. {fix}")


def problem_with_slug(slug: str) -> str:
    """Say why a name cannot be part of an address of the department; "" if it can."""
    if slug and SLUG_CHARACTERS.issuperset(slug) and slug not in (*OWN_PAGES, *english_names()):
        return ""
    fix = f"Use small letters, digits and -, but no language code, nor {', '.join(OWN_PAGES)}."
    return f"{quote(slug)} cannot be part of an address here. {fix}"
