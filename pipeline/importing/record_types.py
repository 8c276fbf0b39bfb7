"""Record types. Each format has its own words for them; a list of peer-reviewed publications takes two of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum


class RecordType(StrEnum):
    """The type of a record, in the words that the owner reads."""

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
    UNPUBLISHED = "manuscript that was not published"
    WHOLE_ISSUE = "whole journal or issue"
    REVIEW_REPORT = "review of another work"
    OTHER = "record of another type"


TAKEN = frozenset({RecordType.ARTICLE, RecordType.CONFERENCE_PAPER})
PREPRINT_SERVER = re.compile(
    r"(?:bio|med|ar|chem|psy|soc|engr|earth|eco|edu|sport|tech)r?xiv\b|research square|ssrn|preprints(?:\.org)?$|osf preprints",
    re.IGNORECASE,
)
PREPRINT_DOI = re.compile(
    r"10\.(?:1101/(?:19\d{6}|20\d\d\.|\d{6}$)|48550/arxiv|21203/rs|2139/ssrn|20944/preprints|31234/|31219/|31235/|26434/|36227/)"
)


def record_type_of(name: str, record_types: Mapping[str, RecordType], *, in_journal: bool) -> RecordType:
    """Return the record type for a format's own word. An unknown word means an article if the record names a journal."""
    return record_types.get(name.strip().lower(), RecordType.ARTICLE if in_journal else RecordType.OTHER)


def is_preprint(journal: str, doi: str) -> bool:
    """Return whether a journal or a DOI is that of a preprint server. A paper in a journal may bear its preprint's DOI."""
    return bool(PREPRINT_SERVER.match(journal) or (not journal and PREPRINT_DOI.match(doi)))
