"""MEDLINE text, which PubMed saves as .nbib and PMC and older PubMed as .txt.

Sources: MEDLINE/PubMed Data Element (Field) Descriptions, and MEDLINE Databank Sources, National Library of Medicine.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from typing import TextIO

from bibliography import identifiers
from bibliography.comparison import same_journal
from bibliography.formats.tagged import (
    MEDLINE,
    TaggedLines,
    TagValues,
    by_field,
    first_value,
    read_complete_records,
    shared_fields,
)
from bibliography.funding import Grant
from bibliography.names import Name, keep_verbatim, read_names
from bibliography.notices import PUBMED, NoticeClaim, publication_ids
from bibliography.record_types import RecordType, refine_type
from bibliography.reference import Location, ReadResult, Reference
from bibliography.values import AFTER_JOURNAL, has_begun, normalize_title
from db.publication.notice import CONCERN, CORRECTED, RETRACTED
from pipeline.wording import quote

# Publication types (PT) that are not articles; all others are kinds of articles.
TYPE_BY_PT = {
    "Preprint": RecordType.PREPRINT,
    "Academic Dissertation": RecordType.THESIS,
    "Dataset": RecordType.DATASET,
    "Newspaper Article": RecordType.NEWSPAPER,
    "News": RecordType.NEWSPAPER,
    "Technical Report": RecordType.REPORT,
    "Published Erratum": RecordType.NOTICE,
    "Retraction of Publication": RecordType.NOTICE,
    "Retraction Notice": RecordType.NOTICE,
    "Expression of Concern": RecordType.NOTICE,
}
# Tags that name a notice about the article. In a notice, ROF, ECF and EFR name the article.
NOTICE_BY_TAG = {"RIN": RETRACTED, "ECI": CONCERN, "EIN": CORRECTED}
MONTHS = {name: f"{number:02}" for number, name in enumerate(calendar.month_abbr)}  # in the C locale, which Python starts with
# The date in a citation: "Lancet. 2010 Feb 6;375(9713):445. doi: …".
CITED_DATE = re.compile(r"\.\s+(\d{4})(?: ([A-Z][a-z]{2})(?: (\d{1,2}))?)?\s*[;.:]")
MEDLINE_ARTICLE_NUMBER = re.compile(r"[A-Za-z]{0,3}\d{1,9}")
# PubMed's title for an article without an English title.
NO_TITLE = "Not Available"
# The data banks (SI) that are registries of trials; the others hold sequences and data.
TRIAL_BANKS = frozenset((
    "ANZCTR", "ChiCTR", "ClinicalTrials.gov", "CRiS", "CTRI", "DRKS", "EudraCT", "IRCT", "ISRCTN", "JapicCTI", "JMACCT",
    "JPRN", "jRCT", "NTR", "PACTR", "ReBec", "REPEC", "RPCEC", "SLCTR", "TCTR", "UMIN-CTR",
))  # fmt: skip
MEDLINE_LINES = TaggedLines(tag=re.compile(r"(?P<tag>[A-Z]{2,5}) *-(?P<value>\s.*|$)"))
recognizes = re.compile(r"^(?:PMID|PMC ?|OWN|STAT|PMCR)? *- .*\n(?:[A-Z]{2,4} *- | {6})", re.MULTILINE).search


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    # SO ends every article of PubMed.
    records = ((line, values, complete or bool(values["SO"])) for line, values, complete in MEDLINE_LINES.records(file))
    return read_complete_records(records, name, "SO  -", to_reference)


def to_reference(values: TagValues, location: Location) -> Reference:
    name, original = normalize_title(first_value(values, "TI", "VTI", "BTI")), normalize_title(first_value(values, "TT"))
    # PubMed puts the titles that it translates in brackets, and also has the original.
    is_translated = bool(original) and name.startswith("[") and name.endswith("]")
    translation = name[1:-1] if is_translated else name
    if original and translation == NO_TITLE:
        is_translated, translation = False, original
    addresses = [text for text in values["LID"] + values["AID"] if text.startswith("http")]
    fields = shared_fields(by_field(values, MEDLINE))
    fields |= {
        "title": translation,
        "journal": journal_name(values) or (first_value(values, "BTI") if first_value(values, "TI") else ""),
        "year": fields["year"] or first_value(values, "DEP")[:4],  # the date of electronic publication
        "pages": fields["pages"] or next((text for text in values["LID"] if MEDLINE_ARTICLE_NUMBER.fullmatch(text)), ""),
    }
    return Reference.of(
        location,
        record_type(values),
        [*read_authors(values), *(keep_verbatim(normalize_title(text)) for text in values["CN"])],
        notes=[f"The title is PubMed's translation; the original is {quote(original)}."] if is_translated else [],
        editors=[*values["ED"]],
        **fields,
        doi=article_doi(values, addresses),
        pmid=identifiers.find_pmid(first_value(values, "PMID")),
        url=identifiers.find_link([*values["AID"], *addresses]),
        fullText=free_copy(values),
        trial=";".join(dict.fromkeys(trials(values))),
        grants=map(read_grant, values["GR"]),
        claims=read_claims(values),
    )


def journal_name(values: TagValues) -> str:
    """The journal's name, without a subtitle or society that the abbreviation (TA) lacks."""
    whole, short = first_value(values, "JT"), first_value(values, "TA")
    name = AFTER_JOURNAL.sub("", whole)
    return name if "(" not in short and same_journal(short, name) else whole or short


