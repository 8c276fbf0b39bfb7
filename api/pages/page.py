"""A page of the site: HTML, or Markdown for clients that prefer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from api.context import Context, Service
from api.formats.locators import year_and_locators
from api.formats.registry import RECORD_FORMATS
from api.http.representation import HTML, MARKDOWN, Representation
from api.pages.assets import asset_path
from api.pages.templates import render
from db.identifiers import doi_url

# Nothing from other hosts, and no script or style inside the page (CSP Level 3).
HTML_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}
# Downloads of one publication: the label of the link, and the query of its address.
FILES = [(form.title, f"format={form.name}") for form in RECORD_FORMATS]


def page(context: Context, template: str, headers: Mapping[str, str], **values: Any) -> Representation:
    """Render ``template.html``, or ``template.md`` for a client that prefers Markdown.

    Besides ``values``, every template can use ``site`` (site.yaml), ``base_url`` for absolute links, ``root`` for links within
    the site, and the functions below.
    """
    values = {
        "site": context.site,
        "base_url": context.base_url,
        "root": context.root,
        "origin": context.base_url.removesuffix(context.root),
        "files": FILES,
        "path_of": path_of,
        "doi_url": doi_url,
        "source_of": year_and_locators,
        "full_text": full_text,
        **values,
    }
    if context.markdown:
        return Representation(render(context.service.templates, f"{template}.md", **values), MARKDOWN, headers)
    return html(context.service, f"{template}.html", headers, **values)


def html(
    service: Service, template: str, headers: Mapping[str, str], status: int = 200, *, root: str, **values: Any
) -> Representation:
    """Render an HTML document, with the headers that every one has. ``asset`` gives a template the address of a file."""
    own = service.templates
    text = render(own, template, status=status, root=root, asset=lambda name: root + asset_path(own, name), **values)
    return Representation(text, HTML, {**HTML_HEADERS, **headers}, status)


def path_of(doi: str) -> str:
    """Return the path of a publication's page. Below ``/api`` it is the path of its data."""
    return f"/publications/{quote(doi, safe='')}"


def full_text(publication: Mapping[str, Any]) -> str:
    """Return the address of the article; empty if it is the same as the DOI's."""
    url = str(publication.get("url", ""))
    return url if url != doi_url(publication.get("doi", "")) else ""
