"""The page of one publication, for visitors, reference managers and Google Scholar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from api.context import Context
from api.formats import json_ld
from api.formats.citations import STYLES, citation
from api.formats.export_formats import RECORD_FORMATS
from api.formats.format import pmid
from api.http.response import Representation
from api.pages.authors import author_list
from api.pages.discovery import Link, author_links
from api.pages.localized import localize
from api.pages.page import page, translations_of
from api.pages.publication_items import has_every_item, records_of
from db.publication.author import all_names, parse_author, split_authors
from db.publication.authorship import owner_positions
from db.publication.identifiers import doi_url
from db.publication.key import identifier
from db.publication.license import license_of
from db.publication.notice import notice_of, title_with_notice
from db.publication.pages import first_and_last_page
from db.publication.types import type_names

# The tags of the book and the proceedings; other publications are in a journal.
CONTAINERS = {"chapter": "citation_inbook_title", "conference-paper": "citation_conference_title"}


def publication_page(context: Context) -> Representation:
    """Show the publication with the DOI or citation key in the path. Its data is in its own language."""
    values, language = context.publication(), context.language
    is_author = len(owner_positions(values)) == 1
    data = partial(context.address, "/api/publications/{doi}", doi=identifier(values))
    files = [(form.title, form.media_type.partition(";")[0], data(format=form.name)) for form in RECORD_FORMATS]
    return page(
        context,
        "publication",
        translations_of(context, "/publications/{doi}", doi=identifier(values)),
        links=signposts(context, values, is_author, files),
        is_complete=has_every_item(context),
        publication=localize(values, language),
        title=title_with_notice(values, language.phrases),
        notice=notice_of(values),
        license=license_of(values),
        records=records_of(values),
        authors=author_list(values, language),
        script=language.of_publication(values["title"]),
        meta=list(citation_meta(values, context.url("/publications/{doi}", doi=identifier(values)))),
        data_path=data(),
        files=files,
        citations=[(style.title, citation(values, name)) for name, style in STYLES.items()],
        structured=json_ld.safe_in_html(json_ld.record(values, languages=context.store.languages)),
    )


def citation_meta(publication: Mapping[str, Any], address: str) -> Iterator[tuple[str, str]]:
    """Yield the meta tags that Google Scholar and Zotero read (Google Scholar, Inclusion Guidelines for Webmasters)."""
    yield "citation_title", publication["title"]
    for name in split_authors(publication["authors"]):
        author = parse_author(name)
        yield "citation_author", name if author.literal else ", ".join(filter(None, (author.family, author.given, author.suffix)))
    yield "citation_publication_date", str(publication["year"])
    yield CONTAINERS.get(publication.get("type", ""), "citation_journal_title"), publication["journal"]
    for name in all_names(publication.get("editors", "")):
        yield "citation_editor", name
    if "publisher" in publication:
        yield "citation_publisher", publication["publisher"]
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


def signposts(
    context: Context, publication: Mapping[str, Any], is_author: bool, files: Sequence[tuple[str, str, str]]
) -> list[Link]:
    """Link as the FAIR Signposting Profile asks (signposting.org; RFC 8574).

    The publisher's copy is related: cite-as is for the identifier of this one, and license for the terms of the paper.
    """
    terms, doi = license_of(publication), publication.get("doi")
    return [
        *(author_links(context) if is_author else ()),
        Link("type", "https://schema.org/AboutPage"),
        Link("type", f"https://schema.org/{type_names(publication).schema_org}"),
        *(Link("describedby", context.base_url + path, media_type) for _, media_type, path in files),
        *([Link("item", publication["fullText"])] if "fullText" in publication else ()),
        *([Link("license", terms.url)] if terms and terms.url else ()),
        *([Link("related", doi_url(doi))] if doi else ()),
    ]
