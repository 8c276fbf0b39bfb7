"""PubMed's XML, which programs get from PubMed. Values go under the tags of MEDLINE text, whose reader does the rest.

A document type declaration is accepted only if it contains no declarations, so no entity can be declared and expanded.

Source: PubMed's DTD (dtd.nlm.nih.gov/ncbi/pubmed), and MEDLINE/PubMed XML Element Descriptions, National Library of Medicine.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TextIO
from xml.etree.ElementTree import Element

from bibliography.formats import medline
from bibliography.formats.tagged import TagValues
from bibliography.formats.xml_stream import element_text, read_records
from bibliography.reference import Location, ReadResult, Reference

RECORD_ELEMENTS = frozenset({"PubmedArticle", "PubmedBookArticle"})
recognizes = re.compile(
    r"\A\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!DOCTYPE\s++Pubmed[^<>\[\]]*+>\s*+)?<Pubmed(?:Book)?Article(?:Set)?\b"
).match
# Paths to the values of each tag, in an article and in a book or chapter. A record is one of the two.
ARTICLE, BOOK, DATA = "MedlineCitation/Article/", "BookDocument/", "PubmedData/"
VALUE_PATHS = {
    "PMID": ("MedlineCitation/PMID", f"{BOOK}PMID"),
    "TI": (f"{ARTICLE}ArticleTitle", f"{BOOK}ArticleTitle"),
    "TT": (f"{ARTICLE}VernacularTitle", f"{BOOK}VernacularTitle"),
    "BTI": (f"{BOOK}Book/BookTitle",),
    "JT": (f"{ARTICLE}Journal/Title",),
    "TA": ("MedlineCitation/MedlineJournalInfo/MedlineTA",),
    "VI": (f"{ARTICLE}Journal/JournalIssue/Volume", f"{BOOK}Book/Volume"),
    "IP": (f"{ARTICLE}Journal/JournalIssue/Issue",),
    "PG": (f"{ARTICLE}Pagination/MedlinePgn", f"{BOOK}Pagination/MedlinePgn"),
    "PB": (f"{BOOK}Book/Publisher/PublisherName",),
    "PT": (f"{ARTICLE}PublicationTypeList/PublicationType", f"{BOOK}PublicationType"),
    "CN": (f"{ARTICLE}AuthorList/Author/CollectiveName", f"{BOOK}AuthorList[@Type='authors']/Author/CollectiveName"),
}
DATE_PATHS = {
    "DP": (f"{ARTICLE}Journal/JournalIssue/PubDate", f"{BOOK}Book/PubDate"),
    "DEP": (f"{ARTICLE}ArticleDate",),
    "PMCR": (f"{DATA}History/PubMedPubDate[@PubStatus='pmc-release']",),
}
NAME_PATHS = {
    "AU": (f"{ARTICLE}AuthorList/Author", f"{BOOK}AuthorList[@Type='authors']/Author"),
    "ED": (f"{BOOK}Book/AuthorList[@Type='editors']/Author",),
}
# Identifiers. Their kind is an attribute; in MEDLINE text, it is in brackets.
IDENTIFIER_PATHS = {
    "LID": ((f"{ARTICLE}ELocationID", f"{BOOK}ELocationID"), "EIdType"),
    "AID": ((f"{DATA}ArticleIdList/ArticleId", f"{BOOK}ArticleIdList/ArticleId"), "IdType"),
}
TAG_BY_NOTICE = {"RetractionIn": "RIN", "ExpressionOfConcernIn": "ECI", "ErratumIn": "EIN"}


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    return read_records(file, name, RECORD_ELEMENTS, to_reference)


def to_reference(record: Element, location: Location) -> Reference:
    values: TagValues = defaultdict(list)
    for tag, paths in VALUE_PATHS.items():
        values[tag] = [*filter(None, map(element_text, find_elements(record, paths)))]
    for tag, paths in DATE_PATHS.items():
        values[tag] = [join_date(element, "" if tag == "DEP" else "/") for element in find_elements(record, paths)]
    for tag, paths in NAME_PATHS.items():
        values[tag] = [*filter(None, map(pubmed_name, find_elements(record, paths)))]
    for tag, (paths, kind) in IDENTIFIER_PATHS.items():
        identifiers = [each for each in find_elements(record, paths) if each.get("ValidYN") != "N"]
        values[tag] = [f"{element_text(each)} [{each.get(kind, '')}]" for each in identifiers]
        values["PMC"] += [element_text(each) for each in identifiers if each.get(kind) == "pmc"]
    values["GR"] = [*map(grant_text, record.iterfind(f"{ARTICLE}GrantList/Grant"))]
    values["SI"] = [*trials(record)]
    for notice in record.iterfind("MedlineCitation/CommentsCorrectionsList/CommentsCorrections"):
        cited = f"{element_text(notice.find('RefSource'))} PMID: {element_text(notice.find('PMID'))}"
        values[TAG_BY_NOTICE.get(notice.get("RefType", ""), "")].append(cited)
    return medline.to_reference(values, location)


def find_elements(record: Element, paths: tuple[str, ...]) -> Iterator[Element]:
    for path in paths:
        yield from record.iterfind(path)


def pubmed_name(author: Element) -> str:
    """A person in the form of PubMed's list: family name, initials, suffix."""
    return " ".join(filter(None, (element_text(author.find(part)) for part in ("LastName", "Initials", "Suffix"))))


def join_date(element: Element, separator: str) -> str:
    """The parts of a date, joined, or its text if it has no parts: 2020 Jan-Feb."""
    parts = [element_text(element.find(part)) for part in ("Year", "Month", "Day")]
    return separator.join(part.zfill(2) for part in parts if part) or element_text(element)


def grant_text(element: Element) -> str:
    number, acronym, agency, country = (element_text(element.find(part)) for part in ("GrantID", "Acronym", "Agency", "Country"))
    return "/".join([*filter(None, (number, acronym)), agency, country])


def trials(record: Element) -> Iterator[str]:
    for bank in record.iterfind(f"{ARTICLE}DataBankList/DataBank"):
        for number in bank.iterfind("AccessionNumberList/AccessionNumber"):
            yield f"{element_text(bank.find('DataBankName'))}/{element_text(number)}"
