"""The documents of the static site, each with its address in the service and its file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from api.context import Application, Context, Handler
from api.data.publications import with_landing_pages
from api.endpoint import Endpoint, endpoint_address
from api.errors import ApiError
from api.formats.export_formats import DEFAULT_FORMAT, RECORD_FORMATS
from api.http.response import Representation
from api.openapi import description
from api.pages import embed, templates
from api.pages.legal import legal_notices
from api.pages.page import error_page

MAX_SEGMENT_BYTES = 200  # file systems allow 255, and an ending follows
# The ending of each format's file.
FORMAT_ENDINGS = {form.name: f".{form.file_name.partition('.')[2] or form.name}" for form in RECORD_FORMATS}
# Longest first. A segment of a DOI with such an ending could need a folder with the name of another DOI's file.
FILE_ENDINGS = tuple(sorted((".html", ".json", *FORMAT_ENDINGS.values()), key=len, reverse=True))
MISSING_PAGE = ApiError("not_found", "There is no page at this address.")
# Descriptions of endpoints that take parameters only on a server.
STATIC_DESCRIPTIONS = {
    "listPublications": "All publications, latest first.",
    "countPublications": "Number of publications by year, journal and author.",
    "getPublication": "One publication by its DOI.",
    "listServices": "All clinical services with {languages} names.",
}
# Values of ``name`` in a path.
NAMES_IN_PATHS: dict[str, Callable[[Context], Iterable[str]]] = {
    "assets/{name}": lambda context: [*templates.ASSETS, *context.store.font_names()],
    "images/{name}": lambda context: context.store.image_names(),
}


@dataclass(frozen=True)
class SiteFile:
    """One file of the static site.

    Attributes:
        address: path and query in the service.
        file: path in the folder of the site.
        handler: the handler that makes its content.
        params: the parameters of the request.
        code: the language of the request; empty for the first one.
    """

    address: str
    file: str
    handler: Handler
    params: dict[str, Any] = field(default_factory=dict)
    code: str = ""


def static_application(application: Application) -> Application:
    """Make the application of a static site: its endpoints are files, without parameters."""
    endpoints = {each.path: each for each in application.endpoints}
    described = {path: static_endpoint(endpoint) for path, endpoint in endpoints.items()}
    # Examples use the paths in the description of the static site.
    endpoints |= {described[path].path: endpoint for path, endpoint in endpoints.items()}

    # Made once, because each page has a dozen of these addresses.
    fixed = {path: address_of(file_of(endpoint, {})) for path, endpoint in endpoints.items() if "{" not in path}

    def address(path: str, params: Mapping[str, Any]) -> str:
        """The address of a file, with the query for the script of a page. The path can begin with the code of a language."""
        if path in fixed and not params:
            return fixed[path]
        if not (endpoint := endpoints.get(path)):
            endpoint = replace(endpoints[f"/{path[1:].partition('/')[2]}"], path=path)
        query = {name: value for name, value in params.items() if f"{{{name}}}" not in path}
        return address_of(file_of(endpoint, params)) + (f"?{urlencode(query)}" if query and endpoint.negotiated else "")

    offered = tuple(described[path] for path, endpoint in endpoints.items() if path == endpoint.path and is_static(endpoint))
    return replace(application, endpoints=offered, address=address, is_static=True)


def is_static(endpoint: Endpoint) -> bool:
    """Whether the response depends only on the data. The status does not, and OAuth needs a server to refuse tokens."""
    return endpoint.cached and 200 in endpoint.statuses and "oauth" not in endpoint.path


def static_endpoint(endpoint: Endpoint) -> Endpoint:
    """The endpoint on a static site."""
    parameters = tuple(parameter for parameter in endpoint.parameters if parameter.location == "path")
    if not endpoint.in_api:
        return replace(endpoint, parameters=parameters)
    return replace(
        endpoint,
        path=f"/{file_of(endpoint, {parameter.name: f'{{{parameter.name}}}' for parameter in parameters})}",
        handler=all_publications if endpoint.operation_id == "listPublications" else endpoint.handler,
        description=STATIC_DESCRIPTIONS.get(endpoint.operation_id, endpoint.description),
        content={} if endpoint.schema else endpoint.content,
        parameters=parameters,
        example={},
        statuses=(200,),
        headers=(),
        cached=False,  # nobody knows whether a host revalidates
    )


def all_publications(context: Context) -> Representation:
    """Answer with the whole list, because files cannot answer page by page."""
    listed = with_landing_pages(context, context.store.all_publications())
    return Representation(DEFAULT_FORMAT.write_list(listed))


def file_of(endpoint: Endpoint, params: Mapping[str, Any]) -> str:
    """The file of an endpoint, named after its path, the parameters in it and, if it takes one, ``format``.

    Hosts guess the media type from the ending.
    """
    names = {
        name: "/".join(map(safe_segment, value.split("/"))) for name, value in params.items() if name in ("doi", "name", "slug")
    }
    file = endpoint.path.strip("/").format(**names)
    if endpoint.negotiated or endpoint.handler is description.console:
        return f"{file}/index.html".lstrip("/")
    if endpoint.handler is embed.fragment:
        return f"{file}.html"
    if endpoint.schema and not file.endswith(".json"):
        ending = FORMAT_ENDINGS.get(params.get("format", ""), ".json")
        return f"{file}{ending}" if "/" in file else f"{file}/index.json"
    return file


def address_of(file: str) -> str:
    """The address of a file. A page is the index of its folder."""
    return "/" + quote(file.removesuffix("index.html"))


def site_files(context: Context) -> Iterator[SiteFile]:
    """Yield every document, and pages for missing addresses. Hosts use the nearest one above the missing address."""
    for endpoint in filter(is_static, context.endpoints):
        handler = static_endpoint(endpoint).handler
        for params in all_params(endpoint, context):
            file = file_of(endpoint, params)
            yield SiteFile(endpoint_address(endpoint.path, params), file, handler, params, endpoint.code)
    for path in ("/", *(f"/{language.code}/" for language in context.store.languages[1:])):
        yield SiteFile(f"{path}404.html", f"{path[1:]}404.html", partial(error_page, error=MISSING_PAGE, path=path))


def all_params(endpoint: Endpoint, context: Context) -> Iterator[dict[str, Any]]:
    """Yield the parameters of each document of an endpoint: values in its path, and formats of a publication."""
    if "{name}" in endpoint.path:
        yield from ({"name": name} for name in NAMES_IN_PATHS[endpoint.path.lstrip("/")](context))
    elif "{slug}" in endpoint.path:
        yield from ({"slug": notice.slug} for notice in legal_notices(context.in_language(endpoint.code)) if notice.slug)
    elif "{doi}" in endpoint.path:
        formats: list[dict[str, Any]] = [{}] if endpoint.negotiated else [{}, *({"format": name} for name in FORMAT_ENDINGS)]
        yield from ({"doi": identifier} | form for identifier in context.store.identifiers() for form in formats)
    else:
        yield {}


def safe_segment(segment: str) -> str:
    """Keep a segment of a DOI if it can be the name of a folder next to our files; otherwise, return a hash."""
    usable = segment not in ("", ".", "..") and len(segment.encode()) <= MAX_SEGMENT_BYTES and not segment.endswith(FILE_ENDINGS)
    # A line break would begin another name in the settings of hosts, and in the list of our files, which the next run can delete.
    usable = usable and segment.splitlines() == [segment]
    # Netlify does not publish a folder if a file in it has # or ? in its name.
    return segment if usable and not {"#", "?"} & set(segment) else hashlib.sha256(segment.encode()).hexdigest()[:32]
