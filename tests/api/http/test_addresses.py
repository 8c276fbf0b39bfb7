"""Near misses: what is suggested for an address that does not exist."""

from __future__ import annotations

import pytest
from lxml import html

from api.http.addresses import nearest_address
from tests.conftest import Server
from tests.support.markup import links
from tests.support.wire import ask, refused

KNOWN = (
    "/",
    "/he",
    "/cv",
    "/he/cv",
    "/publications",
    "/he/publications",
    "/feed.atom",
    "/resume.json",
    "/api",
    "/api/profile",
    "/api/docs",
    "/api/publications/facets",
)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/publication", "/publications"),
        ("/publications.html", "/publications"),
        ("/Publicatons/", "/publications"),
        ("/he/publication", "/he/publications"),
        ("/papers", "/publications"),
        ("/CV", "/cv"),
        ("/cv.docx", "/cv"),
        ("/he/cv.docx", "/he/cv"),
        ("/resume", "/cv"),
        ("/resum.json", "/resume.json"),
        ("/index.html", "/"),
        ("/he/index.php", "/he"),
        ("/en", "/"),
        ("/contact", "/#clinic"),
        ("/he/contact.html", "/he#clinic"),
        ("/rss.xml", "/feed.atom"),
        ("/api/profil", "/api/profile"),
        ("/api/authors", "/api/publications/facets"),
        ("/api/journals.json", "/api/publications/facets"),
        ("/docs", "/api/docs"),
        ("/nowhere", ""),
        ("/admin", ""),
        ("/wp-login.php", ""),
        ("/.env", ""),
        ("/" + "publications" * 5000, ""),
    ],
)
def test_what_was_meant(path: str, expected: str) -> None:
    assert nearest_address(path, KNOWN) == expected


def test_an_unknown_address_is_answered_with_the_nearest(server: Server) -> None:
    """As a sentence for programs, and as a link for people; the address itself stays not found."""
    description = refused(ask(server, "/cv.docx"), 404, "not_found")
    assert description == 'There is nothing at "/cv.docx". Did you mean /cv?'
    page = ask(server, "/cv.docx", Accept="text/html")
    assert page.status == 404
    assert ("/cv", "/cv") in links(html.document_fromstring(page.body.decode()), "//main//a")
    assert (
        refused(ask(server, "/nowhere"), 404, "not_found") == 'There is nothing at "/nowhere". The endpoints are listed at /api.'
    )
