"""Record types. Each format has its own words for them; a list of peer-reviewed publications takes two of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class RecordType(StrEnum):
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
    OTHER = "record of another type"


TAKEN = frozenset({RecordType.ARTICLE, RecordType.CONFERENCE_PAPER})


def record_type_of(name: str, record_types: Mapping[str, RecordType], *, in_journal: bool) -> RecordType:
    """Return the record type for a format's own word. An unknown word means an article if the record names a journal."""
    return record_types.get(name.strip().lower(), RecordType.ARTICLE if in_journal else RecordType.OTHER)
