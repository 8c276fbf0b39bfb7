"""Decisions, Bodies: the whole of each body; the CSV has its own file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import falcon.inspect
import pytest
import yaml

from api.application import falcon_app
from api.context import Service
from api.data.snapshot import Database
from api.endpoints import ENDPOINTS
from tests.conftest import BASE_URL, SOURCES, Server, as_served
from tests.support.listing import wrapped
from tests.support.own import serving_own, write_csv
from tests.support.wire import JSON_API, METADATA, ask, indented, refused

SITE = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
# The required fields only, in a different order from the specification's tables.
LEAST = {
    "profile.yaml": {"positions": ["Head"], "specialty": "Radiology", "name": "Dr. Least"},
    "clinic.yaml": {"phone": "none", "name": "Least Clinic", "address": "1 Least Street"},
    "research.yaml": {"areas": [{"name": "Nerves"}, {"name": "Muscles", "keywords": ["gait"]}]},
}

# The documents of the API at the root.
DOCUMENTS = {
    "/feed.atom",
    "/profile.jsonld",
    "/resume.json",
    "/contact.vcf",
    "/he/contact.vcf",
    "/datapackage.json",
    "/profile.db",
}


# Names in the paths of files.
NAMES = {"/assets/{name}": "style.css", "/images/{name}": "card.png"}


def source(name: str) -> Any:
    return yaml.safe_load((SOURCES / name).read_text(encoding="utf-8"))


def without_value(value: Any) -> Iterator[Any]:
    """Yield the nulls at any depth."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from without_value(item)
    elif value is None:
        yield value


