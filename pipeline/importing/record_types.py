"""Kinds of records. Each format has its own words for them; a list of peer-reviewed publications takes two of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Kind(StrEnum):
    """What a record is, in the words in which the owner is told."""

    ARTICLE = "article"
    CONFERENCE_PAPER = "conference paper"
    PREPRINT = "preprint"
    BOOK = "book"
    CHAPTER = "book chapter"
    THESIS = "thesis"
    REPORT = "report"
    WEB_PAGE = "web page"
    POSTER = "poster, talk or abstract"
    NEWSPAPER = "newspaper or magazine article"
    DATASET = "data set"
    SOFTWARE = "program"
    PATENT = "patent"
    UNPUBLISHED = "manuscript that is not published"
    WHOLE_ISSUE = "whole journal or issue"
    REVIEW_REPORT = "review of another work"
    OTHER = "record of another kind"


TAKEN = frozenset({Kind.ARTICLE, Kind.CONFERENCE_PAPER})


def kind_of(name: str, kinds: Mapping[str, Kind], *, in_journal: bool) -> Kind:
    """The kind behind a format's own word for it. An unknown word is an article where the record names a journal."""
    return kinds.get(name.strip().lower(), Kind.ARTICLE if in_journal else Kind.OTHER)
