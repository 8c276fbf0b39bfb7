"""The specification's cross-cutting response headers, and what HTTP asks of a HEAD request and of validators."""

from __future__ import annotations

import re

import pytest

from tests.conftest import BASE_URL, Server
from tests.support.wire import ANSWERING, API, CACHED, METADATA, ON_EVERY_ANSWER, ask

ENTITY_TAG = re.compile(r'"[\x21\x23-\x7e]+"')
# Links to descriptions (RFC 8631), to the licence of the data and to the API catalogue (RFC 9727).
SERVICE_LINKS = (
    f'<{BASE_URL}/api/openapi.json>; rel="service-desc"; type="application/json", '
    f'<{BASE_URL}/api/docs>; rel="service-doc"; type="text/html", '
    f'<{BASE_URL}/api/status>; rel="status"; type="application/json", '
    '<https://creativecommons.org/licenses/by/4.0/>; rel="license", '
    f'<{BASE_URL}/.well-known/api-catalog>; rel="api-catalog"'
)
# Headers besides those that every address has.
OWN: dict[str, dict[str, str]] = {
    "/api": {"link": SERVICE_LINKS},
    "/api/publications": {"x-total-count": "13"},
    "/api/export.csv": {
        "content-type": "text/csv; charset=utf-8; header=present",
        "content-disposition": 'attachment; filename="publications.csv"',
    },
    "/api/export.bib": {
        "content-type": "application/x-bibtex; charset=utf-8",
        "content-disposition": 'attachment; filename="publications.bib"',
    },
    "/api/export.ris": {
        "content-type": "application/x-research-info-systems; charset=utf-8",
        "content-disposition": 'attachment; filename="publications.ris"',
    },
    "/api/export.csl.json": {
        "content-type": "application/vnd.citationstyles.csl+json",
        "content-disposition": 'attachment; filename="publications.csl.json"',
    },
    "/feed.atom": {"content-type": "application/atom+xml; charset=utf-8"},
    "/api/docs": {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        "referrer-policy": "strict-origin-when-cross-origin",
    },
    "/assets/style.css": {"content-type": "text/css; charset=utf-8"},
    "/card.png": {"content-type": "image/png"},
    "/manifest.webmanifest": {"content-type": "application/manifest+json"},
    "/images/icon-192.png": {"content-type": "image/png"},
    "/favicon.ico": {"content-type": "image/x-icon"},
    "/profile.jsonld": {"content-type": "application/ld+json"},
    "/api/data/publications.csv": {"content-type": "text/csv; charset=utf-8; header=present"},
    "/api/data/services.csv": {"content-type": "text/csv; charset=utf-8; header=present"},
    "/contact.vcf": {
        "content-type": "text/vcard; charset=utf-8",
        "content-disposition": 'inline; filename="contact.vcf"',
    },
    "/he/contact.vcf": {
        "content-type": "text/vcard; charset=utf-8",
        "content-disposition": 'inline; filename="contact.vcf"',
    },
    "/llms.txt": {"content-type": "text/plain; charset=utf-8"},
    "/robots.txt": {"content-type": "text/plain; charset=utf-8"},
    "/sitemap.xml": {"content-type": "application/xml; charset=utf-8"},
    "/.well-known/security.txt": {"content-type": "text/plain; charset=utf-8"},
    "/.well-known/api-catalog": {
        "content-type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        "link": f'<{BASE_URL}/.well-known/api-catalog>; rel="api-catalog"',
    },
}


@pytest.mark.parametrize("path", CACHED)
def test_all_headers_of_a_cached_answer(server: Server, path: str) -> None:
    """Cross-cutting response headers: all headers of each endpoint, no more and no less."""
    answer = ask(server, path)
    headers = answer.headers
    assert ENTITY_TAG.fullmatch(headers.pop("etag"))
    assert headers == {
        **ON_EVERY_ANSWER,
        "cache-control": "public, max-age=3600",
        "content-type": "application/json; charset=utf-8",
        "content-length": str(len(answer.body)),
        "vary": "Accept-Encoding",
        **OWN.get(path, {}),
    }


def test_all_headers_of_the_status(server: Server) -> None:
    """Cross-cutting response headers: no-cache on /api/status; no validator either."""
    answer = ask(server, "/api/status")
    assert answer.headers == {
        **ON_EVERY_ANSWER,
        "cache-control": "no-cache",
        "content-type": "application/json; charset=utf-8",
        "content-length": str(len(answer.body)),
    }


HEAD_TARGETS = [
    *ANSWERING,
    *(f"{path}/" for path in (*API, *METADATA) if "%2F" not in path),
    "/",
    "/oauth/authorize",
    "/oauth/token",
    "/nowhere",
    "/api/publications/10.5555%2Fnone",
    "/api/publications?limit=5&offset=5",
    "/api/publications?limit=x",
    "/api/services?q=1",
]


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
@pytest.mark.parametrize("target", HEAD_TARGETS)
def test_head_has_the_status_and_headers_of_get(server: Server, encoding: str, target: str) -> None:
    """Addresses, HEAD: every GET also answers HEAD, with the same status and headers and no body."""
    got, head = ask(server, target, Accept_Encoding=encoding), ask(server, target, "HEAD", Accept_Encoding=encoding)
    assert head.body == b""
    assert head.status == got.status
    headers, expected = head.headers, got.headers
    assert expected["content-length"] == str(len(got.body))
    if target.rstrip("/") == "/api/status":
        # The uptime gains a digit now and then.
        assert abs(int(headers.pop("content-length")) - int(expected.pop("content-length"))) <= 2
    assert headers == expected


@pytest.mark.parametrize("path", CACHED)
def test_head_is_conditional_too(server: Server, path: str) -> None:
    """Addresses, HEAD and ETag: a HEAD request with If-None-Match gives what GET gives."""
    etag = ask(server, path).headers["etag"]
    got, head = ask(server, path, If_None_Match=etag), ask(server, path, "HEAD", If_None_Match=etag)
    assert (got.status, got.body, head.status, head.body) == (304, b"", 304, b"")
    assert head.headers == got.headers
