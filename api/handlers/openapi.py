"""The API described for machines (OpenAPI 3.1), from the registry and from the schema of the sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from api.context import API_VERSION, Context
from api.handlers.components import COMPONENTS, HEADERS
from api.http.query_string import Parameter
from api.http.representation import JSON, Representation, of_json

if TYPE_CHECKING:
    from api.endpoint import Endpoint

REASONS = {
    200: "The answer.",
    304: "Not modified: the client holds this answer already (If-None-Match).",
    400: "The request is refused; the error says why.",
    404: "Nothing is found under this address.",
    503: "The database cannot be read at this moment.",
}


def openapi(context: Context) -> Representation:
    """The description; its address is /api/openapi.json."""
    site, licence = context.site, context.site["license"]
    # OpenAPI 3.1 allows an SPDX identifier or an address, not both.
    terms = "identifier" if "identifier" in licence else "url"
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": site["name"],
            "version": API_VERSION,
            "description": f"{site['description']}\n\nPlease credit: {site['attribution']}",
            "license": {"name": licence["name"], terms: licence[terms]},
        },
        "servers": [{"url": context.base_url}],
        "security": [],
        "tags": [
            {"name": "API", "description": "The data of the profile."},
            {"name": "Site", "description": "Its pages, and the documents by which programs find it."},
        ],
        "paths": paths(context),
        "components": {"schemas": schemas(context), "headers": HEADERS},
    }
    return of_json(document)


def schemas(context: Context) -> dict[str, Any]:
    """The shapes of all answers: those of the sources, and those of the API's own."""
    ours = context.store.schemas()
    part = {key: value for key, value in ours["Publication"].items() if key != "required"}
    part["description"] = "A publication as far as it is wanted: the parameter fields names what it has."
    return {**ours, "PublicationPart": part, **COMPONENTS}


def paths(context: Context) -> dict[str, Any]:
    """All operations by path and method."""
    result: dict[str, Any] = {}
    for endpoint in context.service.endpoints:
        for method in endpoint.methods:
            result.setdefault(endpoint.path, {})[method.lower()] = operation(endpoint, method, context)
    return result


def operation(endpoint: Endpoint, method: str, context: Context) -> dict[str, Any]:
    """One operation with every answer that a client must expect."""
    described: dict[str, Any] = {
        "operationId": endpoint.name if method == "GET" else f"{endpoint.name}By{method.capitalize()}",
        "summary": endpoint.description,
        "tags": ["API" if endpoint.path.startswith("/api") else "Site"],
    }
    if endpoint.parameters:
        described["parameters"] = [parameter_object(parameter, context) for parameter in endpoint.parameters]
    described["responses"] = {str(status): response(endpoint, status) for status in endpoint.statuses}
    if endpoint.cached and 200 in endpoint.statuses:
        described["responses"]["304"] = {"description": REASONS[304]}
    return described


def parameter_object(parameter: Parameter, context: Context) -> dict[str, Any]:
    """A parameter with an example that is in the data."""
    described = {
        "name": parameter.name,
        "in": parameter.location,
        "required": parameter.required,
        "description": parameter.description,
        "schema": dict(parameter.schema),
    }
    if parameter.schema["type"] == "array":
        described |= {"style": "form", "explode": False}  # commas between the values, not the parameter again
    if parameter.name in context.examples:
        described["example"] = context.examples[parameter.name]
    return described


def response(endpoint: Endpoint, status: int) -> dict[str, Any]:
    """One answer of an operation: its meaning, its headers, its body."""
    content: dict[str, Mapping[str, Any]]
    if status == 200:
        own = {JSON: reference("schemas", endpoint.schema)} if endpoint.schema else {}
        content = {**own, **endpoint.content}
        headers = ["ETag"] if endpoint.cached else []
        headers += [*endpoint.headers]
    else:
        # A status object is the answer of /api/status even when all is not well.
        content = {JSON: reference("schemas", "Status" if endpoint.schema == "Status" else "Error")}
        headers = ["Retry-After"] if status == 503 else []
    described: dict[str, Any] = {"description": REASONS[status]}
    if headers:
        described["headers"] = {name: reference("headers", name) for name in headers}
    return {**described, "content": {media_type: {"schema": schema} for media_type, schema in content.items()}}


def reference(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}
