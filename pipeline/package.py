"""The Data Package that describes the sources: one schema for validation, tables and the API's description."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import frictionless
from frictionless import FrictionlessException

from pipeline.problems import Problem, Report, SourceError
from pipeline.yamlfile import read_yaml

DESCRIPTOR = "datapackage.yaml"

# The fields that the API promises to its users, with their types; "!" marks the required ones. The schema may add to them.
PROMISED = {
    "site": "base_url:string! name:string! description:string! license:object! attribution:string!",
    "profile": "name:string! specialty:string! positions:array! credentials:string orcid:string email:string languages:array "
    "training:array links:object",
    "clinic": "name:string! address:string! phone:string! nameHebrew:string parent:string email:string coordinates:object "
    "insurance:array bookingLinks:object hours:object",
    "research": "summary:string areas:array!",
    "publications": "title:string! authors:string! journal:string! year:integer! volume:string issue:string pages:string "
    "doi:string pubmed:string url:string",
    "services": "name:string! nameHebrew:string category:string tags:list",
}


@dataclass(frozen=True)
class Source:
    """One file of the sources and the schema it must fit.

    ``label`` is the path that messages name. ``fields`` are Frictionless fields in the order of the API's keys; what the
    Table Schema standard does not know (hint, rules, recommended, jsonSchema) is in ``field.custom``.
    """

    name: str
    title: str
    description: str
    component: str | None
    path: Path
    label: str
    is_table: bool
    schema: frictionless.Schema

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


def read_package(folder: Path) -> SourcePackage:
    """The package that ``folder/datapackage.yaml`` describes.

    Raises:
        SourceError: the descriptor cannot be read, is not a valid Data Package, or lacks what the API promises.
    """
    path, label = folder / DESCRIPTOR, str(folder / DESCRIPTOR)
    report = Report()
    document = read_yaml(path, label, report)
    if document is None or report.errors:
        raise SourceError(next(iter(report)))
    try:
        package = frictionless.Package.from_descriptor(natural(document.values), basepath=str(folder))
    except FrictionlessException as error:
        reason = (error.reasons or [error.error])[0].note
        raise SourceError(Problem(label, f"The description of the data is not valid: {reason}.")) from None
    sources = tuple(to_source(resource, folder) for resource in package.resources)
    for fault in broken_promises(sources):
        raise SourceError(Problem(label, fault))
    return SourcePackage(path, sources)


def natural(value: Any, key: str = "") -> Any:
    """The descriptor's values with the types that Data Package gives them; ``yamlfile`` leaves all scalars text."""
    if isinstance(value, dict):
        return {name: natural(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [natural(item, key) for item in value]
    if value in ("true", "false"):
        return value == "true"
    if isinstance(value, str) and key in NUMERIC_KEYWORDS:
        return int(value) if value.lstrip("-").isdecimal() else float(value)
    return value


NUMERIC_KEYWORDS = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
)  # fmt: skip


def to_source(resource: frictionless.Resource, folder: Path) -> Source:
    path = folder / str(resource.path)
    return Source(
        name=str(resource.name),
        title=resource.title or str(resource.name),
        description=resource.description or "",
        component=resource.custom.get("component"),
        path=path,
        label=str(path),
        is_table=resource.format == "csv",
        schema=resource.schema,
    )


def broken_promises(sources: tuple[Source, ...]) -> list[str]:
    """What the schema lacks of the fields that the API's users rely on."""
    by_name = {source.name: source for source in sources}
    faults = []
    for name, promised in PROMISED.items():
        if name not in by_name:
            faults.append(f'The resource "{name}" is missing. The API cannot do without it.')
            continue
        fields = {field.name: field for field in by_name[name].fields}
        for promise in promised.split():
            field_name, kind = promise.removesuffix("!").split(":")
            required = promise.endswith("!")
            field = fields.get(field_name)
            if field is None or field.type != kind or (required and not field.required):
                state = "required" if required else "optional"
                faults.append(f'{name} must keep its {state} field "{field_name}" of the type {kind}. The API promises it.')
    return faults


def as_json(field: frictionless.Field, value: Any) -> Any:
    """A value that Frictionless read, as JSON has it; dates and the like become their text."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if value is None or isinstance(value, str | bool | int | float | list | dict):
        return value
    return field.write_cell(value)[0]
