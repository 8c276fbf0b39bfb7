"""The specification except its tables of resources, endpoints and headers; each test names its sentence."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.conftest import BASE_URL, Server
from tests.support.listing import wrapped
from tests.support.wire import ANSWERING, API, EVERY_PATH, JSON_API, REFUSING, ask, indented, refused

RATE_HEADERS = re.compile(r"(x-)?rate-?limit.*|retry-after")


# What the service does


@pytest.mark.parametrize("path", JSON_API)
def test_exposes_curated_profile_data_as_json(server: Server, path: str) -> None:
    """What the service does 1: exposes curated profile data as JSON over HTTP."""
    answer = ask(server, path)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json; charset=utf-8")
    assert isinstance(answer.json(), dict)


@pytest.mark.parametrize("path", API)
@pytest.mark.parametrize(
    "method",
    [
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
    ],
)
def test_all_operations_are_get_and_read_only(server: Server, path: str, method: str) -> None:
    """What the service does 1, and States: all operations are GET and read-only; no operation changes data."""
    before = server.json("/api/status")["services"]
    refused(ask(server, path, method, b'{"name": "x"}'), 405, "method_not_allowed", allow="GET, HEAD, OPTIONS")
    assert server.json("/api/status")["services"] == before


@pytest.mark.parametrize("path", API)
def test_offers_every_resource(server: Server, path: str) -> None:
    """What the service does 2: everything that the sentence lists."""
    answer = ask(server, path)
    assert answer.status == 200
    assert answer.body != b""


def test_service_catalog_has_english_and_hebrew_names(server: Server) -> None:
    """What the service does 2: a clinical service catalog (English and Hebrew names)."""
    for service in server.json("/api/services")["services"]:
        assert re.search("[A-Za-z]", service["name"])
        assert re.search("[א-ת]", service["nameHebrew"])


@pytest.mark.parametrize("path", ANSWERING)
def test_needs_no_authentication_and_no_api_key(server: Server, path: str) -> None:
    """What the service does 3, Authentication 1: no authentication is needed and no API key is used."""
    answer = ask(server, path)
    assert answer.status == 200
    assert "www-authenticate" not in answer.headers


@pytest.mark.parametrize(
    "header",
    [
        "Authorization",
        "X_API_Key",
        "Cookie",
        "Proxy_Authorization",
    ],
)
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


def test_holds_13_publications(server: Server, publications: list[dict[str, Any]]) -> None:
    """What the service does 5, Limits: the publication list holds 13 publications in total."""
    assert len(publications) == 13
    assert server.json("/api/publications") == wrapped(publications, 13)


@pytest.mark.parametrize(
    "method",
    [
        "GET",
        "HEAD",
        "OPTIONS",
        "POST",
    ],
)
@pytest.mark.parametrize(
    "path",
    [
        *EVERY_PATH,
        "/",
        "/nowhere",
        "/api/publications/10.5555%2Fnone",
        "/api/publications?limit=x",
    ],
)
def test_all_responses_are_cors_enabled(server: Server, method: str, path: str) -> None:
    """What the service does 6: all responses are CORS-enabled."""
    assert ask(server, path, method, Origin="https://reader.example.org").headers["access-control-allow-origin"] == "*"


# Authentication


def test_description_declares_no_security(server: Server) -> None:
    """Authentication 2: the description declares no security schemes and no global security requirement."""
    description = server.json("/api/openapi.json")
    assert description["security"] == []
    assert "securitySchemes" not in description["components"]
    operations = [operation for path in description["paths"].values() for operation in path.values()]
    assert len(operations) == 25
    assert [operation for operation in operations if "security" in operation] == []


# Errors


@pytest.mark.parametrize(
    ("target", "status", "code"),
    [
        ("/api/publications?limit=x", 400, "invalid_parameter"),
        ("/api/services?x=1", 400, "unknown_parameter"),
        ("/api/publications/10.5555%2Fnone", 404, "not_found"),
        ("/api/nowhere", 404, "not_found"),
        ("/", 405, "method_not_allowed"),
    ],
)
def test_error_bodies_have_two_string_fields(server: Server, target: str, status: int, code: str) -> None:
    """Errors 1: a JSON body with two string fields, error and error_description."""
    if status == 405:
        refused(ask(server, target, "DELETE"), status, code, allow="GET, HEAD, OPTIONS")
    else:
        refused(ask(server, target), status, code)


def test_unknown_doi_is_404(server: Server) -> None:
    """Errors 2: GET /api/publications/{doi} answers 404 when the DOI is not found."""
    answer = ask(server, "/api/publications/10.5555%2Fmsk.1999.999")
    assert "10.5555/msk.1999.999" in refused(answer, 404, "not_found")


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


@pytest.mark.parametrize("path", ANSWERING)
def test_cache_control(server: Server, path: str) -> None:
    """Limits: Cache-Control public, max-age=3600 on responses; no-cache on /api/status."""
    expected = "no-cache" if path == "/api/status" else "public, max-age=3600"
    assert ask(server, path).headers["cache-control"] == expected


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
    assert len(paths) == 25
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


@pytest.mark.parametrize("path", REFUSING)
def test_no_tokens_are_issued(server: Server, path: str) -> None:
    """Authentication 3: the discovery metadata declares scopes but the service issues no tokens."""
    answer = ask(server, path)
    assert answer.status == 400
    assert set(answer.json()) == {"error", "error_description"}
