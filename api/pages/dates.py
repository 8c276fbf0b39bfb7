"""Dates and times as people write them in the language of a page (CLDR, through Babel)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time
from functools import wraps
from typing import Any, ParamSpec

from api.page_language import PageLanguage
from db.languages import WEEK

NUMBERS = re.compile(r"(?<!\d)\d+[–-]\d+")
# Around the dashes of CLDR; nobody can type it to search a page.
THIN_SPACE = "\u2009"
Parameters = ParamSpec("Parameters")


def readable(function: Callable[Parameters, str]) -> Callable[Parameters, str]:
    """Let a function return "" for what is not a date: a database that was changed by hand must not cost the page."""

    @wraps(function)
    def text_or_nothing(*args: Parameters.args, **kwargs: Parameters.kwargs) -> str:
        try:
            return function(*args, **kwargs)
        except ValueError:
            return ""

    return text_or_nothing


@readable
def partial_date(iso: str, language: PageLanguage, *, short: bool = False) -> str:
    """Return a year, a month or a day: 2027, September 2027, 21 September 2027; ``short`` ones have 21 Sept 2027."""
    from babel.dates import format_date, format_skeleton

    if len(iso) <= 4:  # an entry may have no date
        return iso
    day = first_day_of(iso)
    if len(iso) == 7:
        return format_skeleton("yMMM" if short else "yMMMM", day, locale=language.rules)
    return format_date(day, "medium" if short else "long", locale=language.rules)


def first_day_of(iso: str) -> date:
    """Return the first day of a year, a month or a day."""
    year, month, day = [*map(int, iso.split("-")), 1, 1][:3]
    return date(year, month, day)


@readable
def dates(first: str, last: str, language: PageLanguage, *, short: bool = False) -> str:
    """Return two dates as people write them: 2015–2019, 21–28 April 2027, 30 April – 2 May 2027."""
    from babel.dates import format_date, format_skeleton

    begin, end = partial_date(first, language, short=short), partial_date(last, language, short=short)
    if first == last:
        return end
    rules, start = language.rules, first_day_of(first)
    in_one_year = first[:4] == last[:4] and len(first) == len(last)
    skeleton, unit = ("yMMMM", "M") if len(first) == 7 else ("yMMMd", "d" if first[:7] == last[:7] else "")
    if len(first) == len(last) == 4:
        text = f"{begin}–{end}"
    elif in_one_year and (patterns := rules.interval_formats.get(skeleton, {}).get(unit)):
        # CLDR abbreviates months here: MMM.
        month = "MMM" if short else "MMMM"
        opening, closing = (pattern.replace("MMMM", "MMM").replace("MMM", month) for pattern in patterns)
        # The month is named first in "April 21–28, 2027". A date of its own has "de" in Spanish, which an interval lacks.
        rest = end if month in closing else format_date(first_day_of(last), closing, rules)
        text = format_date(start, opening, rules) + rest
    else:
        # The intervals of CLDR lack prefixes and prepositions of months: in Hebrew and Spanish, for example.
        begin = format_skeleton("MMMd" if short else "MMMMd", start, locale=rules) if in_one_year else begin
        text = rules.interval_formats[None].replace("{0}", begin).replace("{1}", end)
    return NUMBERS.sub(lambda match: isolate_ltr(match[0], language), text.replace(THIN_SPACE, " "))


def isolate_ltr(numbers: str, language: PageLanguage) -> str:
    """Return a range of numbers, which goes from left to right in every language (isolates of Unicode Standard Annex #9)."""
    return numbers if language.direction == "ltr" else f"\u2066{numbers}\u2069"


@readable
def closure_days(closure: Mapping[str, Any], language: PageLanguage) -> str:
    """Return the days of a closure as people write them: 21–28 April 2027, or from 1 October 2026 until further notice."""
    if "to" in closure:
        return dates(closure["from"], closure["to"], language)
    return language.fill("closed_from", date=partial_date(closure["from"], language))


@readable
def period(entry: Mapping[str, Any], language: PageLanguage) -> str:
    """Return the dates of an entry of the CV in a narrow column: 2015–2019, since Sept 2018, or its only date."""
    start, end = entry.get("startDate", ""), entry.get("endDate", "")
    if end == "now":
        return language.fill("since", date=partial_date(start, language, short=True)) if start else language.fill("ongoing")
    if start and end:
        return dates(start, end, language, short=True)
    return partial_date(start or end, language, short=True)


def weekday(day: str, language: PageLanguage) -> str:
    """Return the name of a day of the week, which the sources have in English."""
    name: str = language.rules.days["stand-alone"]["wide"][(WEEK.index(day) - 1) % len(WEEK)]
    return name[:1].upper() + name[1:]


@readable
def clock(written: str, language: PageLanguage) -> str:
    """Return a time of day: 16:30 as it is written, or 4:30 pm where people count to twelve."""
    from babel.dates import format_time

    pattern = str(language.rules.time_formats["short"])
    return format_time(time.fromisoformat(written), "short", locale=language.rules) if "h" in pattern else written


def short_clock(written: str, language: PageLanguage) -> str:
    """Return a time of day for a narrow cell: 8:30 and 13, or 6:30 and 1 where people count to twelve."""
    hour, _, minute = written.partition(":")
    if "h" in str(language.rules.time_formats["short"]):
        hour = str(int(hour) % 12 or 12)
    return hour.lstrip("0") + (f":{minute}" if minute != "00" else "") or "0"
