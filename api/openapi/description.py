"""The API for developers: its index at /api, the OpenAPI 3.1 description, and the interactive API console at /api/docs.

They come from the registry of endpoints and the schema of the sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.context import API_VERSION, Context
from api.data.well_known import answering_endpoints
from api.endpoint import Endpoint
from api.errors import ApiError, error_of_database
from api.http.response import JSON, Representation, of_json
from api.openapi.components import COMPONENTS, HEADERS, ref
from api.pages.discovery import link_header, service_links
from api.pages.page import HTML_HEADERS, layout_context, render_html
from api.query.query_string import Parameter
from db.file_format import SlowQueryError, UnavailableError

STATUS_DESCRIPTIONS = {
    200: "Success.",
    304: "Not modified: the client's copy is current (If-None-Match).",
    400: "A parameter is not valid; error_description says why.",
    404: "Not found.",
    503: "The database cannot be read at the moment.",
    504: "The query took too long.",
}
# An example of the error for each status.
ERROR_EXAMPLES = {
    400: ApiError("invalid_parameter", 'year is "x". It must be a year written in digits, for example 2021.'),
    404: ApiError("not_found", 'No publication has the DOI or key "10.5555/none". All are listed at /api/publications.'),
    503: error_of_database(UnavailableError()),
    504: error_of_database(SlowQueryError()),
}
CACHING = "Please cache responses for an hour."
FILES_ONLY = (
    "This site is a folder of files. Every address answers with all of its data: parameters, `Accept` and the status of the "
    "service need a server, and are not offered here."
)
OPENAPI_TAGS = [
    {"name": "API", "description": "The data of the profile."},
    {"name": "Documents", "description": "The same data in formats for feed readers and search engines."},
]
# The endpoints of the API's specification, by operation ID. The console shows them with a response.
SPECIFIED = (
    *("getIndex", "getProfile", "listPublications", "getPublication", "getClinic", "listServices", "getResearch", "getStatus"),
    *("exportPublications", "getDescription"),
)
# Swagger UI shows images in responses from a blob: address.
CONSOLE_POLICY = HTML_HEADERS["Content-Security-Policy"].replace("img-src 'self' data:", "img-src 'self' data: blob:")


def index(context: Context) -> Representation:
    """List the endpoints of the API with their parameters and an example address."""
    site = context.site
    body = {
        "name": site["name"],
        "description": f"{site['description']}\n\n{CACHING}",
        "version": API_VERSION,
        "license": {"name": site["license"]["name"], "url": site["license"]["url"]},
        "attribution": site["attribution"],
        "documentation": context.url("/api/docs"),
        "openapi": context.url("/api/openapi.json"),
        "endpoints": [
            {
                "method": "GET",
                "path": endpoint.path,
                "description": endpoint.description,
                "parameters": [index_entry(parameter, context) for parameter in endpoint.parameters],
                "example": context.example(endpoint),
            }
            for endpoint in context.endpoints
            if endpoint.in_api
        ],
    }
    return of_json(body, {"Link": link_header(service_links(context))})


def index_entry(parameter: Parameter, context: Context) -> dict[str, Any]:
    schema = parameter.schema(context.store.choices)
    return {
        "name": parameter.name,
        "in": parameter.location,
        "type": schema["type"],
        "required": parameter.required,
        "description": parameter.description,
        **{key: schema[key] for key in ("default", "enum") if key in schema},
    }


def console(context: Context) -> Representation:
    """Show the API as a page, in HTML only. The page's script requests responses from this server."""
    shown = [endpoint for endpoint in answering_endpoints(context) if endpoint.operation_id in SPECIFIED]
    return render_html(
        context,
        "console.html",
        {"Content-Security-Policy": CONSOLE_POLICY},
        **layout_context(context),
        requests=[(endpoint.description, context.example(endpoint)) for endpoint in shown],
    )


def openapi(context: Context) -> Representation:
    site, terms = context.site, context.site["license"]
    notes = [FILES_ONLY] if context.application.is_static else []
    # OpenAPI 3.1 allows an SPDX identifier or a URL, not both.
    key = "identifier" if "identifier" in terms else "url"
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": site["name"],
            "version": API_VERSION,
            "description": "\n\n".join([site["description"], CACHING, *notes, f"Please credit: {site['attribution']}"]),
            "license": {"name": terms["name"], key: terms[key]},
        },
        "servers": [{"url": context.base_url}],
        "security": [],
        "tags": OPENAPI_TAGS,
        "paths": paths(context),
        "components": components(context),
    }
    return of_json(document)


def components(context: Context) -> dict[str, Any]:
    """The components. A static site has no status and no errors, and its host sets the headers."""
    schemas = {**context.store.schemas, **COMPONENTS}  # of the resources, from the sources, and of the API itself
    if context.application.is_static:
        return {"schemas": {name: schema for name, schema in schemas.items() if name not in ("Status", "Error")}}
    return {"schemas": schemas, "headers": HEADERS}


def paths(context: Context) -> dict[str, Any]:
    """All operations by path and method. The API only reads."""
    return {endpoint.path: {"get": operation(endpoint, context)} for endpoint in context.endpoints if endpoint.in_api}


def operation(endpoint: Endpoint, context: Context) -> dict[str, Any]:
    """Describe an operation with every response that a client must expect."""
    described: dict[str, Any] = {
        "operationId": endpoint.operation_id,
        "summary": endpoint.description,
        "tags": ["API" if endpoint.path.startswith("/api") else "Documents"],
    }
    if endpoint.parameters:
        described["parameters"] = [parameter_object(parameter, context) for parameter in endpoint.parameters]
    described["responses"] = {
        str(status): success(endpoint) if status == 200 else failure(endpoint, status) for status in sorted(endpoint.statuses)
    }
    if endpoint.cached:
        described["responses"]["304"] = {"description": STATUS_DESCRIPTIONS[304]}
    return described


def parameter_object(parameter: Parameter, context: Context) -> dict[str, Any]:
    """Describe a parameter, with an example from the data."""
    schema = parameter.schema(context.store.choices)
    described = {
        "name": parameter.name,
        "in": parameter.location,
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema,
    }
    if schema["type"] == "array":
        described |= {"style": "form", "explode": True}  # most clients repeat the parameter for each value
    if parameter.name in context.examples:
        example = context.examples[parameter.name]
        described["example"] = [example] if schema["type"] == "array" else example
    return described


def success(endpoint: Endpoint) -> dict[str, Any]:
    json_content = {JSON: ref("schemas", endpoint.schema)} if endpoint.schema else {}
    content: dict[str, Mapping[str, Any]] = {**json_content, **endpoint.content}
    described: dict[str, Any] = {"description": STATUS_DESCRIPTIONS[200]}
    if headers := [*(["ETag"] if endpoint.cached else []), *endpoint.headers]:
        described["headers"] = {name: ref("headers", name) for name in headers}
    return {**described, "content": {media_type: {"schema": schema} for media_type, schema in content.items()}}


def failure(endpoint: Endpoint, status: int) -> dict[str, Any]:
    described: dict[str, Any] = {"description": STATUS_DESCRIPTIONS[status]}
    if status == 503:
        described["headers"] = {"Retry-After": ref("headers", "Retry-After")}
    if endpoint.schema == "Status" and status == 503:
        # /api/status describes the failure in its usual shape.
        return {**described, "content": {JSON: {"schema": ref("schemas", "Status")}}}
    example = ERROR_EXAMPLES[status].body
    return {**described, "content": {JSON: {"schema": ref("schemas", "Error"), "example": example}}}
