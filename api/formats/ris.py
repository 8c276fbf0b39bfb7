"""RIS, which every reference manager reads.

Source: RIS Format Specifications (Research Information Systems, 2001 and 2011): a tag, two blanks, a hyphen and a blank; lines
end with CR LF. Where the two editions and the programs differ, the tags are those that Zotero and EndNote write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from api.formats.format import Format, Publication
from api.formats.links import as_written, pmid
from api.formats.plain import one_line, plain
from db.names import CUT_OFF, REMEMBERED, is_cut_off, names, person

END_OF_LINE = "\r\n"
# A range whose ends can be put together again as they were.
RANGE = re.compile(r"([A-Za-z]?[0-9]+)-([A-Za-z]?[0-9]+(?:\.e[0-9]+)?)")
TEXTS = (("volume", "VL"), ("issue", "IS"))
ADDRESSES = (("doi", "DO"), ("url", "UR"))


def record(publication: Publication) -> str:
    """A publication as a record of the type JOUR."""
    return END_OF_LINE.join([f"{tag}  - {value}" for tag, value in lines(publication)] + ["ER  - ", ""])


def lines(publication: Publication) -> Iterator[tuple[str, str]]:
    """The tags and their values; ER is not among them."""
    yield "TY", "JOUR"
    listed = publication["authors"]
    for name in names(listed):
        yield "AU", author(name)
    if is_cut_off(listed):
        yield "AU", author(CUT_OFF)
    yield "TI", plain(publication["title"])
    yield "T2", plain(publication["journal"])
    yield "PY", publication["year"]
    for field, tag in TEXTS:
        if field in publication:
            yield tag, plain(publication[field])
    if "pages" in publication:
        yield from pages(plain(publication["pages"]))
    for field, tag in ADDRESSES:
        if field in publication:
            yield tag, one_line(publication[field])
    yield from identifiers(publication)


@lru_cache(REMEMBERED)
def author(name: str) -> str:
    """``Family, G. I.``, ``Family, G. I., Jr``, or with a comma at the end, as EndNote has it, what is no person."""
    one = person(name)
    if one.literal:
        return f"{plain(name)},"
    return ", ".join(filter(None, (one.family, one.given, one.suffix)))


def pages(text: str) -> Iterator[tuple[str, str]]:
    """First and last page apart; whatever is no plain range is a first page."""
    found = RANGE.fullmatch(text)
    if found and found[1] != found[2]:
        yield "SP", found[1]
        yield "EP", found[2]
    else:
        yield "SP", text


def identifiers(publication: Publication) -> Iterator[tuple[str, str]]:
    """The PubMed number with the database that it is of, and in a field of the user links that no tag keeps as they are."""
    if number := pmid(publication):
        yield "AN", number
        yield "DB", "PubMed"
    for name, link in as_written(publication, number).items():
        yield "U1", f"{name}: {one_line(link)}"


FORMAT = Format(
    name="ris",
    media_type="application/x-research-info-systems; charset=utf-8",
    file_name="publications.ris",
    item=record,
    between=END_OF_LINE,
)
