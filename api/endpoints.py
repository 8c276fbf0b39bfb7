"""The one registry of endpoints: the router, the index and the API's description are made from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from api import answers, discovery, index, openapi
from api.context import Context
from api.parameters import CATEGORY, JOURNAL, LIMIT, OFFSET, TAG, YEAR, Parameter
from api.representation import CSV, JSON, Download, Representation

DOI = Parameter(
    "doi",
    "The DOI, percent-encoded; upper and lower case are the same, a prefix such as https://doi.org/ is dropped.",
    {"type": "string", "minLength": 1},
    str,
    place="path",
)


@dataclass(frozen=True)
class Endpoint:
    """One address of the API.

    Attributes:
        path: with parameters in braces.
        name: the operation's identifier in the API's description.
        description: one sentence for people.
        answer: makes the representation, or raises an ApiError.
        schema: name of the component that the answer fits; None where it is not JSON, or always an error.
        parameters: what the endpoint takes. Where it takes none in the query, the query is ignored.
        example: a path with query that gives an answer; in braces what the data is asked for.
        methods: HEAD and OPTIONS come with GET.
        statuses: the answers a client must expect, the errors among them.
        headers: the headers that its answer has beyond those of every answer.
        cached: whether clients and proxies may keep the answer, and ask with If-None-Match.
    """

    path: str
    name: str
    description: str
    answer: Callable[[Context], Representation | Download]
    schema: str | None
    parameters: tuple[Parameter, ...] = ()
    example: str = ""
    methods: tuple[str, ...] = ("GET",)
    media_type: str = JSON
    statuses: tuple[int, ...] = (200, 503)
    headers: tuple[str, ...] = ()
    cached: bool = True

    @cached_property
    def query(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.parameters if parameter.place == "query")

    def example_path(self, examples: dict[str, Any]) -> str:
        """An address that can be tried, with values that are in the data."""
        return (self.example or self.path).format(**examples)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("/", "getHome", "Leads to the index.", answers.home, None, statuses=(307,)),
    Endpoint("/api", "getIndex", "Index of all endpoints, with descriptions.", index.index, "Index"),
    Endpoint("/api/profile", "getProfile", "The profile of the physician-researcher.", answers.profile, "Profile"),
    Endpoint(
        "/api/publications",
        "listPublications",
        "Peer-reviewed publications, the newest first, filtered by year and journal.",
        answers.publications,
        "PublicationList",
        (YEAR, JOURNAL, LIMIT, OFFSET),
        "/api/publications?year={year}&limit=5",
        statuses=(200, 400, 503),
        headers=("X-Total-Count", "Link"),
    ),
    Endpoint(
        "/api/publications/{doi}",
        "getPublication",
        "One publication by its DOI.",
        answers.publication,
        "Publication",
        (DOI,),
        "/api/publications/{encoded_doi}",
        statuses=(200, 404, 503),
    ),
    Endpoint("/api/clinic", "getClinic", "The clinic: address, contact, booking links and hours.", answers.clinic, "Clinic"),
    Endpoint(
        "/api/services",
        "listServices",
        "Clinical services with English and Hebrew names, filtered by category and tag. Since v1.2.0 category also matches the "
        "additive tags; every earlier use of it stays valid.",
        answers.services,
        "ServiceList",
        (CATEGORY, TAG),
        "/api/services?category=injection&tag=joint-injection",
        statuses=(200, 400, 503),
    ),
    Endpoint("/api/research", "getResearch", "Research areas.", answers.research, "Research"),
    Endpoint(
        "/api/status", "getStatus", "Health of the service at this moment; not cached.", answers.status, "Status", cached=False
    ),
    Endpoint(
        "/api/export.csv",
        "exportPublications",
        "All publications as a CSV download.",
        answers.export_csv,
        None,
        media_type=CSV,
        headers=("Content-Disposition",),
    ),
    Endpoint("/api/openapi.json", "getDescription", "This API described in OpenAPI 3.1.", openapi.openapi, "Description"),
    Endpoint(
        "/.well-known/oauth-authorization-server",
        "getAuthorizationServer",
        "OAuth 2.0 authorization server metadata (RFC 8414); no tokens are issued.",
        discovery.authorization_server,
        "AuthorizationServer",
    ),
    Endpoint(
        "/.well-known/oauth-protected-resource",
        "getProtectedSite",
        "OAuth 2.0 protected resource metadata (RFC 9728) of the site; no token is needed.",
        discovery.protected_site,
        "ProtectedResource",
    ),
    Endpoint(
        "/.well-known/oauth-protected-resource/api",
        "getProtectedApi",
        "OAuth 2.0 protected resource metadata (RFC 9728) of the API; no token is needed.",
        discovery.protected_api,
        "ProtectedResource",
    ),
    Endpoint(
        "/oauth/authorize",
        "authorize",
        "Refuses: this API is public and issues no tokens.",
        discovery.authorize,
        None,
        statuses=(400,),
    ),
    Endpoint(
        "/oauth/token",
        "token",
        "Refuses: this API is public and issues no tokens.",
        discovery.token,
        None,
        methods=("GET", "POST"),
        statuses=(400,),
    ),
)
