"""The latest publications as an Atom feed (RFC 4287), for feed readers and services that announce new works."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring  # nosec B405 - nothing is parsed

from api.context import Context
from api.formats.format import Publication, year_and_locators
from api.http.response import ATOM, Representation
from db.identifiers import doi_url, identifier
from db.names import names
from db.notices import notice_of, titled

MAX_IN_FEED = 50
NAMESPACE = "http://www.w3.org/2005/Atom"
# A feed must have a date (RFC 4287, section 4.1.1), even without entries.
NEVER = "1970-01-01T00:00:00Z"
# Only the ASCII letters of a DOI ignore case (DOI Handbook, section 2.4).
UPPER_TO_LOWER = {code: code + 0x20 for code in range(ord("A"), ord("Z") + 1)}


def feed(context: Context) -> Representation:
    """Return the latest publications as an Atom feed."""
    store = context.store
    latest, _ = store.publications(limit=MAX_IN_FEED)
    body = atom(
        latest,
        url=context.url,
        author=store.values("profile")["name"],
        rights=context.site["attribution"],
    )
    return Representation(body, ATOM)


def atom(publications: Iterable[Publication], *, url: Callable[..., str], author: str, rights: str) -> bytes:
    """Return a feed of publications, latest year first; ``url`` makes absolute addresses."""
    # Entries with the same id would be versions of one entry (RFC 4287, section 4.1.1), so a duplicate is left out.
    unique: dict[str, Publication] = {}
    for publication in publications:
        unique.setdefault(entry_id(publication), publication)
    root = Element("feed", xmlns=NAMESPACE)
    add(root, "id", url("/feed.atom"))
    add(root, "updated", max(map(updated, unique.values()), default=NEVER))
    add(root, "link", rel="self", href=url("/feed.atom"), type="application/atom+xml")
    add(root, "link", rel="alternate", href=url("/publications"), type="text/html")
    add(root, "title", f"Publications of {author}")
    add(add(root, "author"), "name", author)
    add(root, "rights", rights)
    for entry_identifier, publication in unique.items():
        add_entry(root, entry_identifier, publication, url("/publications/{doi}", doi=identifier(publication)))
    indent(root)
    document: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def add_entry(root: Element, entry_identifier: str, publication: Publication, page: str) -> None:
    entry = add(root, "entry")
    add(entry, "id", entry_identifier)
    add(entry, "title", titled(publication))
    add(entry, "updated", updated(publication))
    add(entry, "published", midnight(f"{publication['year']:04}"))
    for name in names(publication["authors"]):
        add(add(entry, "author"), "name", name)
    add(entry, "link", rel="alternate", href=page, type="text/html")
    if article := publication.get("url") or doi_url(publication.get("doi", "")) or publication.get("pubmed"):
        add(entry, "link", rel="related", href=article)
    add(entry, "content", summary(publication), type="text")


def updated(publication: Publication) -> str:
    """Return when an entry changed last: its row was added or a notice appeared; without these dates, when its year began."""
    notice = notice_of(publication)
    dates = filter(None, (publication.get("added"), notice and notice["date"]))
    return max(map(midnight, dates), default=midnight(f"{publication['year']:04}"))


def midnight(date: str) -> str:
    """Return the instant at which a year, month or day begins in UTC, because Atom wants instants."""
    return f"{f'{date}-01-01'[:10]}T00:00:00Z"


def add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    """Add an element and return it."""
    element = SubElement(parent, tag, attributes)
    element.text = text or None
    return element


def entry_id(publication: Publication) -> str:
    """Return a permanent id that depends on no server: the URL of the DOI, or a UUID of the identifying fields (RFC 9562)."""
    if doi := publication.get("doi"):
        return doi_url(doi.translate(UPPER_TO_LOWER))
    identity = json.dumps([publication[field] for field in ("title", "authors", "journal", "year")])
    return uuid5(NAMESPACE_URL, identity).urn


def summary(publication: Publication) -> str:
    """Return authors, journal and locators as in PubMed: ``Levi R, Example N. J Example. 2021;12(3):101-109.``"""
    parts = (publication["authors"], publication["journal"], year_and_locators(publication))
    return " ".join([part if part.endswith((".", "?", "!")) else f"{part}." for part in parts])
