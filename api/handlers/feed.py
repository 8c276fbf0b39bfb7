"""The latest publications as an Atom feed (RFC 4287), for feed readers and services that announce new works."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring  # nosec B405 - nothing is parsed

from api.context import Context
from api.formats.format import year_and_locators
from api.http.response import ATOM, Representation
from db.publication import Publication
from db.publication.author import split_authors
from db.publication.identifiers import doi_url
from db.publication.key import citation_key, identifier
from db.publication.notice import announcement_date, title_with_notice

MAX_IN_FEED = 50
NAMESPACE = "http://www.w3.org/2005/Atom"
# A feed must have a date (RFC 4287, section 4.1.1), even without entries.
NEVER = "1970-01-01T00:00:00Z"
# Only the ASCII letters of a DOI ignore case (DOI Handbook, section 2.4).
UPPER_TO_LOWER = {code: code + 0x20 for code in range(ord("A"), ord("Z") + 1)}


def feed(context: Context) -> Representation:
    """Return the publications that were announced last as an Atom feed."""
    store = context.store
    body = atom(
        store.latest_announced(MAX_IN_FEED),
        url=context.url,
        author=store.values("profile")["name"],
        rights=context.site["attribution"],
    )
    return Representation(body, ATOM)


def atom(publications: Sequence[Publication], *, url: Callable[..., str], author: str, rights: str) -> bytes:
    """Return a feed of publications; ``url`` makes absolute addresses."""
    root = Element("feed", xmlns=NAMESPACE)
    add(root, "id", url("/feed.atom"))
    add(root, "updated", max(map(updated, publications), default=NEVER))
    add(root, "link", rel="self", href=url("/feed.atom"), type="application/atom+xml")
    add(root, "link", rel="alternate", href=url("/publications"), type="text/html")
    add(root, "title", f"Publications of {author}")
    add(add(root, "author"), "name", author)
    add(root, "rights", rights)
    for publication in publications:
        add_entry(root, publication, url("/publications/{doi}", doi=identifier(publication)))
    indent(root)
    document: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def add_entry(root: Element, publication: Publication, page: str) -> None:
    entry = add(root, "entry")
    add(entry, "id", entry_id(publication))
    add(entry, "title", title_with_notice(publication))
    add(entry, "updated", updated(publication))
    add(entry, "published", midnight(f"{publication['year']:04}-01-01"))
    for name in split_authors(publication["authors"]):
        add(add(entry, "author"), "name", name)
    add(entry, "link", rel="alternate", href=page, type="text/html")
    if article := publication.get("url") or doi_url(publication.get("doi", "")) or publication.get("pubmed"):
        add(entry, "link", rel="related", href=article)
    add(entry, "content", summary(publication), type="text")


def updated(publication: Publication) -> str:
    """Return when an entry changed last: when its publication or its notice was announced."""
    return midnight(announcement_date(publication))


def midnight(day: str) -> str:
    """Return the instant at which a day begins in UTC, because Atom wants instants."""
    return f"{day}T00:00:00Z"


def add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    """Add an element and return it."""
    element = SubElement(parent, tag, attributes)
    element.text = text or None
    return element


def entry_id(publication: Publication) -> str:
    """Return a permanent id that depends on no server: the URL of the DOI, or a UUID of the key (RFC 9562)."""
    if doi := publication.get("doi"):
        return doi_url(doi.translate(UPPER_TO_LOWER))
    return uuid5(NAMESPACE_URL, citation_key(publication)).urn


def summary(publication: Publication) -> str:
    """Return authors, journal and locators as in PubMed: ``Levi R, Example N. J Example. 2021;12(3):101-109.``"""
    parts = (publication["authors"], publication["journal"], year_and_locators(publication))
    return " ".join([part if part.endswith((".", "?", "!")) else f"{part}." for part in parts])
