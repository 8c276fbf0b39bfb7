"""The page of one publication, for people, reference managers and Google Scholar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from api.context import Context
from api.formats import json_ld
from api.formats.citations import STYLES, citation
from api.formats.format import pmid
from api.formats.locators import first_and_last_page
from api.formats.registry import RECORD_FORMATS
from api.handlers.publications import found
from api.http.representation import Representation
from api.pages.authors import author_list
from api.pages.page import page, path_of
from api.pages.phrases import LANGUAGES, PHRASES
from api.pages.publications import has_every_item
from api.pages.text import script_of
from db.identifiers import doi_url
from db.names import Owner, names, person
from db.notices import notice_of, titled


def publication(context: Context, language: str) -> Representation:
    """Return the page of the publication with the DOI or citation key in the path. Its data is in its own language."""
    values = found(context)
    return page(
        context,
        "publication",
        {"Link": signposts(context, values)},
        path=path_of(values, language),
        language=language,
        translations={code: path_of(values, code) for code in LANGUAGES},
        data_path=f"/api{path_of(values)}",
        is_complete=has_every_item(context),
        publication=values,
        title=titled(values, PHRASES[language]),
        notice=notice_of(values),
        authors=author_list(values, Owner(context.store.values("profile")), language),
        script=script_of(values["title"]),
        meta=list(citation_meta(values, context.base_url + path_of(values))),
        data_formats=data_formats(),
        files=[(form.title, f"format={form.name}") for form in RECORD_FORMATS],
        citations=[(style.title, citation(values, name)) for name, style in STYLES.items()],
        structured=json_ld.safe_in_html(json_ld.record(values)),
    )


def citation_meta(publication: Mapping[str, Any], address: str) -> Iterator[tuple[str, str]]:
    """Yield the meta tags that Google Scholar and Zotero read (Google Scholar, Inclusion Guidelines for Webmasters)."""
    yield "citation_title", publication["title"]
    for name in names(publication["authors"]):
        author = person(name)
        yield "citation_author", name if author.literal else ", ".join(filter(None, (author.family, author.given, author.suffix)))
    yield "citation_publication_date", str(publication["year"])
    yield "citation_journal_title", publication["journal"]
    for field in ("volume", "issue"):
        if field in publication:
            yield f"citation_{field}", publication[field]
    if "pages" in publication:
        yield from zip(("citation_firstpage", "citation_lastpage"), first_and_last_page(publication["pages"]), strict=False)
    if "doi" in publication:
        yield "citation_doi", publication["doi"]
    if number := pmid(publication):
        yield "citation_pmid", number
    yield "citation_abstract_html_url", address


def signposts(context: Context, publication: Mapping[str, Any]) -> str:
    """Return the Link header to the DOI, the licence, the type and the data (signposting.org, FAIR level 1; RFC 8574)."""
    data = f"{context.base_url}/api{path_of(publication)}"
    cite_as = doi_url(publication.get("doi", "")) or context.base_url + path_of(publication)
    links = [
        f'<{cite_as}>; rel="cite-as"',
        f'<{context.site["license"]["url"]}>; rel="license"',
        '<https://schema.org/ScholarlyArticle>; rel="type"',
        f'<{data}>; rel="describedby"; type="application/json"',
    ]
    links += [f'<{data}?format={name}>; rel="describedby"; type="{media_type}"' for name, media_type in data_formats()]
    return ", ".join(links)


def data_formats() -> list[tuple[str, str]]:
    """Return the machine-readable formats, each with its media type."""
    return [(form.name, form.media_type.partition(";")[0]) for form in RECORD_FORMATS]
