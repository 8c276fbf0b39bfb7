"""A page of the site as an answer: in HTML, or in Markdown for those who prefer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from api.context import Context
from api.http.representation import HTML, MARKDOWN, Representation
from api.pages.assets import asset_address
from api.pages.templates import rendered
from db.identifiers import doi_url

# What a page may load and do: only what comes from here, and no script or style within the page (CSP Level 3).
ON_HTML = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}
# A publication's data in other formats: what they are called, and the query that asks for them.
FILES = [("BibTeX", "format=bibtex"), ("RIS", "format=ris"), ("CSL-JSON", "format=csl"), ("JSON-LD", "format=jsonld")]
# How the styles of citations call themselves.
STYLE_NAMES = {"vancouver": "Vancouver", "apa": "APA", "ama": "AMA"}


def page(context: Context, template: str, headers: Mapping[str, str], **values: Any) -> Representation:
    """The page that a template makes: ``template.html`` or ``template.md``.

    Every template has ``site`` (the owner's words on it), ``base_url`` for addresses that others keep, ``root`` for links within
    the site, ``path_of`` and ``asset`` for those of publications and files, and what is given here.
    """
    text = rendered(
        context,
        f"{template}.{'md' if context.markdown else 'html'}",
        site=context.site,
        base_url=context.base_url,
        root=context.root,
        origin=context.base_url.removesuffix(context.root),
        files=FILES,
        path_of=path_of,
        doi_url=doi_url,
        source_of=source_of,
        full_text=full_text,
        asset=lambda name: asset_address(context, name),
        **values,
    )
    if context.markdown:
        return Representation(text, MARKDOWN, headers, vary="Accept, Accept-Encoding")
    return html(text, headers, vary="Accept, Accept-Encoding")


def html(text: bytes, headers: Mapping[str, str] | None = None, vary: str = "Accept-Encoding") -> Representation:
    return Representation(text, HTML, {**ON_HTML, **(headers or {})}, vary=vary)


def path_of(doi: str) -> str:
    """The path of the page of a publication, and after /api that of its data."""
    return f"/publications/{quote(doi, safe='')}"


def source_of(publication: Mapping[str, Any]) -> str:
    """Year, volume, issue and pages in the form of Vancouver: ``2021;12(3):101-109``."""
    volume, issue, pages = (publication.get(field, "") for field in ("volume", "issue", "pages"))
    place = volume + (f"({issue})" if issue else "")
    return f"{publication['year']}{f';{place}' if place else ''}{f':{pages}' if pages else ''}"


def full_text(publication: Mapping[str, Any]) -> str:
    """The link to the article, unless it says what the DOI says already."""
    url = str(publication.get("url", ""))
    return url if url != doi_url(publication.get("doi", "")) else ""


def address(path: str, values: Mapping[str, Any], fragment: str) -> str:
    """A link to a page with parameters, as far as they are set."""
    query = urlencode({name: value for name, value in values.items() if value not in ("", 0)})
    return f"{path}{'?' if query else ''}{query}#{fragment}"
