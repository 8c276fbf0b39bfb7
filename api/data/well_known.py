"""Documents that help programs find the API and its owner: API catalog, security.txt, the Link header, robots.txt, the sitemap
and llms.txt.
"""

from __future__ import annotations

from api.context import Context
from api.endpoint import Endpoint
from api.errors import ApiError
from api.http.response import PLAIN, Representation, of_json
from api.pages.discovery import CATALOG, descriptions, offered_paths
from api.pages.legal import legal_notices
from api.pages.page import PAGE_PATHS, empty_pages, translations_of
from api.pages.publication_items import FEATURED_ONLY
from api.pages.templates import render

# RFC 9727, section 4.2: a set of links (RFC 9264) with the profile of an API catalog.
LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
SECURITY = "/.well-known/security.txt"
XML = "application/xml; charset=utf-8"
# Signals of contentsignals.org by their keys in site.yaml.
SIGNALS = {"search": "search", "aiInput": "ai-input", "aiTrain": "ai-train"}


def api_catalog(context: Context) -> Representation:
    """The catalog of the APIs on this host, which has one API (RFC 9727)."""
    catalog, api = (context.url(path) for path in (CATALOG, "/api"))
    described = {relation: [{"href": url, "type": media_type}] for relation, url, media_type in descriptions(context)}
    linkset = [
        {"anchor": catalog, "item": [{"href": api}]},
        {"anchor": api, **described, "license": [{"href": context.site["license"]["url"]}]},
    ]
    headers = {"Link": f'<{catalog}>; rel="api-catalog"'}
    return of_json({"linkset": linkset}, headers, media_type=LINKSET)


def security(context: Context) -> Representation:
    """The contact for security reports (RFC 9116).

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


def robots(context: Context) -> Representation:
    """Tell crawlers what to read (RFC 9309) and how they can use it (contentsignals.org).

    By default, they can use everything, as the license allows, except the copy of the list for other sites.
    """
    signals = context.site.get("contentSignals", dict.fromkeys(SIGNALS, True))
    text = render(
        context.application.templates,
        "robots.txt",
        sitemaps=[context.url("/sitemap.xml")],
        embeds=[path.rstrip("/") for path in translations_of(context, "/embed").values()],
        signals={SIGNALS[name]: "yes" if allowed else "no" for name, allowed in signals.items()},
    )
    return Representation(text, PLAIN)


def sitemap(context: Context) -> Representation:
    """Addresses of the pages and publications in each language (sitemaps.org)."""
    offered, empty = offered_paths(context), empty_pages(context.store)
    pages = [translations_of(context, path) for name, path in PAGE_PATHS.items() if path in offered and name not in empty]
    if "/publications/{doi}" in offered:
        pages += [translations_of(context, "/publications/{doi}", doi=each) for each in context.store.identifiers()]
    return Representation(render(context.application.templates, "sitemap.xml", base_url=context.base_url, pages=pages), XML)


def llms(context: Context) -> Representation:
    """A summary for language models (llmstxt.org): the owner, how to read the site, and every working address."""
    answering = answering_endpoints(context)
    pages = [endpoint for endpoint in answering if endpoint.is_page]
    api = [endpoint for endpoint in answering if endpoint.in_api]
    text = render(
        context.application.templates,
        "llms.txt",
        site=context.site,
        base_url=context.base_url,
        profile=context.store.document("profile"),
        is_static=context.application.is_static,
        pages=[endpoint for endpoint in pages if endpoint.negotiated],
        # llmstxt.org: readers that need a shorter context can skip a section with this name.
        sections={"Pages": pages, "API": api, "Optional": [entry for entry in answering if entry not in pages + api]},
        example=context.example,
        homes=[*translations_of(context, "/").values()],
    )
    return Representation(text, PLAIN)


def answering_endpoints(context: Context) -> list[Endpoint]:
    """The endpoints that answer with this profile's data."""
    store, site = context.store, context.site
    # Parts of addresses that answer nothing without the data.
    with_data = {
        SECURITY: "security" in site,
        "/accessibility": "accessibility" in site,
        "/cv-selected.pdf": store.total(FEATURED_ONLY),
        "/api/clinic": store.places(),
        **dict.fromkeys(("publications", "/export.", "/feed."), store.total()),
    }
    absent = [part for part, has_data in with_data.items() if not has_data]
    working = (entry for entry in context.endpoints if 200 in entry.statuses and not any(part in entry.path for part in absent))
    return [entry for entry in working if "/legal/" not in entry.path or has_notice(context.in_language(entry.code))]


def has_notice(context: Context) -> bool:
    """Whether a legal notice has a page in the language."""
    return any(notice.slug for notice in legal_notices(context))
