"""Links from a page to resources about it: the API and its descriptions, the author, the license, the data (RFC 8288).

They are in the HTTP header and in the head of a page, because static hosts can omit headers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from api.context import Context

CATALOG = "/.well-known/api-catalog"
# Descriptions of the API: relation (RFC 8631, section 4), path, media type.
SERVICE_LINKS = (
    ("service-desc", "/api/openapi.json", "application/json"),
    ("service-doc", "/api/docs", "text/html"),
    ("status", "/api/status", "application/json"),
)


class Link(NamedTuple):
    """A link with an absolute address. The media type is optional."""

    relation: str
    url: str
    media_type: str = ""


def link_header(links: Iterable[Link]) -> str:
    return ", ".join([f'<{url}>; rel="{relation}"' + (f'; type="{kind}"' if kind else "") for relation, url, kind in links])


def service_links(context: Context) -> list[Link]:
    """Links from the site and the index to everything that describes the API."""
    catalog = [Link("api-catalog", context.url(CATALOG))] if CATALOG in offered_paths(context) else []
    return [*descriptions(context), license_link(context), *catalog]


def offered_paths(context: Context) -> set[str]:
    return {endpoint.path for endpoint in context.application.endpoints}


def descriptions(context: Context) -> list[Link]:
    """Links to descriptions of the API, but only those that exist here: a static site has no status."""
    offered = offered_paths(context)
    return [Link(relation, context.url(path), media_type) for relation, path, media_type in SERVICE_LINKS if path in offered]


def license_link(context: Context) -> Link:
    """The link to the license of the data on a page."""
    return Link("license", context.site["license"]["url"])


def author_links(context: Context) -> list[Link]:
    """The link to the owner's persistent identifier, if there is one."""
    orcid = context.api_profile.get("orcid")
    return [Link("author", f"https://orcid.org/{orcid}")] if orcid else []
