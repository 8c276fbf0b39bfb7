"""department.yaml: the settings of a department, and its people."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from string import ascii_lowercase, digits
from typing import Any

from db.languages import Language, describe, english_names
from pipeline.department import DEPARTMENT_FILE
from pipeline.messages import quote
from pipeline.problems import Problem, Report, Severity
from pipeline.reading.yaml import YamlDocument, read_yaml
from pipeline.schema.descriptor import strict_object
from pipeline.schema.nested import NestedValidator, apply_types, nested_findings
from pipeline.schema.package import SHIPPED, listed_languages

PEOPLE = "people"
SOFTWARE = Path(__file__).parents[2]
FIRST_LANGUAGE = "en"
SLUG_CHARACTERS = frozenset(ascii_lowercase + digits + "-")
# Folders of the department's own pages.
OWN_PAGES = ("api", "assets", "images", "publications")
TEXT = {"type": "string", "minLength": 1}
ADDRESS = {"type": "string", "format": "uri", "pattern": "^[^?#]*$", "hint": "Write an address such as https://example.org."}
ACCOUNT = {
    "type": "string",
    "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*(/[A-Za-z0-9._-]+)?$",
    "hint": "Write the name of a GitHub account, or of a team such as hospital/web, without @.",
}
PERSON = strict_object(
    (),
    groups={"type": "array", "items": TEXT},
    github=ACCOUNT,
    until={"type": "string", "format": "date"},
    movedTo=ADDRESS,
)


@dataclass(frozen=True)
class Person:
    """A person of the department.

    Attributes:
        folder: the sources; there may be none once the person has left.
        settings: what department.yaml says of the person.
    """

    slug: str
    folder: Path
    settings: Mapping[str, Any]

    @property
    def has_left(self) -> bool:
        return str(self.settings.get("until", "9999")) < date.today().isoformat()

    def key(self, common_key: str) -> str:
        """Return a hash of everything that the person's site is made of."""
        total = hashlib.sha256(f"{common_key} {self.has_left}".encode())
        for path in sorted(path for path in self.folder.rglob("*") if path.is_file()):
            total.update(f"{path.name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
        return total.hexdigest()


@dataclass(frozen=True)
class Department:
    """The settings of a department, and all people of department.yaml and of the folder ``people``, by slug."""

    folder: Path
    values: Mapping[str, Any]
    languages: tuple[Language, ...]
    people: tuple[Person, ...]

    @property
    def base_url(self) -> str:
        return str(self.values["base_url"]).rstrip("/")

    @property
    def profiles(self) -> list[Person]:
        """The people whose sources are here."""
        return [person for person in self.people if person.folder.is_dir()]

    def site_settings(self, person: Person) -> dict[str, Any]:
        """Return the settings that replace the person's own ones in site.yaml."""
        colour = {"accentColor": self.values["accentColor"]} if "accentColor" in self.values else {}
        return {"base_url": f"{self.base_url}/{person.slug}", **colour}


def hash_of_common(folder: Path) -> str:
    """Return a hash of what all sites share: the software, the owner's templates, the public address, and department.yaml."""
    templates = os.environ.get("PROFILE_TEMPLATES")
    folders = [*(SOFTWARE / name for name in ("api", "db", "pipeline")), *([Path(templates)] if templates else [])]
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    total = hashlib.sha256(os.environ.get("PROFILE_BASE_URL", "").encode())
    for path in (*sorted(paths), SHIPPED, folder / DEPARTMENT_FILE):
        total.update(f"{path.name}\0".encode() + path.read_bytes())
    return total.hexdigest()


def read_department(folder: Path, report: Report, *, publishing: bool = False) -> Department | None:
    """Return a department; None, with the reasons in the report, if its settings have errors.

    A placeholder is an error where the site is about to be published (``publishing``).
    """
    path = folder / DEPARTMENT_FILE
    document = read_yaml(path, str(path), report)
    if document is None:
        return None
    languages = tuple(describe(listed_languages(document) or [FIRST_LANGUAGE]))
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
        if not slug or not SLUG_CHARACTERS.issuperset(slug) or slug in OWN_PAGES or slug in english_names():
            fix = f"Use small letters, digits and -, but no language code, nor {', '.join(OWN_PAGES)}."
            yield Problem(label, "slug", f"{quote(slug)} cannot be part of an address here. {fix}", value=slug, **location)
        elif not person.folder.is_dir() and "until" not in person.settings:
            fix = f"Make it or, if {slug} has left, write the last day after until."
            yield Problem(label, "folder", f"There is no folder {person.folder}. {fix}", **location)
    if not people:
        fix = f"Make a folder {PEOPLE}/NAME for each person, with the files of a profile."
        yield Problem(label, "folder", f"The department has no people. {fix}")


def repeated_orcids(people: list[Person]) -> dict[str, Problem]:
    """Return a problem for each folder whose ORCID iD another folder has too, by slug."""
    folders: dict[str, list[tuple[Person, YamlDocument]]] = defaultdict(list)
    for person in people:
        path = person.folder / "profile.yaml"
        document = read_yaml(path, str(path), Report()) if path.is_file() else None
        if document and isinstance(orcid := document.values.get("orcid"), str):
            folders[orcid.rpartition("/")[2].upper()].append((person, document))
    repeated = {}
    for orcid, owners in folders.items():
        for person, document in owners if len(owners) > 1 else ():
            others = " and ".join(str(other.folder) for other, _ in owners if other is not person)
            message = f"{others} has this ORCID iD too. Write each person's own iD, or delete one of the folders."
            location = document.location(("orcid",))
            repeated[person.slug] = Problem(str(person.folder / "profile.yaml"), "unique", message, value=orcid, **location)
    return repeated


def has_orcid(folder: Path) -> bool:
    """Whether a profile has an ORCID iD, which says whose publications a sync looks for."""
    lines = (folder / "profile.yaml").read_text(encoding="utf-8", errors="replace").splitlines()
    return any(line.startswith("orcid:") for line in lines)
