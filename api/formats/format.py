"""An export format, and the words and locators that several formats share. Formats are pure: publications in, text out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from db.identifiers import pmid_of

# A range that a reader can put together again from its first and last page.
PAGE_RANGE = re.compile(r"([A-Za-z]?[0-9]+[A-Za-z]?|[ivxlc]+)-([A-Za-z]?[0-9]+(?:[A-Za-z]|\.e[0-9]+)?|[ivxlc]+)")
# A publication in the shape of the API: text by field name, the year a number, absent where unknown. The build leaves no line end
# and no control character in what formats write.
Publication = Mapping[str, Any]


class TypeNames(NamedTuple):
    """The type of a publication as each format calls it."""

    bibtex: str
    ris: str
    csl: str
    schema_org: str


ARTICLE = TypeNames("article", "JOUR", "article-journal", "ScholarlyArticle")
# Reviews, case reports and letters are articles too.
RECORD_TYPES = {
    "conference-paper": TypeNames("inproceedings", "CPAPER", "paper-conference", "ScholarlyArticle"),
    "chapter": TypeNames("incollection", "CHAP", "chapter", "Chapter"),
}


@dataclass(frozen=True)
class Format:
    """An export format.

    Attributes:
        name: the value of the query parameter ``format``.
        title: the name that people use.
        media_type: the Content-Type of a response.
        document: returns the text of a list of publications; ``options`` are its keyword arguments.
        record: returns the text of one publication, where that differs from a list of one.
        file_name: the name to save a response under; empty where a response is not meant to be saved.
        export: the operationId of the download of all publications; empty where none is offered.
        options: the values that the format takes besides the publications: query parameters, and the total of a list.
        schema: the JSON Schema of a response.
    """

    name: str
    title: str
    media_type: str
    document: Callable[..., str]
    record: Callable[[Publication], str] | None = None
    file_name: str = ""
    export: str = ""
    options: frozenset[str] = frozenset()
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string"})

    @property
    def export_path(self) -> str:
        """The path of the download of all publications: ``/api/export.bib`` for ``publications.bib``."""
        return f"/api/export.{self.file_name.partition('.')[2]}"

    def single(self, publication: Publication, **options: Any) -> str:
        """Return the text of one publication as a complete document."""
        return self.record(publication) if self.record else self.document([publication], **options)


def type_names(publication: Publication) -> TypeNames:
    """Return the type of a publication in the words of the formats."""
    return RECORD_TYPES.get(publication.get("type", ""), ARTICLE)


def genre(publication: Publication) -> str:
    """Return the kind of an article, such as ``case report``, for formats that only know articles; "" for other types."""
    listed = publication.get("type", "article")
    return "" if listed in ("article", *RECORD_TYPES) else str(listed).replace("-", " ")


def pmid(publication: Publication) -> str:
    """Return the PMID of a publication; "" if its link leads elsewhere or it has none."""
    return pmid_of(publication.get("pubmed", ""))


def year_and_locators(publication: Publication, page_ranges: Callable[[str], str] = str) -> str:
    """Return year, volume, issue and pages as medical journals write them: ``2021;12(3):101-109``."""
    volume, issue, pages = publication.get("volume", ""), publication.get("issue", ""), page_ranges(publication.get("pages", ""))
    numbers = volume + (f"({issue})" if issue else "")
    return f"{publication['year']}{f';{numbers}' if numbers else ''}{f':{pages}' if pages else ''}"


def first_and_last_page(pages: str) -> tuple[str, ...]:
    """Return the first and the last page in full (``109`` of ``101-9``); anything but a plain range is a first page alone."""
    match = PAGE_RANGE.fullmatch(pages)
    if not match or match[1] == match[2]:
        return (pages,)
    first, last = match.groups()
    if not last.isdigit() or len(last) >= len(first):
        return first, last
    # In 101-9 the last page is short; e2021-0034 is an article number.
    return (first, first[: -len(last)] + last) if last > first[-len(last) :] else (pages,)
