"""Record types, and the words that formats use for them. The list of publications takes the types in PUBLISHABLE_TYPES."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum


class RecordType(StrEnum):
    """The type of a record, as the owner reads it: in the plural, because the preview groups records."""

    ARTICLE = "articles"
    REVIEW = "reviews"
    CASE_REPORT = "case reports"
    LETTER = "letters"
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
    NOTICE = "notices of retractions and corrections"
    OTHER = "other record types"


# The types of the list, as its column writes them. If an article has several, the first counts: a letter can report a case.
PUBLISHABLE_TYPES = {
    RecordType.LETTER: "letter",
    RecordType.CASE_REPORT: "case-report",
    RecordType.REVIEW: "review",
    RecordType.CONFERENCE_PAPER: "conference-paper",
    RecordType.CHAPTER: "chapter",
    RecordType.ARTICLE: "",
}
# Types with editors and a publisher, because they are part of a book.
BOOK_PARTS = frozenset({RecordType.CONFERENCE_PAPER, RecordType.CHAPTER})
# Types that programs write if they know none: Mendeley's @misc, EndNote's ELEC and GEN.
UNSPECIFIC_TYPES = frozenset({RecordType.WEB_PAGE, RecordType.OTHER})
# Types that programs write for preprints: Zotero's UNPB and @misc, and reports before Zotero knew preprints.
TYPES_OF_PREPRINTS = PUBLISHABLE_TYPES.keys() | UNSPECIFIC_TYPES | {RecordType.UNPUBLISHED, RecordType.REPORT}
# Types that belong in the curriculum vitae, and their sections there.
CV_SECTIONS = {RecordType.BOOK: "book", RecordType.PREPRINT: "preprint", RecordType.THESIS: "thesis"}
# The words of BibTeX and BibLaTeX, CSL, Crossref, RIS, ORCID, EndNote and Scopus. No word has two meanings.
WORDS_OF_TYPES = {
    RecordType.ARTICLE: "article suppperiodical article-journal journal-article jour jfull ejour inpr electronic-article",
    RecordType.REVIEW: "review review-article systematic-review scoping-review",
    RecordType.CASE_REPORT: "case-report case-reports",
    RecordType.LETTER: "letter",
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
    RecordType.UNPUBLISHED: "unpublished manuscript personal-communication unpb manscpt cartoon unpublished-work",
    RecordType.WHOLE_ISSUE: "periodical journal journal-issue journal-volume full conference-review",
    RecordType.REVIEW_REPORT: "peer-review book-review",
    RecordType.NOTICE: "published-erratum retraction-of-publication retraction-notice expression-of-concern correction"
    " retraction",
    RecordType.OTHER: "component grant pcomm gen",
}
TYPE_BY_WORD = {word: record_type for record_type, words in WORDS_OF_TYPES.items() for word in words.split()}
# The beginnings of preprint servers' names, and of their DOIs after "10.".
PREPRINT_SERVERS = {
    "AfricArXiv": "31730/",
    "arXiv": "48550/arxiv",
    "Authorea": "22541/au",
    # The DOIs of the publisher's journals have letters after the slash.
    "bioRxiv": r"1101/(?:19\d{6}|20\d\d\.|\d{6}$)",
    "Cambridge Open Engage": "33774/coe",
    "ChemRxiv": "26434/",
    "EarthArXiv": "31223/",
    "EcoEvoRxiv": "32942/",
    "EdArXiv": "35542/",
    "engrXiv": "31224/",
    "ESS Open Archive": "22541/essoar",
    "JMIR Preprints": "2196/preprints",
    "MediArXiv": "31219/",
    "medRxiv": r"64898/(?:19|20)\d\d\.",
    "MetaArXiv": "31222/",
    "NutriXiv": "31232/",
    "OSF Preprints": "31219/",
    "PeerJ Preprints": "7287/peerj.preprints",
    "Preprints.org": "20944/preprints",
    "PsyArXiv": "31234/",
    "Qeios": "32388/",
    "Research Square": "21203/rs",
    "Res Sq": "21203/rs",
    "SciELO Preprints": "1590/scielopreprints",
    "SocArXiv": "31235/",
    "SportRxiv": "31236/",
    "SSRN": "2139/ssrn",
    "TechRxiv": "36227/",
}
PREPRINT_SERVER = re.compile(rf"(?:{'|'.join(map(re.escape, PREPRINT_SERVERS))})\b|preprints$", re.IGNORECASE)
PREPRINT_DOI = re.compile(rf"10\.(?:{'|'.join(PREPRINT_SERVERS.values())})")


def record_type_of(*words: str, in_journal: bool) -> RecordType:
    """The record type of the first known word. If no word is known, a record in a journal is an article."""
    return next(known_types(words), RecordType.ARTICLE if in_journal else RecordType.OTHER)


def known_types(words: Iterable[str]) -> Iterator[RecordType]:
    """Yield the record types of the known words."""
    types = (TYPE_BY_WORD.get(re.sub(r"[\s_]+", "-", word.strip().lower())) for word in words)
    return filter(None, types)


def refine_type(record_type: RecordType, *words: str) -> RecordType:
    """Refine the type of an article, or an unknown type, by the further words of a format: ``Case Reports; Review``."""
    types = [*known_types(part for text in words for part in re.split("[;,|]", text))]
    if record_type == RecordType.OTHER:
        return next(iter(types), record_type)
    if record_type == RecordType.ARTICLE:
        return next((each for each in PUBLISHABLE_TYPES if each in types), record_type)
    return record_type


def is_preprint(journal: str, doi: str) -> bool:
    """Whether the journal is a preprint server, or, without a journal, the DOI is. A paper can have its preprint's DOI."""
    return bool(PREPRINT_SERVER.match(journal) or (not journal and PREPRINT_DOI.match(doi)))
