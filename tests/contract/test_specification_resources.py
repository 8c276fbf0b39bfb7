"""The specification's tables of resources: every row, compared with the served data and its description."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.conftest import Server

JsonSchema = dict[str, Any]
Row = tuple[str, str, bool]


def is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def is_texts(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(map(is_text, value))


def is_uri(value: Any) -> bool:
    return is_text(value) and urlsplit(value).scheme == "https" and urlsplit(value).hostname is not None


def is_email(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[a-z.]+@([a-z-]+\.)+[a-z]+", value) is not None


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_coordinates(value: Any) -> bool:
    return list(value) == ["latitude", "longitude"] and all(map(is_number, value.values()))


def is_named_uris(value: Any) -> bool:
    return isinstance(value, dict) and value != {} and all(map(is_text, value)) and all(map(is_uri, value.values()))


# For each type of the tables: a test of values, and the least that the schema must say.
TYPES: dict[str, tuple[Callable[[Any], bool], JsonSchema]] = {
    "string": (is_text, {"type": "string"}),
    "integer": (lambda value: type(value) is int, {"type": "integer"}),
    "boolean": (lambda value: type(value) is bool, {"type": "boolean"}),
    "array of string": (is_texts, {"type": "array", "items": {"type": "string"}}),
    "string, format email": (is_email, {"type": "string", "format": "email"}),
    "string, format uri": (is_uri, {"type": "string", "format": "uri"}),
    "string, date-time": (is_text, {"type": "string", "format": "date-time"}),
    "object": (lambda value: isinstance(value, dict) and value != {}, {"type": "object"}),
    "number": (is_number, {"type": "number"}),
    "coordinates": (
        is_coordinates,
        {"type": "object", "properties": {"latitude": {"type": "number"}, "longitude": {"type": "number"}}},
    ),
    "object of uri": (is_named_uris, {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}}),
}

PROFILE: list[Row] = [
    ("name", "string", True),
    ("specialty", "string", True),
    ("positions", "array of string", True),
    ("credentials", "string", False),
    ("orcid", "string", False),
    ("email", "string, format email", False),
    ("languages", "array of string", False),
    ("training", "array of string", False),
    ("links", "object of uri", False),
]
PUBLICATION: list[Row] = [
    ("title", "string", True),
    ("authors", "string", True),
    ("journal", "string", True),
    ("year", "integer", True),
    ("volume", "string", False),
    ("issue", "string", False),
    ("pages", "string", False),
    ("doi", "string", False),
    ("pubmed", "string, format uri", False),
    ("url", "string, format uri", False),
]
CLINIC: list[Row] = [
    ("name", "string", True),
    ("address", "string", True),
    ("phone", "string", True),
    ("nameHebrew", "string", False),
    ("parent", "string", False),
    ("email", "string, format email", False),
    ("coordinates", "coordinates", False),
    ("insurance", "array of string", False),
    ("bookingLinks", "object of uri", False),
    ("hours", "object", False),
]
SERVICE: list[Row] = [
    ("name", "string", True),
    ("nameHebrew", "string", False),
    ("category", "string", False),
    ("tags", "array of string", False),
]
STATUS: list[Row] = [
    ("ok", "boolean", True),
    ("version", "string", True),
    ("ts", "string, date-time", True),
    ("uptime", "number", True),
    ("services", "object", True),
]
RESOURCES = {"Profile": PROFILE, "Publication": PUBLICATION, "Clinic": CLINIC, "Service": SERVICE, "Status": STATUS}
ROWS = [(resource, *row) for resource, rows in RESOURCES.items() for row in rows]


def objects(server: Server, resource: str) -> list[dict[str, Any]]:
    """Return all objects of a resource."""
    if resource == "Publication":
        return list(server.json("/api/publications")["publications"])
    if resource == "Service":
        return list(server.json("/api/services")["services"])
    return [server.json(f"/api/{resource.lower()}")]


def schema_of(server: Server, resource: str) -> JsonSchema:
    schema: JsonSchema = server.json("/api/openapi.json")["components"]["schemas"][resource]
    return schema


def says(schema: JsonSchema, expected: JsonSchema) -> bool:
    """Whether a schema says at least what is expected; it may say more (a title, a pattern)."""
    return all(
        says(schema.get(key, {}), value) if isinstance(value, dict) else schema.get(key) == value
        for key, value in expected.items()
    )


@pytest.mark.parametrize(("resource", "field", "kind", "required"), ROWS)
def test_field_has_its_type_in_every_object(server: Server, resource: str, field: str, kind: str, required: bool) -> None:
    """Resources and their fields: each row of each table, in the data."""
    found = objects(server, resource)
    values = [item[field] for item in found if field in item]
    assert len(values) == len(found) if required else values
    assert [value for value in values if not TYPES[kind][0](value)] == []


@pytest.mark.parametrize(("resource", "field", "kind", "required"), ROWS)
def test_field_has_its_type_in_the_description(server: Server, resource: str, field: str, kind: str, required: bool) -> None:
    """Resources and their fields: each row of each table, in the API's description."""
    schema = schema_of(server, resource)
    assert says(schema["properties"][field], TYPES[kind][1])
    assert (field in schema["required"]) == required


