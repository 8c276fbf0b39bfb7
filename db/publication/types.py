"""Types of publications, as each format calls them."""

from __future__ import annotations

from typing import NamedTuple

from db.publication import Publication


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


def type_names(publication: Publication) -> TypeNames:
    """Return the type of a publication in the words of the formats."""
    return RECORD_TYPES.get(publication.get("type", ""), ARTICLE)


def genre(publication: Publication) -> str:
    """Return the kind of an article, such as ``case report``, for formats that only know articles; "" for other types."""
    listed = publication.get("type", "article")
    return "" if listed in ("article", *RECORD_TYPES) else str(listed).replace("-", " ")
