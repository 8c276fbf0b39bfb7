"""The page of one publication, for visitors, reference managers and Google Scholar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from api.context import Context
from api.formats import json_ld
from api.formats.citations import STYLES, cite
from api.formats.export_formats import RECORD_FORMATS
from api.http.response import Representation
from api.pages.authors import render_authors
from api.pages.discovery import Link, author_links
from api.pages.localized import localize
from api.pages.page import render_page, translations_of
from api.pages.publication_items import has_every_item
from api.pages.text_html import own_direction
from db.publication import Publication
from db.publication.author import parse_author
from db.publication.pages import first_and_last_page

# The tags of the book and the proceedings; other publications are in a journal.
CONTAINER_TAGS = {"chapter": "citation_inbook_title", "conference-paper": "citation_conference_title"}


def publication_page(context: Context) -> Representation:
    """Show the publication with the DOI or citation key in the path. Its data is in its own language."""
    publication, language = context.publication(), context.language
    is_author, script = len(publication.owner_positions) == 1, language.of_title(publication.title)
    data = partial(context.address, "/api/publications/{doi}", doi=publication.identifier)
    files = [(form.title, form.media_type.partition(";")[0], data(format=form.name)) for form in RECORD_FORMATS]
    return render_page(
        context,
        "publication",
        translations_of(context, "/publications/{doi}", doi=publication.identifier),
        links=signposts(context, publication, is_author, files),
        is_complete=has_every_item(context),
        publication=Publication(localize(publication.document, language)),
        title=publication.title_with_notice(language.phrases),
        notice=publication.notice,
        license=publication.terms,
        records=publication.related_links,
        authors=render_authors(publication, language),
        script=script,
        own_direction=own_direction(script.direction, language),
        meta=list(citation_meta(publication, context.url("/publications/{doi}", doi=publication.identifier))),
        data_path=data(),
        files=files,
        citations=[(style.title, cite(publication, name)) for name, style in STYLES.items()],
        structured=json_ld.safe_in_html(json_ld.write_record(publication, languages=context.store.languages)),
    )


def citation_meta(publication: Publication, address: str) -> Iterator[tuple[str, str]]:
    """Yield the meta tags that Google Scholar and Zotero read (Google Scholar, Inclusion Guidelines for Webmasters)."""
    yield "citation_title", publication.title
    for name in publication.author_names:
        yield "citation_author", parse_author(name).inverted
    yield "citation_publication_date", str(publication.year)
    yield CONTAINER_TAGS.get(publication.type, "citation_journal_title"), publication.journal
    for name in publication.editor_names:
        yield "citation_editor", name
    if publication.publisher:
        yield "citation_publisher", publication.publisher
    if publication.volume:
        yield "citation_volume", publication.volume
    if publication.issue:
        yield "citation_issue", publication.issue
    if publication.pages:
        yield from zip(("citation_firstpage", "citation_lastpage"), first_and_last_page(publication.pages), strict=False)
    if publication.doi:
        yield "citation_doi", publication.doi
    if publication.pmid:
        yield "citation_pmid", publication.pmid
    yield "citation_abstract_html_url", address


def signposts(context: Context, publication: Publication, is_author: bool, files: Sequence[tuple[str, str, str]]) -> list[Link]:
    """Link as the FAIR Signposting Profile asks (signposting.org; RFC 8574).

    The DOI is ``related``, because ``cite-as`` would say that it identifies this page. ``license`` is the license of the paper.
    """
    terms = publication.terms
    return [
        *(author_links(context) if is_author else ()),
        Link("type", "https://schema.org/AboutPage"),
        Link("type", f"https://schema.org/{publication.type_names.schema_org}"),
        *(Link("describedby", context.base_url + path, media_type) for _, media_type, path in files),
        *([Link("item", publication.full_text)] if publication.full_text else ()),
        *([Link("license", terms.url)] if terms and terms.url else ()),
        *([Link("related", publication.doi_url)] if publication.doi else ()),
    ]
