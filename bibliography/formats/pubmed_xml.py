"""PubMed's XML, which programs get from PubMed. Each value becomes that of a tag of MEDLINE text, whose reader does the rest.

A document type declaration is recognized only without declarations of its own, so no entity can be declared and expanded.

Source: PubMed's DTD (dtd.nlm.nih.gov/ncbi/pubmed), and MEDLINE/PubMed XML Element Descriptions, National Library of Medicine.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TextIO
from xml.etree.ElementTree import Element  # nosec B405 - no entities can be declared, see above

from bibliography.formats import medline
from bibliography.formats.tagged import Values
from bibliography.formats.xml_stream import read_records, text_of
from bibliography.reference import Location, Record, Reference

RECORDS = frozenset({"PubmedArticle", "PubmedBookArticle"})
recognizes = re.compile(
    r"\A\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!DOCTYPE\s++Pubmed[^<>\[\]]*+>\s*+)?<Pubmed(?:Book)?Article(?:Set)?\b"
).match
# Where the values of tags are in an article, or in a book or chapter, which has one of both.
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
# Identifiers, whose kind is an attribute and, in MEDLINE text, in brackets.
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
    """Return a person as PubMed's list has it: family name, initials, suffix."""
    return " ".join(filter(None, (text_of(author.find(part)) for part in ("LastName", "Initials", "Suffix"))))


def date(element: Element, separator: str) -> str:
    """Return a date in its parts, or as PubMed has it where there are none: 2020 Jan-Feb."""
    parts = [text_of(element.find(part)) for part in ("Year", "Month", "Day")]
    return separator.join(part.zfill(2) for part in parts if part) or text_of(element)


def grant(element: Element) -> str:
    number, acronym, agency, country = (text_of(element.find(part)) for part in ("GrantID", "Acronym", "Agency", "Country"))
    return "/".join([*filter(None, (number, acronym)), agency, country])


def trials(record: Element) -> Iterator[str]:
    for bank in record.iterfind(f"{ARTICLE}DataBankList/DataBank"):
        for number in bank.iterfind("AccessionNumberList/AccessionNumber"):
            yield f"{text_of(bank.find('DataBankName'))}/{text_of(number)}"
