"""The latest publications as an Atom feed (RFC 4287), for feed readers and services that announce new works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from api.context import Context
from api.formats.format import year_and_locators
from api.http.response import ATOM, Representation
from api.pages.templates import render
from db.publication import Publication
from db.publication.identifiers import doi_url

MAX_IN_FEED = 50
# A feed must have a date (RFC 4287, section 4.1.1), even without entries.
NEVER = "1970-01-01T00:00:00Z"
# Only the ASCII letters of a DOI ignore case (DOI Handbook, section 2.4).
UPPER_TO_LOWER = {code: code + 0x20 for code in range(ord("A"), ord("Z") + 1)}


def feed(context: Context, url: Callable[..., str] | None = None) -> Representation:
    """Announce the publications that match the filters. The filters are part of the feed's address, and so of its id.

    ``url`` makes absolute addresses, if publications have their pages elsewhere.
    """
    url, author = url or context.url, context.store.document("profile")["name"]
    publications = context.store.latest_announced(MAX_IN_FEED, context.params)
    entries = [feed_entry(publication, url("/publications/{doi}", doi=publication.identifier)) for publication in publications]
    text = render(
        context.application.templates,
        "feed.xml",
        url=url,
        title=context.language.fill("publications_of", name=author),
        address=context.url("/feed.atom", **context.params),
        author=author,
        rights=context.site["attribution"],
        language=context.language.code,
        updated=max((each["updated"] for each in entries), default=NEVER),
        entries=entries,
    )
    return Representation(text, ATOM)


def feed_entry(publication: Publication, page: str) -> dict[str, Any]:
    """The values of an entry. It is updated when its publication or its notice is announced."""
    return {
        "id": entry_id(publication),
        "title": publication.title_with_notice(),
        "updated": midnight(publication.announcement_day),
        "published": midnight(f"{publication.year:04}-01-01"),
        "authors": publication.author_names,
        "page": page,
        "article": publication.url or publication.doi_url or publication.pubmed,
        "summary": feed_summary(publication),
    }


def midnight(day: str) -> str:
    """The start of a day in UTC, because Atom wants a time."""
    return f"{day}T00:00:00Z"


def entry_id(publication: Publication) -> str:
    """A permanent id that does not depend on a server: the URL of the DOI, or a UUID from the key (RFC 9562)."""
    if publication.doi:
        return doi_url(publication.doi.translate(UPPER_TO_LOWER))
    return uuid5(NAMESPACE_URL, publication.key).urn


def feed_summary(publication: Publication) -> str:
    """Authors, journal and locators as in PubMed: ``Levi R, Example N. J Example. 2021;12(3):101-109.``"""
    parts = (publication.authors, publication.journal, year_and_locators(publication))
    return " ".join([part if part.endswith((".", "?", "!")) else f"{part}." for part in parts])
