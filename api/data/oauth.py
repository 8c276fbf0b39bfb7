"""OAuth 2.0 metadata (RFC 8414, RFC 9728) of a public API, and its two endpoints, which issue no tokens."""

from __future__ import annotations

from api.context import Context
from api.errors import ApiError
from api.http.response import Representation, of_json

SCOPES = ("profile:read", "publications:read", "clinic:read", "services:read", "research:read", "cv:read")
NO_TOKENS = "This API is public and read-only: no token is needed, and none is issued."


def authorization_server(context: Context) -> Representation:
    """RFC 8414, section 2."""
    base = context.base_url
    return of_json(
        {
            "issuer": base,
            "authorization_endpoint": context.url("/oauth/authorize"),
            "token_endpoint": context.url("/oauth/token"),
            "response_types_supported": ["none"],
            # Without this, the default would be authorization_code and implicit.
            "grant_types_supported": [],
            "token_endpoint_auth_methods_supported": ["none"],
            "scopes_supported": list(SCOPES),
            "service_documentation": context.url("/api/docs"),
        }
    )


def protected_resource(context: Context, path: str = "") -> Representation:
    """RFC 9728, section 2; each address has its own identifier (section 3.1)."""
    return of_json(
        {
            "resource": context.base_url + path,
            "authorization_servers": [context.base_url],
            "scopes_supported": list(SCOPES),
            "bearer_methods_supported": [],
            "resource_name": context.site["name"],
            "resource_documentation": context.url("/api/docs"),
        }
    )


def authorize(context: Context) -> Representation:
    """Refuse every request to the authorization endpoint (RFC 6749, section 4.1.2.1)."""
    raise ApiError("unsupported_response_type", NO_TOKENS)


def token(context: Context) -> Representation:
    """Refuse every request to the token endpoint (RFC 6749, section 5.2)."""
    raise ApiError("unsupported_grant_type", NO_TOKENS)
