"""The public documents of a person: read from a written site or over HTTP, up to a size, and checked against the schema.

Nobody vouches for them, and the department shows them beside those of others.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
from jsonschema import Draft202012Validator, FormatChecker

from bibliography.registries.client import Cache, Client, RegistryError
from cli.department.settings import Department
from pipeline.report import Report
from pipeline.schema.package import read_package

# Each document, with the component of the API's description that its objects have.
COMPONENTS = {"profile": "Profile", "publications": "Publication", "clinic": "Clinic", "services": "Service"}
LISTS = ("publications", "services")
MAX_BYTES = 5 << 20
MAX_SECONDS = 10.0
PAGE_SIZE = 1000  # of the API; files have all publications
MAX_PAGES = 10
SCHEMES = ("https://", "http://", "mailto:", "tel:", "sms:")
FORMATS = FormatChecker(())
MAX_QUOTED = 200
AGENT = "public-profile-service"
# What a person publishes by the name of the document: objects or lists of objects; a clinic that is missing is empty.
Documents = dict[str, Any]
# Returns a document by its name and query; None if the site has none.
Read = Callable[[str, str], bytes | None]


@FORMATS.checks("uri")
def is_harmless(value: object) -> bool:
    return not isinstance(value, str) or value.lower().startswith(SCHEMES)


class DocumentError(Exception):
    """A document cannot be used; the message says which one, and why."""


def read_folder(folder: Path) -> Documents:
    """Read the documents of a site that was written into a folder.

    Raises:
        DocumentError: one of them cannot be used.
    """

    def read(name: str, _: str) -> bytes | None:
        path = folder / "api" / f"{name}.json"
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)

    return read_documents(read)


def read_address(address: str, cache: Path) -> Documents:
    """Read the documents of a site elsewhere.

    Raises:
        DocumentError: one of them cannot be used.
    """
    with closing(Client(AGENT, Cache(cache), max_seconds=MAX_SECONDS, max_bytes=MAX_BYTES)) as client:

        def read(name: str, query: str) -> bytes | None:
            url = f"{address}api/{name}.json{query}"
            try:
                return client.exchange(client.http.build_request("GET", url))
            except RegistryError as error:
                if error.status == 404:
                    return None
                raise DocumentError(f"{url}: {error}") from None

        return read_documents(read)


def read_documents(read: Read) -> Documents:
    documents: Documents = {name: read_document(read, name) for name in COMPONENTS if name not in LISTS}
    documents["services"] = read_document(read, "services")["services"]
    papers = documents["publications"] = []
    for _ in range(MAX_PAGES):
        page = read_document(read, "publications", f"?limit={PAGE_SIZE}&offset={len(papers)}")
        papers += page["publications"]
        if len(papers) >= page.get("total", 0):
            break
    return documents


def read_document(read: Read, name: str, query: str = "") -> Any:
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
    if not isinstance(document, dict) or (name in LISTS and not isinstance(document.get(name), list)):
        raise DocumentError(f"/api/{name} does not have the form that the API describes.")
    return document


def check_documents(documents: Documents, schemas: dict[str, Any]) -> None:
    """Check the objects of the documents against the schema.

    Raises:
        DocumentError: a value is not of its type or form.
    """
    for name, component in COMPONENTS.items():
        validator = Draft202012Validator(schemas[component], format_checker=FORMATS)
        for each in documents[name] if name in LISTS else filter(None, [documents[name]]):
            for error in validator.iter_errors(each):
                raise DocumentError(f"/api/{name}, {error.json_path}: {error.message[:MAX_QUOTED]}")


def read_schemas(department: Department) -> dict[str, Any]:
    """Return the JSON Schema of the API's objects by the name of its component, whatever the person's own schema adds.

    The department's first language can be another one for a person, so it has versions too.
    """
    codes = [language.code for language in department.languages]
    package = read_package(department.folder, Report(), (*codes, codes[0]))
    sources = package.sources if package else ()
    return {source.component: loosen(source.json_schema()) for source in sources if source.component}


def loosen(schema: Any) -> Any:
    """Allow any name and any text where a schema lists them."""
    if isinstance(schema, list):
        return [loosen(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: loosen(value) for key, value in schema.items() if key != "enum" and (key, value) != ("additionalProperties", False)
    }
