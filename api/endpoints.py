"""The one registry of endpoints: the router, the index and the API's description are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from api import answers, discovery, index, openapi, publications
from api.context import Context
from api.parameters import (
    CATEGORY,
    DOI,
    FORMAT,
    JOURNAL,
    LIMIT,
    MORE_FILTERS,
    MOST_VALUES,
    OFFSET,
    ONLY_FIELDS,
    SORT,
    STYLE,
    TAG,
    YEAR,
)
from api.query import Parameter
from api.rendering import RENDERERS
from api.representation import ATOM, JSON, Download, Representation
from pipeline.formats.registry import FORMATS


@dataclass(frozen=True)
class Endpoint:
    """One address of the API.

    Attributes:
        path: with parameters in braces.
        name: the operation's identifier in the API's description.
        description: one sentence for people.
        answer: makes the representation, or raises an ApiError.
        schema: name of the component that the answer fits; None where it is not JSON, or always an error.
        content: further media types of its answer, each with a JSON Schema.
        parameters: what the endpoint takes. Where it takes none in the query, the query is ignored.
        only_these: whether a parameter that it does not take is refused.
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
    only_these: bool = True
    example: str = ""
    methods: tuple[str, ...] = ("GET",)
    content: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    statuses: tuple[int, ...] = (200, 503)
    headers: tuple[str, ...] = ()
    cached: bool = True

    @cached_property
    def query(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.parameters if parameter.place == "query")

    def example_path(self, examples: dict[str, Any]) -> str:
        """An address that can be tried, with values that are in the data."""
        return (self.example or self.path).format(**examples)


# Each format with the shape of an answer, as far as it is JSON.
IN_EVERY_FORMAT = {
    renderer.media_type: {} if "json" in renderer.media_type else {"type": "string"}
    for renderer in RENDERERS.values()
    if renderer.media_type != JSON
}
EXPORTS = tuple(
    Endpoint(
        f"/api/export.{form.file_name.partition('.')[2]}",
        operation,
        f"All publications as a download: {title}.",
        publications.export(form.file_name, form.media_type),
        None,
        content={form.media_type: IN_EVERY_FORMAT[form.media_type]},
        headers=("Content-Disposition",),
    )
    for operation, title, form in (
        ("exportPublications", "CSV", FORMATS["csv"]),
        ("exportBibtex", "BibTeX", FORMATS["bibtex"]),
        ("exportRis", "RIS", FORMATS["ris"]),
        ("exportCsl", "CSL-JSON", FORMATS["csl"]),
    )
)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("/", "getHome", "Leads to the index.", answers.home, None, statuses=(307,)),
    Endpoint("/api", "getIndex", "Index of all endpoints, with descriptions.", index.index, "Index"),
    Endpoint("/api/profile", "getProfile", "The profile of the physician-researcher.", answers.profile, "Profile"),
    Endpoint(
        "/api/publications",
        "listPublications",
        "Peer-reviewed publications, searched, filtered and sorted, the newest first, in the format that is asked for.",
        publications.publications,
        "PublicationList",
        (YEAR, JOURNAL, LIMIT, OFFSET, *MORE_FILTERS, SORT, ONLY_FIELDS, FORMAT, STYLE),
        example="/api/publications?year={year}&limit=5",
        content=IN_EVERY_FORMAT,
        statuses=(200, 400, 503),
        headers=("X-Total-Count", "Link"),
    ),
    # No DOI is hidden by it: every DOI begins with "10." (DOI Handbook, section 2.2).
    Endpoint(
        "/api/publications/facets",
        "countPublications",
        "How many publications there are of each year, journal and author, among those that fit the same filters.",
        publications.facets,
        "Facets",
        (YEAR, JOURNAL, MOST_VALUES, *MORE_FILTERS),
        example="/api/publications/facets?year_from={year}",
        statuses=(200, 400, 503),
    ),
    Endpoint(
        "/api/publications/{doi}",
        "getPublication",
        "One publication by its DOI, in the format that is asked for.",
        publications.publication,
        "Publication",
        (DOI, FORMAT, STYLE),
        only_these=False,
        example="/api/publications/{encoded_doi}",
        content=IN_EVERY_FORMAT,
        statuses=(200, 400, 404, 503),
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
        example="/api/services?category=injection&tag=joint-injection",
        statuses=(200, 400, 503),
    ),
    Endpoint("/api/research", "getResearch", "Research areas.", answers.research, "Research"),
    Endpoint(
        "/api/status", "getStatus", "Health of the service at this moment; not cached.", answers.status, "Status", cached=False
    ),
    *EXPORTS,
    Endpoint(
        "/feed.atom",
        "getFeed",
        "The newest publications as a feed (Atom, RFC 4287).",
        answers.feed,
        None,
        content={ATOM: {"type": "string"}},
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
