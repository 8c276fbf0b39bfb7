"""Types of publications, and their names in each format."""

from __future__ import annotations

from typing import NamedTuple


class TypeNames(NamedTuple):
    """The name of a type of publication in each format."""

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


def record_type(name: str) -> TypeNames:
    return RECORD_TYPES.get(name, ARTICLE)


def genre(name: str) -> str:
    """The kind of article, such as ``case report``, for formats that only know articles; "" for other types."""
    return "" if name in ("", "article", *RECORD_TYPES) else name.replace("-", " ")
