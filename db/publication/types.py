"""Types of publications, as each format calls them."""

from __future__ import annotations

from typing import NamedTuple


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


def record_type(name: str) -> RecordType:
    return RECORD_TYPES.get(name, ARTICLE)


def genre(name: str) -> str:
    """What kind of article a type is, such as ``case report``, for formats that only know articles; "" for other types."""
    return "" if name in ("", "article", *RECORD_TYPES) else name.replace("-", " ")
