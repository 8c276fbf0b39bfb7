"""api/README.md, "Errors": the one shape on every error, the table of codes, and what a description says."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.conftest import ROOT, Server, start
from tests.support.wire import EVERY_PATH, METADATA, ask, refused

# The rows of the table of codes.
README = (ROOT / "api" / "README.md").read_text(encoding="utf-8")
CODES = {code: int(status) for code, status in re.findall(r"^\| `(\w+)` \| ([45]\d\d) \|", README, re.MULTILINE)}
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


UNKNOWN = (
    "/x",
    "/api/Profile",
    "/.well-known/oauth-protected-resource/x",
    "/oauth",
    "/api/%00",
    "/api/%FF",
    "/api/%2e%2e/etc/passwd",
    "/api/profile%2Fx",
    "/%F0%9F%A6%B4",
)


@pytest.mark.parametrize(
    ("method", "path"), [*product(["GET"], UNKNOWN), ("POST", "/x"), ("OPTIONS", "/x"), ("FOO", "/x"), ("POST", "/api/x")]
)
def test_unknown_paths_are_404(server: Server, method: str, path: str) -> None:
    """[error-codes]"""
    refused(ask(server, path, method), CODES["not_found"], "not_found")


OTHER_METHODS = ("POST", "DELETE", "TRACE", "CONNECT", "PROPFIND", "FOO", "M-SEARCH", "WEBSOCKET")
PATHS = (*EVERY_PATH, "/", "/api/", "/api/publications/", "/api/publications/10.5555%2Fnone")


@pytest.mark.parametrize(("method", "path"), [*product(["PUT"], PATHS), *product(OTHER_METHODS, ["/api/profile", "/"])])
def test_other_methods_are_405(server: Server, method: str, path: str) -> None:
    """[error-codes]"""
    allow = "GET, HEAD, OPTIONS, POST" if path == "/oauth/token" else "GET, HEAD, OPTIONS"
    description = refused(ask(server, path, method), CODES["method_not_allowed"], "method_not_allowed", allow=allow)
    assert method in description
    assert [allowed for allowed in allow.split(", ") if allowed not in description] == []


@pytest.fixture(scope="module")
def broken(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service whose database lacks the values of site.yaml."""
    folder = tmp_path_factory.mktemp("broken")
    shutil.copy(example_database, folder / "broken.db")
    with closing(sqlite3.connect(folder / "broken.db")) as connection, connection:
        connection.execute("update site set json = '{}'")
    with start(folder / "broken.db", folder / "log") as running:
        yield running


@pytest.mark.parametrize("path", ["/api", "/api/openapi.json", *METADATA])
def test_an_unexpected_error_reveals_nothing(broken: Server, path: str) -> None:
    """[error-codes] The log has it."""
    head = ask(broken, path, "HEAD")
    assert (head.status, head.body, head.headers["cache-control"]) == (CODES["internal_error"], b"", "no-store")
    description = refused(ask(broken, path), CODES["internal_error"], "internal_error").lower()
    telling = ["traceback", "keyerror", "base_url", "'name'", "broken", ".py", ".db", "select", "sqlite", "line "]
    assert [word for word in telling if word in description] == []
    assert "Traceback" in broken.log.read_text()
    assert broken.get("/api/clinic").status_code == 200


@pytest.mark.parametrize("accept", [BROWSER, "text/html", "text/html;q=0.5, application/json;q=0.4"])
@pytest.mark.parametrize(
    ("target", "method"), [("/nowhere", "GET"), ("/publications/10.5555%2Fnone", "GET"), ("/", "POST"), ("/oauth/token", "POST")]
)
def test_outside_the_api_browsers_get_errors_as_a_page(server: Server, target: str, method: str, accept: str) -> None:
    """[error-shape]"""
    json, page = ask(server, target, method), ask(server, target, method, Accept=accept)
    headers = {"content-type": "text/html; charset=utf-8", "content-length": str(len(page.body)), "vary": "Accept"}
    policies = {name: page.headers[name] for name in ("content-security-policy", "referrer-policy")}
    assert (page.status, page.headers) == (json.status, {**json.headers, **headers, **policies})
    assert json.json()["error_description"] in unescape(page.body.decode())
    assert b"<script" not in page.body


