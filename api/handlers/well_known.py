"""Documents by which programs find the API and its owner: API catalogue, security.txt, and the Link header."""

from __future__ import annotations

from api.context import Context
from api.errors import ApiError
from api.http.representation import PLAIN, Representation, of_json

# RFC 9727, section 4.2: a set of links (RFC 9264) with the profile of an API catalogue.
LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
CATALOG = "/.well-known/api-catalog"
SECURITY = "/.well-known/security.txt"
# What describes the API: relation (RFC 8631, section 4), path, media type.
DESCRIPTIONS = (
    ("service-desc", "/api/openapi.json", "application/json"),
    ("service-doc", "/api/docs", "text/html"),
    ("status", "/api/status", "application/json"),
)


def service_links(context: Context) -> str:
    """Return the Link header from the site and the index to everything that describes the API (RFC 8288)."""
    links = [f'<{url}>; rel="{relation}"; type="{media_type}"' for relation, url, media_type in descriptions(context)]
    license_url, catalog = context.site["license"]["url"], context.url(CATALOG)
    return ", ".join([*links, f'<{license_url}>; rel="license"', f'<{catalog}>; rel="api-catalog"'])


def descriptions(context: Context) -> list[tuple[str, str, str]]:
    """Return what describes the API here, with absolute addresses: files have no status."""
    offered = {endpoint.path for endpoint in context.service.endpoints}
    return [(relation, context.url(path), media_type) for relation, path, media_type in DESCRIPTIONS if path in offered]


def api_catalog(context: Context) -> Representation:
    """Return the catalogue of the APIs on this host: there is one (RFC 9727)."""
    catalog, api = (context.url(path) for path in (CATALOG, "/api"))
    described = {relation: [{"href": url, "type": media_type}] for relation, url, media_type in descriptions(context)}
    linkset = [
        {"anchor": catalog, "item": [{"href": api}]},
        {"anchor": api, **described, "license": [{"href": context.site["license"]["url"]}]},
    ]
    headers = {"Link": f'<{catalog}>; rel="api-catalog"'}
    return of_json({"linkset": linkset}, headers, media_type=LINKSET)


def security(context: Context) -> Representation:
    """Return the contact for security reports (RFC 9116).

    Raises:
        ApiError: site.yaml has no contact.
    """
    contact = context.site.get("security")
    if contact is None:
        raise ApiError("not_found", "site.yaml has no contact for security reports.")
    lines = [f"Contact: {address}" for address in contact["contact"]]
    lines.append(f"Expires: {contact['expires']}")
    if "policy" in contact:
        lines.append(f"Policy: {contact['policy']}")
    if "preferredLanguages" in contact:
        lines.append(f"Preferred-Languages: {', '.join(contact['preferredLanguages'])}")
    lines.append(f"Canonical: {context.url(SECURITY)}")
    return Representation("\n".join([*lines, ""]).encode(), PLAIN)
