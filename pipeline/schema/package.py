"""The Data Package that describes the sources: one schema for validation, tables and the API's description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import frictionless
from frictionless import FrictionlessException

from pipeline.problems import Problem, Report
from pipeline.reading.yaml import line_place, read_yaml, typed
from pipeline.rules import VALUE_RULES
from pipeline.schema.descriptor import CELL_TYPES, DESCRIPTOR_SCHEMA, RESOURCES, TABLES
from pipeline.schema.nested import ADVICE, NestedValidator, nested_faults

DESCRIPTOR = "datapackage.yaml"

# The fields that the API promises to its users, with their types; "!" marks the required ones. The schema may add to them.
PROMISED = {
    "site": "base_url:string! name:string! description:string! license:object! attribution:string! contentSignals:object "
    "security:object",
    "profile": "name:string! specialty:string! positions:array! credentials:string orcid:string email:string languages:array "
    "training:array links:object",
    "clinic": "name:string! address:string! phone:string! nameHebrew:string parent:string email:string coordinates:object "
    "insurance:array bookingLinks:object hours:object",
    "research": "summary:string areas:array!",
    "publications": "title:string! authors:string! journal:string! year:integer! volume:string issue:string pages:string "
    "doi:string pubmed:string url:string",
    "services": "name:string! nameHebrew:string category:string tags:list",
}
# Columns that the pipeline adds (see tables.py), and lists whose join table could not be made.
RESERVED = ("id", "json", "journal_id")
RESERVED_LISTS = ("position", "positions", "publication_id", "service_id")


@dataclass(frozen=True)
class Source:
    """One file of the sources and the schema it must fit.

    ``label`` is the path that messages name. ``fields`` are Frictionless fields in the order of the API's keys; what the
    Table Schema standard does not know (hint, rules, recommended, jsonSchema) is in ``field.custom``.
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


@dataclass(frozen=True)
class SourcePackage:
    """All sources of one folder, in the order of the descriptor."""

    descriptor: Path
    sources: tuple[Source, ...]

    @property
    def files(self) -> list[Path]:
        """Every file that the data comes from, the descriptor among them."""
        return [self.descriptor, *(source.path for source in self.sources)]


def read_package(folder: Path, report: Report) -> SourcePackage | None:
    """The package that ``folder/datapackage.yaml`` describes; None, and the report says why, where it does not hold."""
    path, label = folder / DESCRIPTOR, str(folder / DESCRIPTOR)
    document = read_yaml(path, label, report)
    if document is None:
        return None
    values, locate = typed(document.values, DESCRIPTOR_SCHEMA), line_place(document)
    for place, message, *_ in nested_faults(NestedValidator(DESCRIPTOR_SCHEMA), values):
        report.add(Problem(label, message, **locate(*place[:1], place[1:])))
    if report.errors:
        return None
    report.extend(Problem(label, fault) for fault in faults(values["resources"]))
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


def faults(resources: list[dict[str, Any]]) -> Iterator[str]:
    """What the descriptor's form cannot say: names that clash, rules for other values, promises that are broken."""
    names = [resource["name"] for resource in resources]
    for name, promised in PROMISED.items():
        if names.count(name) != 1:
            yield f'There must be one resource "{name}", not {names.count(name)}. The API cannot do without it.'
            continue
        resource = resources[names.index(name)]
        fields = resource["schema"]["fields"]
        if resource["format"] != (wanted := "csv" if name in TABLES else "yaml"):
            yield f"{name} must have the format {wanted}."
        yield from clashes(name, fields)
        yield from (fault for field in fields for fault in misfits(name, field))
        yield from broken_promises(name, {field["name"]: field for field in fields}, promised)


def clashes(resource: str, fields: list[dict[str, Any]]) -> Iterator[str]:
    """Names that the database cannot hold side by side; SQLite does not tell upper from lower case."""
    taken = set(RESERVED)
    for field in fields:
        name = field["name"].lower()
        if name in taken or (field["type"] == "list" and name in RESERVED_LISTS):
            yield f'{resource} cannot have a further field "{field["name"]}": the name is taken.'
        taken.add(name)


def misfits(resource: str, field: dict[str, Any]) -> Iterator[str]:
    """Types and rules that do not go together."""
    if resource in TABLES and field["type"] not in CELL_TYPES:
        yield f"{resource}, {field['name']}: a cell of a CSV file cannot be of the type {field['type']}. Use list."
    limits = field.get("constraints", {})
    if "enum" in limits and field["type"] != "string":
        yield f"{resource}, {field['name']}: only a text can have a closed list (enum)."
    if field["type"] == "integer" and not all(isinstance(limits.get(name, 0), int) for name in ("minimum", "maximum")):
        yield f"{resource}, {field['name']}: the limits of a whole number must be whole numbers."
    for part in (field, *parts(field.get("jsonSchema", {}))):
        for name in (*part.get("rules", ()), *part.get(ADVICE, ())):
            if VALUE_RULES[name].kind != part.get("type"):
                yield f"{resource}, {field['name']}: the rule {name} is for the type {VALUE_RULES[name].kind}."


def parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A JSON Schema and all that it holds."""
    yield schema
    for part in (schema.get("items"), schema.get("additionalProperties"), *schema.get("properties", {}).values()):
        if isinstance(part, dict):
            yield from parts(part)


def broken_promises(resource: str, fields: dict[str, dict[str, Any]], promised: str) -> Iterator[str]:
    """What the schema lacks of the fields that the API's users rely on."""
    for promise in promised.split():
        name, kind = promise.removesuffix("!").split(":")
        required = promise.endswith("!")
        field = fields.get(name, {})
        if field.get("type") != kind or (required and not field.get("constraints", {}).get("required")):
            state = "required" if required else "optional"
            yield f'{resource} must keep its {state} field "{name}" of the type {kind}. The API promises it.'


def as_json(field: frictionless.Field, value: Any) -> Any:
    """A value that Frictionless read, as JSON has it; dates and the like become their text."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if value is None or isinstance(value, str | bool | int | float | list | dict):
        return value
    return field.write_cell(value)[0]
