"""RIS, which every reference manager reads.

Source: RIS Format Specifications (Research Information Systems, 2001 and 2011): a tag, two spaces, a hyphen and a space; lines
end with CR LF. If the editions and programs differ, this module uses the tags of Zotero and EndNote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.formats.format import Format
from db.publication import Publication
from db.publication.author import all_names, parse_author
from db.publication.pages import first_and_last_page

END_OF_LINE = "\r\n"


def write_list(publications: Iterable[Publication]) -> bytes:
    return END_OF_LINE.join(map(ris_record, publications)).encode()


def ris_record(publication: Publication) -> str:
    return END_OF_LINE.join([*[f"{tag}  - {value}" for tag, value in ris_tags(publication) if value], "ER  - ", ""])


def ris_tags(publication: Publication) -> Iterator[tuple[str, str]]:
    """Yield the tags of a record, except ER, with their values; "" for an unknown value."""
    yield "TY", publication.type_names.ris
    yield from (("AU", ris_author(name)) for name in all_names(publication.authors))
    yield from (("A2", ris_author(name)) for name in publication.editor_names)
    yield "TI", publication.title
    yield "T2", publication.journal
    yield "J2", publication.abbreviation
    yield "PB", publication.publisher
    yield "PY", str(publication.year)
    yield "VL", publication.volume
    yield "IS", publication.issue
    yield from zip(("SP", "EP"), first_and_last_page(publication.pages), strict=False)
    yield "M3", publication.genre
    yield "DO", publication.doi
    yield "UR", publication.url
    yield "AN", publication.pmid
    yield "DB", "PubMed" if publication.pmid else ""
    yield "N1", publication.notice.note if publication.notice else ""


def ris_author(name: str) -> str:
    """``Family, G. I.`` or ``Family, G. I., Jr``. A name that is not a person's ends with a comma, as in EndNote."""
    author = parse_author(name)
    return f"{name}," if author.literal else author.inverted


RIS_FORMAT = Format(
    name="ris",
    title="RIS",
    media_type="application/x-research-info-systems; charset=utf-8",
    file_name="publications.ris",
    write_list=write_list,
    download_id="exportRis",
)
