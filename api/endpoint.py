"""An endpoint: an address of the service, its handler, and what the API's description says about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from api.http.response import Representation
from api.query.query_string import Parameter, query_value
from db.languages import Language

# HTTP methods of every endpoint.
METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Endpoint:
    """One address of the service.

    Attributes:
        path: the path, with parameters in braces.
        handler: answers a request, given its ``Context``, or raises an ApiError.
        description: one sentence; ``{languages}`` becomes the names of the site's languages.
        operation_id: the identifier in the OpenAPI description; empty if the endpoint is not part of the API.
        schema: name of the component that describes a JSON response, if there is one.
        content: media types of other responses, each with its JSON Schema.
        parameters: path and query parameters. An endpoint with query parameters rejects unknown ones, except a page, because
            links from elsewhere add their own. An endpoint without query parameters ignores the query string.
        example: values of parameters for a working address; braces in them become values from the data.
        methods: HTTP methods; GET includes HEAD and OPTIONS.
        statuses: the statuses that API clients must expect; without 200, the endpoint refuses every request.
        headers: response headers of the API in addition to the common ones.
        cached: whether clients and proxies can cache the response and revalidate it with If-None-Match.
        negotiated: whether a client can get Markdown instead of HTML: true for pages, never for the API.
        translated: whether it exists in each language of the site.
        code: the language of its response; empty for the first one.
    """

    path: str
    handler: Callable[[Any], Representation]
    description: str
    operation_id: str = ""
    schema: str | None = None
    content: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    example: Mapping[str, str] = field(default_factory=dict)
    methods: tuple[str, ...] = ("GET",)
    statuses: tuple[int, ...] = (200, 503)
    headers: tuple[str, ...] = ()
    cached: bool = True
    negotiated: bool = False
    translated: bool = False
    code: str = ""

    @property
    def in_api(self) -> bool:
        """Whether the index and the OpenAPI description list it."""
        return bool(self.operation_id)

    @property
    def is_page(self) -> bool:
        """Whether it is a page, in HTML or Markdown."""
        return self.negotiated or self.path.endswith(".md")

    @property
    def file_path(self) -> str:
        """The address of its file on a static site, such as ``/api/profile.json``; empty unless it is JSON at one address."""
        if not self.schema or "{" in self.path or self.path.endswith(".json"):
            return ""
        return "/api/index.json" if self.path == "/api" else f"{self.path}.json"

    @property
    def query_parameters(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.parameters if parameter.location == "query")


def localized_endpoint(endpoint: Endpoint, language: Language) -> Endpoint:
    """The endpoint in a language after the first. The path begins with the code of the language."""
    return replace(
        endpoint,
        path=f"/{language.code}{endpoint.path}".rstrip("/"),
        description=f"The same in {language.name}.",
        operation_id=endpoint.operation_id.replace("get", f"get{language.suffix}", 1),
        example={},
        code=language.code,
    )


def endpoint_address(path: str, params: Mapping[str, Any]) -> str:
    """Fill values into the braces of an endpoint's path. Other values become the query."""
    query = {}
    for name, value in params.items():
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        else:
            query[name] = query_value(value)
    return f"{path}?{urlencode(query)}" if query else path


@lru_cache(1000)  # the API's lists have the addresses of the same publications again and again
def publication_path(address: Callable[[str, Mapping[str, Any]], str], identifier: str) -> str:
    """The path of a publication's page. ``address`` differs between servers and static sites."""
    return address("/publications/{doi}", {"doi": identifier})
