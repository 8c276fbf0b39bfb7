"""The one registry of endpoints: the router, the index and the API's description are made from it."""

from __future__ import annotations

from typing import Any

from api.endpoint import Endpoint
from api.formats import schema_org as structured
from api.formats.registry import DEFAULT_FORMAT, EXPORTED, FORMATS
from api.handlers import discovery, index, oauth, openapi, publications
from api.handlers import documents as answers
from api.http.representation import ATOM, HTML, MARKDOWN, PLAIN
from api.pages import assets, card, console, profile, publication
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

# The formats of publications besides JSON, which has a component of its own at each endpoint.
OTHER_FORMATS = {form.media_type: form.schema for form in FORMATS.values() if form is not DEFAULT_FORMAT}
PAGE: dict[str, Any] = {
    "content": {HTML: {"type": "string"}, MARKDOWN: {"type": "string"}},
    "statuses": (200, 400, 503),
    "reject_unknown": False,
    "negotiated": True,
}
EXPORTS = tuple(
    Endpoint(
        form.export_path,
        form.export,
        f"All publications as a download: {form.title}.",
        publications.export(form.file_name, form.media_type),
        None,
        content={form.media_type: form.schema},
        headers=("Content-Disposition",),
    )
    for form in EXPORTED
)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "/",
        "getPage",
        "The profile as a page for people, with its publications to search; as Markdown where Accept prefers text/markdown.",
        profile.english,
        None,
        profile.PARAMETERS,
        headers=("Link",),
        **PAGE,
    ),
    Endpoint(
        "/he",
        "getHebrewPage",
        "The same page in Hebrew.",
        profile.hebrew,
        None,
        profile.PARAMETERS,
        headers=("Link",),
        **PAGE,
    ),
    Endpoint(
        "/publications/{doi}",
        "getPublicationPage",
        "One publication as a page, with finished citations; reference managers read it as well.",
        publication.publication,
        None,
        (DOI,),
        example="/publications/{encoded_doi}",
        headers=("Link",),
        **PAGE | {"statuses": (200, 404, 503)},
    ),
    Endpoint("/api", "getIndex", "Index of all endpoints, with descriptions.", index.index, "Index", headers=("Link",)),
    Endpoint("/api/profile", "getProfile", "The profile of the physician-researcher.", answers.profile, "Profile"),
    Endpoint(
        "/api/publications",
        "listPublications",
        "Peer-reviewed publications, searched, filtered and sorted, the newest first, in the format that is asked for.",
        publications.publications,
        "PublicationList",
        (YEAR, JOURNAL, LIMIT, OFFSET, *MORE_FILTERS, SORT, ONLY_FIELDS, FORMAT, STYLE),
        example="/api/publications?year={year}&limit=5",
        content=OTHER_FORMATS,
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
        reject_unknown=False,
        example="/api/publications/{encoded_doi}",
        content=OTHER_FORMATS,
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
        "/api/docs",
        "getConsole",
        "The page on which this API is tried.",
        console.console,
        None,
        content={HTML: {"type": "string"}},
    ),
    Endpoint(
        "/card.png",
        "getCard",
        "The publications per year as a picture, shown where the profile is shared.",
        card.card,
        None,
        content={card.PNG: {}},
    ),
    Endpoint(
        "/assets/{name}",
        "getAsset",
        "A file that the pages are made of.",
        assets.asset,
        None,
        (assets.NAME,),
        reject_unknown=False,
        example="/assets/style.css",
        content={media_type: {} for media_type, _ in assets.ASSETS.values()},
        statuses=(200, 404, 503),
    ),
    Endpoint(
        "/profile.jsonld",
        "getStructuredProfile",
        "Person, clinic, services and the newest publications in the words of schema.org (JSON-LD).",
        structured.profile_jsonld,
        None,
        content={FORMATS["jsonld"].media_type: {"type": "object", "required": ["@context", "@graph"]}},
    ),
    Endpoint(
        "/llms.txt",
        "getSummary",
        "The site in short for language models (llmstxt.org).",
        discovery.llms,
        None,
        content={PLAIN: {"type": "string"}},
    ),
    Endpoint(
        "/robots.txt",
        "getRobots",
        "What robots may read, and what for (RFC 9309, contentsignals.org).",
        discovery.robots,
        None,
        content={PLAIN: {"type": "string"}},
    ),
    Endpoint(
        "/sitemap.xml",
        "getSitemap",
        "The pages of the site, those of the newest publications among them (sitemaps.org).",
        discovery.sitemap,
        None,
        content={discovery.XML: {"type": "string"}},
    ),
    Endpoint(
        "/.well-known/security.txt",
        "getSecurityContact",
        "Whom to tell of a weakness of the site (RFC 9116).",
        discovery.security,
        None,
        content={PLAIN: {"type": "string"}},
        statuses=(200, 404, 503),
    ),
    Endpoint(
        discovery.CATALOG,
        "getCatalog",
        "The APIs of this host, with what describes them (RFC 9727).",
        discovery.api_catalog,
        None,
        content={discovery.LINKSET: {"type": "object", "required": ["linkset"]}},
        headers=("Link",),
    ),
    Endpoint(
        "/.well-known/oauth-authorization-server",
        "getAuthorizationServer",
        "OAuth 2.0 authorization server metadata (RFC 8414); no tokens are issued.",
        oauth.authorization_server,
        "AuthorizationServer",
    ),
    Endpoint(
        "/.well-known/oauth-protected-resource",
        "getProtectedSite",
        "OAuth 2.0 protected resource metadata (RFC 9728) of the site; no token is needed.",
        oauth.protected_site,
        "ProtectedResource",
    ),
    Endpoint(
        "/.well-known/oauth-protected-resource/api",
        "getProtectedApi",
        "OAuth 2.0 protected resource metadata (RFC 9728) of the API; no token is needed.",
        oauth.protected_api,
        "ProtectedResource",
    ),
    Endpoint(
        "/oauth/authorize",
        "authorize",
        "Refuses: this API is public and issues no tokens.",
        oauth.authorize,
        None,
        statuses=(400,),
    ),
    Endpoint(
        "/oauth/token",
        "token",
        "Refuses: this API is public and issues no tokens.",
        oauth.token,
        None,
        methods=("GET", "POST"),
        statuses=(400,),
    ),
)