@pytest.mark.parametrize(
    ("target", "accept"),
    [
        *(("/nowhere", accept) for accept in ("", "*/*", "text/*", "text/plain", "application/json", "text/html;q=0")),
        ("/nowhere", "text/html, application/json"),
        ("/nowhere", "text/html;q=0.4, application/json;q=0.5"),
        *((target, BROWSER) for target in ("/api/nowhere", "/api/profile/x", "/api/publications/none")),
    ],
)
def test_all_others_get_errors_as_json(server: Server, target: str, accept: str) -> None:
    """[error-shape]"""
    refused(ask(server, target, Accept=accept), 404, "not_found")


@pytest.mark.parametrize(
    ("query", "name", "value", "accepted"),
    [
        ("year=20x1", "year", "20x1", "digits"),
        ("year=", "year", "", "digits"),
        ("limit=1001", "limit", "1001", "0 to 1000"),
        ("limit=a+b%26c", "limit", "a b&c", "0 to 1000"),
        ("offset=%22%5C%0A", "offset", '"\\\n', "0 or more"),
        ("journal=%FF", "journal", "\ufffd", "UTF-8"),
        # It is data, and adds no header and no markup to the answer.
        ("limit=%0D%0ASet-Cookie:%20a=b%0D%0A%0D%0A%3Cscript%3E", "limit", "\r\nSet-Cookie: a=b\r\n\r\n<script>", "0 to 1000"),
    ],
)
def test_description_of_a_parameter(server: Server, query: str, name: str, value: str, accepted: str) -> None:
    """[error-shape]"""
    description = refused(ask(server, f"/api/publications?{query}"), 400, "invalid_parameter")
    assert description.startswith(f'{name} is "{value}". It must be ')
    assert accepted in description


@pytest.mark.parametrize(
    ("name", "letter", "length"),
    [
        *product(["year"], ["x", "é", "ש", "𝔵"], [100, 101, 500]),
        *product(["limit", "offset", "journal"], ["é"], [101]),
    ],
)
def test_the_value_is_cut_at_100_characters(server: Server, name: str, letter: str, length: int) -> None:
    """[error-shape]"""
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
        pytest.param("/api", 405, "Q" * 20, id="method"),
    ],
)
def test_names_and_paths_are_cut_too(server: Server, target: str, status: int, shown: str) -> None:
    """[error-shape] Names of parameters and paths are cut too; a method has at most 20."""
    answer = ask(server, target, "Q" * 300 if status == 405 else "GET")
    assert answer.status == status
    assert re.findall("/?q{9,}|Q+", answer.json()["error_description"]) == [shown]


def test_codes_are_described(server: Server) -> None:
    """[error-shape]"""
    schema = server.json("/api/openapi.json")["components"]["schemas"]["Error"]
    assert schema["required"] == list(schema["properties"]) == ["error", "error_description"]
    assert [field["type"] for field in schema["properties"].values()] == ["string", "string"]
    oauth = {"unsupported_response_type", "unsupported_grant_type"}
    assert {*schema["properties"]["error"]["enum"]} == {*CODES} | oauth


def test_errors_are_described_with_their_shape(server: Server) -> None:
    """[error-shape] Only the status has its own shape."""
    contents = [
        (path, status, response["content"]["application/json; charset=utf-8"]["schema"])
        for path, item in server.json("/api/openapi.json")["paths"].items()
        for operation in item.values()
        for status, response in operation["responses"].items()
        if status >= "400"
    ]
    assert {status for _, status, _ in contents} >= {"400", "404", "503"}
    error = {"$ref": "#/components/schemas/Error"}
    assert [(path, status) for path, status, schema in contents if schema != error] == [("/api/status", "503")]


def test_no_rate_limit_is_described(server: Server) -> None:
    """[no-rate-limit]"""
    operations = [each for path in server.json("/api/openapi.json")["paths"].values() for each in path.values()]
    assert {status for operation in operations for status in operation["responses"]} == {"200", "304", "400", "404", "503", "504"}


def test_no_rate_limit(server: Server) -> None:
    """[no-rate-limit]"""
    responses = [server.get("/api/profile") for _ in range(200)]
    assert {response.status_code for response in responses} == {200}
    names = {name.lower() for response in responses for name in response.headers}
    assert [name for name in names if re.fullmatch(r"(x-)?rate-?limit.*|retry-after", name)] == []
