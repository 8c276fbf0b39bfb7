"""Bring the values of a record into the form of the list: text without markup, titles, years, volumes, issues and pages.

Imports keep doubtful values as they are, and notes tell the owner to look at them.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from db.publication.notice import RETRACTION_MARK
from pipeline.check.rules.publications import ENTITY, MARKUP_TAGS
from pipeline.wording import quote

# Soft hyphens, zero-width characters, byte order marks, control characters.
INVISIBLE = re.compile("[\u00ad\u200b\u200c\u2060\ufeff\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
YEAR_IN_TEXT = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
ANY_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
# Apostrophes and quotation marks that were typed as in LaTeX, or with backticks only.
APOSTROPHE = re.compile(r"(?<=[^\W\d_])[`´](?=[^\W\d_])")
BACKTICKS = (
    (re.compile(r"(?<!`)``(?=[^\s`])([^`]*?[^\s`])(?:''|``|\")(?!`)"), r"“\1”"),
    (re.compile(r"(?<![\w`])`(?=[^\s`])([^`]*?[^\s`])['`](?![\w`])"), r"‘\1’"),
)
# Hyphens, dashes and the minus sign, two or three hyphens as LaTeX writes dashes, and a hyphen between spaces.
IMPORTED_DASH = re.compile("(?:(?<!\\s)\\s++)?(?:[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]|--+)\\s*+|(?<!\\s)\\s++-\\s+")
# Additions of library catalogs to the name of a journal: "Heart (British Cardiac Society)", "medRxiv : the preprint server …".
AFTER_JOURNAL = re.compile(r" : .*| ?\([^()]*\)$")
# Texts that programs write for a missing value: in any field (ABSENT), and in volume, issue and pages (NO_LOCATOR).
ABSENT = frozenset(("", "n/a", "na", "null", "none", "undefined"))
NO_NUMBER = "npag;n pag;n.pag;n. pag;unknown;no;no-no;specified;no-specified;no specified"
NOT_YET_IN_PRINT = (
    "in press;in-press;article in press;articles in press;asap;ahead of print;ahead-of-print;publish ahead of print"
    ";online ahead of print;epub ahead of print;online first;onlinefirst;early access;early view;advance access"
    ";advance online publication;forthcoming;just accepted"
)
NO_LOCATOR = ABSENT | frozenset(f"{NO_NUMBER};{NOT_YET_IN_PRINT}".split(";"))
# Web of Science adds this to the number of a special issue.
SPECIAL_ISSUE = re.compile(r",\s*SI$")
BEFORE_PAGES = re.compile(r"\A(?:pp?\.\s*|(?:pp?|pages?)\s+)(?=\w)", re.IGNORECASE)
# Words of a journal's name. Text in brackets, such as a conference's abbreviation, stays as it is.
JOURNAL_WORD = re.compile(r"\([^()]*\)|\w+(?:['’]\w+)?")
MAX_ABBREVIATION_CHARACTERS = 4
ABBREVIATIONS = frozenset((
    "AAPS", "ACM", "ACR", "ACS", "AIDS", "AJNR", "AJR", "AORN", "ASAIO", "BJOG", "BJU", "BMC", "BMJ", "CA", "CNS", "CT", "DNA",
    "EMBO", "ESC", "ESMO", "FASEB", "FEBS", "HIV", "HPB", "IEEE", "ISME", "JACC", "JAMA", "JBJS", "JBMR", "JCI", "JCO", "JMIR",
    "JNCI", "JPEN", "MRI", "NMR", "NY", "PDA", "PLOS", "QJM", "RMD", "RNA", "RSC", "SAGE", "SIAM", "UK", "US", "USA", "II",
    "III", "IV",
))  # fmt: skip
SMALL_WORDS = frozenset((
    "AND", "AT", "BY", "FOR", "FROM", "IN", "OF", "ON", "THE", "TO", "WITH", "DE", "DEL", "DELLA", "DER", "DES", "DI", "DO",
    "DU", "E", "ED", "EN", "ET", "FÜR", "LA", "LE", "LES", "UND", "Y",
))  # fmt: skip
# Fields, a pattern that matches doubtful values, and the problem.
DOUBTFUL_VALUES = (
    (("title", "journal"), re.compile(r"\A(?:…|\.\.\.)|(?:…|\.\.\.)\Z"), "seems to be cut off"),
    (
        ("title", "authors", "journal"),
        # Text decoded with the wrong encoding: four accented letters in a row, a capital after an accented letter, "@@",
        # the first byte of a character before the others ("â€", in Mac Roman "‚Ä" and "√©"), question marks in place of letters.
        re.compile(r"[À-ÖØ-öø-ÿ]{4,}|[ß-öø-ÿ][À-ÖØ-Þ]|@@|â ?€|‚Ä|Ã[\x80-\xbf]|Â[\x80-\xbf]|√[©®±∂ß¶†°∫≠≥∏ºñ]|\?{3,}|\w\?\?+\w"),
        "appears to be garbled",
    ),
    (("authors",), re.compile(r"(?<!\?)\?(?!\?)"), "appears to be garbled"),
    (("title", "authors", "journal"), re.compile(r"\\[A-Za-z]+|\\['`\"^~=.]"), "still contains LaTeX"),
    (("title",), RETRACTION_MARK, "says that it was retracted, which belongs in the column notice"),
    (("year",), re.compile(r"\A(?!1[5-9]|20)\d"), "is not a Gregorian year; convert it"),
)


def unescape(text: str) -> str:
    return ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def strip_markup(text: str) -> str:
    """Decode entities, remove tags, invisible characters and repeated spaces, and normalize to Unicode's form NFC."""
    if "&" in text or "<" in text:
        text = MARKUP_TAGS.sub(space_for_tags, unescape(text))
    text = APOSTROPHE.sub("'", INVISIBLE.sub("", text))
    return unicodedata.normalize("NFC", " ".join(text.split()))


