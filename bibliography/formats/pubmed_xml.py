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
from bibliography.formats.tagged import Values
from bibliography.formats.xml_stream import read_records, text_of
from bibliography.reference import Location, Record, Reference

RECORDS = frozenset({"PubmedArticle", "PubmedBookArticle"})
recognizes = re.compile(
    r"\A\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!DOCTYPE\s++Pubmed[^<>\[\]]*+>\s*+)?<Pubmed(?:Book)?Article(?:Set)?\b"
).match
# Paths to the values of each tag, in an article and in a book or chapter. A record is one of the two.
ARTICLE, BOOK, DATA = "MedlineCitation/Article/", "BookDocument/", "PubmedData/"
PATHS = {
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
DATES = {
    "DP": (f"{ARTICLE}Journal/JournalIssue/PubDate", f"{BOOK}Book/PubDate"),
    "DEP": (f"{ARTICLE}ArticleDate",),
    "PMCR": (f"{DATA}History/PubMedPubDate[@PubStatus='pmc-release']",),
}
PEOPLE = {
    "AU": (f"{ARTICLE}AuthorList/Author", f"{BOOK}AuthorList[@Type='authors']/Author"),
    "ED": (f"{BOOK}Book/AuthorList[@Type='editors']/Author",),
}
# Identifiers. Their kind is an attribute; in MEDLINE text, it is in brackets.
IDENTIFIERS = {
    "LID": ((f"{ARTICLE}ELocationID", f"{BOOK}ELocationID"), "EIdType"),
    "AID": ((f"{DATA}ArticleIdList/ArticleId", f"{BOOK}ArticleIdList/ArticleId"), "IdType"),
}
TAGS = {"RetractionIn": "RIN", "ExpressionOfConcernIn": "ECI", "ErratumIn": "EIN"}


def read(file: TextIO, name: str) -> Iterator[Record]:
    return read_records(file, name, RECORDS, reference)


def reference(record: Element, location: Location) -> Reference:
    values: Values = defaultdict(list)
    for tag, paths in PATHS.items():
        values[tag] = [*filter(None, map(text_of, found(record, paths)))]
    for tag, paths in DATES.items():
        values[tag] = [date(element, "" if tag == "DEP" else "/") for element in found(record, paths)]
    for tag, paths in PEOPLE.items():
        values[tag] = [*filter(None, map(name, found(record, paths)))]
    for tag, (paths, kind) in IDENTIFIERS.items():
        identifiers = [each for each in found(record, paths) if each.get("ValidYN") != "N"]
        values[tag] = [f"{text_of(each)} [{each.get(kind, '')}]" for each in identifiers]
        values["PMC"] += [text_of(each) for each in identifiers if each.get(kind) == "pmc"]
    values["GR"] = [*map(grant, record.iterfind(f"{ARTICLE}GrantList/Grant"))]
    values["SI"] = [*trials(record)]
    for notice in record.iterfind("MedlineCitation/CommentsCorrectionsList/CommentsCorrections"):
        cited = f"{text_of(notice.find('RefSource'))} PMID: {text_of(notice.find('PMID'))}"
        values[TAGS.get(notice.get("RefType", ""), "")].append(cited)
    return medline.reference(values, location)


def found(record: Element, paths: tuple[str, ...]) -> Iterator[Element]:
    for path in paths:
        yield from record.iterfind(path)


def name(author: Element) -> str:
    """A person in the form of PubMed's list: family name, initials, suffix."""
    return " ".join(filter(None, (text_of(author.find(part)) for part in ("LastName", "Initials", "Suffix"))))


def date(element: Element, separator: str) -> str:
    """The parts of a date, joined, or its text if it has no parts: 2020 Jan-Feb."""
    parts = [text_of(element.find(part)) for part in ("Year", "Month", "Day")]
    return separator.join(part.zfill(2) for part in parts if part) or text_of(element)


def grant(element: Element) -> str:
    number, acronym, agency, country = (text_of(element.find(part)) for part in ("GrantID", "Acronym", "Agency", "Country"))
    return "/".join([*filter(None, (number, acronym)), agency, country])


def trials(record: Element) -> Iterator[str]:
    for bank in record.iterfind(f"{ARTICLE}DataBankList/DataBank"):
        for number in bank.iterfind("AccessionNumberList/AccessionNumber"):
            yield f"{text_of(bank.find('DataBankName'))}/{text_of(number)}"
