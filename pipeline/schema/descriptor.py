"""The schema of sources/datapackage.yaml: the part of Data Package and Table Schema that reaches the API.

Frictionless accepts more (types that SQLite and JSON do not have, for example). This module rejects what the database cannot
hold: first with a JSON Schema, which gives the line, then with checks that a JSON Schema cannot express.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from db.schema import DERIVED_COLUMNS, JSON_COLUMN, KEY_COLUMN
from pipeline.check.rules.rule_tables import VALUE_RULES
from pipeline.schema.nested import ADVICE, NestedValidator, apply_types, nested_findings
from pipeline.schema.versions import MARKING_KEYWORDS

Field = dict[str, Any]

# The name of each resource, and of the component that describes its objects in the API's description.
COMPONENT_NAMES: dict[str, str | None] = {
    "site": None,
    "profile": "Profile",
    "clinic": "Clinic",
    "research": "Research",
    "publications": "Publication",
    "services": "Service",
    "cv": "CvEntry",
}
# The resources that are CSV files, and their tables in the database.
TABLE_NAMES = {"publications": "publications", "services": "services", "cv": "cv_entries"}
# Files that a profile can lack, and what it lacks without them.
OPTIONAL_FILES = {"clinic": "clinic", "research": "research", "cv": "curriculum vitae"}
# The types that a CSV cell can have, and the two that only YAML can have.
CELL_TYPES = ("string", "integer", "number", "boolean", "date", "list")
NESTED_TYPES = ("array", "object")

ANYTHING: dict[str, Any] = {}
TEXT_SCHEMA = {"type": "string", "minLength": 1}
BOOLEAN_SCHEMA = {"type": "boolean"}
NUMBER_SCHEMA = {"type": "number"}
COUNT_SCHEMA = {"type": "integer", "minimum": 0}
LIST_SCHEMA = {"type": "array", "minItems": 1, "items": ANYTHING}
RULES_SCHEMA = {"type": "array", "items": {"type": "string", "enum": list(VALUE_RULES)}}
# Constraints with the same name in Table Schema and JSON Schema.
CONSTRAINT_SCHEMAS: dict[str, Any] = {
    "enum": LIST_SCHEMA,
    "pattern": {"type": "string", "format": "regex"},
    "minimum": NUMBER_SCHEMA,
    "maximum": NUMBER_SCHEMA,
    "minLength": COUNT_SCHEMA,
    "maxLength": COUNT_SCHEMA,
}


def strict_object(required: tuple[str, ...], /, **properties: Any) -> dict[str, Any]:
    """The JSON Schema of a mapping that allows no other names."""
    return {"type": "object", "required": list(required), "additionalProperties": False, "properties": properties}


# The keywords that a field and its jsonSchema have in common.
COMMON_SCHEMAS: dict[str, Any] = {
    **dict.fromkeys(("title", "description", "hint"), TEXT_SCHEMA),
    **dict.fromkeys(("rules", "advice"), RULES_SCHEMA),
    **dict.fromkeys(MARKING_KEYWORDS, BOOLEAN_SCHEMA),
}
# The keywords of JSON Schema that a field's jsonSchema can use. The schema contains itself.
NESTED_SCHEMA: dict[str, Any] = strict_object(
    (),
    type={"type": "string", "enum": ["string", "integer", "number", "boolean", *NESTED_TYPES]},
    format={"type": "string", "enum": ["date", "email", "uri"]},
    contentMediaType={"type": "string", "enum": ["text/markdown"]},
    **COMMON_SCHEMAS,
    **CONSTRAINT_SCHEMAS,
    minItems=COUNT_SCHEMA,
    maxItems=COUNT_SCHEMA,
    uniqueItems=BOOLEAN_SCHEMA,
    default=ANYTHING,
    required={**LIST_SCHEMA, "items": {"type": "string"}},
)
NESTED_SCHEMA["properties"] |= {
    "items": NESTED_SCHEMA,
    "properties": {"type": "object", "additionalProperties": NESTED_SCHEMA},
    "additionalProperties": {**NESTED_SCHEMA, "type": ["object", "boolean"]},
}

# For a field of the software, the owner writes only the changes. ``inconsistencies`` checks the merged descriptor.
FIELD_SCHEMA = strict_object(
    ("name",),
    name={"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_]*$", "hint": "Use letters, digits and _ only."},
    type={"type": "string", "enum": [*CELL_TYPES, *NESTED_TYPES]},
    format={"type": "string", "enum": ["default", "email", "uri"]},
    **COMMON_SCHEMAS,
    example=ANYTHING,
    recommended=BOOLEAN_SCHEMA,
    served=BOOLEAN_SCHEMA,
    itemType={"type": "string", "enum": ["string"]},
    delimiter=TEXT_SCHEMA,
    trueValues=LIST_SCHEMA,
    falseValues={**LIST_SCHEMA, "minItems": 0},
    constraints=strict_object((), required=BOOLEAN_SCHEMA, unique=BOOLEAN_SCHEMA, **CONSTRAINT_SCHEMAS),
    labels={"type": "object", "additionalProperties": {"type": "object", "additionalProperties": TEXT_SCHEMA}},
    jsonSchema=NESTED_SCHEMA,
    fieldsOf={"type": "string", "enum": list(COMPONENT_NAMES)},
)

# The owner's descriptor can only add fields to a resource. Anything else in a copy of the software's descriptor is ignored.
RESOURCE_SCHEMA = strict_object(
    ("name", "schema"),
    name={"type": "string", "enum": list(COMPONENT_NAMES)},
    schema=strict_object(("fields",), fieldsMatch=ANYTHING, fields={"type": "array", "minItems": 1, "items": FIELD_SCHEMA}),
    **dict.fromkeys(("title", "description", "path", "type", "format", "mediatype", "encoding", "dialect"), ANYTHING),
)
DESCRIPTOR_SCHEMA = strict_object(
    ("resources",),
    resources={"type": "array", "items": RESOURCE_SCHEMA},
    **dict.fromkeys(("name", "title", "description", "licenses"), ANYTHING),
)

# The longest texts that every format can show: /cv.pdf, for example, cannot have an address of more than 8,000 bytes.
MAX_TEXT, MAX_ADDRESS = 20_000, 2_000
ADDRESS_FORMATS = ("uri", "email")
ADDRESS_RULES = {"booking_link", "contact", "data_link", "known_license", "secure_uri"}
# Keywords that every field needs.
NEEDED_KEYWORDS = ("type", "title", "description")
# Columns that the build adds to tables and join tables.
RESERVED_COLUMNS = (KEY_COLUMN, JSON_COLUMN.name, *(column.name for columns in DERIVED_COLUMNS.values() for column in columns))
RESERVED_LISTS = ("position", "positions", "publication_id", "service_id", "cv_entry_id")


def inconsistencies(resources: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a message for each inconsistency of a well-formed descriptor."""
    for resource in resources:
        name, fields = resource["name"], resource["schema"]["fields"]
        if missing := [
            f"{name}, {field['name']}: The {key} is missing." for field in fields for key in NEEDED_KEYWORDS if key not in field
        ]:
            yield from missing
            continue
        yield from name_collisions(name, fields)
        for field in fields:
            yield from (
                f"{name}, {field['name']}: {message}" for message in type_contradictions(field, is_cell=name in TABLE_NAMES)
            )


