"""OpenAPI components that the sources do not define: lists, status, errors, index, headers."""

from __future__ import annotations

from typing import Any

from api.errors import STATUS_OF

TEXT = {"type": "string"}
ADDRESS = {"type": "string", "format": "uri"}
PERIOD = {"startDate": TEXT, "endDate": TEXT, "summary": TEXT, "url": ADDRESS}
COUNT = {"type": "integer", "description": "Number of publications."}


def object_schema(description: str, required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "required": list(required),
        "properties": {**required, **(optional or {})},
    }


def array_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def ref(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


COMPONENTS: dict[str, Any] = {
    "PublicationList": object_schema(
        "A list of publications.",
        {
            "count": {"type": "integer", "description": "Number of publications in this response."},
            "publications": array_of(ref("schemas", "Publication")),
        },
        {"total": {"type": "integer", "description": "Number of publications that match, on all pages. Every list has it."}},
    ),
    "Facets": object_schema(
        "Number of publications by year, journal, author, type and authorship.",
        {
            "count": {"type": "integer", "description": "Number of publications that match the filters."},
            "years": array_of(
                object_schema("A year. All years are listed, latest first.", {"year": {"type": "integer"}, "count": COUNT})
            ),
            "journals": array_of(object_schema("A journal, most frequent first.", {"journal": TEXT, "count": COUNT})),
            "authors": array_of(object_schema("An author, most frequent first.", {"author": TEXT, "count": COUNT})),
            "types": array_of(object_schema("A type, most frequent first.", {"type": TEXT, "count": COUNT})),
            "authorship": array_of(
                object_schema("The owner as first, last or only author.", {"authorship": TEXT, "count": COUNT})
            ),
        },
    ),
    "CslItem": object_schema(
        "A publication in CSL-JSON (schema 1.0.2), with more variables where they are known.",
        {"id": TEXT, "type": TEXT, "title": TEXT, "container-title": TEXT},
        {"DOI": TEXT, "URL": ADDRESS, "author": array_of({"type": "object", "additionalProperties": TEXT})},
    ),
    "CslList": {**array_of(ref("schemas", "CslItem")), "description": "Publications in CSL-JSON."},
    "JsonLd": {
        "type": "object",
        "description": "Publications in JSON-LD (schema.org): one, or several under @graph.",
        "required": ["@context"],
        "properties": {"@context": ADDRESS, "@graph": array_of({"type": "object"})},
        "additionalProperties": True,
    },
    "ServiceList": object_schema("A list of services.", {"services": array_of(ref("schemas", "Service"))}),
    "CvEntryList": object_schema("Entries of a curriculum vitae.", {"entries": array_of(ref("schemas", "CvEntry"))}),
    "Status": object_schema(
        "Current health of the service.",
        {
            "ok": {"type": "boolean"},
            "version": {**TEXT, "description": "Version of the API."},
            "ts": {**TEXT, "format": "date-time", "description": "Current time in UTC."},
            "uptime": {"type": "number", "description": "Seconds since the process started."},
            "services": {
                "type": "object",
                "description": "State and details of each component, by name.",
                "additionalProperties": object_schema("State of a component.", {"ok": {"type": "boolean"}}),
            },
        },
    ),
    "Error": object_schema(
        "An error.",
        {
            "error": {**TEXT, "enum": list(STATUS_OF), "description": "Machine-readable code."},
            "error_description": {**TEXT, "description": "What is wrong, and what is accepted instead."},
        },
    ),
    "Index": object_schema(
        "All endpoints of the API.",
        {
            "name": TEXT,
            "description": TEXT,
            "version": TEXT,
            "license": object_schema("Terms of the data.", {"name": TEXT, "url": ADDRESS}),
            "attribution": {**TEXT, "description": "How to credit the data owner."},
            "documentation": ADDRESS,
            "openapi": ADDRESS,
            "endpoints": array_of(
                object_schema(
                    "One endpoint.",
                    {
                        "method": TEXT,
                        "path": TEXT,
                        "description": TEXT,
                        "parameters": array_of(
                            object_schema(
                                "One parameter.",
                                {"name": TEXT, "in": TEXT, "type": TEXT, "required": {"type": "boolean"}, "description": TEXT},
                                {"default": {}, "enum": array_of({})},
                            )
                        ),
                        "example": {**TEXT, "description": "A path to try."},
                    },
                )
            ),
        },
    ),
    "Resume": object_schema(
        "A JSON Resume (jsonresume.org, schema 1.x).",
        {
            "$schema": ADDRESS,
            "basics": object_schema(
                "The person; phone and address are the clinic's.",
                {"name": TEXT, "label": TEXT, "url": ADDRESS},
                {
                    "phone": TEXT,
                    "location": object_schema("The clinic.", {"address": TEXT}),
                    "image": ADDRESS,
                    "email": {**TEXT, "format": "email"},
                    "summary": TEXT,
                    "profiles": array_of(
                        object_schema("A page elsewhere.", {"network": TEXT, "url": ADDRESS}, {"username": TEXT})
                    ),
                },
            ),
            "work": array_of(object_schema("A position.", {"position": TEXT}, {"name": TEXT, "location": TEXT, **PERIOD})),
            "meta": object_schema("About this document.", {"canonical": ADDRESS}),
        },
        {
            "volunteer": array_of(
                object_schema("A service to the public.", {"position": TEXT}, {"organization": TEXT, **PERIOD})
            ),
            "education": array_of(object_schema("Education or training.", {"studyType": TEXT}, {"institution": TEXT, **PERIOD})),
            "awards": array_of(
                object_schema("An award.", {"title": TEXT}, {"awarder": TEXT, "date": TEXT, "summary": TEXT, "url": ADDRESS})
            ),
            "certificates": array_of(object_schema("A license.", {"name": TEXT}, {"issuer": TEXT, "date": TEXT, "url": ADDRESS})),
            "projects": array_of(
                object_schema("Any other entry.", {"name": TEXT, "type": TEXT}, {"entity": TEXT, "description": TEXT, **PERIOD})
            ),
            "publications": array_of(
                object_schema(
                    "A publication.", {"name": TEXT}, {"publisher": TEXT, "releaseDate": TEXT, "summary": TEXT, "url": ADDRESS}
                )
            ),
            "languages": array_of(object_schema("A language.", {"language": TEXT})),
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
