"""api/README.md, "OAuth": the documents as real clients read them, and endpoints that refuse honestly."""

from urllib.parse import urlencode

import pytest
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url  # type: ignore[import-untyped]

from tests.conftest import BASE_URL, Server
from tests.support.wire import ask, indented, refused

SCOPES = ["profile:read", "publications:read", "clinic:read", "services:read", "research:read", "cv:read"]
REFUSAL = "This API is public and read-only: no token is needed, and none is issued."


def test_authorization_server_metadata(server: Server) -> None:
    """[oauth-metadata] It satisfies authlib, which requires https (section 2)."""
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
    AuthorizationServerMetadata(answer.json()).validate()


def test_authorization_server_metadata_is_where_clients_look(server: Server) -> None:
    """[oauth-metadata] The document is where a client looks for its issuer (section 3.3)."""
    issuer = server.json("/.well-known/oauth-protected-resource")["authorization_servers"][0]
    assert server.json(get_well_known_url(issuer))["issuer"] == issuer == BASE_URL
    assert not issuer.endswith("/")


@pytest.mark.parametrize("path", ["", "/api"])
def test_protected_resource_metadata(server: Server, path: str) -> None:
    """[oauth-metadata] Each is where a client looks for the metadata of its resource (section 3.1)."""
    answer = ask(server, f"/.well-known/oauth-protected-resource{path}")
    assert answer.body == indented(
        {
            "resource": f"{BASE_URL}{path}",
            "authorization_servers": [BASE_URL],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": [],
            "resource_name": server.json("/api")["name"],
            "resource_documentation": f"{BASE_URL}/api/docs",
        }
    )


def test_scopes(server: Server) -> None:
    """[oauth-metadata]"""
    resources = [resource["name"] for resource in server.json("/datapackage.json")["resources"]]
    assert sorted(SCOPES) == sorted(f"{name}:read" for name in resources)


@pytest.mark.parametrize("path", ["/oauth/authorize", "/oauth/authorize/"])
@pytest.mark.parametrize("query", ["", "response_type=code&client_id=x&redirect_uri=https%3A%2F%2Fevil.test%2F&state=s", "%FF&&"])
def test_authorization_endpoint_refuses(server: Server, path: str, query: str) -> None:
    """[oauth-refusals]"""
    assert refused(ask(server, f"{path}?{query}"), 400, "unsupported_response_type") == REFUSAL


@pytest.mark.parametrize(
    "body",
    [
        urlencode({"grant_type": "authorization_code", "code": "y"}).encode(),
        b"",
        b"x" * 50_000,
        b"\xff\x00",
        b'{"grant_type": "password"}',
    ],
    ids=["authorization code", "empty", "long", "bytes", "JSON"],
)
@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/token/"])
def test_token_endpoint_refuses(server: Server, body: bytes, path: str) -> None:
    """[oauth-refusals]"""
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert refused(ask(server, path, "POST", body, **form), 400, "unsupported_grant_type") == REFUSAL
    assert refused(ask(server, path), 400, "unsupported_grant_type") == REFUSAL
