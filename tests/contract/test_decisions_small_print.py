"""Decisions, Small print: what the other files don't test already."""

from __future__ import annotations

import csv
import gzip

import pytest
import yaml

from tests.conftest import SOURCES, Server
from tests.support.wire import CACHED, EVERY_PATH, METADATA, ask, indented, refused

ALLOW = {"/oauth/token": "GET, HEAD, OPTIONS, POST"}


# Methods


def test_methods_unknown_to_http(server: Server) -> None:
    """Methods: methods unknown to HTTP (FOO): 405 in the error shape, with Allow."""
    for method in (
        "FOO",
        "GETS",
        "X",
        "BREW",
        "M-SEARCH",
        "Q" * 100,
    ):
        for path in (
            *EVERY_PATH,
            "/",
            "/api/publications/none",
            "/api/publications?limit=x",
        ):
            answer = ask(server, path, method)
            refused(answer, 405, "method_not_allowed", allow=ALLOW.get(path, "GET, HEAD, OPTIONS"))


def test_methods_with_a_body(server: Server) -> None:
    """Methods: a body with a refused method makes no difference."""
    for size in (1, 100_000):
        answer = ask(server, "/api/profile", "FOO", b"x" * size, Content_Type="application/json")
        refused(answer, 405, "method_not_allowed", allow="GET, HEAD, OPTIONS")


def test_a_body_with_get_is_ignored(server: Server) -> None:
    """Methods: a body with GET makes no difference."""
    for path in CACHED:
        with_body, without = ask(server, path, "GET", b'{"limit": 1}'), ask(server, path)
        assert (with_body.status, with_body.headers, with_body.body) == (without.status, without.headers, without.body)


# Range


def test_range_is_ignored(server: Server) -> None:
    """Range: ignored (200, whole body), in every form, and not announced."""
    for span in (
        "bytes=0-1",
        "bytes=-5",
        "bytes=99999999-",
        "bytes=0-0,2-3",
        "lines=1-2",
        "x",
    ):
        for path in CACHED:
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


def test_error_bodies_are_indented(server: Server) -> None:
    """Range …: error bodies are indented by 2 like the others."""
    for target in (
        "/nowhere",
        "/api/publications/none",
        "/api/services?x=1",
        "/api/publications?year=",
        *EVERY_PATH[-2:],
    ):
        body = ask(server, target).body
        lines = body.decode().split("\n")
        assert [lines[0], lines[-1], len(lines)] == ["{", "}", 4]
        assert lines[1].startswith('  "error": "')
        assert lines[2].startswith('  "error_description": "')


def test_error_bodies_are_unescaped_utf_8(server: Server) -> None:
    """Bodies: UTF-8 is written as it is, in errors too."""
    assert "נואה".encode() in ask(server, "/api/publications?limit=%D7%A0%D7%95%D7%90%D7%94").body


def test_error_bodies_are_not_compressed(server: Server) -> None:
    """Error bodies: no validator, no compression and no Vary."""
    answer = ask(server, f"/api/publications?journal={'x' * 3000}", Accept_Encoding="gzip")
    refused(answer, 400, "invalid_parameter")


# Answers of the server itself


@pytest.mark.parametrize(
    "target", [b"/api/publications?journal=radiolog\xc3\xada", b"/api/publications?journal=\xff", b"/\xd7\xa9", b"/api?\x80"]
)
def test_raw_bytes_in_a_request_line(server: Server, target: bytes) -> None:
    """Answers that waitress gives by itself: bytes beyond ASCII in the request line are 400; the next request is answered."""
    assert ask(server, target).status == 400
    assert ask(server, "/api/profile").status == 200


def test_percent_encoded_letters_are_accepted(server: Server) -> None:
    """Journal, and the answers of waitress: the same letters are accepted percent-encoded."""
    assert ask(server, "/api/publications?journal=radiolog%C3%ADa").json()["count"] == 2


@pytest.mark.parametrize("method", ["get", "G@T", "[GET]"])
def test_malformed_methods_do_no_harm(server: Server, method: str) -> None:
    """Answers that waitress gives by itself: a malformed method: 400, and the next request is answered."""
    assert ask(server, "/api/profile", method).status == 400
    assert ask(server, "/api/profile").status == 200


def test_other_forms_of_a_target(server: Server) -> None:
    """Base address: the answer is built from the base address, not from the host of the request target."""
    for target in (
        "//api",
        "http://evil.test/api",
        "/api?",
        "/api#x",
    ):
        answer, plain = ask(server, target), ask(server, "/api")
        assert (answer.status, answer.headers, answer.body) == (200, plain.headers, plain.body)


# Sources


def test_csv_columns_have_the_names_of_the_fields(server: Server) -> None:
    """CSV columns bear the API's field names."""
    for name, columns in (
        (
            "publications",
            [*("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url"), "featured", "notice"],
        ),
        ("services", ["name", "nameHebrew", "category", "tags"]),
    ):
        with (SOURCES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            assert next(csv.reader(file)) == columns
        schema = server.json("/api/openapi.json")["components"]["schemas"][name.removesuffix("s").capitalize()]
        assert list(schema["properties"]) == columns


def test_yaml_files_hold_one_mapping_with_the_names_of_the_fields(server: Server) -> None:
    """profile.yaml, clinic.yaml, research.yaml hold one mapping with the API's field names."""
    for name in (
        "profile",
        "clinic",
        "research",
    ):
        [mapping] = yaml.safe_load_all((SOURCES / f"{name}.yaml").read_text(encoding="utf-8"))
        answer = ask(server, f"/api/{name}")
        if name == "profile":  # the sources have the name of a file, the API its address
            mapping["photo"] = answer.json()["photo"]
        assert answer.body == indented(mapping)


def test_discovery_documents_are_indented_json(server: Server) -> None:
    """Bodies: 2-space indent, UTF-8 as it is: the discovery documents too."""
    for path in METADATA:
        answer = ask(server, path)
        assert answer.body == indented(answer.json())