@pytest.fixture(scope="module")
def least(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with the least data that an owner can give."""

    def edit(sources: Path) -> None:
        for name, content in LEAST.items():
            (sources / name).write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title"], [[2020, "J", "A", "T"]])
        (sources / "cv.csv").unlink()
        write_csv(sources / "services.csv", ["tags", "name"], [["", "Plain"], ["joint-injection;prp-injection", "Tagged"]])

    with serving_own(tmp_path_factory.mktemp("least"), edit) as running:
        yield running


# Optional fields, order of keys, UTF-8


def test_documents_are_those_of_the_sources(server: Server, subtests: pytest.Subtests) -> None:
    """Bodies: UTF-8 is written as it is (Hebrew is readable in the bytes), 2-space indent; every byte."""
    served = server.json("/api/profile")
    made = {name: served[name] for name in ("photo", "training", "trainingHebrew")}
    profile = {name: {**source("profile.yaml"), **made}[name] for name in served}
    assert server.get("/api/profile").content == indented(profile)
    for name in ("clinic", "research"):
        with subtests.test(name=name):
            assert server.get(f"/api/{name}").content == indented(source(f"{name}.yaml"))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/profile", {"name": "Dr. Least", "specialty": "Radiology", "positions": ["Head"]}),
        ("/api/clinic", {"name": "Least Clinic", "address": "1 Least Street", "phone": "none"}),
        ("/api/research", {"areas": [{"name": "Nerves"}, {"name": "Muscles", "keywords": ["gait"]}]}),
        (
            "/api/publications",
            wrapped([as_served({"title": "T", "authors": "A", "journal": "J", "year": 2020})], 1),
        ),
        ("/api/services", {"services": [{"name": "Plain"}, {"name": "Tagged", "tags": ["joint-injection", "prp-injection"]}]}),
        ("/api/cv", {"entries": []}),
    ],
)
def test_fields_without_value_are_left_out(least: Server, path: str, body: dict[str, Any]) -> None:
    """Bodies: optional fields without a value are left out, never null; keys keep the order of the specification's tables."""
    assert least.get(path).content == indented(body)


@pytest.mark.parametrize("path", [*JSON_API, *METADATA])
def test_nothing_is_null(server: Server, path: str) -> None:
    """Bodies: never null."""
    assert list(without_value(server.json(path))) == []


def test_index_and_description_work_without_a_doi(least: Server, server: Server) -> None:
    """Bodies, /api: the index and the description work with the least data too."""
    listed, all_listed = ({endpoint["path"] for endpoint in one.json("/api")["endpoints"]} for one in (least, server))
    assert all_listed - listed == {"/he/contact.vcf"}
    assert least.json("/api/openapi.json")["components"]["schemas"]["Clinic"]["required"] == ["name", "address", "phone"]


# /api


def test_index(server: Server) -> None:
    """Bodies, /api: the whole index except its endpoints."""
    index = server.json("/api")
    endpoints = index.pop("endpoints")
    assert json.dumps(index) == json.dumps(
        {
            "name": SITE["name"],
            "description": SITE["description"],
            "version": "1.0.0",
            "license": {"name": SITE["license"]["name"], "url": SITE["license"]["url"]},
            "attribution": SITE["attribution"],
            "documentation": f"{BASE_URL}/api/docs",
            "openapi": f"{BASE_URL}/api/openapi.json",
        }
    )
    assert endpoints != []


def test_endpoints_of_the_index(server: Server) -> None:
    """Bodies, /api: each endpoint is {method, path, description, parameters, example}, each parameter as decided."""
    for endpoint in server.json("/api")["endpoints"]:
        assert list(endpoint) == ["method", "path", "description", "parameters", "example"]
        for parameter in endpoint["parameters"]:
            required = ["name", "in", "type", "required", "description"]
            assert list(parameter)[:5] == required
            assert list(parameter)[5:] in ([], ["default"], ["enum"], ["default", "enum"])
            assert parameter["required"] == (parameter["in"] == "path") == (f"{{{parameter['name']}}}" in endpoint["path"])


def test_examples_of_the_index_answer(server: Server) -> None:
    """Bodies, /api: each example finds data."""
    for endpoint in server.json("/api")["endpoints"]:
        answer = ask(server, endpoint["example"], endpoint["method"])
        expected = 400 if endpoint["path"].startswith("/oauth/") else 200
        assert (endpoint["path"], answer.status) == (endpoint["path"], expected)
        if endpoint["path"] in ("/api/publications", "/api/services"):
            assert answer.json()[endpoint["path"].rpartition("/")[2]] != []


def test_index_description_and_router_agree(server: Server, example_database: Path, subtests: pytest.Subtests) -> None:
    """Bodies, /api: index and OpenAPI description list the API, and only the API; the router knows everything."""
    listed = {(endpoint["method"], endpoint["path"]) for endpoint in server.json("/api")["endpoints"]}
    paths = server.json("/api/openapi.json")["paths"]
    assert {(method.upper(), path) for path, item in paths.items() for method in item} == listed
    routes = falcon.inspect.inspect_routes(falcon_app(Service(Database(example_database), ENDPOINTS)))
    routed = {route.path.replace("{doi:path}", "{doi}").rstrip("/") for route in routes}
    below_api = {path for path in routed if f"{path}/".startswith("/api/")} - {"/api/docs"}
    assert {path for _, path in listed} == below_api | DOCUMENTS
    assert routed == {endpoint.path.rstrip("/") for endpoint in ENDPOINTS}
    for endpoint in ENDPOINTS:
        with subtests.test(endpoint=endpoint):
            known = endpoint.path.format(doi="10.5555%2Fx", name=NAMES.get(endpoint.path))
            allow = ask(server, known, "OPTIONS").headers["allow"].split(", ")
            assert set(allow) == {*endpoint.methods, "HEAD", "OPTIONS"}
            if "{doi}" not in endpoint.path:
                refused(ask(server, f"/{endpoint.path.strip('/')}x"), 404, "not_found")


def test_index_and_description_agree_on_parameters(server: Server) -> None:
    """Bodies, /api: the parameters of the index are those of the description, with types, defaults and lists."""
    paths = server.json("/api/openapi.json")["paths"]
    for endpoint in server.json("/api")["endpoints"]:
        described = paths[endpoint["path"]][endpoint["method"].lower()].get("parameters", [])
        assert endpoint["parameters"] == [
            {
                **{key: parameter[key] for key in ("name", "in")},
                "type": parameter["schema"]["type"],
                **{key: parameter[key] for key in ("required", "description")},
                **{key: parameter["schema"][key] for key in ("default", "enum") if key in parameter["schema"]},
            }
            for parameter in described
        ]


# /api/openapi.json


# Status


def test_status(server: Server, publications: list[dict[str, Any]], services: list[dict[str, Any]]) -> None:
    """Bodies, Status: services: at least database with its data version (the sources' hash) and row counts."""
    status = server.json("/api/status")
    assert (list(status), status["ok"], status["version"]) == (["ok", "version", "ts", "uptime", "services"], True, "1.0.0")
    version = status["services"]["database"]["version"]
    assert re.fullmatch("[0-9a-f]{64}", version)
    assert status["services"]["database"] == {
        "ok": True,
        "version": version,
        "publications": len(publications),
        "services": len(services),
        "service_tags": sum(len(row.get("tags", [])) for row in services),
        "cv_entries": len(server.json("/api/cv")["entries"]),
    }


def test_data_version_is_that_of_the_sources(server: Server, least: Server, tmp_path: Path) -> None:
    """Bodies, Status: the data version is the sources' hash: the same for the same sources, another for others."""

    def version(running: Server) -> str:
        return str(running.json("/api/status")["services"]["database"]["version"])

    with serving_own(tmp_path, lambda sources: None) as same:
        assert version(same) == version(server)
    assert version(least) != version(server)
    assert least.json("/api/status")["services"]["database"]["publications"] == 1
