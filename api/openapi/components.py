"""OpenAPI components that the sources do not define: lists, status, errors, index, headers."""

from __future__ import annotations

from typing import Any

from api.errors import STATUS_OF

STRING = {"type": "string"}
URI = {"type": "string", "format": "uri"}
PERIOD = {"startDate": STRING, "endDate": STRING, "summary": STRING, "url": URI}
COUNT = {"type": "integer", "description": "Number of publications."}


def object_of(description: str, required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
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
    "PublicationList": object_of(
        "A list of publications.",
        {
            "count": {"type": "integer", "description": "Number of publications in this response."},
            "publications": array_of(ref("schemas", "Publication")),
        },
        {"total": {"type": "integer", "description": "Number of publications that match, on all pages. Every list has it."}},
    ),
    "Facets": object_of(
        "Number of publications by year, journal, author, type and authorship.",
        {
            "count": {"type": "integer", "description": "Number of publications that match the filters."},
            "years": array_of(
                object_of("A year. All years are listed, latest first.", {"year": {"type": "integer"}, "count": COUNT})
            ),
            "journals": array_of(object_of("A journal, most frequent first.", {"journal": STRING, "count": COUNT})),
            "authors": array_of(object_of("An author, most frequent first.", {"author": STRING, "count": COUNT})),
            "types": array_of(object_of("A type, most frequent first.", {"type": STRING, "count": COUNT})),
            "authorship": array_of(object_of("The owner as first, last or only author.", {"authorship": STRING, "count": COUNT})),
        },
    ),
    "CslItem": object_of(
        "A publication in CSL-JSON (schema 1.0.2), with more variables where they are known.",
        {"id": STRING, "type": STRING, "title": STRING, "container-title": STRING},
        {"DOI": STRING, "URL": URI, "author": array_of({"type": "object", "additionalProperties": STRING})},
    ),
    "CslList": {**array_of(ref("schemas", "CslItem")), "description": "Publications in CSL-JSON."},
    "JsonLd": {
        "type": "object",
        "description": "Publications in JSON-LD (schema.org): one, or several under @graph.",
        "required": ["@context"],
        "properties": {"@context": URI, "@graph": array_of({"type": "object"})},
        "additionalProperties": True,
    },
    "ServiceList": object_of("A list of services.", {"services": array_of(ref("schemas", "Service"))}),
    "CvEntryList": object_of("Entries of a curriculum vitae.", {"entries": array_of(ref("schemas", "CvEntry"))}),
    "Status": object_of(
        "Current health of the service.",
        {
            "ok": {"type": "boolean"},
            "version": {**STRING, "description": "Version of the API."},
            "ts": {**STRING, "format": "date-time", "description": "Current time in UTC."},
            "uptime": {"type": "number", "description": "Seconds since the process started."},
            "services": {
                "type": "object",
                "description": "State and details of each component, by name.",
                "additionalProperties": object_of("State of a component.", {"ok": {"type": "boolean"}}),
            },
        },
    ),
    "Error": object_of(
        "An error.",
        {
            "error": {**STRING, "enum": list(STATUS_OF), "description": "Machine-readable code."},
            "error_description": {**STRING, "description": "What is wrong, and what is accepted instead."},
        },
    ),
    "Index": object_of(
        "All endpoints of the API.",
        {
            "name": STRING,
            "description": STRING,
            "version": STRING,
            "license": object_of("Terms of the data.", {"name": STRING, "url": URI}),
            "attribution": {**STRING, "description": "How to credit the data owner."},
            "documentation": URI,
            "openapi": URI,
            "endpoints": array_of(
                object_of(
                    "One endpoint.",
                    {
                        "method": STRING,
                        "path": STRING,
                        "description": STRING,
                        "parameters": array_of(
                            object_of(
                                "One parameter.",
                                {
                                    "name": STRING,
                                    "in": STRING,
                                    "type": STRING,
                                    "required": {"type": "boolean"},
                                    "description": STRING,
                                },
                                {"default": {}, "enum": array_of({})},
                            )
                        ),
                        "example": {**STRING, "description": "A path to try."},
                    },
                )
            ),
        },
    ),
    "Resume": object_of(
        "A JSON Resume (jsonresume.org, schema 1.x).",
        {
            "$schema": URI,
            "basics": object_of(
                "The person; phone and address are the clinic's.",
                {"name": STRING, "label": STRING, "url": URI},
                {
                    "phone": STRING,
                    "location": object_of("The clinic.", {"address": STRING}),
                    "image": URI,
                    "email": {**STRING, "format": "email"},
                    "summary": STRING,
                    "profiles": array_of(object_of("A page elsewhere.", {"network": STRING, "url": URI}, {"username": STRING})),
                },
            ),
            "work": array_of(object_of("A position.", {"position": STRING}, {"name": STRING, "location": STRING, **PERIOD})),
            "meta": object_of("About this document.", {"canonical": URI}),
        },
        {
            "volunteer": array_of(
                object_of("A service to the public.", {"position": STRING}, {"organization": STRING, **PERIOD})
            ),
            "education": array_of(object_of("Education or training.", {"studyType": STRING}, {"institution": STRING, **PERIOD})),
            "awards": array_of(
                object_of("An award.", {"title": STRING}, {"awarder": STRING, "date": STRING, "summary": STRING, "url": URI})
            ),
            "certificates": array_of(object_of("A license.", {"name": STRING}, {"issuer": STRING, "date": STRING, "url": URI})),
            "projects": array_of(
                object_of(
                    "Any other entry.", {"name": STRING, "type": STRING}, {"entity": STRING, "description": STRING, **PERIOD}
                )
            ),
            "publications": array_of(
                object_of(
                    "A publication.",
                    {"name": STRING},
                    {"publisher": STRING, "releaseDate": STRING, "summary": STRING, "url": URI},
                )
            ),
            "languages": array_of(object_of("A language.", {"language": STRING})),
        },
    ),
    "Description": {"type": "object", "description": "An OpenAPI 3.1 document.", "required": ["openapi", "info", "paths"]},
}

HEADERS: dict[str, Any] = {
    "ETag": {"description": "Strong validator of this response.", "required": True, "schema": STRING},
    "X-Total-Count": {
        "description": "Number of publications that match, on all pages.",
        "required": True,
        "schema": {"type": "integer"},
    },
    "Link": {
        "description": "Related addresses (RFC 8288): the first, previous, next and last page of a list with several pages; "
        "the documents that describe the API.",
        "schema": STRING,
    },
    "Content-Disposition": {"description": "Suggests a file name for the download.", "required": True, "schema": STRING},
    "Retry-After": {"description": "Seconds to wait before the next attempt.", "required": True, "schema": {"type": "integer"}},
}
