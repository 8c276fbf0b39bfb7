"""Checks of the descriptor that its JSON Schema cannot express: clashing names, wrong types, fields that the API promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.rules.registry import VALUE_RULES
from pipeline.schema.descriptor import CELL_TYPES, TABLES
from pipeline.schema.nested import ADVICE

Field = dict[str, Any]

# What every field says about itself.
NEEDED = ("type", "title", "description")
# Columns that the build adds to tables and join tables.
RESERVED = ("id", "json", "journal_id", "has_doi", "title_position")
RESERVED_LISTS = ("position", "positions", "publication_id", "service_id", "cv_entry_id")


def inconsistencies(resources: list[dict[str, Any]], software: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a message for each inconsistency of a well-formed descriptor, which extends that of the software."""
    promised = {resource["name"]: resource["schema"]["fields"] for resource in software}
    for resource in resources:
        name, fields = resource["name"], resource["schema"]["fields"]
        if missing := [
            f"{name}, {field['name']}: The {key} is missing." for field in fields for key in NEEDED if key not in field
        ]:
            yield from missing
            continue
        yield from clashes(name, fields)
        for field in fields:
            yield from (f"{name}, {field['name']}: {message}" for message in contradictions(field, is_cell=name in TABLES))
        yield from broken_promises(name, fields, promised[name])


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
    limits = [constraints.get(name, 0) for name in ("minimum", "maximum")]
    if field["type"] == "integer" and not all(isinstance(limit, int) for limit in limits):
        yield "The minimum and maximum of an integer must be whole numbers."
    for part in (field, *nested_schemas(field.get("jsonSchema", {}))):
        for name in (*part.get("rules", ()), *part.get(ADVICE, ())):
            if VALUE_RULES[name].type != part.get("type"):
                yield f"The rule {name} is for the type {VALUE_RULES[name].type}."


def nested_schemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a JSON Schema and all schemas in it."""
    yield schema
    for part in (schema.get("items"), schema.get("additionalProperties"), *schema.get("properties", {}).values()):
        if isinstance(part, dict):
            yield from nested_schemas(part)


def broken_promises(resource: str, fields: list[Field], software: list[Field]) -> Iterator[str]:
    """Yield a message for each field of the software that has another type, is not served, or is no longer required."""
    by_name = {field["name"]: field for field in fields}
    for before in software:
        field = by_name[before["name"]]
        required = before.get("constraints", {}).get("required", False)
        same = field["type"] == before["type"] and field.get("served", True) == before.get("served", True)
        if not same or (required and not field.get("constraints", {}).get("required")):
            state = "required" if required else "optional"
            yield f'{resource} must keep its {state} field "{before["name"]}" of the type {before["type"]}. The API promises it.'
