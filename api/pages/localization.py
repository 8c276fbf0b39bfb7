"""Text in the language of a page: the pages' own words, and the owner's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

import orjson
from markupsafe import Markup

from api.formats.markdown import html_blocks
from db.text import HEBREW

if TYPE_CHECKING:
    from babel import Locale

LANGUAGES = ("en", "he")
# A phrase is a text, or its plural forms (CLDR) if it has a number.
PHRASES: dict[str, dict[str, Any]] = {
    language: orjson.loads((Path(__file__).with_name("phrases") / f"{language}.json").read_bytes()) for language in LANGUAGES
}
LOCALES = {"en": "en_GB", "he": "he"}
DIRECTIONS = {"en": "ltr", "he": "rtl"}
WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

# Breaks after a hyphen and a maqaf (Unicode Standard Annex #14, classes HY and BA).
HYPHEN = re.compile(r"\w[-‐־]\w")
# Numbers joined by spaces, dashes and the punctuation of dates, times and volumes; or one number with a plus.
NUMBER = r"\d++(?:\(\d++\))?"
NUMBERS = re.compile(rf"((?:\+|(?<!\d)){NUMBER}(?:(?:[.,:;/–—-]| [–—-] | ){NUMBER})+|\+\d++)")
# Language and direction of a text by the direction of its letters (Unicode Standard Annex #9); of any other direction, English.
SCRIPTS = {"R": ("he", "rtl"), "AL": ("ar", "rtl")}
ENGLISH = ("en", "ltr")


@cache
def locale_of(language: str) -> Locale:
    """Return the rules of CLDR for a language. Babel is imported on the first call, when the first page is made."""
    from babel import Locale

    return Locale.parse(LOCALES[language])


def count_phrase(key: str, number: int, language: str) -> str:
    """Return a phrase with a number, in the plural form that the language has for it."""
    forms = PHRASES[language][key]
    text: str = forms.get(locale_of(language).plural_form(number), forms["other"])
    return text.replace("{number}", str(number))


def weekday(day: str, language: str) -> str:
    """Return the name of a day of the week, which the sources have in English."""
    name: str = locale_of(language).days["stand-alone"]["wide"][(WEEK.index(day) - 1) % len(WEEK)]
    return name


def language_name(code: str) -> str:
    """Return the name of a language in itself, as a link begins."""
    name = locale_of(code).get_language_name() or code
    return name[:1].upper() + name[1:]


def in_language(values: Mapping[str, Any], field: str, language: str) -> Any:
    """Return a value in a language: on a Hebrew page the Hebrew version of the field, or the field itself where it has none."""
    own = values.get(f"{field}Hebrew") if language == "he" else None
    return own or values.get(field)


def specialty_of(profile: Mapping[str, Any], language: str) -> str:
    """Return the specialty in a language, after the profession of someone who is not a physician."""
    return ", ".join(filter(None, (in_language(profile, field, language) for field in ("profession", "specialty"))))


def marked(text: object, language: str) -> Markup:
    """Write text as HTML. Text in another language than the page's is marked with its language and direction.

    On a Hebrew page, text with any Hebrew letter is Hebrew, and numbers in it that are read from left to right are isolated.
    """
    return marked_line([str(text)], language)


def prose(text: str, language: str) -> list[Markup]:
    """Render the paragraphs, lists and quotes of a Markdown text, each paragraph marked as in :func:`marked`."""
    return html_blocks(text, partial(marked_line, language=language))


def marked_line(parts: Sequence[str], language: str) -> Markup:
    """Join a line, whose tags are Markup among its parts, as HTML with its language and direction."""
    text = "".join([part for part in parts if not isinstance(part, Markup)])
    own, direction = language_of(text, language)
    html = Markup("").join([isolate_numbers(part) if own == "he" and not isinstance(part, Markup) else part for part in parts])
    if own == language or not any(map(str.isalpha, text)):
        return html
    return Markup('<bdi lang="{}" dir="{}">{}</bdi>').format(own, direction, html)


def language_of(text: str, language: str) -> tuple[str, str]:
    return SCRIPTS["R"] if language == "he" and HEBREW.search(text) else script_of(text)


def common_language(texts: Iterable[str | None], language: str) -> tuple[str, str]:
    """Return language and direction in which parts of a line are read on a page in a language: their own if they share one.

    Otherwise ``Senior Lecturer, Technion, Haifa`` would be shown on a Hebrew page from right to left, part by part.
    """
    shared = {language_of(text, language) for text in texts if text and any(map(str.isalpha, text))}
    return shared.pop() if len(shared) == 1 else (language, DIRECTIONS[language])


def isolate_numbers(text: str) -> Markup:
    """Isolate ranges, dates and telephone numbers in Hebrew text (Unicode Standard Annex #9, rules N0 to N2).

    Without that, ``2020–2023`` and ``050 555 0123`` would be shown from right to left.
    """
    parts = NUMBERS.split(text)
    return Markup("").join(
        Markup('<bdi dir="ltr">{}</bdi>').format(part) if index % 2 else part for index, part in enumerate(parts)
    )


def whole_words(text: str, language: str) -> Markup:
    """Write a name as HTML in which a line breaks at a hyphen only if the word is longer than the line."""
    words = [Markup('<span class="word">{}</span>').format(word) if HYPHEN.search(word) else word for word in text.split(" ")]
    own, direction = script_of(text)
    html = Markup(" ").join(words)
    return html if own == language else Markup('<bdi lang="{}" dir="{}">{}</bdi>').format(own, direction, html)


def dates(first: str, last: str, language: str) -> str:
    """Return two dates as people write them: 2015–2019, 21–28 April 2027, 30 April – 2 May 2027."""
    begin, end = partial_date(first, language), partial_date(last, language)
    if first == last:
        return end
    if len(first) == len(last) == 4:
        return together(begin, end, language)
    if first[:4] != last[:4] or 4 in (len(first), len(last)):
        return f"{begin} – {end}"
    if first[:7] != last[:7] or len(first) != len(last):
        return f"{begin.removesuffix(f' {first[:4]}')} – {end}"
    return end.replace(str(int(last[8:])), together(str(int(first[8:])), str(int(last[8:])), language), 1)


def closure_days(closure: Mapping[str, Any], language: str) -> str:
    """Return the days of a closure as people write them: 21–28 April 2027, or from 1 October 2026 until further notice."""
    if "to" in closure:
        return dates(closure["from"], closure["to"], language)
    text: str = PHRASES[language]["closed_from"]
    return text.replace("{date}", partial_date(closure["from"], language))


def announcement_days(announcement: Mapping[str, Any], language: str) -> str:
    """Return the days of an announcement as people write them: 2–16 May 2027, until 16 May 2027; empty without dates."""
    first, last = announcement.get("from"), announcement.get("until")
    if first and last:
        return dates(first, last, language)
    phrase = PHRASES[language]["from_day" if first else "until_day"]
    return phrase.replace("{date}", partial_date(first or last or "", language)) if first or last else ""


def together(first: str, last: str, language: str) -> str:
    """Return a range of numbers, which Hebrew writes from left to right too (the isolates of Unicode Standard Annex #9)."""
    return f"{first}–{last}" if language == "en" else f"\u2066{first}–{last}\u2069"


def period(entry: Mapping[str, Any], language: str) -> str:
    """Return the dates of an entry of the CV as people write them: 2015–2019, since April 2018, or its only date."""
    start, end = entry.get("startDate", ""), entry.get("endDate", "")
    phrases: dict[str, str] = PHRASES[language]
    if end == "now":
        return phrases["since"].replace("{date}", partial_date(start, language)) if start else phrases["ongoing"]
    if start and end:
        return dates(start, end, language)
    return partial_date(start or end, language)


def partial_date(iso: str, language: str) -> str:
    """Return a year, a month or a day: 2027, April 2027, 21 April 2027. Hebrew joins its preposition to the month of a day."""
    year, *rest = iso.split("-")
    if not rest:
        return year
    month = locale_of(language).months["stand-alone"]["wide"][int(rest[0])]
    if len(rest) == 1:
        return f"{month} {year}"
    return f"{int(rest[1])} {'ב' if language == 'he' else ''}{month} {year}"


def script_of(text: str) -> tuple[str, str]:
    """Return language and direction of a text by most of its letters."""
    if text.isascii():
        return ENGLISH
    directions = Counter(map(bidirectional, filter(str.isalpha, text))).most_common(1)
    return SCRIPTS.get(directions[0][0], ENGLISH) if directions else ENGLISH


def is_right_to_left(text: str) -> bool:
    """Whether a text has any letter that is written from right to left."""
    return not text.isascii() and any(bidirectional(char) in SCRIPTS for char in text)


# What templates use, each in the language of the page.
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    in_language, specialty_of, marked, common_language, prose, whole_words, dates, closure_days, announcement_days,
    partial_date, period,
    count_phrase, weekday,
)  # fmt: skip
