"""The public documents of a person, from a written site or over HTTP: at most 5 MiB each, and checked against the schema.

Nobody vouches for them, and the department shows them next to other people's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any

import orjson
from jsonschema import Draft202012Validator, FormatChecker

from cli.department.person import Documents
from cli.department.settings import Department

LISTS = ("publications", "services")
MAX_BYTES = 5 << 20
MAX_SECONDS = 10.0
PAGE_SIZE = 1000  # the API's maximum; a site of files answers with all publications
MAX_PAGES = 10
SCHEMES = ("https://", "http://", "mailto:", "tel:", "sms:")
FORMATS = FormatChecker(())
MAX_QUOTED_CHARACTERS = 200
AGENT = "public-profile-service"
# Reads a document by its name and query; None if the site does not have it.
Read = Callable[[str, str], bytes | None]


@FORMATS.checks("uri")
def is_harmless(value: object) -> bool:
    return not isinstance(value, str) or value.lower().startswith(SCHEMES)


class DocumentError(Exception):
    """A document cannot be used. The message says which one, and why."""


def read_folder(folder: Path, department: Department) -> Documents:
    """Read the documents of a site in a folder."""

    def read(name: str, _: str) -> bytes | None:
        path = folder / "api" / f"{name}.json"
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)

    return read_documents(read, department)


def read_address(address: str, department: Department, cache: Path) -> Documents:
    """Read the documents of a site elsewhere."""
    from bibliography.registries.client import Cache, Client, RegistryError  # slow, and most departments ask nobody

    with closing(Client(AGENT, Cache(cache), max_seconds=MAX_SECONDS, max_bytes=MAX_BYTES)) as client:

        def read(name: str, query: str) -> bytes | None:
            url = f"{address}api/{name}.json{query}"
            try:
                return client.exchange(client.http.build_request("GET", url))
            except RegistryError as error:
                if error.status == 404:
                    return None
                raise DocumentError(f"{url}: {error}") from None

        return read_documents(read, department)


def read_documents(read: Read, department: Department) -> Documents:
    """Read and check every document.

    Raises:
        DocumentError: one of them cannot be used.
    """
    document = partial(read_document, read, document_validators(department))
    documents = {"profile": document("profile"), "clinic": document("clinic"), "services": document("services")["services"]}
    papers = documents["publications"] = []
    for _ in range(MAX_PAGES):
        page = document("publications", f"?limit={PAGE_SIZE}&offset={len(papers)}")
        papers += page["publications"]
        if len(papers) >= page.get("total", 0):
            break
    return documents


def read_document(read: Read, validators: Mapping[str, Draft202012Validator], name: str, query: str = "") -> Any:
    content = read(name, query)
    if content is None and name == "clinic":
        return {}
    if content is None or len(content) > MAX_BYTES:
        reason = "is missing" if content is None else f"has more than {MAX_BYTES >> 20} MiB"
        raise DocumentError(f"/api/{name} {reason}.")
    try:
        document = orjson.loads(content)
    except ValueError as error:
        raise DocumentError(f"/api/{name} is not JSON: {error}.") from None
    for problem in validators[name].iter_errors(document):
        raise DocumentError(f"/api/{name}, {problem.json_path}: {problem.message[:MAX_QUOTED_CHARACTERS]}")
    return document


@cache
def document_validators(department: Department) -> dict[str, Draft202012Validator]:
    """The validator of each document. Publications and services are lists of objects."""
    schemas = {source.name: loosen(source.json_schema()) for source in department.package.sources}
    for name in LISTS:
        items = {"type": "array", "items": schemas[name]}
        schemas[name] = {"type": "object", "required": [name], "properties": {name: items, "total": {"type": "integer"}}}
    return {name: Draft202012Validator(schema, format_checker=FORMATS) for name, schema in schemas.items()}


def loosen(schema: Any) -> Any:
    """Remove the lists of allowed names and values from a schema, because a person's own schema can add to them."""
    if isinstance(schema, list):
        return [loosen(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: loosen(value) for key, value in schema.items() if key != "enum" and (key, value) != ("additionalProperties", False)
    }
