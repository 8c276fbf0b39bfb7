"""The type of an export format. Formats are pure: publications in, text out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from db.identifiers import pmid_of

# Control characters, and the line ends of str.splitlines.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
# A publication in the shape of the API: text by field name, the year a number, absent where unknown.
Publication = Mapping[str, Any]


class RecordType(NamedTuple):
    """The type of a publication as each format calls it."""

    bibtex: str
    ris: str
    csl: str
    schema_org: str


ARTICLE = RecordType("article", "JOUR", "article-journal", "ScholarlyArticle")
# Reviews, case reports and letters are articles too.
RECORD_TYPES = {
    "conference-paper": RecordType("inproceedings", "CPAPER", "paper-conference", "ScholarlyArticle"),
    "chapter": RecordType("incollection", "CHAP", "chapter", "Chapter"),
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


def one_line(text: str) -> str:
    """Return text without control characters and line ends."""
    return text if text.isprintable() else CONTROLS.sub(" ", text)


def record_type(publication: Publication) -> RecordType:
    """Return the type of a publication in the words of the formats."""
    return RECORD_TYPES.get(publication.get("type", ""), ARTICLE)


def genre(publication: Publication) -> str:
    """Return what an article is, such as ``case report``, for formats whose type says no more than article; "" for any other."""
    listed = publication.get("type", "article")
    return "" if listed in ("article", *RECORD_TYPES) else str(listed).replace("-", " ")


def pmid(publication: Publication) -> str:
    """Return the PMID of a publication; "" if its link leads elsewhere or it has none."""
    return pmid_of(publication.get("pubmed", ""))
