"""What tells programs that find the service what is here: catalogue, links, and the files that robots look for first."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from api.context import Context
from api.errors import ApiError
from api.http.representation import PLAIN, Representation, json_text
from api.pages.templates import as_markdown

if TYPE_CHECKING:
    from api.endpoint import Endpoint

# RFC 9727, section 4.2: a set of links (RFC 9264) that follows the profile of an API catalogue.
LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
XML = "application/xml; charset=utf-8"
CATALOG = "/.well-known/api-catalog"
SECURITY = "/.well-known/security.txt"
# What describes the API, with the words for it (RFC 8631, section 4).
DESCRIPTIONS = (
    ("service-desc", "/api/openapi.json", "application/json"),
    ("service-doc", "/api/docs", "text/html"),
    ("status", "/api/status", "application/json"),
)
# The signals of contentsignals.org, by their names in site.yaml.
SIGNALS = {"search": "search", "aiInput": "ai-input", "aiTrain": "ai-train"}
# The profile page in each language; the last for those who read none of them.
LANGUAGES = {"en": "/", "he": "/he", "x-default": "/"}
# The most addresses that a sitemap may have (sitemaps.org).
MOST_IN_SITEMAP = 50_000
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
{}
</urlset>
"""


def api_catalog(context: Context) -> Representation:
    """The catalogue of the APIs of this host, of which there is one (RFC 9727)."""
    base = context.base_url
    described = {relation: [{"href": base + path, "type": kind}] for relation, path, kind in DESCRIPTIONS}
    linkset = [
        {"anchor": base + CATALOG, "item": [{"href": f"{base}/api"}]},
        {"anchor": f"{base}/api", **described, "license": [{"href": context.site["license"]["url"]}]},
    ]
    headers = {"Link": f'<{base}{CATALOG}>; rel="api-catalog"'}
    return Representation(json_text({"linkset": linkset}).encode(), LINKSET, headers)


def service_links(context: Context) -> str:
    """The Link header that leads from the site and from the index to all that describes the API (RFC 8288)."""
    base = context.base_url
    links = [f'<{base}{path}>; rel="{relation}"; type="{kind}"' for relation, path, kind in DESCRIPTIONS]
    licence = context.site["license"]["url"]
    return ", ".join([*links, f'<{licence}>; rel="license"', f'<{base}{CATALOG}>; rel="api-catalog"'])


def robots(context: Context) -> Representation:
    """What robots may read (RFC 9309), and what for (contentsignals.org): where the owner says nothing, all that the licence
    allows, which is everything.
    """
    signals = context.site.get("contentSignals", dict.fromkeys(SIGNALS, True))
    said = ", ".join([f"{SIGNALS[name]}={'yes' if value else 'no'}" for name, value in signals.items()])
    # Some robots heed the first line that fits, not the longest one.
    lines = ["User-agent: *", f"Content-Signal: {said}", "Disallow: /oauth/", "Allow: /"]
    return plain([*lines, "", f"Sitemap: {context.base_url}/sitemap.xml"])


def security(context: Context) -> Representation:
    """Whom to tell of a weakness (RFC 9116).

    Raises:
        ApiError: the owner names nobody.
    """
    named = context.site.get("security")
    if named is None:
        raise ApiError("not_found", "Whom to tell of a weakness is not known: site.yaml has no security contact.")
    lines = [f"Contact: {contact}" for contact in named["contact"]]
    lines.append(f"Expires: {named['expires']}")
    if "policy" in named:
        lines.append(f"Policy: {named['policy']}")
    if "preferredLanguages" in named:
        lines.append(f"Preferred-Languages: {', '.join(named['preferredLanguages'])}")
    return plain([*lines, f"Canonical: {context.base_url}{SECURITY}"])


def sitemap(context: Context) -> Representation:
    """The pages for readers (sitemaps.org): the profile in each language, and the publications that have a page. Where these are
    more than a sitemap may name, the newest.
    """
    base = escape(context.base_url)
    alternates = "".join(
        [f'<xhtml:link rel="alternate" hreflang="{language}" href="{base}{path}"/>' for language, path in LANGUAGES.items()]
    )
    profiles = [f"<url><loc>{base}{path}</loc>{alternates}</url>" for path in dict.fromkeys(LANGUAGES.values())]
    dois = context.store.dois(MOST_IN_SITEMAP - len(profiles))
    pages = [f"<url><loc>{base}/publications/{quote(doi, safe='')}</loc></url>" for doi in dois]
    return Representation(SITEMAP.format("\n".join([*profiles, *pages])).encode(), XML)


def llms(context: Context) -> Representation:
    """The site in short for language models (llmstxt.org): what it is, how to read it, and all addresses that answer."""
    site, licence, profile = context.site, context.site["license"], json.loads(context.store.document("profile"))
    silent = () if "security" in site else (SECURITY,)
    answering = [endpoint for endpoint in context.service.endpoints if 200 in endpoint.statuses and endpoint.path not in silent]
    pages = [endpoint for endpoint in answering if endpoint.negotiated]
    api = [endpoint for endpoint in answering if f"{endpoint.path}/".startswith("/api/")]
    # What may be left out where there is little room, says llmstxt.org, stands under this word.
    optional = [endpoint for endpoint in answering if endpoint not in pages and endpoint not in api]
    lines = [
        f"# {as_markdown(site['name'])}",
        "",
        f"> {as_markdown(site['description'])}",
        "",
        f"- About: {as_markdown(profile['name'])}, {as_markdown(profile['specialty'])}",
        f"- Licence of the data: [{as_markdown(licence['name'])}]({licence['url']})",
        f"- Please credit: {as_markdown(site['attribution'])}",
        f"- The pages ({', '.join([f'`{page.path}`' for page in pages])}) answer in Markdown to `Accept: text/markdown`.",
        "- The API is public and read-only, and answers in JSON: no key is needed.",
    ]
    for heading, endpoints in (("Pages", pages), ("API", api), ("Optional", optional)):
        lines += ["", f"## {heading}", "", *[in_short(endpoint, context) for endpoint in endpoints]]
    return plain(lines)


def in_short(endpoint: Endpoint, context: Context) -> str:
    """An endpoint as one item of a list, with an address that can be tried."""
    parameters = ", ".join([f"`{parameter.name}`" for parameter in endpoint.query])
    taken = f" Parameters: {parameters}." if parameters else ""
    address = context.base_url + endpoint.example_path(context.examples)
    return f"- [{endpoint.path}]({address}): {endpoint.description}{taken}"


def plain(lines: list[str]) -> Representation:
    return Representation("\n".join([*lines, ""]).encode(), PLAIN)
