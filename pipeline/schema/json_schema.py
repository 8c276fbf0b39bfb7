"""The JSON Schema of the API's objects, made from the Table Schema (OpenAPI 3.1 uses JSON Schema 2020-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import frictionless
from jsonschema import Draft202012Validator

from db.publication.authorship import AUTHORSHIPS
from pipeline.schema.nested import apply_types, json_value
from pipeline.schema.patterns import whole_pattern
from pipeline.schema.versions import MARKING_KEYWORDS

# The JSON Schema of each type of Table Schema; types that are not here become text.
JSON_TYPES: dict[str, dict[str, Any]] = {
    "array": {"type": "array"},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "list": {"type": "array", "uniqueItems": True, "items": {"type": "string"}},
    "number": {"type": "number"},
    "object": {"type": "object"},
}
JSON_FORMATS = ("date", "email", "uri")
# The sources name a file, and the API gives its address.
IMAGE_SCHEMA = {"format": "uri", "examples": ["https://profile.example.org/images/photo-0123456789abcdef-640.jpg"]}
# Fields that the build and the API add. Of these, only ``key`` can be in a source.
ADDED_FIELDS: dict[str, dict[str, dict[str, Any]]] = {
    "publications": {
        "key": {
            "description": "Key of the BibTeX entry and, without a DOI, of the page's address. Every publication has one.",
        },
        "authorship": {
            "title": "Authorship",
            "description": "Whether the owner is the first, last or only author. A group after the last person does not count.",
            "type": "string",
            "enum": [*AUTHORSHIPS],
            "examples": ["first"],
        },
        "authorList": {
            "title": "Authors as data",
            "description": "The authors one by one: a person has `family` and `initials`, any other name is in `name`, and "
            "`isOwner` marks the owner. In lists, only on request: `fields=authorList`.",
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "family": {"type": "string"},
                    "initials": {"type": "string"},
                    "suffix": {"type": "string"},
                    "name": {"type": "string"},
                    "isOwner": {"type": "boolean"},
                },
            },
            "examples": [[{"family": "Example", "initials": "N", "isOwner": True}, {"family": "Levi", "initials": "R"}]],
        },
        "landingPage": {
            "title": "Landing page",
            "description": "Address of the publication's page. Every publication has one.",
            "type": "string",
            "format": "uri",
            "examples": ["https://profile.example.org/publications/10.5555%2Fmsk.2021.001"],
        },
    }
}
# Keywords for the pipeline, which JSON Schema does not define.
OWN_KEYWORDS = ("hint", "example", "rules", "advice", "recommended", *MARKING_KEYWORDS)


def component(resource: str, description: str, fields: Sequence[frictionless.Field]) -> dict[str, Any]:
    """The JSON Schema that the API publishes for a resource's objects."""
    properties = {field.name: field_schema(field) for field in fields}
    added = ADDED_FIELDS.get(resource, {})
    return {
        "type": "object",
        "description": description,
        "required": required_names(fields),
        "properties": properties | {name: properties.get(name, {}) | schema for name, schema in added.items()},
    }


def validation_schema(fields: Sequence[frictionless.Field]) -> dict[str, Any]:
    """The JSON Schema that the pipeline uses to validate an object with these fields and no others."""
    properties = {field.name: nested_schema(field.to_descriptor()) for field in fields}
    return {"type": "object", "required": required_names(fields), "additionalProperties": False, "properties": properties}


def required_names(fields: Sequence[frictionless.Field]) -> list[str]:
    return [field.name for field in fields if field.required]


def nested_schema(field: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema that the pipeline uses to validate a field's value, from the field's descriptor."""
    schema = {key: field[key] for key in ("title", "description", *OWN_KEYWORDS) if key in field}
    schema |= JSON_TYPES.get(field["type"], {"type": "string"})
    for name in (field["type"], field.get("format")):
        if name in JSON_FORMATS:
            schema["format"] = name
    schema |= field.get("jsonSchema", {})
    is_list = schema["type"] == "array"
    for name, limit in field.get("constraints", {}).items():
        if name in ("enum", "minimum", "maximum"):
            schema[name] = limit
        elif name in ("minLength", "maxLength"):
            schema[name.replace("Length", "Items") if is_list else name] = limit
        elif name == "pattern":
            schema[name] = whole_pattern(limit)
    return schema


def field_schema(field: frictionless.Field) -> dict[str, Any]:
    """The JSON Schema that the API publishes for a field's value, with its example."""
    schema = without_own_keywords(nested_schema(field.to_descriptor()))
    if field.example is not None:
        example = apply_types(field.example, schema)
        if field.type != "string":
            example = json_value(field, field.read_cell(example)[0])
        # The software's example can have a category that the owner's schema lacks.
        schema |= {"examples": [example]} if Draft202012Validator(schema).is_valid(example) else {}
    if "image_name" in field.custom.get("rules", ()):
        schema |= IMAGE_SCHEMA
    return schema


def without_own_keywords(schema: dict[str, Any]) -> dict[str, Any]:
    """Turn a nested schema into standard JSON Schema. A property that is called ``rules`` stays."""
    result: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            result[key] = {name: without_own_keywords(item) for name, item in value.items()}
        elif key not in OWN_KEYWORDS:
            result[key] = without_own_keywords(value) if isinstance(value, dict) else value
    return result
