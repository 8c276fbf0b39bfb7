"""An endpoint: one entry of the registry in ``api.endpoints``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import quote

from api.http.query_string import Parameter
from api.http.representation import Representation


@dataclass(frozen=True)
class Endpoint:
    """One address of the service.

    Attributes:
        path: with parameters in braces.
        handler: called with the Context of a request; returns the representation, or raises an ApiError.
        description: one sentence.
        operation_id: the identifier in the OpenAPI description; empty if the endpoint is not part of the API.
        schema: name of the component that describes a JSON response, if there is one.
        content: media types of other responses, each with its JSON Schema.
        parameters: path and query parameters. An endpoint of the API that defines query parameters rejects others. A page
            ignores them (links from elsewhere add their own), and without query parameters the query string is ignored.
        example: a path with a query that can be tried; values of the data are filled into the braces.
        methods: GET includes HEAD and OPTIONS.
        statuses: the statuses that a client must expect from this service.
        headers: response headers besides those of every response.
        cached: whether clients and proxies may cache the response and revalidate it with If-None-Match.
        negotiated: whether a client can get Markdown instead of HTML: true for pages, never for the API.
    """

    path: str
    handler: Callable[..., Representation]
    description: str
    operation_id: str = ""
    schema: str | None = None
    content: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    example: str = ""
    methods: tuple[str, ...] = ("GET",)
    statuses: tuple[int, ...] = (200, 503)
    headers: tuple[str, ...] = ()
    cached: bool = True
    negotiated: bool = False

    @property
    def in_api(self) -> bool:
        """Whether the index and the OpenAPI description list it."""
        return bool(self.operation_id)

    @cached_property
    def query(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.parameters if parameter.location == "query")

    def example_path(self, examples: Mapping[str, Any]) -> str:
        """Return an address that can be tried, filled with values of the data."""
        return (self.example or self.path).format(**{name: quote(str(value), safe="") for name, value in examples.items()})
