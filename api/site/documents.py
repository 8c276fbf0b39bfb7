"""What the static site consists of: each document with its address in the service and its file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from api.context import Context, Endpoint, Handler, Service
from api.formats.registry import RECORD_FORMATS
from api.http.representation import Representation, of_json
from api.pages import assets, console

MAX_SEGMENT = 200  # bytes; file systems take 255, and an ending is added
# The ending of each format's file.
FORMAT_ENDINGS = {form.name: f".{form.file_name.partition('.')[2] or form.name}" for form in RECORD_FORMATS}
# The longest first. A segment of a DOI with one of them could need a folder where another DOI has a file.
ENDINGS = tuple(sorted((".html", ".json", *FORMAT_ENDINGS.values()), key=len, reverse=True))
ALL = 10**9
# Descriptions of the endpoints that take parameters only where a server runs.
DESCRIPTIONS = {
    "listPublications": "All publications, latest first.",
    "countPublications": "Number of publications by year, journal and author.",
    "getPublication": "One publication by its DOI.",
    "listServices": "All clinical services with English and Hebrew names.",
}


@dataclass(frozen=True)
class Document:
    """One file of the static site.

    Attributes:
        address: path and query in the service.
        file: path in the folder of the site.
        handler: what answers with it.
        values: the parameters of that request.
    """

    address: str
    file: str
    handler: Handler
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def static_address(self) -> str:
        """The address of the file; a page is the index of its folder."""
        return "/" + quote(self.file.removesuffix("index.html"))


def static_service(service: Service) -> Service:
    """Return the service as a host without a server can offer it: its endpoints are files, and none has parameters."""
    return replace(service, endpoints=tuple(static(each) for each in service.endpoints if is_static(each)), is_static=True)


def is_static(endpoint: Endpoint) -> bool:
    """Whether its answer is a function of the data: the status is not, and OAuth needs a server to refuse tokens."""
    return endpoint.cached and 200 in endpoint.statuses and "oauth" not in endpoint.path


def static(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint as the static site describes it."""
    parameters = tuple(parameter for parameter in endpoint.parameters if parameter.location == "path")
    if not endpoint.in_api:
        return replace(endpoint, parameters=parameters)
    path = endpoint.path if endpoint.path.endswith("}") else file_of(endpoint).removesuffix("index.html")
    suffix = ".json" if endpoint.path.endswith("}") else ""
    return replace(
        endpoint,
        path=f"/{path.lstrip('/')}{suffix}",
        handler=all_publications if endpoint.operation_id == "listPublications" else endpoint.handler,
        description=DESCRIPTIONS.get(endpoint.operation_id, endpoint.description),
        content={} if endpoint.schema else endpoint.content,
        parameters=parameters,
        example="",
        statuses=(200,),
        headers=(),
        cached=False,  # whether a host revalidates is not known
    )


def all_publications(context: Context) -> Representation:
    """Return the list with all publications: without a server there is nothing to ask page by page."""
    publications = context.store.all_publications()
    return of_json({"count": len(publications), "publications": publications})


def file_of(endpoint: Endpoint) -> str:
    """Return the file of an endpoint without parameters in its path. Hosts guess the media type from the ending."""
    path = endpoint.path.strip("/")
    if endpoint.schema:
        return path if path.endswith(".json") else f"{path}.json" if "/" in path else f"{path}/index.json"
    return f"{path}/index.html".lstrip("/") if endpoint.negotiated or endpoint.handler is console.console else path


def documents(context: Context) -> Iterator[Document]:
    """Yield every document of a service."""
    store = context.store
    identifiers, names = store.identifiers(ALL), {"/assets/{name}": [*assets.ASSETS], "/images/{name}": store.image_names()}
    for endpoint in filter(is_static, context.service.endpoints):
        yield from of_endpoint(endpoint, identifiers, names.get(endpoint.path, []))


def of_endpoint(endpoint: Endpoint, identifiers: list[str], names: list[str]) -> Iterator[Document]:
    """Yield the documents of one endpoint; ``names`` are the files that it can answer with."""
    if endpoint.path.endswith("{doi}"):
        for identifier in identifiers:
            yield from of_publication(endpoint, identifier)
    elif endpoint.path.endswith("{name}"):
        for name in names:
            path = endpoint.path.format(name=name)
            yield Document(path, path.lstrip("/"), endpoint.handler, {"name": name})
    else:
        yield Document(endpoint.path, file_of(endpoint), static(endpoint).handler)


def of_publication(endpoint: Endpoint, identifier: str) -> Iterator[Document]:
    """Yield the page of a publication, or its record in each format."""
    values = {"doi": identifier}
    address = endpoint.path.format(doi=quote(identifier, safe=""))
    file = "/".join([endpoint.path.strip("/").removesuffix("/{doi}"), *map(safe_segment, identifier.split("/"))])
    if endpoint.negotiated:
        yield Document(address, f"{file}/index.html", endpoint.handler, values)
        return
    yield Document(address, f"{file}.json", endpoint.handler, values)
    for name, ending in FORMAT_ENDINGS.items():
        yield Document(f"{address}?format={name}", file + ending, endpoint.handler, {**values, "format": name})


def safe_segment(segment: str) -> str:
    """Return a segment of a DOI as a name that a folder can have beside our files; any other becomes a hash."""
    usable = segment not in ("", ".", "..") and len(segment.encode()) <= MAX_SEGMENT and not segment.endswith(ENDINGS)
    # Netlify publishes no folder that has a file with # or ? in its name.
    return segment if usable and not {"#", "?"} & set(segment) else hashlib.sha256(segment.encode()).hexdigest()[:32]
