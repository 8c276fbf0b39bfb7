"""The JSON Schema of sources/datapackage.yaml: the part of Data Package and Table Schema that reaches the API.

Frictionless accepts more (remote paths, other encodings, types that SQLite and JSON do not have). What the database
could not hold is refused here, with its line.
"""

from __future__ import annotations

from typing import Any

from pipeline.rules.registry import VALUE_RULES

# The name of each resource, and of the component that describes its objects in the API's description.
RESOURCES: dict[str, str | None] = {
    "site": None,
    "profile": "Profile",
    "clinic": "Clinic",
    "research": "Research",
    "publications": "Publication",
    "services": "Service",
    "cv": "CvEntry",
}
# The resources that are CSV files, and their tables in the database.
TABLES = {"publications": "publications", "services": "services", "cv": "cv_entries"}
# Files that a profile may lack.
OPTIONAL = ("clinic", "research", "cv")
# The types that a CSV cell can have, and the two that only YAML can.
CELL_TYPES = ("string", "integer", "number", "boolean", "date", "list")
NESTED_TYPES = ("array", "object")
LANGUAGES = ("en", "he")

ANYTHING: dict[str, Any] = {}
TEXT = {"type": "string", "minLength": 1}
BOOLEAN = {"type": "boolean"}
NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}
LIST = {"type": "array", "minItems": 1, "items": ANYTHING}
RULES = {"type": "array", "items": {"type": "string", "enum": list(VALUE_RULES)}}
# Constraints that Table Schema and JSON Schema name alike.
CONSTRAINTS: dict[str, Any] = {
    "enum": LIST,
    "pattern": {"type": "string", "format": "regex"},
    "minimum": NUMBER,
    "maximum": NUMBER,
    "minLength": COUNT,
    "maxLength": COUNT,
}


def closed(required: tuple[str, ...], /, **properties: Any) -> dict[str, Any]:
    """Return the schema of a mapping that has no names except these."""
    return {"type": "object", "required": list(required), "additionalProperties": False, "properties": properties}


# The keywords of JSON Schema that a field's jsonSchema may use; it contains itself.
NESTED: dict[str, Any] = closed(
    (),
    type={"type": "string", "enum": ["string", "integer", "number", "boolean", *NESTED_TYPES]},
    title=TEXT,
    description=TEXT,
    hint=TEXT,
    format={"type": "string", "enum": ["date", "email", "uri"]},
    contentMediaType={"type": "string", "enum": ["text/markdown"]},
    rules=RULES,
    advice=RULES,
    **CONSTRAINTS,
    minItems=COUNT,
    maxItems=COUNT,
    uniqueItems=BOOLEAN,
    required=LIST,
)
NESTED["properties"] |= {
    "items": NESTED,
    "properties": {"type": "object", "additionalProperties": NESTED},
    "additionalProperties": {**NESTED, "type": ["object", "boolean"]},
}

# A field of the software needs only what the owner changes; consistency.py checks that nothing is missing in the end.
FIELD = closed(
    ("name",),
    name={"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_]*$", "hint": "Use letters, digits and _ only."},
    type={"type": "string", "enum": [*CELL_TYPES, *NESTED_TYPES]},
    format={"type": "string", "enum": ["default", "email", "uri"]},
    title=TEXT,
    description=TEXT,
    example=ANYTHING,
    hint=TEXT,
    recommended=BOOLEAN,
    served=BOOLEAN,
    rules=RULES,
    advice=RULES,
    itemType={"type": "string", "enum": ["string"]},
    delimiter=TEXT,
    trueValues=LIST,
    falseValues={**LIST, "minItems": 0},
    constraints=closed((), required=BOOLEAN, unique=BOOLEAN, **CONSTRAINTS),
    labels={"type": "object", "additionalProperties": closed((), **dict.fromkeys(LANGUAGES, TEXT))},
    jsonSchema=NESTED,
    fieldsOf={"type": "string", "enum": list(RESOURCES)},
)

# Of a resource, the owner's descriptor adds fields. What else a copy of the software's descriptor has is not read.
RESOURCE = closed(
    ("name", "schema"),
    name={"type": "string", "enum": list(RESOURCES)},
    schema=closed(("fields",), fieldsMatch=ANYTHING, fields={"type": "array", "minItems": 1, "items": FIELD}),
    **dict.fromkeys(("title", "description", "path", "type", "format", "mediatype", "encoding", "dialect"), ANYTHING),
)
DESCRIPTOR_SCHEMA = closed(
    ("resources",),
    resources={"type": "array", "items": RESOURCE},
    **dict.fromkeys(("name", "title", "description", "licenses"), ANYTHING),
)
