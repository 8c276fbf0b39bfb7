"""The first pages for developers: the index of the API at /api, and the interactive API console at /api/docs."""

from __future__ import annotations

from typing import Any

from api.context import API_VERSION, Context
from api.handlers.well_known import service_links
from api.http.query_string import Parameter
from api.http.response import Representation, of_json
from api.pages.page import HTML_HEADERS, html

# Swagger UI shows an image response from a blob: address.
POLICY = HTML_HEADERS["Content-Security-Policy"].replace("img-src 'self' data:", "img-src 'self' data: blob:")


def index(context: Context) -> Representation:
    """List the endpoints of the API with their parameters, and an address to try for each."""
    site = context.site
    body = {
        "name": site["name"],
        "description": site["description"],
        "version": API_VERSION,
        "license": {"name": site["license"]["name"], "url": site["license"]["url"]},
        "attribution": site["attribution"],
        "documentation": context.url("/api/docs"),
        "openapi": context.url("/api/openapi.json"),
        "endpoints": [
            {
                "method": method,
                "path": endpoint.path,
                "description": endpoint.description,
                "parameters": [listed(parameter) for parameter in context.parameters(endpoint)],
                "example": context.example(endpoint),
            }
            for endpoint in context.endpoints
            if endpoint.in_api
            for method in endpoint.methods
        ],
    }
    return of_json(body, {"Link": service_links(context)})


def listed(parameter: Parameter) -> dict[str, Any]:
    """Return a parameter as the index lists it."""
    schema = parameter.schema
    return {
        "name": parameter.name,
        "in": parameter.location,
        "type": schema["type"],
        "required": parameter.required,
        "description": parameter.description,
        **{key: schema[key] for key in ("default", "enum") if key in schema},
    }


def console(context: Context) -> Representation:
    """Return the console, in HTML only."""
    return html(
        context,
        "console.html",
        {"Content-Security-Policy": POLICY},
        root=context.root,
        site=context.site,
        base_url=context.base_url,
    )