def name_collisions(resource: str, fields: list[Field]) -> Iterator[str]:
    """Yield a message for each name that is already used; SQLite does not distinguish upper and lower case."""
    taken = set(RESERVED_COLUMNS)
    for field in fields:
        name = field["name"].lower()
        if name in taken or (field["type"] == "list" and name in RESERVED_LISTS):
            yield f'{resource} cannot have another field "{field["name"]}": the name is already used.'
        taken.add(name)


def type_contradictions(field: Field, *, is_cell: bool) -> Iterator[str]:
    """Yield a message for each constraint or rule that does not fit the type of a field."""
    constraints = field.get("constraints", {})
    if is_cell and field["type"] not in CELL_TYPES:
        yield f"A CSV cell cannot have the type {field['type']}. Use list."
    bounds = [constraints[name] for name in ("minimum", "maximum") if name in constraints]
    if field["type"] == "integer" and not all(isinstance(bound, int) for bound in bounds):
        yield "The minimum and maximum of an integer must be whole numbers."
    if field["type"] == "date" and bounds:
        yield "A date cannot have a minimum or maximum. Delete it."
    for part, limits in parts_with_limits(field):
        for name in (*part.get("rules", ()), *part.get(ADVICE, ())):
            if VALUE_RULES[name].type != part.get("type"):
                yield f"The rule {name} applies only to the type {VALUE_RULES[name].type}."
        yield from wrong_values(part.get("type"), limits.get("enum", ()))


def wrong_values(kind: str | None, enum: Iterable[Any]) -> Iterator[str]:
    """Yield a message for each value of an enum that does not have its type. Frictionless refuses the enum of a list."""
    if kind in (None, "list"):
        return
    validator = NestedValidator({"type": "string", "format": "date"} if kind == "date" else {"type": kind})
    yield from (f"enum: {finding.message}" for value in enum for finding in nested_findings(validator, value))


def parts_with_limits(field: Field) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield a field, and each schema inside it, with its constraints."""
    yield field, field.setdefault("constraints", {})
    yield from ((schema, schema) for schema in nested_schemas(field.get("jsonSchema", {})))


def nested_schemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for part in (schema.get("items"), schema.get("additionalProperties"), *schema.get("properties", {}).values()):
        if isinstance(part, dict):
            yield from nested_schemas(part)


def convert_enums(resources: list[dict[str, Any]]) -> None:
    """Give the values of each enum its type, because every scalar of a descriptor is text."""
    for field in (field for resource in resources for field in resource["schema"]["fields"]):
        for part, limits in parts_with_limits(field):
            if "enum" in limits:
                limits["enum"] = [apply_types(value, {"type": part.get("type")}) for value in limits["enum"]]


def limit_lengths(resources: list[dict[str, Any]]) -> None:
    """Give each text of a descriptor a maximum length, unless the descriptor sets one."""
    for field in (field for resource in resources for field in resource["schema"]["fields"]):
        for part, limits in parts_with_limits(field):
            if part.get("type") == "string" and "enum" not in limits:
                is_address = part.get("format") in ADDRESS_FORMATS or ADDRESS_RULES & {*part.get("rules", ())}
                limits.setdefault("maxLength", MAX_ADDRESS if is_address else MAX_TEXT)


def allows_other_values(field: Field) -> bool:
    """Whether a text field also accepts values without labels."""
    return field["type"] == "string" and "enum" not in field.get("constraints", {})
