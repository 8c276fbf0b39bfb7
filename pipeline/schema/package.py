"""The Data Package that describes the sources: the one schema for validation, tables and the API's description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import frictionless
from frictionless import FrictionlessException

from pipeline.problems import Problem, Report
from pipeline.reading.csv import Columns
from pipeline.reading.yaml import read_yaml
from pipeline.schema.consistency import inconsistencies
from pipeline.schema.descriptor import DESCRIPTOR_SCHEMA, RESOURCES, TABLES
from pipeline.schema.nested import NestedValidator, nested_findings
from pipeline.schema.values import typed

DESCRIPTOR = "datapackage.yaml"


@dataclass(frozen=True)
class Source:
    """One file of the sources and its schema.

    ``label`` is the path that messages name. ``fields`` are Frictionless fields in the order of the API's keys; what the
    Table Schema standard does not define (hint, rules, recommended, labels, jsonSchema) is in ``field.custom``.
    """

    name: str
    title: str
    description: str
    path: Path
    label: str
    schema: frictionless.Schema

    @property
    def is_table(self) -> bool:
        return self.name in TABLES

    @property
    def component(self) -> str | None:
        """The name of its objects in the API's description."""
        return RESOURCES[self.name]

    @property
    def fields(self) -> list[frictionless.Field]:
        return self.schema.fields

    @property
    def field_names(self) -> tuple[str, ...]:
        return tuple(self.schema.field_names)

    @property
    def columns(self) -> Columns:
        """The columns of its CSV file."""
        return Columns(self.field_names, frozenset(field.name for field in self.fields if field.required))

    def labels(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield field, value, language and label of each label, in the order of the schema."""
        for field in self.fields:
            for value, labels in field.custom.get("labels", {}).items():
                yield from ((field.name, value, language, label) for language, label in labels.items())


@dataclass(frozen=True)
class SourcePackage:
    """All sources of one folder, in the order of the descriptor."""

    descriptor: Path
    sources: tuple[Source, ...]

    @property
    def files(self) -> list[Path]:
        """The descriptor and the files that it names."""
        return [self.descriptor, *(source.path for source in self.sources)]


def read_package(folder: Path, report: Report) -> SourcePackage | None:
    """Return the package that ``folder/datapackage.yaml`` describes; None, with the reason in the report, if it is invalid."""
    path, label = folder / DESCRIPTOR, str(folder / DESCRIPTOR)
    document = read_yaml(path, label, report)
    if document is None:
        return None
    values = typed(document.values, DESCRIPTOR_SCHEMA)
    for finding in nested_findings(NestedValidator(DESCRIPTOR_SCHEMA), values):
        report.add(Problem(label, finding.message, **document.location(finding.path)))
    if not report.errors:
        report.extend(Problem(label, message) for message in inconsistencies(values["resources"]))
    if report.errors:
        return None
    try:
        package = frictionless.Package.from_descriptor(values, basepath=str(folder))
    except FrictionlessException as error:
        reason = (error.reasons or [error.error])[0].note
        report.add(Problem(label, f"The description of the data is not valid: {reason}."))
        return None
    return SourcePackage(path, tuple(to_source(resource, folder) for resource in package.resources))


def to_source(resource: frictionless.Resource, folder: Path) -> Source:
    path = folder / str(resource.path)
    return Source(
        name=str(resource.name),
        title=resource.title or str(resource.name),
        description=resource.description or "",
        path=path,
        label=str(path),
        schema=resource.schema,
    )
