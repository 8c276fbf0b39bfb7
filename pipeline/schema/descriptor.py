"""What sources/datapackage.yaml may say: the part of Data Package and Table Schema that the whole way to the API carries.

Frictionless takes more (addresses on the web, other encodings, types that SQLite and JSON do not have). What it would take
and we could not keep is refused here, with its line.
"""

from __future__ import annotations

from typing import Any

from pipeline.rules import VALUE_RULES

TEXT = {"type": "string", "minLength": 1}
YES_OR_NO = {"type": "boolean"}
NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}
TEXTS = {"type": "array", "minItems": 1, "items": {}}
# Limits that Table Schema and JSON Schema have under one name.
LIMITS: dict[str, Any] = {
    "enum": TEXTS,
    "pattern": {"type": "string", "format": "regex"},
    "minimum": NUMBER,
    "maximum": NUMBER,
    "minLength": COUNT,
    "maxLength": COUNT,
}
RULES = {"type": "array", "items": {"type": "string", "enum": list(VALUE_RULES)}}

# A resource's name to the component of the API's description that shows its objects.
RESOURCES: dict[str, str | None] = {
    "site": None,
    "profile": "Profile",
    "clinic": "Clinic",
    "research": "Research",
    "publications": "Publication",
    "services": "Service",
}
TABLES = ("publications", "services")
# Types of a value in a CSV cell, and the two that only YAML can hold.
CELL_TYPES = ("string", "integer", "number", "boolean", "date", "list")
NESTED_TYPES = ("array", "object")


def closed(required: tuple[str, ...], /, **properties: Any) -> dict[str, Any]:
    """A mapping with these names and no others."""
    return {"type": "object", "required": list(required), "additionalProperties": False, "properties": properties}


# JSON Schema in JSON Schema, as far as it is used here; it contains itself.
NESTED: dict[str, Any] = closed(
    (),
    type={"type": "string", "enum": ["string", "integer", "number", "boolean", *NESTED_TYPES]},
    title=TEXT,
    description=TEXT,
    hint=TEXT,
    format={"type": "string", "enum": ["date", "email", "uri"]},
    rules=RULES,
    advice=RULES,
    **LIMITS,
    minItems=COUNT,
    maxItems=COUNT,
    uniqueItems=YES_OR_NO,
    required=TEXTS,
)
NESTED["properties"] |= {
    "items": NESTED,
    "properties": {"type": "object", "additionalProperties": NESTED},
    "additionalProperties": {**NESTED, "type": ["object", "boolean"]},
}

FIELD = closed(
    ("name", "type", "title", "description"),
    name={"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_]*$", "hint": "Use letters, digits and _ only."},
    type={"type": "string", "enum": [*CELL_TYPES, *NESTED_TYPES]},
    format={"type": "string", "enum": ["default", "email", "uri"]},
    title=TEXT,
    description=TEXT,
    example={},
    hint=TEXT,
    recommended=YES_OR_NO,
    rules=RULES,
    itemType={"type": "string", "enum": ["string"]},
    delimiter=TEXT,
    constraints=closed(
        (),
        required=YES_OR_NO,
        unique=YES_OR_NO,
        **LIMITS,
    ),
    jsonSchema=NESTED,
)

RESOURCE = closed(
    ("name", "path", "format", "encoding", "schema"),
    name={"type": "string", "enum": list(RESOURCES)},
    title=TEXT,
    description=TEXT,
    path={"type": "string", "pattern": r"^[A-Za-z0-9_-]+\.[a-z]+$", "hint": "Name a file in this folder."},
    type={"type": "string", "enum": ["table", "json"]},
    format={"type": "string", "enum": ["csv", "yaml"]},
    mediatype=TEXT,
    encoding={"type": "string", "enum": ["utf-8"]},
    dialect=closed((), csv=closed((), delimiter={"type": "string", "enum": [","]})),
    schema=closed(
        ("fields",),
        fieldsMatch={"type": "string", "enum": ["superset"]},
        fields={"type": "array", "minItems": 1, "items": FIELD},
    ),
)

DESCRIPTOR_SCHEMA = closed(
    ("resources",),
    name=TEXT,
    title=TEXT,
    description=TEXT,
    licenses={"type": "array", "items": closed((), name=TEXT, path=TEXT, title=TEXT)},
    resources={"type": "array", "items": RESOURCE},
)
