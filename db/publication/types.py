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
NAMES_BY_TYPE = {
    "conference-paper": TypeNames("inproceedings", "CPAPER", "paper-conference", "ScholarlyArticle"),
    "chapter": TypeNames("incollection", "CHAP", "chapter", "Chapter"),
}
