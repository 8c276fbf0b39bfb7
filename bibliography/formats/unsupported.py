"""Recognize files that people often have but that cannot be imported, and say in one sentence what to click instead."""

from __future__ import annotations

import re
from collections.abc import Collection

from bibliography import identifiers
from pipeline.read.table import separator_of
from pipeline.wording import command_line

PUBMED_ADVICE = "In PubMed, select the articles and choose Save, format PubMed"
ZOTERO_ADVICE = "In Zotero, choose File > Export Library, format BibTeX"
EXPORT_AGAIN = "export again and choose the format"
NO_FIELDS = (
    "This is a {}, which has no fields for title, authors and journal. Export BibTeX or RIS from the program that you cite with "
    "(EndNote, Zotero, Mendeley), or find the papers in PubMed and choose Save, format PubMed."
)
# Files that are not text, by their first bytes. Word and Excel documents are zip archives with members of these names.
BINARY_STARTS = (
    (rb"%PDF", NO_FIELDS.format("PDF")),
    (rb"\x89PNG|\xff\xd8\xff|RIFF....WEBP|.{4}ftyphei", NO_FIELDS.format("picture")),
    (rb"\xd0\xcf\x11\xe0", "This is a Word or Excel file in an old format. Export BibTeX or RIS from the program it came from."),
    (
        rb"SQLite format 3",
        f"This is a program's database, not an export. {ZOTERO_ADVICE}; or in EndNote, choose File > Export, file type XML.",
    ),
    (rb"PK\x03\x04.*?word/document\.xml", NO_FIELDS.format("Word document")),
    (
        rb"PK\x03\x04.*?xl/workbook\.xml",
        "This is an Excel workbook. Open it in Excel and choose File > Save As, file type CSV UTF-8. It needs the "
        "columns title, authors, journal and year, or the columns of PubMed, Scopus or Google Scholar.",
    ),
    (
        rb"PK\x03\x04|\x1f\x8b",
        "This is a compressed file. Unpack it and import the files in it, or export BibTeX or RIS from the program that it came "
        "from.",
    ),
)
# Exports that are recognized by their text. The first pattern that matches counts.
TEXT_PATTERNS = (
    (r"\A\s*\Z", "It is empty. Export it again."),
    (r"\0", "It is not text: it contains zero bytes. It is damaged, or it is not an export. Export or download it again."),
    (
        r"\A\s*(?:<!DOCTYPE html|<html|<head|<body)",
        "This is a web page, such as a login or an error, not an export. Open it in a browser and download the export again.",
    ),
    (r"\APT\t", "This is Web of Science's tab-delimited text. In Web of Science, choose Export > RIS."),
    (r"^(?:SrcDatabase|Title)-(?:来源库|题名)\s*:", f"This is CNKI's own text. On cnki.net, {EXPORT_AGAIN} EndNote."),
    (r"^\{Reference Type\}: ", f"This is NoteExpress text. Where you found the papers, {EXPORT_AGAIN} EndNote or RIS."),
    (
        r"\A\s*RT [A-Z][^\n]*\n(?:[A-Z][A-Z0-9] [^\n]*\n)",
        f"This is RefWorks text. Where you found the papers, {EXPORT_AGAIN} RIS.",
    ),
    (r"\A\s*Record #\d+ of \d+\s+ID: ", f"This is the Cochrane Library's text. In the Cochrane Library, {EXPORT_AGAIN} RIS."),
    (r"\A\s*<1>\s+Unique Identifier\s", f"This is Ovid text. In Ovid, {EXPORT_AGAIN} RIS."),
    (r"\A\s*START_RECORD\s", f"This is SciFinder text. In SciFinder, {EXPORT_AGAIN} RIS."),
    (r"\A\s*(?:<\?xml[^>]*>\s*)?<mods", f"This is MODS XML. In the program that it came from, {EXPORT_AGAIN} BibTeX or RIS."),
    (r"\A\s*\{\\rtf", NO_FIELDS.format("Word document (RTF)")),
    (r"\A\"?Key\"?,\"?Item Type", f"This is Zotero CSV. {ZOTERO_ADVICE}."),
    (r"\A[^\n]*\bLens ID\b", "This is Lens CSV. On lens.org, choose Export, format RIS or BibTeX."),
    (
        r"\A(?:\"?About the data: Exported|[^\n]*\bPublication ID\b)",
        "This is Dimensions CSV. In Dimensions, choose Save / Export > Export citations, format RIS or BibTeX.",
    ),
    (
        r"\A[^\n]*\bAuthor Names\b|\A\"?Title\"?,[^\n]*\n\"?Author Names\b",
        "This is Embase CSV. In Embase, choose Export, format RIS.",
    ),
    (
        r"\ATitle,URL,Description,Details,",
        f"This is PubMed's CSV from before 2020, which has no separate authors and journal. {PUBMED_ADVICE}.",
    ),
)
# JSON of other programs, by the keys of its records.
JSON_KEYS = (
    ({"authorships", "id"}, "This is OpenAlex JSON. Add them by their DOIs: {add}"),
    ({"attributes", "id"}, "This is DataCite JSON. Add them by their DOIs: {add}"),
    ({"itemType", "creators"}, f"This is Better BibTeX JSON. {ZOTERO_ADVICE}."),
    ({"cites", "ecc"}, "This is Publish or Perish JSON. In Publish or Perish, choose Save Results As > BibTeX."),
)
# Ovid's RIS and Scopus's BibTeX begin like this too, so these are checked only if no reader recognizes the text.
SUMMARY_STARTS = ("1. ", "1: ")
SCOPUS_START = "Scopus\nEXPORT DATE:"


def explain_binary(content: bytes) -> str:
    """The sentence about a file in a known format that is not text; "" for any other file."""
    return next((sentence for pattern, sentence in BINARY_STARTS if re.match(pattern, content, re.DOTALL)), "")


def explain(head: str) -> str:
    """The sentence about another program's export, recognized by its beginning; "" for other text."""
    return next((sentence for pattern, sentence in TEXT_PATTERNS if re.search(pattern, head, re.IGNORECASE | re.MULTILINE)), "")


def explain_json(keys: Collection[str]) -> str:
    """The sentence about another program's JSON, recognized by the keys of a record; "" for other JSON."""
    sentence = next((sentence for others, sentence in JSON_KEYS if others.issubset(keys)), "")
    return sentence.format(add=command_line("add", IDS="10.1000/x 10.1000/y"))


def explain_unrecognized(head: str, formats: str) -> str:
    """The sentence about a file that no reader recognizes. ``formats`` names the formats that can be imported."""
    if head.lstrip().startswith(SUMMARY_STARTS) and "PMID: " in head:
        return f"This is PubMed's summary or abstract text. {PUBMED_ADVICE}."
    if head.lstrip().startswith(SCOPUS_START):
        return f"This is Scopus text. In Scopus, {EXPORT_AGAIN} RIS or BibTeX."
    words = [word for word in head.replace(",", " ").split() if word.lower() not in ("pmid:", "doi:")]
    if words and all(identifiers.find_pmid(word) or identifiers.find_doi(word) for word in words):
        return f"This is a list of DOIs or PubMed IDs. Add them: {command_line('add', IDS='10.1000/x 32000001')}"
    if head.lstrip().startswith("<"):
        return f"This is XML in a format that cannot be read. Export one of these instead: {formats}."
    columns = head.partition("\n")[0]
    if columns.count(separator_of(columns)) > 2:
        return f"This is CSV with unknown columns. Name them title, authors, journal and year, or export one of these: {formats}."
    return f"Unrecognized format. Supported formats: {formats}."