def read_authors(values: TagValues) -> Iterator[Name | str]:
    """Yield AU, which has the form of the list, unless FAU has more names. Other programs put whole names into AU alone."""
    if values["FAU"] and len(values["AU"]) >= len(values["FAU"]):
        yield from values["AU"]
    else:
        for text in values["FAU"] or values["AU"]:
            yield from read_names(text) if "," in text else [text]


def article_doi(values: TagValues, addresses: list[str]) -> str:
    """The article's own DOI. Other tags (CIN, EFR, RIN) hold DOIs of other papers."""
    marked = next((text for text in values["LID"] + values["AID"] if text.endswith("[doi]")), "")
    return identifiers.find_doi(marked) or identifiers.find_labeled_doi(*addresses, first_value(values, "SO"))


def free_copy(values: TagValues) -> str:
    """The address of the copy in PMC; "" before the day of its release (PMCR)."""
    number = first_value(values, "PMC").removeprefix("PMC")
    is_free = number.isdecimal() and has_begun(first_value(values, "PMCR")[:10].replace("/", "-"))
    return f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{number}/" if is_free else ""


def trials(values: TagValues) -> Iterator[str]:
    """Yield the numbers of trials: ``ClinicalTrials.gov/NCT00000161``."""
    for bank, _, number in (text.partition("/") for text in values["SI"]):
        if bank in TRIAL_BANKS and number:
            yield number


def read_grant(text: str) -> Grant:
    """Read number, acronym, agency and country: ``MR/P022146/1/MRC_/Medical Research Council/United Kingdom``.

    The number and the acronym can be missing, and the country can be empty.
    """
    number, _, agency = (text.rpartition("/")[0] or text).rpartition("/")
    start, _, acronym = number.rpartition("/")
    return Grant(agency, start if len(acronym) > 1 and acronym.removesuffix("_").isalpha() else number)


def record_type(values: TagValues) -> RecordType:
    """The record type. Books and chapters have a title tag for the book (BTI)."""
    types = values["PT"]
    for certain in (RecordType.PREPRINT, RecordType.NOTICE):  # whatever other types there are
        if certain in map(TYPE_BY_PT.get, types):
            return certain
    if first_value(values, "BTI"):
        return RecordType.CHAPTER if first_value(values, "TI") else RecordType.BOOK
    others = (TYPE_BY_PT[name] for name in types if name in TYPE_BY_PT)
    return refine_type(RecordType.ARTICLE if "Journal Article" in types else next(others, RecordType.ARTICLE), *types)


def read_claims(values: TagValues) -> Iterator[NoticeClaim]:
    """Yield an article's claims about its notices. A notice itself has other tags."""
    own = next(publication_ids(article_doi(values, []), identifiers.find_pmid(first_value(values, "PMID"))), "")
    for tag, kind in NOTICE_BY_TAG.items():
        for citation in values[tag]:
            named = next(publication_ids(identifiers.find_labeled_doi(citation), identifiers.find_labeled_pmid(citation)), "")
            yield NoticeClaim(own, named, kind, cited_date(citation), PUBMED)
    # Compare the whole value: a notice is a "Retraction of Publication" or a "Retraction Notice".
    if "Retracted Publication" in values["PT"] and not values["RIN"]:
        yield NoticeClaim(own, "", RETRACTED, "", PUBMED)


def cited_date(citation: str) -> str:
    """The date in a citation: 2010-02-06, 2010-02 or 2010."""
    match = CITED_DATE.search(citation)
    if not match:
        return ""
    year, month, day = match[1], MONTHS.get(match[2], ""), match[3]
    return "-".join(filter(None, (year, month, day and month and day.zfill(2))))
