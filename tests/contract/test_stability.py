"""api/README.md, "Stability and license": the version, the description, and the terms of the data."""

import re
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.conftest import BASE_URL, Server
from tests.support.wire import ask, refused


@pytest.fixture(scope="module")
def description(server: Server) -> Any:
    return server.json("/api/openapi.json")


def test_the_version_of_the_api(server: Server, description: Any) -> None:
    """[version]"""
    versions = [server.json("/api")["version"], server.json("/api/status")["version"], description["info"]["version"]]
    assert versions == ["1.0.0"] * 3


@pytest.mark.parametrize("path", ["/api/v1", "/v1/api", "/api/v1/profile"])
def test_paths_carry_no_version(server: Server, description: Any, path: str) -> None:
    """[version]"""
    assert [known for known in description["paths"] if re.search(r"/v[0-9]", known)] == []
    refused(ask(server, path), 404, "not_found")


def test_the_extended_filter_is_mentioned(description: Any) -> None:
    """[tags-in-category]"""
    assert "1.2.0" in str(description["paths"]["/api/services"]["get"])


def test_the_description_conforms_to_openapi(description: Any) -> None:
    """[openapi]"""
    assert re.fullmatch(r"3\.1\.[0-9]+", description["openapi"])
    assert [error.message for error in OpenAPIV31SpecValidator(description).iter_errors()] == []


def test_the_description_declares_no_security(description: Any) -> None:
    """[openapi]"""
    assert description["security"] == []
    assert "securitySchemes" not in description["components"]
    operations = [operation for path in description["paths"].values() for operation in path.values()]
    assert [operation for operation in operations if "security" in operation] == []


def test_the_terms_of_the_data(server: Server, description: Any) -> None:
    """[license]"""
    index = server.json("/api")
    assert index["license"] == {"name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"}
    assert description["info"]["license"] == {"name": "CC BY 4.0", "identifier": "CC-BY-4.0"}
    assert index["attribution"] == f"{server.json('/api/profile')['name']}, {BASE_URL}"
    assert index["attribution"] in description["info"]["description"]
    assert index["description"] in description["info"]["description"]
