"""The publications as an Atom feed, for feed readers and for services that tell of new works (RFC 4287)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from db.identifiers import doi_url
from db.names import names

ATOM = "http://www.w3.org/2005/Atom"
# The data has years only; the first instant of one is as good as any, and the same tomorrow.
INSTANT = "{:04}-01-01T00:00:00Z"
# A feed must say when it changed (RFC 4287, section 4.1.1); of one without entries nothing is known.
NEVER = INSTANT.format(1970)
# Of letters beyond ASCII both cases stay (DOI Handbook, section 2.4).
UPPER_TO_LOWER = {code: code + 0x20 for code in range(ord("A"), ord("Z") + 1)}
# What XML can hold (XML 1.0, section 2.2) less the controls that Unicode has in a second block.
NOT_IN_XML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
WHITESPACE = re.compile("[\t\n\r\x85\u2028\u2029 ]+")
# What makes a publication without a DOI the one that it is.
IDENTITY = ("title", "authors", "journal", "year")


def atom(publications: Sequence[Mapping[str, Any]], *, base_url: str, title: str, author: str, rights: str) -> bytes:
    """The feed of publications, the newest year first; those of a year stay in their order.

    Args:
        publications: the publications, as the API has them.
        base_url: the public address, from which the feed's own links are built.
        title: the name of the feed.
        author: the name of whoever publishes it.
        rights: the terms under which the data may be used.
    """
    # Entries of one id are one entry (RFC 4287, section 4.1.1), so a work that is listed twice is told of once.
    unique: dict[str, Mapping[str, Any]] = {}
    for publication in sorted(publications, key=lambda publication: -publication["year"]):
        unique.setdefault(entry_id(publication), publication)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<feed xmlns="{ATOM}">']
    lines += head(next(iter(unique.values()), None), base_url)
    lines += [element("title", title), element("author", "", element("name", author)), element("rights", rights)]
    for identity, publication in unique.items():
        lines += ["<entry>", *entry(identity, publication, base_url), "</entry>"]
    return "\n".join([*lines, "</feed>", ""]).encode()


def head(newest: Mapping[str, Any] | None, base_url: str) -> list[str]:
    """What says which feed this is. Its id is its address, which depends on nothing that is in it."""
    return [
        element("id", f"{base_url}/feed.atom"),
        element("updated", INSTANT.format(newest["year"]) if newest else NEVER),
        link("self", f"{base_url}/feed.atom", "application/atom+xml"),
        link("alternate", f"{base_url}/api/publications", "application/json"),
    ]


def entry(identity: str, publication: Mapping[str, Any], base_url: str) -> Iterator[str]:
    """What the feed says of one publication."""
    instant = INSTANT.format(publication["year"])
    yield element("id", identity)
    yield element("title", publication["title"])
    yield element("updated", instant)
    yield element("published", instant)
    for name in names(publication["authors"]):
        yield element("author", "", element("name", name))
    yield link("alternate", page(publication, base_url))
    yield element("content", line(publication), type="text")


def entry_id(publication: Mapping[str, Any]) -> str:
    """What names a publication for good, wherever the feed is served: its DOI, else a UUID of what it is known by (RFC 9562)."""
    if doi := publication.get("doi"):
        return doi_url(doi.translate(UPPER_TO_LOWER))
    known_by = json.dumps([publication[field] for field in IDENTITY])
    return uuid5(NAMESPACE_URL, known_by).urn


def page(publication: Mapping[str, Any], base_url: str) -> str:
    """Where to read of a publication: an entry must have a link, and the list of its year is one in any case."""
    if url := publication.get("url"):
        return str(url)
    if doi := publication.get("doi"):
        return doi_url(doi)
    return str(publication.get("pubmed") or f"{base_url}/api/publications?year={publication['year']}")


def line(publication: Mapping[str, Any]) -> str:
    """Authors, journal and place in it, as PubMed writes them: ``Levi R, Example N. J Example. 2021;12(3):101-109.``"""
    volume, issue, pages = [publication.get(field, "") for field in ("volume", "issue", "pages")]
    place = f"{volume}({issue})" if issue else volume
    when = str(publication["year"]) + (f";{place}" if place else "") + (f":{pages}" if pages else "")
    parts = (publication["authors"], publication["journal"], when)
    return " ".join([part if part.endswith((".", "?", "!")) else f"{part}." for part in parts])


def link(relation: str, address: str, media_type: str = "") -> str:
    return element("link", "", rel=relation, href=address, **({"type": media_type} if media_type else {}))


def element(name: str, text: str, inside: str = "", **attributes: str) -> str:
    """An element with text, or with one other element."""
    opening = name + "".join([f' {attribute}="{held(value)}"' for attribute, value in attributes.items()])
    content = inside or held(text)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def held(text: str) -> str:
    """The text on one line, as XML can hold it."""
    return escape(WHITESPACE.sub(" ", NOT_IN_XML.sub("", text)).strip())
