"""What an endpoint is: its address, what it takes, what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from api.context import Context
from api.http.query_string import Parameter
from api.http.representation import Download, Representation


@dataclass(frozen=True)
class Endpoint:
    """One address of the API.

    Attributes:
        path: with parameters in braces.
        name: the operation's identifier in the API's description.
        description: one sentence for people.
        handler: makes the representation, or raises an ApiError.
        schema: name of the component that the answer fits; None where it is not JSON, or always an error.
        content: further media types of its answer, each with a JSON Schema.
        parameters: what the endpoint takes. Where it takes none in the query, the query is ignored.
        reject_unknown: whether a parameter that it does not take is refused.
        example: a path with query that gives an answer; in braces what the data is asked for.
        methods: HEAD and OPTIONS come with GET.
        statuses: the answers a client must expect, the errors among them.
        headers: the headers that its answer has beyond those of every answer.
        cached: whether clients and proxies may keep the answer, and ask with If-None-Match.
        negotiated: whether it answers in Markdown to those who prefer it: a page of the site, never an endpoint of the API.
    """

    path: str
    name: str
    description: str
    handler: Callable[[Context], Representation | Download]
    schema: str | None
    parameters: tuple[Parameter, ...] = ()
    reject_unknown: bool = True
    example: str = ""
    methods: tuple[str, ...] = ("GET",)
    content: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    statuses: tuple[int, ...] = (200, 503)
    headers: tuple[str, ...] = ()
    cached: bool = True
    negotiated: bool = False

    @cached_property
    def addresses(self) -> dict[str, dict[str, str]]:
        """Its paths, each with the parameters that it sets; none where they are without number."""
        for parameter in self.parameters:
            if parameter.location == "path":
                named = f"{{{parameter.name}}}"
                values = parameter.schema.get("enum", ())
                return {
                    self.path.replace(named, value) + slash: {parameter.name: value} for value in values for slash in ("", "/")
                }
        return {self.path: {}, f"{self.path}/": {}}

    @cached_property
    def query(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.parameters if parameter.location == "query")

    def example_path(self, examples: dict[str, Any]) -> str:
        """An address that can be tried, with values that are in the data."""
        return (self.example or self.path).format(**examples)
