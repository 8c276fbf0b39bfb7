"""RIS, which every reference manager reads.

Source: RIS Format Specifications (Research Information Systems, 2001 and 2011): a tag, two spaces, a hyphen and a space; lines
end with CR LF. Where the editions and the programs differ, the tags are those that Zotero and EndNote write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.formats.format import Format, pmid
from db.publication import Publication
from db.publication.author import all_names, parse_author
from db.publication.notice import capitalize_first
from db.publication.pages import first_and_last_page
from db.publication.types import genre, type_names

# The tags of the fields that are plain text.
TAGS = {
    "title": "TI",
    "journal": "T2",
    "abbreviation": "J2",
    "publisher": "PB",
    "year": "PY",
    "volume": "VL",
    "issue": "IS",
}
END_OF_LINE = "\r\n"


def document(publications: Iterable[Publication]) -> bytes:
    return END_OF_LINE.join(map(record, publications)).encode()


def record(publication: Publication) -> str:
    return END_OF_LINE.join([*[f"{tag}  - {value}" for tag, value in tags(publication)], "ER  - ", ""])


def tags(publication: Publication) -> Iterator[tuple[str, str]]:
    """Yield the tags of a record with their values, except ER."""
    yield "TY", type_names(publication).ris
    for tag, field in (("AU", "authors"), ("A2", "editors")):
        for name in all_names(publication.get(field, "")):
            yield tag, author(name)
    for field, tag in TAGS.items():
        if field in publication:
            yield tag, str(publication[field])
    if "pages" in publication:
        yield from zip(("SP", "EP"), first_and_last_page(publication["pages"]), strict=False)
    for tag, text in (("M3", genre(publication)), ("DO", publication.get("doi")), ("UR", publication.get("url"))):
        if text:
            yield tag, text
    if number := pmid(publication):
        yield "AN", number
        yield "DB", "PubMed"
    if "notice" in publication:
        yield "N1", capitalize_first(publication["notice"])


def author(name: str) -> str:
    """Return ``Family, G. I.`` or ``Family, G. I., Jr``; a name that is not a person's ends with a comma, as in EndNote."""
    author = parse_author(name)
    if author.literal:
        return f"{name},"
    return ", ".join(filter(None, (author.family, author.given, author.suffix)))


FORMAT = Format(
    name="ris",
    title="RIS",
    media_type="application/x-research-info-systems; charset=utf-8",
    file_name="publications.ris",
    document=document,
    export="exportRis",
)
