"""The Data Package that describes the sources: the one schema for validation, tables and the API's description."""

from __future__ import annotations

import filecmp
from codecs import BOM_UTF8
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import frictionless
import yaml
from frictionless import FrictionlessException

from db.languages import DEFAULT_CODES, Language, english_names, languages_for
from db.schema import Field, Resource
from pipeline.check.rules.appearance import IMAGE_FILE_NAME
from pipeline.check.rules.language_names import TAKEN_ADDRESSES
from pipeline.read.document import YamlDocument, read_yaml
from pipeline.read.regular_file import regular_file
from pipeline.read.table import Columns
from pipeline.report import Problem, Report
from pipeline.schema.descriptor import (
    COMPONENT_NAMES,
    DESCRIPTOR_SCHEMA,
    OPTIONAL_FILES,
    TABLE_NAMES,
    convert_enums,
    inconsistencies,
    limit_lengths,
)
from pipeline.schema.extension import Extension
from pipeline.schema.json_schema import component, validation_schema
from pipeline.schema.nested import NestedValidator, apply_types, nested_findings
from pipeline.schema.versions import add_versions

DESCRIPTOR = "datapackage.yaml"
# The software's descriptor. The example uses it, and the wheel contains it.
SHIPPED_DESCRIPTOR = Path(__file__).parents[2] / "sources" / DESCRIPTOR

# Properties of a field in the Table Schema standard that also apply to the published file.
STANDARD_PROPERTIES = ("name", "type", "format", "title", "description", "constraints", "itemType", "delimiter")


def has_values(path: Path) -> bool:
    """Whether a file has a line that is neither empty nor a YAML comment. True if it cannot be read: its reader will say so."""
    try:
        with regular_file(path).open("rb") as file:
            return not all(line.removeprefix(BOM_UTF8).strip()[:1] in (b"", b"#") for line in file)
    except OSError:
        return True


def is_markdown(field: frictionless.Field) -> bool:
    """Whether a field holds Markdown, which can have several lines."""
    return "contentMediaType" in field.custom.get("jsonSchema", {})


def is_served(field: frictionless.Field) -> bool:
    return bool(field.custom.get("served", True))


