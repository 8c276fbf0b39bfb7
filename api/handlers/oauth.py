"""OAuth 2.0 metadata (RFC 8414, RFC 9728) of a service that needs no token, and the endpoints that say so."""

from __future__ import annotations

from api.context import Context
from api.errors import ApiError
from api.http.representation import Representation, of_json

SCOPES = ("profile:read", "publications:read", "clinic:read", "services:read", "research:read")
NO_TOKENS = "This API is public and read-only: no token is needed, and none is issued."


def authorization_server(context: Context) -> Representation:
    """Authorization server metadata (RFC 8414, section 2)."""
    base = context.base_url
    return of_json(
        {
            "issuer": base,
            "authorization_endpoint": f"{base}/oauth/authorize",
            "token_endpoint": f"{base}/oauth/token",
            "response_types_supported": ["none"],
            # Left out, it would mean authorization_code and implicit.
            "grant_types_supported": [],
            "token_endpoint_auth_methods_supported": ["none"],
            "scopes_supported": list(SCOPES),
            "service_documentation": f"{base}/api/docs",
        }
    )


def protected_site(context: Context) -> Representation:
    return protected_resource(context, context.base_url)


def protected_api(context: Context) -> Representation:
    return protected_resource(context, f"{context.base_url}/api")


def protected_resource(context: Context, resource: str) -> Representation:
    """Protected resource metadata (RFC 9728, section 2); each address carries its own identifier (section 3.1)."""
    return of_json(
        {
            "resource": resource,
            "authorization_servers": [context.base_url],
            "scopes_supported": list(SCOPES),
            "bearer_methods_supported": [],
            "resource_name": context.site["name"],
            "resource_documentation": f"{context.base_url}/api/docs",
        }
    )


def authorize(context: Context) -> Representation:
    """The authorization endpoint refuses (RFC 6749, section 4.1.2.1)."""
    raise ApiError("unsupported_response_type", NO_TOKENS)


def token(context: Context) -> Representation:
    """The token endpoint refuses (RFC 6749, section 5.2)."""
    raise ApiError("unsupported_grant_type", NO_TOKENS)
