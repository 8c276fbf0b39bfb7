"""The specification except its tables of resources, endpoints and headers; each test names its sentence."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from tests.conftest import BASE_URL, Server
from tests.support.wire import API, ask, indented, refused

RATE_HEADERS = re.compile(r"(x-)?rate-?limit.*|retry-after")


# What the service does


@pytest.mark.parametrize("header", ["Authorization", "X_API_Key", "Cookie", "Proxy_Authorization"])
@pytest.mark.parametrize("path", API)
def test_credentials_are_not_checked(server: Server, header: str, path: str) -> None:
    """Authentication 1: no API key, token or credentials are sent or checked."""
    with_credentials, without = ask(server, path, **{header: "Bearer wrong"}), ask(server, path)
    assert with_credentials.status == without.status == 200
    if path != "/api/status":
        assert (with_credentials.body, with_credentials.headers) == (without.body, without.headers)


def test_data_is_licensed_cc_by_4_0(server: Server) -> None:
    """What the service does 4: response data is licensed CC BY 4.0."""
    assert server.json("/api")["license"] == {"name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"}
    assert server.json("/api/openapi.json")["info"]["license"] == {"name": "CC BY 4.0", "identifier": "CC-BY-4.0"}


def test_users_are_asked_to_credit_the_owner_by_name_and_site(server: Server) -> None:
    """What the service does 4: users are asked to credit the data owner by name and site when they use it."""
    credit = server.json("/api")["attribution"]
    assert credit == f"{server.json('/api/profile')['name']}, {BASE_URL}"
    assert credit in server.json("/api/openapi.json")["info"]["description"]


# Authentication


def test_description_declares_no_security(server: Server) -> None:
    """Authentication 2: the description declares no security schemes and no global security requirement."""
    description = server.json("/api/openapi.json")
    assert description["security"] == []
    assert "securitySchemes" not in description["components"]
    operations = [operation for path in description["paths"].values() for operation in path.values()]
    assert [operation for operation in operations if "security" in operation] == []


# Limits


def test_no_rate_limit(server: Server) -> None:
    """Limits: rate limit none explicit."""
    for _ in range(200):
        response = server.get("/api/profile")
        assert response.status_code == 200
        assert [name for name in response.headers if RATE_HEADERS.fullmatch(name.lower())] == []


def test_default_of_limit_is_announced(server: Server) -> None:
    """Limits: limit parameter default (publications) 50; test_decisions_pages tests that it is applied."""
    described = server.json("/api/openapi.json")["paths"]["/api/publications"]["get"]["parameters"]
    [limit] = [parameter for parameter in described if parameter["name"] == "limit"]
    assert limit["schema"] == {"type": "integer", "minimum": 0, "maximum": 1000, "default": 50}


# Versioning


def test_api_version_is_1_0_0(server: Server) -> None:
    """Versioning 1: the API version is 1.0.0; the status endpoint reports it in the version field."""
    assert server.json("/api/status")["version"] == "1.0.0"
    assert server.json("/api")["version"] == "1.0.0"
    assert server.json("/api/openapi.json")["info"]["version"] == "1.0.0"


def test_description_conforms_to_openapi_3_1(server: Server) -> None:
    """Versioning 2: the API description conforms to OpenAPI 3.1."""
    from openapi_spec_validator import OpenAPIV31SpecValidator

    description = server.json("/api/openapi.json")
    assert re.fullmatch(r"3\.1\.[0-9]+", description["openapi"])
    assert [error.message for error in OpenAPIV31SpecValidator(description).iter_errors()] == []


def test_paths_carry_no_version_segment(server: Server, subtests: pytest.Subtests) -> None:
    """Versioning 3: paths carry no version segment."""
    paths = [endpoint["path"] for endpoint in server.json("/api")["endpoints"]]
    assert [path for path in paths if re.search(r"/v[0-9]", path)] == []
    for path in ("/api/v1", "/v1/api", "/api/v1/profile"):
        with subtests.test(path=path):
            refused(ask(server, path), 404, "not_found")


def test_service_catalog_description_mentions_the_extended_filter(server: Server) -> None:
    """Versioning 4: the catalog description mentions v1.2.0, since which category also matches additive tags."""
    operation = server.json("/api/openapi.json")["paths"]["/api/services"]["get"]
    [category] = [parameter for parameter in operation["parameters"] if parameter["name"] == "category"]
    words = " ".join([operation["summary"], operation.get("description", ""), category["description"]])
    assert "1.2.0" in words
    assert "tag" in words


# Status object: the clock


def test_status_has_time_and_uptime(server: Server, subtests: pytest.Subtests) -> None:
    """Status object: ts is a date-time; uptime is the number of seconds since the process started."""
    before = datetime.now(UTC).replace(microsecond=0)
    first, second = server.json("/api/status"), server.json("/api/status")
    after = datetime.now(UTC)
    for status in (first, second):
        with subtests.test(status=status):
            assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z", status["ts"])
            assert before <= datetime.fromisoformat(status["ts"]) <= after
    assert 0 < first["uptime"] <= second["uptime"]
    assert indented(second) == indented({**first, "ts": second["ts"], "uptime": second["uptime"]})
