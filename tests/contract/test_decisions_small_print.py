"""Decisions, Small print: what the other files don't test already."""

from __future__ import annotations

import csv
import gzip

import pytest

from tests.conftest import SOURCES, Server
from tests.support.wire import CACHED, EVERY_PATH, ask, refused

ALLOW = {"/oauth/token": "GET, HEAD, OPTIONS, POST"}


# Methods


@pytest.mark.parametrize(
    "method",
    [
        "FOO",
        "GETS",
        "X",
        "BREW",
        "M-SEARCH",
        "Q" * 100,
    ],
)
@pytest.mark.parametrize("path", [*EVERY_PATH, "/", "/api/publications/none", "/api/publications?limit=x"])
def test_methods_unknown_to_http(server: Server, method: str, path: str) -> None:
    """Methods: methods unknown to HTTP (FOO): 405 in the error shape, with Allow."""
    answer = ask(server, path, method)
    refused(answer, 405, "method_not_allowed", allow=ALLOW.get(path, "GET, HEAD, OPTIONS"))


@pytest.mark.parametrize("size", [1, 100_000])
def test_methods_with_a_body(server: Server, size: int) -> None:
    """Methods: a body with a refused method makes no difference."""
    answer = ask(server, "/api/profile", "FOO", b"x" * size, Content_Type="application/json")
    refused(answer, 405, "method_not_allowed", allow="GET, HEAD, OPTIONS")


@pytest.mark.parametrize("path", CACHED)
def test_a_body_with_get_is_ignored(server: Server, path: str) -> None:
    """Methods: a body with GET makes no difference."""
    with_body, without = ask(server, path, "GET", b'{"limit": 1}'), ask(server, path)
    assert (with_body.status, with_body.headers, with_body.body) == (without.status, without.headers, without.body)


# Range


@pytest.mark.parametrize("span", ["bytes=0-1", "bytes=-5", "bytes=99999999-", "bytes=0-0,2-3", "lines=1-2", "x"])
@pytest.mark.parametrize("path", CACHED)
def test_range_is_ignored(server: Server, span: str, path: str) -> None:
    """Range: ignored (200, whole body), in every form, and not announced."""
    plain, ranged = ask(server, path), ask(server, path, Range=span)
    assert (ranged.status, ranged.headers, ranged.body) == (200, plain.headers, plain.body)
    assert {"content-range", "accept-ranges"} & set(ranged.headers) == set()


def test_range_is_ignored_with_conditions(server: Server) -> None:
    """Range: ignored with If-Range and gzip too."""
    plain = ask(server, "/api/publications")
    same = ask(server, "/api/publications", Range="bytes=0-9", If_Range=plain.headers["etag"])
    assert (same.status, same.body) == (200, plain.body)
    packed = ask(server, "/api/publications", Range="bytes=0-9", Accept_Encoding="gzip")
    assert (packed.status, gzip.decompress(packed.body)) == (200, plain.body)


# Error bodies


def test_error_bodies_are_unescaped_utf_8(server: Server) -> None:
    """Bodies: UTF-8 is written as it is, in errors too."""
    assert "נואה".encode() in ask(server, "/api/publications?limit=%D7%A0%D7%95%D7%90%D7%94").body


# Answers of the server itself


@pytest.mark.parametrize(
    "target", [b"/api/publications?journal=radiolog\xc3\xada", b"/api/publications?journal=\xff", b"/\xd7\xa9", b"/api?\x80"]
)
def test_raw_bytes_in_a_request_line(server: Server, target: bytes) -> None:
    """Answers that waitress gives by itself: bytes beyond ASCII in the request line are 400; the next request is answered."""
    assert ask(server, target).status == 400
    assert ask(server, "/api/profile").status == 200


@pytest.mark.parametrize("method", ["get", "G@T", "[GET]"])
def test_malformed_methods_do_no_harm(server: Server, method: str) -> None:
    """Answers that waitress gives by itself: a malformed method: 400, and the next request is answered."""
    assert ask(server, "/api/profile", method).status == 400
    assert ask(server, "/api/profile").status == 200


@pytest.mark.parametrize(
    "target",
    [
        "//api",
        "http://evil.test/api",
        "/api?",
        "/api#x",
    ],
)
def test_other_forms_of_a_target(server: Server, target: str) -> None:
    """Base address: the answer is built from the base address, not from the host of the request target."""
    answer, plain = ask(server, target), ask(server, "/api")
    assert (answer.status, answer.headers, answer.body) == (200, plain.headers, plain.body)


# Sources


@pytest.mark.parametrize("name", ["publications", "services"])
def test_csv_columns_have_the_names_of_the_fields(server: Server, name: str) -> None:
    """CSV columns bear the API's field names, in their order."""
    with (SOURCES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        columns = next(csv.reader(file))
    schema = server.json("/api/openapi.json")["components"]["schemas"][name.removesuffix("s").capitalize()]
    assert [field for field in schema["properties"] if field in columns] == columns
