"""The owner's text in the language of a page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any
from unicodedata import bidirectional

from markupsafe import Markup

from api.pages.phrases import LANGUAGES, MONTHS

LETTER = re.compile(r"[^\W\d_]")
# Language and direction of a text by the direction of its letters (Unicode Standard Annex #9); of any other direction, English.
SCRIPTS = {"R": ("he", "rtl"), "AL": ("ar", "rtl")}
ENGLISH = ("en", "ltr")


def twin(values: Mapping[str, Any], field: str, language: str) -> Any:
    """Return a value in a language: on a Hebrew page the Hebrew twin of the field, or the field itself where it has none."""
    own = values.get(f"{field}Hebrew") if language == "he" else None
    return own or values.get(field)


def marked(text: object, language: str) -> Markup:
    """Return text as HTML. Text in another language than the page's is marked with its language and direction."""
    own, direction = script_of(str(text))
    if own == language or not LETTER.search(str(text)):
        return Markup.escape(text)
    return Markup('<bdi lang="{}" dir="{}">{}</bdi>').format(own, direction, text)


def dates(first: str, last: str, language: str) -> str:
    """Return the days from first to last as people write them: 21–28 April 2027, 30 April – 2 May 2027."""
    begin, end = partial_date(first, language), partial_date(last, language)
    if first == last:
        return end
    if first[:4] != last[:4]:
        return f"{begin} – {end}"
    if first[:7] != last[:7]:
        return f"{begin.removesuffix(f' {first[:4]}')} – {end}"
    # The days are one number, which Hebrew writes from left to right too (the isolates of Unicode Standard Annex #9).
    days = f"{int(first[8:])}–{int(last[8:])}"
    return end.replace(str(int(last[8:])), days if language == "en" else f"\u2066{days}\u2069", 1)


def partial_date(iso: str, language: str) -> str:
    """Return a year, a month or a day: 2027, April 2027, 21 April 2027. Hebrew joins its preposition to the month of a day."""
    year, *rest = iso.split("-")
    if not rest:
        return year
    month = MONTHS[int(rest[0]) - 1][LANGUAGES.index(language)]
    if len(rest) == 1:
        return f"{month} {year}"
    return f"{int(rest[1])} {'ב' if language == 'he' else ''}{month} {year}"


def script_of(text: str) -> tuple[str, str]:
    """Return language and direction of a text by most of its letters."""
    if text.isascii():
        return ENGLISH
    directions = Counter(map(bidirectional, LETTER.findall(text))).most_common(1)
    return SCRIPTS.get(directions[0][0], ENGLISH) if directions else ENGLISH


def is_right_to_left(text: str) -> bool:
    """Whether a text has any letter that is written from right to left."""
    return not text.isascii() and any(bidirectional(char) in SCRIPTS for char in text)