def space_for_tags(tags: re.Match[str]) -> str:
    """A space if tags break a line or separate words, as in ``Mollick<i>Jim``, but not inside a word, as in ``p<i>K</i>a``."""
    before, after = tags.string[: tags.start()][-2:], tags.string[tags.end() :][:2]
    are_words = len(before + after) == 4 and (before + after).isalpha() and before.islower() and after.istitle()
    return " " if tags["block"] or are_words else ""


def normalize_title(value: str) -> str:
    """Remove the period that some databases add to a title; an ellipsis stays."""
    cell = normalize_text(value)
    return cell[:-1].rstrip() if cell.endswith(".") and not cell.endswith("..") else cell


def normalize_text(value: str) -> str:
    """The text with quotation marks instead of backticks; "" if it only says that there is no value (``N/A``)."""
    cell = strip_markup(value)
    for pattern, quoted in BACKTICKS if "`" in cell else ():
        cell = pattern.sub(quoted, cell)
    return "" if is_one_of(ABSENT, cell) else cell


def is_one_of(texts: frozenset[str], value: str) -> bool:
    """Whether a value is one of these texts, ignoring case and punctuation around it."""
    return value.strip("-–—.,;:? ").lower() in texts


def normalize_journal(value: str) -> str:
    """Put a name in capitals into title case, except words that are or could be abbreviations."""
    name = normalize_text(value)
    if not name.isupper() or all(len(word) <= MAX_ABBREVIATION_CHARACTERS for word in name.split()):
        return name
    return JOURNAL_WORD.sub(recase_word, name)


def recase_word(match: re.Match[str]) -> str:
    word = match[0]
    if word in ABBREVIATIONS or not word.isalpha() or len(word) == 1:
        return word
    return change_case(word, str.lower if word in SMALL_WORDS and match.start() else str.capitalize, match.string)


def change_case(word: str, change: Callable[[str], str], context: str) -> str:
    """Change the case of a word in capitals: ``SEZGİN`` becomes ``Sezgin``. Beside a Turkish İ, I is the capital of ı."""
    return change(word.replace("I", "ı") if "İ" in context else word).replace("i\u0307", "i")


def normalize_abbreviation(value: str) -> str:
    return normalize_journal(value.replace(".", " "))


def find_year(text: str) -> str:
    match = YEAR_IN_TEXT.search(text)
    return match[1] if match else ""


def find_year_or_number(*texts: str) -> str:
    """The first year, or else the first four-digit number. That can be a year of another calendar; a note says so."""
    matches = (pattern.search(text) for pattern in (YEAR_IN_TEXT, ANY_YEAR) for text in texts)
    return next((match[0] for match in matches if match), "")


def has_begun(day: str) -> bool:
    """Whether a date (2026-11-23) is today or earlier; True for ""."""
    return day <= datetime.now(UTC).date().isoformat()


def normalize_locator(text: str) -> str:
    text = strip_markup(text)
    return "" if is_one_of(NO_LOCATOR, text) else IMPORTED_DASH.sub("-", SPECIAL_ISSUE.sub("", text)).rstrip(" ,;")


def normalize_pages(text: str) -> str:
    """Write a page range with a plain hyphen instead of any dash, and without ``pp.``."""
    text = IMPORTED_DASH.sub("-", strip_markup(text))
    return "" if is_one_of(NO_LOCATOR, text) else BEFORE_PAGES.sub("", text.strip(" -,;+"))


def page_range(first: str, last: str) -> str:
    """Join the first and the last page, unless the first is already a range."""
    first, last = normalize_pages(first), normalize_pages(last)
    if not first or not last or first == last or re.search(r"\d-\w", first):
        return first or last
    return f"{first}-{last}"


def notes_on_cells(cells: Mapping[str, str]) -> Iterator[str]:
    for names, pattern, problem in DOUBTFUL_VALUES:
        for name in names:
            if pattern.search(value := cells.get(name, "")):
                yield f"The {'list of authors' if name == 'authors' else name} {problem}: {quote(value)}."
