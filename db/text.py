"""Comparing text as people do. The build folds what it stores, the API folds what it is asked: one function for both."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable

# doi:, https://doi.org/ and its older spellings.
DOI_PREFIX = re.compile(r"doi:|https?://(dx\.)?doi\.org/", re.IGNORECASE)

# No ASCII character is a combining mark.
BEYOND_ASCII = re.compile("[^\x00-\x7f]")
# Letters with a stroke or joined from two, which Unicode does not take apart.
PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
WORD = re.compile(r"[^\W_]+")
ASCII_SIGNS = bytes(code for code in range(0x80) if not chr(code).isalnum())

# What a person means by a number. Python's readers take more: 1_000, +5, full-width digits, NaN, and more digits than
# SQLite's 64 bits hold.
PLAIN_NUMBERS = {"integer": re.compile(r"-?[0-9]{1,18}"), "number": re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")}


def fold(text: str) -> str:
    """The text without case and accents, for comparing (Unicode Standard, section 3.13, D145, less its marks).

    ``fold("Radiología") == fold("RADIOLOGIA")``; Hebrew loses its vowel points, ``ß`` becomes ``ss``.
    """
    if text.isascii():
        return text.lower()
    return bare(bare(text).casefold())


def bare(text: str) -> str:
    """The decomposed text without its combining marks."""
    return BEYOND_ASCII.sub(unmarked, unicodedata.normalize("NFD", text))


def unmarked(match: re.Match[str]) -> str:
    return "" if unicodedata.combining(match[0]) else match[0]


def typed(text: str) -> str:
    """The folded text as it can be typed on any keyboard that has its alphabet: ``typed("Sørensen") == "sorensen"``."""
    return text.lower() if text.isascii() else fold(text).translate(PLAIN_LETTERS)


def words(text: str) -> list[str]:
    """The words of a text as they are typed: its runs of letters and digits. A search finds words, and titles are sorted by them.

    ``words("Synovial TNF-α") == ["synovial", "tnf", "α"]``
    """
    return WORD.findall(typed(text))


def letters(text: str) -> str:
    """Only the letters and digits of the folded text, for comparing titles whatever their punctuation."""
    folded = fold(text)
    if folded.isascii():
        return folded.encode().translate(None, ASCII_SIGNS).decode()
    return "".join(filter(str.isalnum, folded))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that ``name`` was probably meant to be, if any; upper and lower case do not matter."""
    lowered = {word.lower(): word for word in known}
    matches = difflib.get_close_matches(name.lower(), lowered, n=1)
    return lowered[matches[0]] if matches else None


def bare_doi(text: str) -> str:
    """A DOI without the prefix that people write before it; any other text stays as it is."""
    prefix = DOI_PREFIX.match(text)
    return text[prefix.end() :] if prefix else text
