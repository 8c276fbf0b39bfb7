"""The public documents of a person: from the site that this software wrote, or over HTTP from a site elsewhere.

A department shows everyone's documents together, so each has at most 5 MiB. Documents from elsewhere are checked.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from jsonschema import Draft202012Validator, FormatChecker

from cli.department.person import Documents
from cli.department.settings import Department
from cli.shared import PACKAGE_NAME

LIST_DOCUMENTS = ("publications", "services")
MAX_DOCUMENT_BYTES = 5 << 20
MAX_ANSWER_SECONDS = 10.0
PUBLICATIONS_PER_REQUEST = 1000  # the API's maximum; a site of files answers with all publications
MAX_PAGES = 10
SCHEMES = ("https://", "http://", "mailto:", "tel:", "sms:")
FORMAT_CHECKER = FormatChecker(())
MAX_MESSAGE_CHARACTERS = 200


@FORMAT_CHECKER.checks("uri")
def is_harmless(value: object) -> bool:
    return not isinstance(value, str) or value.lower().startswith(SCHEMES)


class DocumentError(Exception):
    """A document cannot be used. The message says which one, and why."""


def read_site(folder: Path) -> Documents:
    """Read the documents of a site here, whose sources were checked.

    Raises:
        DocumentError: one of them is too large.
    """

    def read(name: str) -> Any:
        path = folder / "api" / f"{name}.json"
        if not path.is_file():
            return {}  # a site without a place of work has no clinic
        if path.stat().st_size > MAX_DOCUMENT_BYTES:
            raise DocumentError(f"/api/{name} has more than {MAX_DOCUMENT_BYTES >> 20} MiB.")
        return orjson.loads(path.read_bytes())

    return {"profile": read("profile"), "clinic": read("clinic"), **{name: read(name)[name] for name in LIST_DOCUMENTS}}


def read_remote_site(address: str, department: Department, cache: Path) -> Documents:
    """Read and check the documents of a site elsewhere.

    Raises:
        DocumentError: one of them cannot be used.
    """
    from bibliography.registries.client import AnswerCache, Client, RegistryError  # slow, and most departments ask nobody

    with closing(
        Client(PACKAGE_NAME, AnswerCache(cache), max_seconds=MAX_ANSWER_SECONDS, max_bytes=MAX_DOCUMENT_BYTES)
    ) as client:

        def read(name: str, query: str = "") -> Any:
            url = f"{address}api/{name}.json{query}"
            try:
                content = client.exchange(client.http.build_request("GET", url))
            except RegistryError as error:
                if error.status == 404 and name == "clinic":
                    return {}
                raise DocumentError(f"{url}: {error}") from None
            return parse_document(content, name, department)

        documents = {"profile": read("profile"), "clinic": read("clinic"), "services": read("services")["services"]}
        publications = documents["publications"] = []
        for _ in range(MAX_PAGES):
            page = read("publications", f"?limit={PUBLICATIONS_PER_REQUEST}&offset={len(publications)}")
            publications += page["publications"]
            if len(publications) >= page.get("total", 0):
                break
        return documents


def parse_document(content: bytes, name: str, department: Department) -> Any:
    try:
        document = orjson.loads(content)
    except ValueError as error:
        raise DocumentError(f"/api/{name} is not JSON: {error}.") from None
    for problem in document_validators(department)[name].iter_errors(document):
        raise DocumentError(f"/api/{name}, {problem.json_path}: {problem.message[:MAX_MESSAGE_CHARACTERS]}")
    return document


@cache
def document_validators(department: Department) -> dict[str, Draft202012Validator]:
    """The validator of each document. Publications and services are lists of objects."""
    schemas = {source.name: loosen(source.json_schema()) for source in department.package.sources.values()}
    for name in LIST_DOCUMENTS:
        items = {"type": "array", "items": schemas[name]}
        schemas[name] = {"type": "object", "required": [name], "properties": {name: items, "total": {"type": "integer"}}}
    return {name: Draft202012Validator(schema, format_checker=FORMAT_CHECKER) for name, schema in schemas.items()}


def loosen(schema: Any) -> Any:
    """Remove the lists of allowed names and values from a schema, because a person's own schema can add to them."""
    if isinstance(schema, list):
        return [loosen(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: loosen(value) for key, value in schema.items() if key != "enum" and (key, value) != ("additionalProperties", False)
    }
