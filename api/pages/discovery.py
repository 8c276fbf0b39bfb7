"""Discovery of the API: the addresses of its descriptions, and the Link header that leads from pages to them."""

from __future__ import annotations

from api.context import Context

CATALOG = "/.well-known/api-catalog"
# Descriptions of the API: relation (RFC 8631, section 4), path, media type.
SERVICE_LINKS = (
    ("service-desc", "/api/openapi.json", "application/json"),
    ("service-doc", "/api/docs", "text/html"),
    ("status", "/api/status", "application/json"),
)


def service_links(context: Context) -> str:
    """Link from the site and the index to everything that describes the API (RFC 8288)."""
    links = [f'<{url}>; rel="{relation}"; type="{media_type}"' for relation, url, media_type in descriptions(context)]
    license_url, catalog = context.site["license"]["url"], context.url(CATALOG)
    return ", ".join([*links, f'<{license_url}>; rel="license"', f'<{catalog}>; rel="api-catalog"'])


def descriptions(context: Context) -> list[tuple[str, str, str]]:
    """Absolute addresses of what describes the API here: files have no status."""
    offered = {endpoint.path for endpoint in context.application.endpoints}
    return [(relation, context.url(path), media_type) for relation, path, media_type in SERVICE_LINKS if path in offered]
