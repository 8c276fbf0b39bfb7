"""Record types, and the words of all formats for them. A list of peer-reviewed publications takes two of them."""

from __future__ import annotations

import re
from enum import StrEnum


class RecordType(StrEnum):
    """The type of a record, in the words that the owner reads: a plural, because the preview groups records."""

    ARTICLE = "articles"
    CONFERENCE_PAPER = "conference papers"
    PREPRINT = "preprints"
    BOOK = "books"
    CHAPTER = "book chapters"
    THESIS = "theses"
    REPORT = "reports"
    WEB_PAGE = "web pages"
    POSTER = "posters, talks or abstracts"
    NEWSPAPER = "newspaper or magazine articles"
    DATASET = "data sets"
    SOFTWARE = "programs"
    PATENT = "patents"
    UNPUBLISHED = "unpublished manuscripts"
    WHOLE_ISSUE = "whole journals or issues"
    REVIEW_REPORT = "reviews of other works"
    OTHER = "other record types"


TAKEN = frozenset({RecordType.ARTICLE, RecordType.CONFERENCE_PAPER})
# BibTeX and BibLaTeX, CSL, Crossref, RIS, ORCID, EndNote, Scopus. No word has two meanings.
WORDS = {
    RecordType.ARTICLE: "article suppperiodical article-journal journal-article review jour jfull ejour inpr electronic-article",
    RecordType.CONFERENCE_PAPER: "inproceedings conference paper-conference proceedings-article conf cpaper conference-paper"
    " conference-proceedings proceedings-paper",
    RecordType.PREPRINT: "preprint posted-content working-paper",
    RecordType.BOOK: "book mvbook booklet collection mvcollection proceedings mvproceedings reference monograph edited-book"
    " reference-book book-set book-series ebook edbook serial electronic-book",
    RecordType.CHAPTER: "incollection inbook bookinbook suppbook suppcollection inreference chapter book-chapter book-section"
    " book-part book-track reference-entry entry entry-encyclopedia entry-dictionary chap echap encyc dict dictionary-entry"
    " encyclopedia-entry electronic-book-section encyclopedia dictionary",
    RecordType.THESIS: "phdthesis mastersthesis thesis bachelorsthesis dissertation thes dissertation-thesis"
    " supervised-student-publication",
    RecordType.REPORT: "techreport report manual standard report-component report-series legislation regulation rprt govdoc stand"
    " technical-standard standards-and-policy research-technique government-document",
    RecordType.WEB_PAGE: "online electronic www webpage post post-weblog elec web blog icomm website online-resource blog-post"
    " web-page discussion-forum online-multimedia social-media",
    RecordType.POSTER: "poster speech event graphic motion-picture performance abst slide sound video conference-abstract"
    " conference-poster meeting-abstract conference-presentation conference-output lecture-speech",
    RecordType.NEWSPAPER: "newspaper magazine newsarticle article-newspaper article-magazine broadcast interview mgzn news"
    " newspaper-article magazine-article newsletter-article press-release",
    RecordType.DATASET: "dataset data database aggr dbase data-set physical-object aggregated-database online-database",
    RecordType.SOFTWARE: "software comp research-tool computer-program",
    RecordType.PATENT: "patent pat",
    RecordType.UNPUBLISHED: "unpublished manuscript personal-communication gen unpb manscpt cartoon unpublished-work",
    RecordType.WHOLE_ISSUE: "periodical journal journal-issue journal-volume full conference-review",
    RecordType.REVIEW_REPORT: "peer-review book-review",
    RecordType.OTHER: "component grant pcomm",
}
BY_WORD = {word: record_type for record_type, words in WORDS.items() for word in words.split()}
PREPRINT_SERVER = re.compile(
    r"(?:bio|med|ar|chem|psy|soc|engr|earth|eco|edu|sport|tech)r?xiv\b|research square|ssrn|preprints(?:\.org)?$|osf preprints",
    re.IGNORECASE,
)
PREPRINT_DOI = re.compile(
    r"10\.(?:1101/(?:19\d{6}|20\d\d\.|\d{6}$)|48550/arxiv|21203/rs|2139/ssrn|20944/preprints|31234/|31219/|31235/|26434/|36227/|22541/au|32388/|2196/preprints)"
)


def record_type_of(*words: str, in_journal: bool) -> RecordType:
    """Return the record type for the first known word of a format. If none is known, a record in a journal is an article."""
    known = (BY_WORD.get(re.sub(r"[\s_]+", "-", word.strip().lower())) for word in words)
    return next(filter(None, known), RecordType.ARTICLE if in_journal else RecordType.OTHER)


def is_preprint(journal: str, doi: str) -> bool:
    """Return whether a journal or a DOI belongs to a preprint server. A paper in a journal may have its preprint's DOI."""
    return bool(PREPRINT_SERVER.match(journal) or (not journal and PREPRINT_DOI.match(doi)))
