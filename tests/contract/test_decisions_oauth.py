"""Decisions, OAuth discovery metadata: the documents as real clients read them, and endpoints that refuse honestly."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

import pytest
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url  # type: ignore[import-untyped]

from tests.conftest import BASE_URL, Server
from tests.support.wire import ANSWERING, METADATA, REFUSING, ask, indented, refused

SCOPES = ["profile:read", "publications:read", "clinic:read", "services:read", "research:read"]
FORM = {"Content_Type": "application/x-www-form-urlencoded"}


def well_known_address(resource: str) -> str:
    """Return the path at which a client looks for the metadata of a protected resource (RFC 9728, section 3.1)."""
    parts = urlsplit(resource)
    return f"/.well-known/oauth-protected-resource{parts.path.rstrip('/')}"


# RFC 8414


def test_authorization_server_metadata(server: Server) -> None:
    """OAuth: all of /.well-known/oauth-authorization-server."""
    answer = ask(server, "/.well-known/oauth-authorization-server")
    assert answer.body == indented(
        {
            "issuer": BASE_URL,
            "authorization_endpoint": f"{BASE_URL}/oauth/authorize",
            "token_endpoint": f"{BASE_URL}/oauth/token",
            "response_types_supported": ["none"],
            "grant_types_supported": [],
            "token_endpoint_auth_methods_supported": ["none"],
            "scopes_supported": SCOPES,
            "service_documentation": f"{BASE_URL}/api/docs",
        }
    )
    assert answer.headers["content-type"] == "application/json; charset=utf-8"


def test_authorization_server_metadata_satisfies_authlib(server: Server) -> None:
    """OAuth: must satisfy real clients: authlib's check of RFC 8414, section 2, which requires https."""
    metadata = AuthorizationServerMetadata(server.json("/.well-known/oauth-authorization-server"))
    metadata.validate()
    assert metadata.grant_types_supported == []
    assert metadata.token_endpoint_auth_methods_supported == ["none"]


def test_authorization_server_metadata_is_where_clients_look(server: Server) -> None:
    """OAuth: issuer = base address without a trailing slash; RFC 8414, section 3.3: the document at this location names it."""
    issuer = server.json("/.well-known/oauth-protected-resource")["authorization_servers"][0]
    document = server.json(get_well_known_url(issuer))
    assert document["issuer"] == issuer == BASE_URL
    assert not issuer.endswith("/")


@pytest.mark.parametrize("path", METADATA)
def test_documentation_of_the_metadata_answers(server: Server, path: str) -> None:
    """OAuth: service_documentation and resource_documentation lead to a page that exists."""
    document = server.json(path)
    address = document.get("service_documentation", document.get("resource_documentation"))
    assert server.get(address.removeprefix(BASE_URL)).status_code == 200


# RFC 9728


@pytest.mark.parametrize(
    ("path", "resource"),
    [
        ("", BASE_URL),
        ("/api", f"{BASE_URL}/api"),
    ],
)
def test_protected_resource_metadata(server: Server, path: str, resource: str) -> None:
    """OAuth: all of /.well-known/oauth-protected-resource and of …/api; each URL carries its own identifier."""
    answer = ask(server, f"/.well-known/oauth-protected-resource{path}")
    assert answer.body == indented(
        {
            "resource": resource,
            "authorization_servers": [BASE_URL],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": [],
            "resource_name": server.json("/api")["name"],
            "resource_documentation": f"{BASE_URL}/api/docs",
        }
    )
    assert well_known_address(resource) == f"/.well-known/oauth-protected-resource{path}"


def test_scopes_are_one_for_each_resource(server: Server, subtests: pytest.Subtests) -> None:
    """OAuth, Authentication 3: scopes_supported (one read scope per resource), the same in all documents."""
    assert [server.json(path)["scopes_supported"] for path in METADATA] == [SCOPES] * 3
    for scope in SCOPES:
        with subtests.test(scope=scope):
            resource, access = scope.split(":")
            assert access == "read"
            assert server.get(f"/api/{resource}").status_code == 200


# The endpoints refuse


@pytest.mark.parametrize("path", ["/oauth/authorize", "/oauth/authorize/"])
@pytest.mark.parametrize(
    "query",
    [
        "",
        "response_type=code&client_id=x&redirect_uri=https%3A%2F%2Fevil.test%2F&state=s",
        "%FF&&",
    ],
)
def test_authorization_endpoint_refuses(server: Server, path: str, query: str) -> None:
    """OAuth: authorize 400 unsupported_response_type, saying that the API is public; it redirects nowhere."""
    description = refused(ask(server, f"{path}?{query}"), 400, "unsupported_response_type").lower()
    assert "public" in description
    assert "no token is needed" in description
    assert "issued" in description


@pytest.mark.parametrize(
    "grant",
    [
        "authorization_code",
        "client_credentials",
        "refresh_token",
        "password",
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_token_endpoint_refuses(server: Server, grant: str, method: str) -> None:
    """OAuth: token 400 unsupported_grant_type (POST as well), saying that no token is needed or issued."""
    form = urlencode({"grant_type": grant, "client_id": "x", "code": "y"})
    if method == "POST":
        answer = ask(server, "/oauth/token", method, form.encode(), **FORM)
    else:
        answer = ask(server, f"/oauth/token?{form}", method)
    description = refused(answer, 400, "unsupported_grant_type").lower()
    assert "public" in description
    assert "no token is needed" in description
    assert "issued" in description


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"x" * 100_000,
        b"\xff\x00",
        b'{"grant_type": "password"}',
    ],
)
@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/token/"])
def test_token_endpoint_refuses_any_body(server: Server, body: bytes, path: str) -> None:
    """OAuth: token 400 unsupported_grant_type (POST as well), for any body."""
    refused(ask(server, path, "POST", body, **FORM), 400, "unsupported_grant_type")


def test_token_endpoint_allows_post(server: Server) -> None:
    """Small print, Methods: only the token endpoint's Allow adds POST."""
    assert ask(server, "/oauth/token", "OPTIONS").headers["allow"] == "GET, HEAD, OPTIONS, POST"
    refused(ask(server, "/oauth/token", "PUT"), 405, "method_not_allowed", allow="GET, HEAD, OPTIONS, POST")
    refused(ask(server, "/oauth/authorize", "POST"), 405, "method_not_allowed", allow="GET, HEAD, OPTIONS")


# Authorization, WWW-Authenticate


@pytest.mark.parametrize("authorization", ["Bearer x", "Basic Og==", "Bearer", "", "Digest username=x", "\x80"])
@pytest.mark.parametrize("target", ["/api/profile", "/api/publications", METADATA[0], *REFUSING, "/nowhere", "/api/services?x=1"])
def test_authorization_is_ignored(server: Server, authorization: str, target: str) -> None:
    """OAuth: an Authorization header that a client sends is ignored, on answers and on errors."""
    given, without = ask(server, target, Authorization=authorization), ask(server, target)
    assert (given.status, given.headers, given.body) == (without.status, without.headers, without.body)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "FOO"])
@pytest.mark.parametrize(
    "target",
    [
        *ANSWERING,
        *REFUSING,
        "/",
        "/nowhere",
        "/api/publications/none",
        "/api/services?x=1",
    ],
)
def test_no_response_carries_www_authenticate(server: Server, method: str, target: str) -> None:
    """OAuth: no response ever carries WWW-Authenticate, and none is 401 or 403."""
    answer = ask(server, target, method, Authorization="Bearer x")
    assert "www-authenticate" not in answer.headers
    assert answer.status not in (401, 403)
