"""The HTML page of an error, and the icon that browsers ask for by themselves."""

from __future__ import annotations

from pathlib import Path

from lxml import html

from api.context import Service
from api.data.database import Database
from api.errors import ApiError, UnavailableError
from api.pages.error import error_page
from tests.conftest import Server
from tests.support.markup import links, texts


def test_error_page(example_database: Path) -> None:
    """The sentence of the JSON error, escaped, in a page without a script."""
    service = Service(Database(example_database), (), base_url="https://example.org/people/noa")
    page = error_page(service, ApiError("not_found", 'There is nothing at "/<x>".', {"X-Reason": "x"}))
    assert (page.status, page.media_type, page.headers["Vary"]) == (404, "text/html; charset=utf-8", "Accept")
    assert page.headers["X-Reason"] == "x"
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    document = html.document_fromstring(page.body.decode())
    assert texts(document, "//h1 | //p") == ["Not found", 'There is nothing at "/<x>".', "Status 404, error code not_found"]
    assert links(document) == [("Profile", "/people/noa/")]
    [style] = document.xpath("//link[@rel='stylesheet']/@href")
    assert style.startswith("/people/noa/assets/style.css?")
    assert document.xpath("//script") == []


def test_error_page_without_a_database(tmp_path: Path) -> None:
    """The path of the site is not known then; its links lead to the root."""
    page = error_page(Service(Database(tmp_path / "missing.db"), ()), UnavailableError("There is no database."))
    assert page.status == 503
    assert page.headers["Retry-After"] == "5"
    document = html.document_fromstring(page.body.decode())
    assert texts(document, "//h1 | //section/p[1]") == ["Service unavailable", "There is no database. Try again in a moment."]
    assert links(document) == [("Profile", "/")]


def test_favicon(server: Server) -> None:
    """An ICO file with images of three sizes (its directory: reserved, type 1, number of images)."""
    answer = server.get("/favicon.ico")
    assert answer.headers["content-type"] == "image/x-icon"
    assert answer.content[:6] == b"\0\0\1\0\3\0"
    assert [answer.content[6 + 16 * image] for image in range(3)] == [16, 32, 48]
