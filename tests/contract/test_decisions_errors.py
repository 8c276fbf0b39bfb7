"""Decisions, Errors: the one shape on every error, the table of codes, and what a description says."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.conftest import Server
from tests.support.wire import API, EVERY_PATH, METADATA, ask, refused

CODES = {
    "invalid_parameter": 400,
    "unknown_parameter": 400,
    "not_found": 404,
    "method_not_allowed": 405,
    "too_many_requests": 429,
    "internal_error": 500,
    "service_unavailable": 503,
    "query_timeout": 504,
}
OAUTH_CODES = ("unsupported_response_type", "unsupported_grant_type")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


# The codes


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "FOO"])
@pytest.mark.parametrize(
    "path",
    [
        "/x",
        "/API",
        "/Api/profile",
        "/api/Profile",
        "/api/profile.json",
        "/api/export",
        "/api/export.CSV",
        "/favicon.png",
        "/.well-known",
        "/.well-known/openid-configuration",
        "/.well-known/oauth-protected-resource/x",
        "/oauth",
        "/api/%00",
        "/api/%FF",
        "/api/%2e%2e/etc/passwd",
        "/../etc/passwd",
        "/api/profile%2Fx",
        "/api%2Fprofile/x",
        "/%F0%9F%A6%B4",
    ],
)
def test_unknown_paths_are_404(server: Server, method: str, path: str) -> None:
    """Errors: on every error the application gives, unknown paths included: not_found 404, whatever the method."""
    refused(ask(server, path, method), CODES["not_found"], "not_found")


OTHER_METHODS = ("POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "QUERY")
PATHS = (*EVERY_PATH, "/", "/api/", "/api/publications/", "/api/publications/10.5555%2Fnone")


@pytest.mark.parametrize(("method", "path"), [case for case in product(OTHER_METHODS, PATHS) if case != ("POST", "/oauth/token")])
def test_other_methods_are_405(server: Server, method: str, path: str) -> None:
    """Errors: method_not_allowed 405 (with Allow). The token endpoint, which takes POST, is in test_decisions_oauth."""
    allow = "GET, HEAD, OPTIONS, POST" if path == "/oauth/token" else "GET, HEAD, OPTIONS"
    description = refused(ask(server, path, method), CODES["method_not_allowed"], "method_not_allowed", allow=allow)
    assert method in description
    assert [allowed for allowed in allow.split(", ") if allowed not in description] == []


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_unexpected_error_is_500_and_reveals_nothing(
    serve: Callable[..., Server], example_database: Path, tmp_path: Path, method: str, subtests: pytest.Subtests
) -> None:
    """Errors: internal_error 500 (no trace, no path, no SQL)."""
    database = tmp_path / "broken.db"
    database.write_bytes(example_database.read_bytes())
    connection = sqlite3.connect(database)
    connection.execute("update site set json = '{}'")
    connection.commit()
    connection.close()
    server = serve(database)
    for path in ("/api", "/api/openapi.json", *METADATA):
        with subtests.test(path=path):
            answer = ask(server, path, method)
            assert answer.status == CODES["internal_error"]
            if method == "HEAD":
                assert (answer.body, answer.headers["cache-control"]) == (b"", "no-store")
                continue
            description = refused(answer, CODES["internal_error"], "internal_error").lower()
            telling = ["traceback", "keyerror", "base_url", "'name'", str(tmp_path), ".py", ".db", "select", "sqlite", "line "]
            assert [word for word in telling if word in description] == []
    assert server.json("/api/clinic")["phone"] == "+972-0-555-0100"
    assert "Traceback" in server.log.read_text()


def test_without_a_database_every_endpoint_is_unavailable(
    serve: Callable[..., Server], tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Errors: service_unavailable 503 (with Retry-After); /api/status has its own shape, see test_decisions_database."""
    server = serve(tmp_path / "none.db")
    for path in (*API, *METADATA, "/api/publications?limit=5", "/api/services?tag=prp-injection"):
        with subtests.test(path=path):
            if path == "/api/status":
                continue
            answer = ask(server, path, If_None_Match="*", Accept_Encoding="gzip")
            retry = answer.headers["retry-after"]
            assert int(retry) > 0
            refused(answer, CODES["service_unavailable"], "service_unavailable", **{"retry-after": retry})


# Errors as pages


@pytest.mark.parametrize(
    ("target", "method"), [("/nowhere", "GET"), ("/publications/10.5555%2Fnone", "GET"), ("/", "POST"), ("/oauth/token", "POST")]
)
def test_outside_the_api_browsers_get_errors_as_a_page(server: Server, target: str, method: str) -> None:
    """Errors: the same status, headers and sentence as a small HTML page, with Vary: Accept."""
    json, page = ask(server, target, method), ask(server, target, method, Accept=BROWSER)
    headers = {"content-type": "text/html; charset=utf-8", "content-length": str(len(page.body)), "vary": "Accept"}
    policies = {name: page.headers[name] for name in ("content-security-policy", "referrer-policy")}
    assert (page.status, page.headers) == (json.status, {**json.headers, **headers, **policies})
    assert json.json()["error_description"] in unescape(page.body.decode())
    assert b"<script" not in page.body


