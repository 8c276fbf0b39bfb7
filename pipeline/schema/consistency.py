"""Checks of the descriptor that its JSON Schema cannot express: clashing names, wrong types, fields that the API promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pipeline.rules.registry import VALUE_RULES
from pipeline.schema.descriptor import CELL_TYPES, TABLES
from pipeline.schema.nested import ADVICE

Field = dict[str, Any]

# The fields that the API promises, with their types; "!" marks the required ones. The schema may have more.
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
# What every field says about itself.
NEEDED = ("type", "title", "description")
# Columns that the build adds to tables and join tables.
RESERVED = ("id", "json", "journal_id", "has_doi", "title_position", "citation_key")
RESERVED_LISTS = ("position", "positions", "publication_id", "service_id")


def inconsistencies(resources: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a message for each inconsistency of a well-formed descriptor."""
    for resource in resources:
        name, fields = resource["name"], resource["schema"]["fields"]
        if missing := [
            f"{name}, {field['name']}: The {key} is missing." for field in fields for key in NEEDED if key not in field
        ]:
            yield from missing
            continue
        if resource["format"] != (expected := "csv" if name in TABLES else "yaml"):
            yield f"{name} must have the format {expected}."
        yield from clashes(name, fields)
        for field in fields:
            yield from (f"{name}, {field['name']}: {message}" for message in contradictions(field, is_cell=name in TABLES))
        yield from broken_promises(name, fields, PROMISED[name])


def repetitions(resources: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a message for each resource, and each field of one, that a well-formed descriptor describes twice."""
    for name in repeated(resources):
        yield f'The resource "{name}" appears twice. Keep one.'
    for resource in resources:
        for name in repeated(resource["schema"]["fields"]):
            yield f'{resource["name"]} has the field "{name}" twice. Keep one.'


def repeated(entries: list[dict[str, Any]]) -> list[str]:
    return [name for name, count in Counter(entry["name"] for entry in entries).items() if count > 1]


def clashes(resource: str, fields: list[Field]) -> Iterator[str]:
    """Yield a message for each name that is already used; SQLite does not distinguish upper and lower case."""
    taken = set(RESERVED)
    for field in fields:
        name = field["name"].lower()
        if name in taken or (field["type"] == "list" and name in RESERVED_LISTS):
            yield f'{resource} cannot have another field "{field["name"]}": the name is already used.'
        taken.add(name)


def contradictions(field: Field, *, is_cell: bool) -> Iterator[str]:
    """Yield a message for each part of a field that does not match its type."""
    constraints = field.get("constraints", {})
    if is_cell and field["type"] not in CELL_TYPES:
        yield f"A CSV cell cannot have the type {field['type']}. Use list."
    if "enum" in constraints and field["type"] != "string":
        instead = " Write jsonSchema: {items: {enum: […]}} instead of constraints." if field["type"] == "list" else ""
        yield f"Only a field of the type string can have an enum.{instead}"
    limits = [constraints.get(name, 0) for name in ("minimum", "maximum")]
    if field["type"] == "integer" and not all(isinstance(limit, int) for limit in limits):
        yield "The minimum and maximum of an integer must be whole numbers."
    for value in field.get("labels", {}):
        if value not in allowed_values(field):
            yield f'There is a label for "{value}", which the enum does not list.'
    for part in (field, *nested_schemas(field.get("jsonSchema", {}))):
        for name in (*part.get("rules", ()), *part.get(ADVICE, ())):
            if VALUE_RULES[name].type != part.get("type"):
                yield f"The rule {name} is for the type {VALUE_RULES[name].type}."


def allowed_values(field: Field) -> list[Any]:
    """Return the values of a field's enum, or of the enum of its list items."""
    items = field.get("jsonSchema", {}).get("items", {})
    return [*field.get("constraints", {}).get("enum", ()), *items.get("enum", ())]


def nested_schemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a JSON Schema and all schemas in it."""
    yield schema
    for part in (schema.get("items"), schema.get("additionalProperties"), *schema.get("properties", {}).values()):
        if isinstance(part, dict):
            yield from nested_schemas(part)


def broken_promises(resource: str, fields: list[Field], promised: str) -> Iterator[str]:
    """Yield a message for each promised field that is missing or different."""
    by_name = {field["name"]: field for field in fields}
    for promise in promised.split():
        name, kind = promise.removesuffix("!").split(":")
        required = promise.endswith("!")
        field = by_name.get(name, {})
        kept = field.get("type") == kind and field.get("served", True)
        if not kept or (required and not field.get("constraints", {}).get("required")):
            state = "required" if required else "optional"
            yield f'{resource} must keep its {state} field "{name}" of the type {kind}. The API promises it.'
