"""Decisions, Addresses and headers: base address, trailing slash, OPTIONS, CORS, Accept and the headers on every answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import BASE_URL, Server
from tests.support.wire import CACHED, EVERY_PATH, JSON_API, METADATA, ON_EVERY_ANSWER, ask, refused

# A trailing slash makes no difference; for DOIs, see test_decisions_doi.
SLASHABLE = tuple(path for path in EVERY_PATH if "%2F" not in path)


# Base address


def test_base_address_is_that_of_the_sources(server: Server) -> None:
    """Base address: base_url in sources/site.yaml; absolute URLs are built from it alone."""
    index = server.json("/api")
    assert (index["documentation"], index["openapi"]) == (f"{BASE_URL}/api/docs", f"{BASE_URL}/api/openapi.json")
    assert server.json("/api/openapi.json")["servers"] == [{"url": BASE_URL}]
    link = f'<{BASE_URL}/api/publications?limit=5&offset=5>; rel="next"'
    assert link in server.get("/api/publications?limit=5").headers["link"].split(", ")


@pytest.mark.parametrize("given", ["https://noa.example.net", "https://noa.example.net/", "https://example.net/people/noa"])
def test_base_address_is_overridden_by_the_environment(
    serve: Callable[..., Server], example_database: Path, given: str, subtests: pytest.Subtests
) -> None:
    """Base address: PROFILE_BASE_URL overrides it in every absolute URL."""
    server, base = serve(example_database, PROFILE_BASE_URL=given), given.rstrip("/")
    index = server.json("/api")
    assert (index["documentation"], index["openapi"]) == (f"{base}/api/docs", f"{base}/api/openapi.json")
    assert server.json("/api/openapi.json")["servers"] == [{"url": base}]
    link = f'<{base}/api/publications?limit=9&offset=9>; rel="next"'
    assert link in server.get("/api/publications?limit=9").headers["link"].split(", ")
    authorization = server.json("/.well-known/oauth-authorization-server")
    assert authorization["issuer"] == base
    assert authorization["authorization_endpoint"] == f"{base}/oauth/authorize"
    assert authorization["token_endpoint"] == f"{base}/oauth/token"
    assert authorization["service_documentation"].startswith(f"{base}/")
    for path, resource in (("", base), ("/api", f"{base}/api")):
        with subtests.test(path=path, resource=resource):
            document = server.json(f"/.well-known/oauth-protected-resource{path}")
            assert (document["resource"], document["authorization_servers"]) == (resource, [base])
            assert document["resource_documentation"].startswith(f"{base}/")
    for path in (*METADATA, "/api/openapi.json"):
        with subtests.test(path=path):
            own = [word for word in server.get(path).text.split('"') if word.startswith(BASE_URL)]
            assert [word for word in own if "/api" in word or "/oauth" in word or word == BASE_URL] == []


@pytest.mark.parametrize("header", ["Host", "X_Forwarded_Host", "Forwarded", "X_Forwarded_Proto"])
@pytest.mark.parametrize("target", [*CACHED, "/api/publications?limit=5&offset=5", "/", "/nowhere"])
def test_host_is_never_echoed(server: Server, header: str, target: str) -> None:
    """Base address: a body that echoes Host and is publicly cacheable can be poisoned."""
    value = "host=evil.test;proto=gopher" if header == "Forwarded" else "evil.test"
    poisoned, plain = ask(server, target, **{header: value}), ask(server, target)
    assert (poisoned.status, poisoned.headers, poisoned.body) == (plain.status, plain.headers, plain.body)
    assert b"evil.test" not in poisoned.body


# Trailing slash


@pytest.mark.parametrize("path", SLASHABLE)
def test_trailing_slash_is_the_same_address(server: Server, path: str) -> None:
    """Trailing slash: /api/ = /api, /api/publications/ = /api/publications, and so on."""
    with_slash, without = ask(server, f"{path}/"), ask(server, path)
    assert with_slash.status == without.status
    if path == "/api/status":
        assert with_slash.json()["services"] == without.json()["services"]
    else:
        assert (with_slash.headers, with_slash.body) == (without.headers, without.body)


def test_trailing_slash_keeps_the_filters(server: Server, subtests: pytest.Subtests) -> None:
    """Trailing slash: /api/publications/?… filters as /api/publications?… does."""
    for query in ("year=2025&limit=1", "limit=x", "q=1"):
        with subtests.test(query=query):
            with_slash, without = ask(server, f"/api/publications/?{query}"), ask(server, f"/api/publications?{query}")
            assert (with_slash.status, with_slash.headers, with_slash.body) == (without.status, without.headers, without.body)
    assert server.json("/api/services/?tag=prp-injection") == server.json("/api/services?tag=prp-injection")


@pytest.mark.parametrize(
    "path",
    [
        "/api//",
        "/api/profile//",
        "/api/services/x",
        "/api/status/x/",
        "/oauth/",
        "/.well-known/",
    ],
)
def test_other_slashes_are_not_found(server: Server, path: str) -> None:
    """Trailing slash: only one, and only after a path that exists."""
    refused(ask(server, path), 404, "not_found")


# OPTIONS


def preflight_headers(path: str) -> dict[str, str]:
    """Return all headers of the answer to OPTIONS."""
    return {
        **ON_EVERY_ANSWER,
        "allow": "GET, HEAD, OPTIONS, POST" if path.startswith("/oauth/token") else "GET, HEAD, OPTIONS",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
        "access-control-allow-headers": "*",
        "access-control-max-age": "86400",
        "cache-control": "no-cache" if path.startswith("/api/status") else "public, max-age=3600",
    }


@pytest.mark.parametrize(
    "path",
    [
        *EVERY_PATH,
        "/",
        *(f"{path}/" for path in SLASHABLE),
    ],
)
def test_options_on_every_known_path(server: Server, path: str) -> None:
    """OPTIONS: 204 on every known path, with Allow, the preflight headers and Cache-Control."""
    answer = ask(server, path, "OPTIONS")
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers == preflight_headers(path)


@pytest.mark.parametrize(
    "target",
    [
        "/api/publications?limit=x",
        "/api/services?nonsense=1",
        "/api/publications/10.5555/none",
    ],
)
def test_options_ignores_query_and_doi(server: Server, target: str) -> None:
    """OPTIONS: 204 on every known path, even if GET would refuse its query or not find its DOI."""
    answer = ask(server, target, "OPTIONS", Origin="null", Access_Control_Request_Method="POST")
    assert (answer.status, answer.headers) == (204, preflight_headers(target))


@pytest.mark.parametrize("path", ["/nowhere", "/api/nowhere", "/api/profile/x", "/api/export.xml"])
def test_options_on_an_unknown_path(server: Server, path: str) -> None:
    """OPTIONS: unknown path: 404, still with CORS."""
    assert path in refused(ask(server, path, "OPTIONS"), 404, "not_found")


# Access-Control-Allow-Origin, Access-Control-Expose-Headers, other headers


@pytest.mark.parametrize("origin", [None, "https://reader.example.org", "null"])
@pytest.mark.parametrize(
    ("target", "method", "status"),
    [
        ("/api", "GET", 200),
        ("/api", "HEAD", 200),
        ("/api/profile", "OPTIONS", 204),
        ("/", "GET", 200),
        ("/api/services?tag=x", "GET", 400),
        ("/oauth/token", "POST", 400),
        ("/nowhere", "GET", 404),
        ("/api/clinic", "FOO", 405),
    ],
)
def test_cors_and_nosniff_on_every_response(server: Server, origin: str | None, target: str, method: str, status: int) -> None:
    """Access-Control-Allow-Origin, -Expose-Headers, nosniff: on every response, with or without an Origin."""
    answer = ask(server, target, method, **({"Origin": origin} if origin else {}))
    assert answer.status == status
    assert {name: answer.headers.get(name) for name in ON_EVERY_ANSWER} == ON_EVERY_ANSWER


def test_cors_on_304(server: Server) -> None:
    """Access-Control-Allow-Origin: on 304 too, or a browser would discard the cached body."""
    answer = ask(server, "/api/research", If_None_Match="*")
    assert answer.status == 304
    assert {name: answer.headers.get(name) for name in ON_EVERY_ANSWER} == ON_EVERY_ANSWER


# Accept


@pytest.mark.parametrize("accept", ["text/html", "text/csv", "application/json", "text/markdown", "*/*;q=0", "", "§"])
@pytest.mark.parametrize(
    "target",
    [
        *(path for path in JSON_API if path != "/api/status"),
        "/api/export.csv",
        "/api/publications?limit=x",
        "/api/x",
    ],
)
def test_accept_is_ignored_by_successes_and_errors(server: Server, accept: str, target: str) -> None:
    """Accept: API endpoints ignore it: JSON (or CSV) whatever it says, errors too."""
    with_accept, without = ask(server, target, Accept=accept), ask(server, target)
    assert (with_accept.status, with_accept.headers, with_accept.body) == (without.status, without.headers, without.body)
