"""Normalize and compare texts. The build normalizes stored text, and the API search text, with the same functions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import filterfalse

# Unicode does not decompose letters with a stroke, or ligatures. Few people can type the digits of H₂S or m².
BASE_CHARACTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789", strict=True))
)
WORD = re.compile(r"[^\W_]+")
NO_BREAK_SPACE = "\u00a0"
# Extensible Markup Language 1.0, section 2.2, and control characters that it discourages.
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")

# Numbers as people write them. Python also reads 1_000, +5, full-width digits, NaN, and numbers beyond SQLite's 64 bits.
PLAIN_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?")


def is_plain_number(text: str, kind: str) -> bool:
    """Whether a text is a number that people write. ``kind`` is ``number``, or ``integer`` for whole numbers."""
    return bool(PLAIN_NUMBER.fullmatch(text)) and (kind == "number" or "." not in text)


def normalize(text: str) -> str:
    """Remove case and accents, for comparison (Unicode Standard, section 3.13, D145, without marks).

    ``normalize("Radiología") == normalize("RADIOLOGIA")``; Hebrew loses its vowel points, ``ß`` becomes ``ss``.
    """
    if text.isascii():
        return text.lower()
    return without_marks(without_marks(text).casefold())


def without_marks(text: str) -> str:
    """Decompose the text and remove its combining marks."""
    return "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFD", text)))


def transliterate(text: str) -> str:
    """Normalize to plain letters and digits, as most people type them: ``transliterate("Sørensen, H₂S") == "sorensen, h2s"``."""
    return text.lower() if text.isascii() else normalize(text).translate(BASE_CHARACTERS)


def words(text: str) -> list[str]:
    """Split a text into its transliterated runs of letters and digits. Search and sorting by title use them.

    ``words("Synovial TNF-α") == ["synovial", "tnf", "α"]``
    """
    return WORD.findall(transliterate(text))


def letters(text: str) -> str:
    """Keep only the letters and digits of the normalized text, to compare titles without punctuation."""
    return "".join(filter(str.isalnum, normalize(text)))


def earliest_day(date: str) -> str:
    """The earliest day that a partial date can mean: 2027-09-01 for 2027-09."""
    return f"{date}-01-01"[:10]


def joined_words(text: str) -> str:
    """The words of a text run together, to compare names whatever their spaces, hyphens and accents."""
    return "".join(words(text))


def nearest(name: str, known: Iterable[str], similar: float = 0.6) -> str | None:
    """The known name that is most similar to ``name``, ignoring case; None if no name is similar.

    ``similar`` is the minimum ratio of difflib, from 0 to 1.
    """
    import difflib  # only mistakes need difflib, and it would delay every start

    lowered = {word.lower(): word for word in known}
    matches = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=similar)
    return lowered[matches[0]] if matches else None
