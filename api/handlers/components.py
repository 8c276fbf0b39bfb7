"""The shapes that do not come from the sources: wrappers, status, errors and the descriptions themselves."""

from __future__ import annotations

from typing import Any

from api.errors import STATUS_OF

TEXT = {"type": "string"}
ADDRESS = {"type": "string", "format": "uri"}
COUNT = {"type": "integer", "description": "Number of publications."}


def shape(description: str, required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object schema."""
    return {
        "type": "object",
        "description": description,
        "required": list(required),
        "properties": {**required, **(optional or {})},
    }


def list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def of(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


COMPONENTS: dict[str, Any] = {
    "PublicationList": shape(
        "One page of publications.",
        {
            "count": {"type": "integer", "description": "Number of publications in this answer."},
            "publications": list_of({"anyOf": [of("Publication"), of("PublicationPart")]}),
        },
    ),
    "Facets": shape(
        "How many publications there are of each year, journal and author.",
        {
            "count": {"type": "integer", "description": "Number of publications that fit the filters."},
            "years": list_of(shape("A year; all of them, the latest first.", {"year": {"type": "integer"}, "count": COUNT})),
            "journals": list_of(shape("A journal; those with the most publications first.", {"journal": TEXT, "count": COUNT})),
            "authors": list_of(shape("An author; those with the most publications first.", {"author": TEXT, "count": COUNT})),
        },
    ),
    "ServiceList": shape("The services that fit the filters.", {"services": list_of(of("Service"))}),
    "Status": shape(
        "Health of the service at this moment.",
        {
            "ok": {"type": "boolean"},
            "version": {**TEXT, "description": "Version of the API."},
            "ts": {**TEXT, "format": "date-time", "description": "Now, in UTC."},
            "uptime": {"type": "number", "description": "Seconds since the process started."},
            "services": {
                "type": "object",
                "description": "Each component with its state and facts.",
                "additionalProperties": shape("State of a component.", {"ok": {"type": "boolean"}}),
            },
        },
    ),
    "Error": shape(
        "Every error has this shape.",
        {
            "error": {**TEXT, "enum": list(STATUS_OF), "description": "Machine-readable code."},
            "error_description": {**TEXT, "description": "What is wrong and what would be accepted."},
        },
    ),
    "Index": shape(
        "All endpoints of the API.",
        {
            "name": TEXT,
            "description": TEXT,
            "version": TEXT,
            "license": shape("Terms of the data.", {"name": TEXT, "url": ADDRESS}),
            "attribution": {**TEXT, "description": "How to credit the data owner."},
            "documentation": ADDRESS,
            "openapi": ADDRESS,
            "endpoints": list_of(
                shape(
                    "One endpoint.",
                    {
                        "method": TEXT,
                        "path": TEXT,
                        "description": TEXT,
                        "parameters": list_of(
                            shape(
                                "One parameter.",
                                {"name": TEXT, "in": TEXT, "type": TEXT, "required": {"type": "boolean"}, "description": TEXT},
                                {"default": {}, "enum": list_of({})},
                            )
                        ),
                        "example": {**TEXT, "description": "A path to try."},
                    },
                )
            ),
        },
    ),
    "Description": {"type": "object", "description": "An OpenAPI 3.1 document.", "required": ["openapi", "info", "paths"]},
    "AuthorizationServer": shape(
        "OAuth 2.0 authorization server metadata (RFC 8414).",
        {
            "issuer": ADDRESS,
            "authorization_endpoint": ADDRESS,
            "token_endpoint": ADDRESS,
            "response_types_supported": list_of(TEXT),
            "grant_types_supported": list_of(TEXT),
            "token_endpoint_auth_methods_supported": list_of(TEXT),
            "scopes_supported": list_of(TEXT),
            "service_documentation": ADDRESS,
        },
    ),
    "ProtectedResource": shape(
        "OAuth 2.0 protected resource metadata (RFC 9728).",
        {
            "resource": ADDRESS,
            "authorization_servers": list_of(ADDRESS),
            "scopes_supported": list_of(TEXT),
            "bearer_methods_supported": list_of(TEXT),
            "resource_name": TEXT,
            "resource_documentation": ADDRESS,
        },
    ),
}

HEADERS: dict[str, Any] = {
    "ETag": {"description": "Strong validator of this answer.", "required": True, "schema": TEXT},
    "X-Total-Count": {
        "description": "Number of publications that match, on all pages.",
        "required": True,
        "schema": {"type": "integer"},
    },
    "Link": {
        "description": "Related addresses (RFC 8288): of a list its first, previous, next and last page, where it has several; "
        "of others what describes them.",
        "schema": TEXT,
    },
    "Content-Disposition": {"description": "A download with its file name.", "required": True, "schema": TEXT},
    "Retry-After": {"description": "Seconds after which to ask again.", "required": True, "schema": {"type": "integer"}},
}
