"""OpenAPI components that the sources do not define: lists, status, errors, index, headers."""

from __future__ import annotations

from typing import Any

from api.errors import STATUS_OF

TEXT = {"type": "string"}
ADDRESS = {"type": "string", "format": "uri"}
PERIOD = {"startDate": TEXT, "endDate": TEXT, "summary": TEXT, "url": ADDRESS}
COUNT = {"type": "integer", "description": "Number of publications."}


def shape(description: str, required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "required": list(required),
        "properties": {**required, **(optional or {})},
    }


def list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def reference(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


COMPONENTS: dict[str, Any] = {
    "PublicationList": shape(
        "A list of publications.",
        {
            "count": {"type": "integer", "description": "Number of publications in this response."},
            "publications": list_of(reference("schemas", "Publication")),
        },
        {"total": {"type": "integer", "description": "Number of publications that match, on all pages. Every list has it."}},
    ),
    "Facets": shape(
        "Number of publications by year, journal, author and type.",
        {
            "count": {"type": "integer", "description": "Number of publications that match the filters."},
            "years": list_of(shape("A year. All years are listed, latest first.", {"year": {"type": "integer"}, "count": COUNT})),
            "journals": list_of(shape("A journal, most frequent first.", {"journal": TEXT, "count": COUNT})),
            "authors": list_of(shape("An author, most frequent first.", {"author": TEXT, "count": COUNT})),
            "types": list_of(shape("A type, most frequent first.", {"type": TEXT, "count": COUNT})),
        },
    ),
    "CslItem": shape(
        "A publication in CSL-JSON (schema 1.0.2), with more variables where they are known.",
        {"id": TEXT, "type": TEXT, "title": TEXT, "container-title": TEXT},
        {"DOI": TEXT, "URL": ADDRESS, "author": list_of({"type": "object", "additionalProperties": TEXT})},
    ),
    "CslList": {**list_of(reference("schemas", "CslItem")), "description": "Publications in CSL-JSON."},
    "JsonLd": {
        "type": "object",
        "description": "Publications in JSON-LD (schema.org): one, or several under @graph.",
        "required": ["@context"],
        "properties": {"@context": ADDRESS, "@graph": list_of({"type": "object"})},
        "additionalProperties": True,
    },
    "ServiceList": shape("A list of services.", {"services": list_of(reference("schemas", "Service"))}),
    "CvEntryList": shape("Entries of a curriculum vitae.", {"entries": list_of(reference("schemas", "CvEntry"))}),
    "Status": shape(
        "Current health of the service.",
        {
            "ok": {"type": "boolean"},
            "version": {**TEXT, "description": "Version of the API."},
            "ts": {**TEXT, "format": "date-time", "description": "Current time in UTC."},
            "uptime": {"type": "number", "description": "Seconds since the process started."},
            "services": {
                "type": "object",
                "description": "State and details of each component, by name.",
                "additionalProperties": shape("State of a component.", {"ok": {"type": "boolean"}}),
            },
        },
    ),
    "Error": shape(
        "An error.",
        {
            "error": {**TEXT, "enum": list(STATUS_OF), "description": "Machine-readable code."},
            "error_description": {**TEXT, "description": "What is wrong, and what is accepted instead."},
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
    "Resume": shape(
        "A JSON Resume (jsonresume.org, schema 1.x).",
        {
            "$schema": ADDRESS,
            "basics": shape(
                "The person; phone and address are the clinic's.",
                {"name": TEXT, "label": TEXT, "url": ADDRESS},
                {
                    "phone": TEXT,
                    "location": shape("The clinic.", {"address": TEXT}),
                    "image": ADDRESS,
                    "email": {**TEXT, "format": "email"},
                    "summary": TEXT,
                    "profiles": list_of(shape("A page elsewhere.", {"network": TEXT, "url": ADDRESS}, {"username": TEXT})),
                },
            ),
            "work": list_of(shape("A position.", {"position": TEXT}, {"name": TEXT, "location": TEXT, **PERIOD})),
            "meta": shape("About this document.", {"canonical": ADDRESS}),
        },
        {
            "volunteer": list_of(shape("A service to the public.", {"position": TEXT}, {"organization": TEXT, **PERIOD})),
            "education": list_of(shape("Education or training.", {"studyType": TEXT}, {"institution": TEXT, **PERIOD})),
            "awards": list_of(
                shape("An award.", {"title": TEXT}, {"awarder": TEXT, "date": TEXT, "summary": TEXT, "url": ADDRESS})
            ),
            "certificates": list_of(shape("A licence.", {"name": TEXT}, {"issuer": TEXT, "date": TEXT, "url": ADDRESS})),
            "projects": list_of(
                shape("Any other entry.", {"name": TEXT, "type": TEXT}, {"entity": TEXT, "description": TEXT, **PERIOD})
            ),
            "publications": list_of(
                shape("A publication.", {"name": TEXT}, {"publisher": TEXT, "releaseDate": TEXT, "summary": TEXT, "url": ADDRESS})
            ),
            "languages": list_of(shape("A language.", {"language": TEXT})),
        },
    ),
    "Description": {"type": "object", "description": "An OpenAPI 3.1 document.", "required": ["openapi", "info", "paths"]},
}

HEADERS: dict[str, Any] = {
    "ETag": {"description": "Strong validator of this response.", "required": True, "schema": TEXT},
    "X-Total-Count": {
        "description": "Number of publications that match, on all pages.",
        "required": True,
        "schema": {"type": "integer"},
    },
    "Link": {
        "description": "Related addresses (RFC 8288): the first, previous, next and last page of a list with several pages; "
        "the documents that describe the API.",
        "schema": TEXT,
    },
    "Content-Disposition": {"description": "Suggests a file name for the download.", "required": True, "schema": TEXT},
    "Retry-After": {"description": "Seconds to wait before the next attempt.", "required": True, "schema": {"type": "integer"}},
}