@pytest.mark.parametrize("resource", RESOURCES)
def test_fields_beyond_the_table(server: Server, resource: str) -> None:
    """Resources and their fields: keys keep the order of the table; optional fields that were added follow it."""
    table, schema = [row[0] for row in RESOURCES[resource]], schema_of(server, resource)
    assert list(schema["properties"])[: len(table)] == table
    assert set(schema["required"]) <= {*table, "key", "landingPage"}
    for item in objects(server, resource):
        assert list(item) == [name for name in schema["properties"] if name in item]


def test_twins_have_the_type_of_their_field(server: Server, subtests: pytest.Subtests) -> None:
    """Decisions, Beyond the specification: a Hebrew twin of a field is called <field>Hebrew and has the same type."""
    twins = 0
    for resource in ("Profile", "Clinic", "Research", "Publication", "Service"):
        with subtests.test(resource=resource):
            for properties in mappings(schema_of(server, resource)):
                for name in properties:
                    if name.endswith("Hebrew"):
                        original, twin = properties[name.removesuffix("Hebrew")], properties[name]
                        assert (twin["type"], twin.get("items")) == (original["type"], original.get("items")), name
                        twins += 1
    assert twins >= 24


def mappings(schema: JsonSchema) -> Iterator[JsonSchema]:
    """Yield the properties of a schema and of those inside it."""
    properties = schema.get("properties", {})
    yield properties
    for part in (*properties.values(), schema.get("items")):
        if part:
            yield from mappings(part)


def test_publication_list_wrapper(server: Server) -> None:
    """Publication list wrapper: count, an integer, and publications, an array of Publication; total is added."""
    body = server.json("/api/publications?limit=4")
    assert list(body) == ["count", "publications", "total"]
    assert body["count"] == len(body["publications"]) == 4
    schema = schema_of(server, "PublicationList")
    assert says(schema["properties"]["count"], {"type": "integer"})
    assert says(schema["properties"]["publications"], {"type": "array"})
    # With the parameter fields, an item has only the requested fields.
    assert schema["properties"]["publications"]["items"] == {
        "anyOf": [{"$ref": "#/components/schemas/Publication"}, {"$ref": "#/components/schemas/PublicationPart"}]
    }
    whole, part = schema_of(server, "Publication"), schema_of(server, "PublicationPart")
    assert (part["properties"], "required" in part) == (whole["properties"], False)


def test_service_list_wrapper(server: Server) -> None:
    """Service list wrapper: services, an array of Service."""
    assert list(server.json("/api/services")) == ["services"]
    schema = schema_of(server, "ServiceList")
    assert list(schema["properties"]) == ["services"]
    assert says(schema["properties"]["services"], {"type": "array", "items": {"$ref": "#/components/schemas/Service"}})


def test_research_areas_are_a_json_object(server: Server) -> None:
    """Research areas: returned as a JSON object."""
    assert isinstance(server.json("/api/research"), dict)
    assert schema_of(server, "Research")["type"] == "object"


def test_error_fields_are_described(server: Server) -> None:
    """Errors 1: error and error_description are strings, in the API's description too."""
    schema = schema_of(server, "Error")
    assert schema["required"] == list(schema["properties"]) == ["error", "error_description"]
    assert [field["type"] for field in schema["properties"].values()] == ["string", "string"]