def test_all_others_get_errors_as_json(server: Server, subtests: pytest.Subtests) -> None:
    """Errors: a client that does not prefer text/html, and every client of the API."""
    for accept in ("*/*", "application/json", "text/html;q=0.5, application/json", "text/html;q=0", "text/plain"):
        with subtests.test(accept=accept):
            refused(ask(server, "/nowhere", Accept=accept), 404, "not_found")
    for target in ("/api/nowhere", "/api/profile/x", "/api/publications/none"):
        with subtests.test(target=target):
            refused(ask(server, target, Accept=BROWSER), 404, "not_found")


# The description


@pytest.mark.parametrize(
    ("query", "name", "value", "accepted"),
    [
        ("year=20x1", "year", "20x1", "digits"),
        ("year=", "year", "", "digits"),
        ("limit=-1", "limit", "-1", "0 to 1000"),
        ("limit=1001", "limit", "1001", "0 to 1000"),
        ("limit=%EF%BC%95", "limit", "５", "0 to 1000"),
        ("limit=a+b%26c", "limit", "a b&c", "0 to 1000"),
        ("offset=-1", "offset", "-1", "0 or more"),
        ("offset=%22%5C%0A", "offset", '"\\\n', "0 or more"),
        ("offset=%D7%A9", "offset", "ש", "0 or more"),
        ("journal=%FF", "journal", "\ufffd", "UTF-8"),
    ],
)
def test_description_names_parameter_value_and_what_is_accepted(
    server: Server, query: str, name: str, value: str, accepted: str
) -> None:
    """Errors: the description names the parameter, the value as given and what would be accepted."""
    description = refused(ask(server, f"/api/publications?{query}"), 400, "invalid_parameter")
    assert f'{name} is "{value}"' in description
    assert accepted in description


@pytest.mark.parametrize("letter", ["x", "é", "ש", "𝔵"])
@pytest.mark.parametrize("name", ["year", "limit", "offset", "journal"])
@pytest.mark.parametrize("length", [100, 101, 500])
def test_the_value_is_cut_at_100_characters(server: Server, letter: str, name: str, length: int) -> None:
    """Errors: the value as given (cut at 100 characters); 100 characters are not cut."""
    # A journal may have up to 200 characters.
    value = letter * (length + (200 if name == "journal" else 0))
    description = refused(ask(server, f"/api/publications?{name}={quote(value)}"), 400, "invalid_parameter")
    assert f'"{letter * 100}"' in description
    assert letter * 101 not in description


@pytest.mark.parametrize(
    ("target", "status", "shown"),
    [
        pytest.param(f"/api/services?{'q' * 300}=1", 400, "q" * 100, id="parameter"),
        pytest.param(f"/{'q' * 300}", 404, "/" + "q" * 99, id="path"),
        pytest.param(f"/api/publications/{'q' * 300}", 404, "q" * 100, id="DOI"),
    ],
)
def test_names_and_paths_are_cut_too(server: Server, target: str, status: int, shown: str) -> None:
    """Errors: names of parameters and paths are cut at 100 characters too."""
    answer = ask(server, target)
    assert answer.status == status
    assert re.findall("/?q{90,}", answer.json()["error_description"]) == [shown]


def test_methods_are_cut_at_20_characters(server: Server) -> None:
    description = refused(ask(server, "/api", "Q" * 300), 405, "method_not_allowed", allow="GET, HEAD, OPTIONS")
    assert re.findall("Q+", description) == ["Q" * 20]


def test_line_breaks_of_a_value_stay_in_the_body(server: Server) -> None:
    """Errors: the value as given is data: it adds no header and no markup to the answer."""
    answer = ask(server, "/api/publications?limit=%0D%0ASet-Cookie:%20a=b%0D%0A%0D%0A%3Cscript%3E")
    assert '"\r\nSet-Cookie: a=b\r\n\r\n<script>"' in refused(answer, 400, "invalid_parameter")


def test_codes_are_in_the_openapi_description(server: Server) -> None:
    """Preamble, Errors: the set of codes is a public promise and appears in the OpenAPI description."""
    described = server.get("/api/openapi.json").text
    assert [code for code in (*CODES, *OAUTH_CODES) if code not in described] == []


@pytest.mark.parametrize("status", ["400", "404", "503"])
def test_errors_are_described_with_their_shape(server: Server, status: str) -> None:
    """Errors: the one shape in the description, on every operation that may answer so."""
    error = {"$ref": "#/components/schemas/Error"}
    paths = server.json("/api/openapi.json")["paths"]
    responses = [
        (path, operation["responses"][status]["content"]["application/json; charset=utf-8"]["schema"])
        for path, item in paths.items()
        for operation in item.values()
        if status in operation["responses"]
    ]
    assert responses != []
    assert [path for path, schema in responses if schema != error and path != "/api/status"] == []


def test_an_error_does_not_affect_the_next_request(server: Server) -> None:
    """Errors: the next request on the same connection is answered."""
    for target, status in (("/api/publications?limit=x", 400), ("/api/profile", 200), ("/x", 404), ("/api/clinic", 200)):
        assert server.get(target).status_code == status
