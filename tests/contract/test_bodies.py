"""api/README.md, "Fields": fields and their types, JSON, the index, the status, and numbers."""

import csv
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from jsonschema import Draft202012Validator, FormatChecker

from bench.synthetic import write_csv
from tests.conftest import BASE_URL, ROOT, SOURCES, Server, as_served
from tests.support.checking import read
from tests.support.messages import edit
from tests.support.own import serving_own
from tests.support.site import Site, serving_edited
from tests.support.wire import JSON_API, METADATA, ask, indented, wrapped

JsonSchema = dict[str, Any]
# The rows of the table of fields: resource, required fields, optional ones.
ROWS = re.findall(r"^\| (\w+) \| (`.*?) \|(.*)\|$", (ROOT / "api" / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
FIELDS = [
    (resource, field, kind, required)
    for resource, *cells in ROWS
    for cell, required in zip(cells, (True, False), strict=True)
    for field, kind in re.findall(r"`(\w+)`(?: \(([\w-]+)\))?", cell)
]
RESOURCES = {resource: [field for owner, field, *_ in FIELDS if owner == resource] for resource, *_ in ROWS}
# The required fields only, in another order than that of the table.
LEAST = {
    "profile.yaml": {"positions": ["Head"], "specialty": "Radiology", "name": "Dr. Least"},
    "clinic.yaml": {"phone": "*1234", "name": "Least Clinic", "address": "1 Least Street"},
    "research.yaml": {"areas": [{"name": "Nerves"}, {"name": "Muscles", "keywords": ["gait"]}]},
}
URI = {"type": "string", "format": "uri"}
NUMBER = {"type": "number"}
# The schema of each type of the table.
TYPES: dict[str, JsonSchema] = {
    "": {"type": "string"},
    "integer": {"type": "integer"},
    "number": NUMBER,
    "boolean": {"type": "boolean"},
    "list": {"type": "array", "items": {"type": "string"}},
    "e-mail": {"type": "string", "format": "email"},
    "URI": URI,
    "URIs": {"type": "object", "additionalProperties": URI},
    "time": {"type": "string", "format": "date-time"},
    "object": {"type": "object"},
    "numbers": {"type": "object", "properties": {"latitude": NUMBER, "longitude": NUMBER}},
}
FORMATS = FormatChecker(["email", "date-time"])


@FORMATS.checks("uri")
def is_uri(value: object) -> bool:
    return urlsplit(str(value)).scheme == "https" and urlsplit(str(value)).hostname is not None


def objects(server: Server, resource: str) -> list[dict[str, Any]]:
    name = resource.lower()
    body = server.json(f"/api/{name}s" if resource in ("Publication", "Service") else f"/api/{name}")
    return list(body.get(f"{name}s", [body])) if resource != "Status" else [body]


def schema_of(server: Server, component: str) -> JsonSchema:
    schema: JsonSchema = server.json("/api/openapi.json")["components"]["schemas"][component]
    return schema


def says(schema: JsonSchema, expected: JsonSchema) -> bool:
    """Whether a schema says at least what is expected; it may say more (a title, a pattern)."""
    return all(
        says(schema.get(key, {}), value) if isinstance(value, dict) else schema.get(key) == value
        for key, value in expected.items()
    )


@pytest.mark.parametrize(("resource", "field", "kind", "required"), FIELDS)
def test_type_of_a_field(server: Server, resource: str, field: str, kind: str, required: bool) -> None:
    """[json]"""
    validator = Draft202012Validator(TYPES[kind], format_checker=FORMATS)
    everything = objects(server, resource)
    values = [item[field] for item in everything if field in item]
    assert len(values) == len(everything) if required else values
    assert [value for value in values if value in ("", [], {}) or not validator.is_valid(value)] == []
    schema = schema_of(server, resource)
    assert says(schema["properties"][field], TYPES[kind])
    assert (field in schema["required"]) == required


@pytest.mark.parametrize("resource", RESOURCES)
def test_added_fields_follow_those_of_the_table(server: Server, resource: str) -> None:
    """[json]"""
    table, schema = RESOURCES[resource], schema_of(server, resource)
    assert list(schema["properties"])[: len(table)] == table
    assert set(schema["required"]) <= {*table}
    found = [list(item) for item in objects(server, resource)]
    assert found == [[name for name in schema["properties"] if name in item] for item in found]


@pytest.mark.parametrize(
    ("component", "required", "always"),
    [
        ("Publication", ["title", "authors", "journal", "year"], ["key", "landingPage"]),
        ("PublicationList", ["count", "publications"], ["total"]),
        ("ServiceList", ["services"], []),
    ],
)
def test_fields_that_are_always_present_are_described(
    server: Server, component: str, required: list[str], always: list[str]
) -> None:
    """[key]"""
    schema = schema_of(server, component)
    assert schema["required"] == required
    assert [name for name in always if not re.search("Every .* has (one|it)", schema["properties"][name]["description"])] == []
    page = server.json("/api/services" if component == "ServiceList" else "/api/publications?fields=doi")
    found = page["publications"] if component == "Publication" else [page]
    assert [each for each in found if not {*required, *always} <= each.keys()] == []


def properties_of(schema: JsonSchema) -> Iterator[JsonSchema]:
    properties = schema.get("properties", {})
    yield properties
    for part in (*properties.values(), schema.get("items")):
        if part:
            yield from properties_of(part)


def test_hebrew_versions_have_the_type_of_their_field(server: Server) -> None:
    """[hebrew]"""
    schemas = server.json("/api/openapi.json")["components"]["schemas"].values()
    pairs = [
        (properties[name.removesuffix("Hebrew")], twin)
        for schema in schemas
        for properties in properties_of(schema)
        for name, twin in properties.items()
        if name.endswith("Hebrew")
    ]
    assert len(pairs) >= 24
    assert [twin for field, twin in pairs if (twin["type"], twin.get("items")) != (field["type"], field.get("items"))] == []


@pytest.mark.parametrize("path", [*JSON_API, *METADATA])
def test_json_is_indented_and_has_no_null(server: Server, path: str) -> None:
    """[json]"""
    answer = ask(server, path)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json; charset=utf-8")
    assert answer.body == indented(answer.json())
    # Each value is on its own line, and a text ends with a quotation mark.
    assert [line for line in answer.body.decode().splitlines() if line.rstrip(",").endswith("null")] == []


@pytest.mark.parametrize("name", ["profile", "clinic", "research"])
def test_documents_have_the_texts_of_the_owner(server: Server, name: str) -> None:
    """[markdown-texts] Photo and training of the profile are made from other files."""
    source = yaml.safe_load((SOURCES / f"{name}.yaml").read_text(encoding="utf-8"))
    served = server.json(f"/api/{name}")
    made = {field: served[field] for field in ("photo", "training", "trainingHebrew") if field in served}
    assert server.get(f"/api/{name}").content == indented({field: {**source, **made}[field] for field in served})


@pytest.fixture(scope="module")
def least(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    def reduce(sources: Path) -> None:
        for name, content in LEAST.items():
            (sources / name).write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title"], [[2020, "J", "A", "T"]])
        (sources / "cv.csv").unlink()
        edit(sources, "site.yaml", "  nameHebrew: נועה דוגמה, רכזת הנגישות\n", "")
        edit(sources, "site.yaml", 'attributionHebrew: "ד״ר נועה דוגמה, https://profile.example.org"\n', "")
        write_csv(sources / "services.csv", ["tags", "name"], [["", "Plain"], ["joint-injection;prp-injection", "Tagged"]])

    with serving_own(tmp_path_factory.mktemp("least"), reduce) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/profile", {"name": "Dr. Least", "specialty": "Radiology", "positions": ["Head"]}),
        ("/api/clinic", {"name": "Least Clinic", "address": "1 Least Street", "phone": "*1234"}),
        ("/api/research", {"areas": [{"name": "Nerves"}, {"name": "Muscles", "keywords": ["gait"]}]}),
        (
            "/api/publications",
            wrapped([as_served({"title": "T", "authors": "A", "journal": "J", "year": 2020}, "a2020-5kj6ycpn")], 1),
        ),
        ("/api/services", {"services": [{"name": "Plain"}, {"name": "Tagged", "tags": ["joint-injection", "prp-injection"]}]}),
        ("/api/cv", {"entries": []}),
    ],
)
def test_a_field_without_a_value_is_left_out(least: Server, path: str, body: dict[str, Any]) -> None:
    """[json]"""
    assert least.get(path).content == indented(body)


@pytest.mark.parametrize(
    ("path", "component"),
    [
        ("/api", "Index"),
        ("/api/profile", "Profile"),
        ("/api/publications", "PublicationList"),
        ("/api/publications/{doi}", "Publication"),
        ("/api/clinic", "Clinic"),
        ("/api/services", "ServiceList"),
        ("/api/research", "Research"),
        ("/api/cv", "CvEntryList"),
        ("/api/status", "Status"),
        ("/api/openapi.json", "Description"),
    ],
)
def test_schema_of_a_response(server: Server, path: str, component: str) -> None:
    """[json]"""
    content = server.json("/api/openapi.json")["paths"][path]["get"]["responses"]["200"]["content"]
    assert content["application/json; charset=utf-8"] == {"schema": {"$ref": f"#/components/schemas/{component}"}}
    assert schema_of(server, component)["type"] == "object"


def test_index(server: Server) -> None:
    """[index]"""
    site = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
    index = server.json("/api")
    assert index.pop("endpoints") != []
    expected = {
        "name": site["name"],
        "description": f"{site['description']}\n\nPlease cache responses for an hour.",
        "version": "1.0.0",
        "license": {"name": site["license"]["name"], "url": site["license"]["url"]},
        "attribution": site["attribution"],
        "documentation": f"{BASE_URL}/api/docs",
        "openapi": f"{BASE_URL}/api/openapi.json",
    }
    assert json.dumps(index) == json.dumps(expected)


def test_index_and_description_agree(server: Server) -> None:
    """[index]"""
    described = [
        {
            "method": method.upper(),
            "path": path,
            "parameters": [
                {
                    **{key: parameter[key] for key in ("name", "in")},
                    "type": parameter["schema"]["type"],
                    **{key: parameter[key] for key in ("required", "description")},
                    **{key: parameter["schema"][key] for key in ("default", "enum") if key in parameter["schema"]},
                }
                for parameter in operation.get("parameters", [])
            ],
        }
        for path, item in server.json("/api/openapi.json")["paths"].items()
        for method, operation in item.items()
    ]
    endpoints = server.json("/api")["endpoints"]
    assert {tuple(endpoint) for endpoint in endpoints} == {("method", "path", "description", "parameters", "example")}
    assert [{key: endpoint[key] for key in ("method", "path", "parameters")} for endpoint in endpoints] == described
    parameters = [(each["path"], parameter) for each in endpoints for parameter in each["parameters"]]
    required = [(path, parameter["name"]) for path, parameter in parameters if parameter["required"]]
    assert required == [("/api/publications/{doi}", "doi")]


def test_the_least_data_has_an_index_too(least: Server, server: Server) -> None:
    """[index] Only what needs Hebrew is missing."""
    listed, all_listed = ({endpoint["path"] for endpoint in each.json("/api")["endpoints"]} for each in (least, server))
    assert all_listed - listed == {"/he/contact.vcf"}


def test_examples_of_the_index_answer(server: Server) -> None:
    """[index]"""
    examples = [endpoint["example"] for endpoint in server.json("/api")["endpoints"]]
    assert [example for example in examples if ask(server, example).status != 200] == []


def test_status(server: Server, publications: list[dict[str, Any]], services: list[dict[str, Any]]) -> None:
    """[status]"""
    before = datetime.now(UTC).replace(microsecond=0)
    first, status = server.json("/api/status"), server.json("/api/status")
    version = status["services"]["database"]["version"]
    assert re.fullmatch("[0-9a-f]{64}", version)
    database = {
        "ok": True,
        "version": version,
        "publications": len(publications),
        "services": len(services),
        "service_tags": sum(len(row.get("tags", [])) for row in services),
        "cv_entries": len(server.json("/api/cv")["entries"]),
    }
    clock = {"ts": status["ts"], "uptime": status["uptime"]}
    assert indented(status) == indented({"ok": True, "version": "1.0.0", **clock, "services": {"database": database}})
    assert status["ts"].endswith("Z")
    assert before <= datetime.fromisoformat(status["ts"]) <= datetime.now(UTC)
    assert 0 < first["uptime"] <= status["uptime"]


def test_the_version_of_the_data_is_that_of_the_sources(server: Server, least: Server, tmp_path: Path) -> None:
    """[status]"""
    with serving_own(tmp_path, lambda sources: None) as same:
        statuses = [running.json("/api/status") for running in (server, same, least)]
    first, second, other = [status["services"]["database"]["version"] for status in statuses]
    assert first == second != other


NUMBER_FIELDS = """
        - {name: score, type: number, title: Score, description: A number.}
        - {name: visits, type: integer, title: Visits, description: A whole number.}

  - name: services
"""
LARGEST = "999999999999999999"


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A service with two more fields, of which the first publications have values, and coordinates with zeros at their ends."""

    def change(sources: Path) -> None:
        edit(sources, "datapackage.yaml", "\n  - name: services\n", NUMBER_FIELDS)
        cells = iter((["31.50", "007"], ["-0.000001", f"-{LARGEST}"], ["2.0", f"{LARGEST}"], ["0.10", "0"]))
        header, *rows = csv.reader((sources / "publications.csv").read_text(encoding="utf-8").splitlines(keepends=True))
        rows = [[*row, *next(cells, ["", ""])] for row in rows]
        write_csv(sources / "publications.csv", [*header, "score", "visits"], rows)
        edit(sources, "clinic.yaml", "latitude: 31.5", "latitude: 31.50")
        edit(sources, "clinic.yaml", "longitude: 34.75", "longitude: 34.0")

    return serving_edited(tmp_path_factory.mktemp("numbers"), change)


def test_numbers_have_their_shortest_form(numbers: Site) -> None:
    """[numbers]"""
    body = numbers.get("/api/publications?fields=score,visits&limit=4").text
    lines = [line.strip(" ,") for line in body.splitlines() if "score" in line or "visits" in line]
    assert lines == [
        '"score": 31.5',
        '"visits": 7',
        '"score": -1e-6',
        f'"visits": -{LARGEST}',
        '"score": 2',
        f'"visits": {LARGEST}',
        '"score": 0.1',
        '"visits": 0',
    ]
    assert '"latitude": 31.5,\n    "longitude": 34\n' in numbers.get("/api/clinic").text


@pytest.mark.parametrize("value", [f"1{LARGEST}", "9" * 400, "1e5", "NaN", "Infinity", "-.inf"])
def test_other_numbers_are_refused(folder: Path, value: str) -> None:
    """[numbers] The check of the sources refuses others."""
    edit(folder, "clinic.yaml", "latitude: 31.5", f"latitude: {value}")
    [problem] = read(folder / "clinic.yaml")[1]
    assert problem.field == "coordinates.latitude"
    assert problem.message.startswith("Expected a number")
