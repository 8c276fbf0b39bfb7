"""The public documents of a person who publishes elsewhere: read from a server on this machine, limited and checked."""

import json
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from cli.department import documents
from cli.department.documents import LIST_DOCUMENTS, DocumentError, parse_document, read_remote_site, read_site
from cli.department.settings import Department
from tests.support.department import example_department
from tests.support.elsewhere import PAPER, READ, SITE, serve


def redirect(handler: BaseHTTPRequestHandler, _: Any) -> None:
    handler.send_response(302)
    handler.send_header("Location", "file:///etc/passwd")
    handler.end_headers()


def drip(handler: BaseHTTPRequestHandler, _: Any) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(40):
        handler.wfile.write(b" ")
        time.sleep(0.05)


def one_by_one(handler: BaseHTTPRequestHandler, query: dict[str, list[str]]) -> None:
    """Answer with a page of one publication, as a server whose limit is small."""
    offset = int(query["offset"][0])
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(json.dumps({"total": 3, "publications": [PAPER | {"key": f"k{offset}"}]}).encode())


@pytest.fixture(scope="module")
def department(tmp_path_factory: pytest.TempPathFactory) -> Department:
    return example_department(tmp_path_factory.mktemp("department"))


def test_the_documents_of_a_site_elsewhere(department: Department, tmp_path: Path) -> None:
    with serve(SITE) as address:
        assert read_remote_site(address, department, tmp_path) == READ


def test_every_page_of_the_list_is_read(department: Department, tmp_path: Path) -> None:
    with serve(SITE | {"/api/publications.json": one_by_one}) as address:
        assert [each["key"] for each in read_remote_site(address, department, tmp_path)["publications"]] == ["k0", "k1", "k2"]


@pytest.mark.parametrize(
    ("path", "answer", "message"),
    [
        ("/api/profile.json", None, "/api/profile.json: It answered 404 Not Found."),
        ("/api/profile.json", b"<html>", "/api/profile is not JSON"),
        ("/api/publications.json", [], "/api/publications, $: [] is not of type 'object'"),
        ("/api/services.json", b" " * (documents.MAX_DOCUMENT_BYTES + 1), "services.json: The answer is longer than 5 MiB."),
        ("/api/clinic.json", redirect, 'clinic.json: It redirects to "file:///etc/passwd"; redirects are not followed.'),
        ("/api/profile.json", drip, "profile.json: The answer is not complete after 1 seconds."),
    ],
    ids=["missing", "a page", "a list", "too large", "a redirection", "too slow"],
)
def test_documents_that_cannot_be_read(
    department: Department, tmp_path: Path, path: str, answer: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_ANSWER_SECONDS", 1.0)
    with serve(SITE | {path: answer}) as address, pytest.raises(DocumentError) as error:
        read_remote_site(address, department, tmp_path)
    assert message in str(error.value)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    (tmp_path / "api/profile.json").write_bytes(b" " * (documents.MAX_DOCUMENT_BYTES + 1))
    with pytest.raises(DocumentError, match="/api/profile has more than 5 MiB"):
        read_site(tmp_path)


def changed(name: str, /, **values: Any) -> tuple[str, Any]:
    """Change values of a document, or of the first object in a list."""
    document = READ[name]
    return name, {name: [document[0] | values]} if name in LIST_DOCUMENTS else document | values


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (changed("profile", name=7), "/api/profile, $.name: 7 is not of type 'string'"),
        (changed("profile", nameHebrew=["x"]), "/api/profile, $.nameHebrew: ['x'] is not of type 'string'"),
        (
            changed("profile", links={"web": "javascript:alert(1)"}),
            "/api/profile, $.links.web: 'javascript:alert(1)' is not a 'uri'",
        ),
        (changed("publications", landingPage=" javascript:alert(1)"), "[0].landingPage: ' javascript:alert(1)' is not a 'uri'"),
        (changed("publications", year="2021"), "/api/publications, $.publications[0].year: '2021' is not of type 'integer'"),
        (changed("services", name="x" * 20_001), "/api/services, $.services[0].name: 'xxx"),
        (changed("clinic", name="A", phone="1"), "/api/clinic, $: 'address' is a required property"),
    ],
    ids=["type", "version", "link", "page", "year", "length", "required"],
)
def test_values_that_the_api_could_not_have(department: Department, document: tuple[str, Any], message: str) -> None:
    name, values = document
    with pytest.raises(DocumentError) as error:
        parse_document(json.dumps(values).encode(), name, department)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "document",
    [
        changed("profile", motto="Primum non nocere"),
        changed("services", tags=["telehealth"]),
        changed("publications", type="poster"),
        changed("clinic", name="A", address="B", phone="1", bookingLinks={"Call": "tel:+1-505-555-0110"}),
        changed("clinic", name="A", address="B", phone="1", bookingLinks={"Write": "sms:+1-505-555-0110"}),
    ],
    ids=["own field", "own tag", "own type", "a link to dial", "a link to write"],
)
def test_what_a_persons_own_schema_adds_is_allowed(department: Department, document: tuple[str, Any]) -> None:
    name, values = document
    assert parse_document(json.dumps(values).encode(), name, department) == values