@dataclass(frozen=True)
class Source:
    """One file of the sources and its schema.

    ``fields`` are Frictionless fields in the order of the API's keys. ``field.custom`` has the
    keywords that the Table Schema standard does not define (hint, rules, advice, recommended, served, labels, jsonSchema).
    """

    name: str
    title: str
    description: str
    path: Path
    schema: frictionless.Schema
    languages: tuple[Language, ...]

    @property
    def file(self) -> str:
        """The path in messages."""
        return str(self.path)

    @property
    def is_table(self) -> bool:
        return self.name in TABLE_NAMES

    @property
    def table(self) -> str:
        """The name of its table in the database."""
        return TABLE_NAMES.get(self.name, self.name)

    @property
    def is_absent(self) -> bool:
        """Whether an optional file is missing."""
        return self.name in OPTIONAL_FILES and not self.path.exists()

    @property
    def is_empty(self) -> bool:
        """Whether an optional file exists and has nothing but comments."""
        return self.name in OPTIONAL_FILES and not has_values(self.path)

    @property
    def component(self) -> str | None:
        """The name of its component in the OpenAPI description; None if it is not a resource of the API."""
        return COMPONENT_NAMES.get(self.name)

    @property
    def fields(self) -> list[frictionless.Field]:
        return self.schema.fields

    @property
    def published(self) -> list[frictionless.Field]:
        """The fields that reach the database. Settings don't, except the site's, which pages need."""
        return [field for field in self.fields if self.component is None or is_served(field)]

    @property
    def field_names(self) -> tuple[str, ...]:
        return tuple(self.schema.field_names)

    @cached_property
    def required(self) -> frozenset[str]:
        return frozenset(field.name for field in self.fields if field.required)

    @cached_property
    def value_schemas(self) -> dict[str, Any]:
        """The JSON Schema of the values of each field."""
        return {field.name: field.custom.get("jsonSchema", {}) for field in self.fields}

    @cached_property
    def translated(self) -> frozenset[str]:
        """The fields of a table that have versions in other languages."""
        suffixes = [language.suffix for language in self.languages[1:]]
        return frozenset(name for name in self.field_names if any(f"{name}{suffix}" in self.value_schemas for suffix in suffixes))

    @cached_property
    def labeled(self) -> dict[str, Any]:
        """The known values of each field that has labels for them."""
        return {field.name: field.custom["labels"] for field in self.fields if field.custom.get("labels")}

    @property
    def columns(self) -> Columns:
        return Columns(self.field_names, self.required, frozenset(field.name for field in self.fields if is_markdown(field)))

    def table_schema(self) -> list[dict[str, Any]]:
        """The fields as the Table Schema standard defines them. The published file writes true and false."""
        return [
            {key: value for key, value in field.to_descriptor().items() if key in STANDARD_PROPERTIES} for field in self.published
        ]

    def json_schema(self) -> dict[str, Any]:
        return component(self.name, self.description, self.published)

    def labels(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield field, value, language and label of each label, in the order of the schema."""
        for field in self.published:
            for value, labels in field.custom.get("labels", {}).items():
                yield from ((field.name, value, language, label) for language, label in labels.items())

    def resource(self) -> Resource:
        """This source in the form that the database needs."""
        return Resource(
            self.name,
            self.table,
            self.title,
            self.description,
            [column_field(field) for field in self.published],
            is_list=self.is_table,
            component=self.component,
            json_schema=self.json_schema() if self.component else {},
            table_schema=self.table_schema() if self.is_table else None,
            known={field.name: [*field.custom["labels"]] for field in self.published if field.custom.get("labels")},
            labels=[*self.labels()],
        )


def column_field(field: frictionless.Field) -> Field:
    """A field in the form that the database needs."""
    constraints = field.custom.get("jsonSchema", {}).get("items", {}) if field.type == "list" else field.constraints
    title, description = field.title or field.name, field.description or ""
    return Field(field.name, field.type, title, description, field.example, required=field.required, constraints=constraints)


@dataclass(frozen=True)
class SourcePackage:
    """All sources of one folder by name, in the order of the descriptor.

    Attributes:
        codes: the languages that site.yaml lists; empty if it leaves them to the data.
    """

    descriptor: Path
    sources: dict[str, Source]
    codes: tuple[str, ...]

    @property
    def files(self) -> list[Path]:
        """The descriptor, the files that it names, and the images next to them."""
        images = sorted(path for path in self.descriptor.parent.glob("*") if IMAGE_FILE_NAME.fullmatch(path.name))
        return [self.descriptor, *(source.path for source in self.sources.values()), *images]


def read_package(folder: Path, report: Report, codes: tuple[str, ...] = ()) -> SourcePackage | None:
    """Read the package of a folder of sources. None if its descriptor is invalid; the report says why.

    The software's descriptor describes the files. A ``datapackage.yaml`` in the folder adds fields and tightens rules. Without
    ``codes``, site.yaml lists the languages.
    """
    path = folder / DESCRIPTOR
    site = folder / "site.yaml"
    codes = codes or listed_languages(read_yaml(site, Report()) if site.is_file() else None)
    languages = tuple(languages_for(codes or DEFAULT_CODES))
    suffixes = [language.suffix for language in languages[1:]]
    values = deepcopy(add_versions(read_shipped(), suffixes))
    limit_lengths(values["resources"])
    # Tests show that the software's descriptor is valid, and validating it would take most of the time here.
    make_package = frictionless.Package.metadata_import
    if path.exists() and not filecmp.cmp(path, SHIPPED_DESCRIPTOR, shallow=False):
        make_package = frictionless.Package.from_descriptor
        own = read_descriptor(path, report)
        if own is None:
            return None
        extension = Extension()
        values = extension.descriptor(values, add_versions(own, suffixes))
        convert_enums(values["resources"])
        messages = extension.problems or inconsistencies(values["resources"])
        report.extend(Problem(str(path), "schema", message) for message in messages)
        if report.errors:
            return None
        limit_lengths(values["resources"])  # of the owner's fields
    try:
        package = make_package(values, basepath=str(folder))
    except FrictionlessException as error:
        reason = (error.reasons or [error.error])[0].note
        report.add(Problem(str(path), "schema", f"The description of the data is not valid: {reason}."))
        return None
    for resource in package.resources:
        for field in resource.schema.fields:
            if name := field.custom.pop("fieldsOf", None):
                others = package.get_resource(name).schema.fields
                items = validation_schema([each for each in others if each is not field and is_served(each)])
                items |= field.custom.get("jsonSchema", {}).get("items", {})
                field.custom["jsonSchema"] = {"type": "array", "items": items}
    sources = {str(resource.name): to_source(resource, folder, languages) for resource in package.resources}
    return SourcePackage(path, sources, codes)


def listed_languages(document: YamlDocument | None) -> tuple[str, ...]:
    """The codes in ``languages`` of a document that pages can have. The check of the file reports the others."""
    codes = document.values.get("languages") if document else None
    listed = [code for code in codes if isinstance(code, str)] if isinstance(codes, list) else []
    return tuple(dict.fromkeys(code for code in listed if code in english_names() and code not in TAKEN_ADDRESSES))


@cache
def read_shipped() -> dict[str, Any]:
    """Read the software's descriptor, which a test checks. The parser in C needs a tenth of the time."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    values = yaml.load(SHIPPED_DESCRIPTOR.read_text(encoding="utf-8"), loader)  # noqa: S506 - every scalar stays text
    described: dict[str, Any] = apply_types(values, DESCRIPTOR_SCHEMA)
    return described


def read_descriptor(path: Path, report: Report) -> dict[str, Any] | None:
    """Read a descriptor. None if it cannot be read or breaks the schema of descriptors; the report says why."""
    document = read_yaml(path, report)
    if document is None:
        return None
    values: dict[str, Any] = apply_types(document.values, DESCRIPTOR_SCHEMA)
    findings = [*nested_findings(NestedValidator(DESCRIPTOR_SCHEMA), values)]
    report.extend(Problem(str(path), finding.code, finding.message, **document.location(finding.path)) for finding in findings)
    return None if report.errors else values


def to_source(resource: frictionless.Resource, folder: Path, languages: tuple[Language, ...]) -> Source:
    return Source(
        name=str(resource.name),
        title=resource.title or str(resource.name),
        description=resource.description or "",
        path=folder / str(resource.path),
        schema=resource.schema,
        languages=languages,
    )
