"""Dates and times in the usual form of a page's language (CLDR, through Babel)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from api.page_language import PageLanguage
from db.career import NOW
from db.languages import WEEK
from db.text import NO_BREAK_SPACE, earliest_day

NUMBER_RANGE = re.compile(r"(?<!\d)\d+[–-]\d+")
# CLDR puts it around dashes. Nobody can type it to search a page.
THIN_SPACE = "\u2009"


def partial_date(iso: str, language: PageLanguage, *, short: bool = False) -> str:
    """Write a year, a month or a day: 2027, September 2027, 21 September 2027; 21 Sept 2027 if ``short``."""
    from babel.dates import format_date, format_skeleton

    if len(iso) <= 4:  # entries can lack a date
        return iso
    day = date.fromisoformat(earliest_day(iso))
    if len(iso) == 7:
        return format_skeleton("yMMM" if short else "yMMMM", day, locale=language.rules)
    return format_skeleton("yMMMd", day, locale=language.rules) if short else format_date(day, "long", locale=language.rules)


def dates(first: str, last: str, language: PageLanguage, *, short: bool = False) -> str:
    """Write an interval: 2015–2019, 21–28 April 2027, 30 April – 2 May 2027."""
    from babel.dates import format_date, format_skeleton

    begin, end = partial_date(first, language, short=short), partial_date(last, language, short=short)
    if first == last:
        return end
    rules, start = language.rules, date.fromisoformat(earliest_day(first))
    in_one_year = first[:4] == last[:4] and len(first) == len(last)
    skeleton, unit = ("yMMMM", "M") if len(first) == 7 else ("yMMMd", "d" if first[:7] == last[:7] else "")
    if len(first) == len(last) == 4:
        text = f"{begin}–{end}"
    elif in_one_year and len(patterns := rules.interval_formats.get(skeleton, {}).get(unit, ())) == 2:  # one in Persian
        # CLDR abbreviates months here: MMM.
        month = "MMM" if short else "MMMM"
        opening, closing = (pattern.replace("MMMM", "MMM").replace("MMM", month) for pattern in patterns)
        # The month comes first in "April 21–28, 2027". A single date has "de" in Spanish, which an interval lacks.
        rest = end if month in closing else format_date(date.fromisoformat(earliest_day(last)), closing, rules)
        text = format_date(start, opening, rules) + rest
    else:
        # CLDR's intervals lack prefixes and prepositions of months, for example in Hebrew and Spanish.
        begin = format_skeleton("MMMd" if short else "MMMMd", start, locale=rules) if in_one_year and len(first) == 10 else begin
        text = rules.interval_formats[None].replace("{0}", begin).replace("{1}", end)
    text = text.replace(THIN_SPACE, " ")
    if len(first) == len(last) == 10 and first[:7] == last[:7]:
        text = text.replace(" – ", "–")  # American English: April 26 – 28
    # Otherwise, 9–13 would run from right to left (Unicode Standard Annex #9).
    return text if language.range_direction == language.direction else NUMBER_RANGE.sub("\u2066\\g<0>\u2069", text)


def closure_days(closure: Mapping[str, Any], language: PageLanguage) -> str:
    """Write the days of a closure: 21–28 April 2027, or from 1 October 2026 until further notice."""
    if "to" in closure:
        return dates(closure["from"], closure["to"], language)
    return language.fill("closed_from", date=partial_date(closure["from"], language))


def period(entry: Mapping[str, Any], language: PageLanguage) -> str:
    """Write the dates of a CV entry for a narrow column: 2015–2019, since Sept 2018, or its only date."""
    start, end = entry.get("startDate", ""), entry.get("endDate", "")
    if end == NOW:
        return language.fill("since", date=partial_date(start, language, short=True)) if start else language.fill("ongoing")
    if start and end:
        if start[:4] != end[:4]:  # over years, days would only take room
            start, end = start[:7], end[:7]
        return dates(start, end, language, short=True)
    return partial_date(start or end, language, short=True)


def time_zone(name: str, language: PageLanguage) -> str:
    """Name a time zone by its city: Jerusalem, or Jérusalem on French pages. The sources have Asia/Jerusalem."""
    from babel.dates import get_timezone_location

    return get_timezone_location(name, locale=language.rules, return_city=True)


def weekday(day: str, language: PageLanguage) -> str:
    """Translate the name of a day of the week; the sources have it in English."""
    name: str = language.rules.days["stand-alone"]["wide"][(WEEK.index(day) - 1) % len(WEEK)]
    return name[:1].upper() + name[1:]


def clock(written: str, language: PageLanguage) -> str:
    """Write a time of day: 8:30, or 8:30 am in languages with a 12-hour clock, where the end of a day is 12:00 am."""
    from babel.dates import format_time

    if "h" in str(language.rules.time_formats["short"]):
        within_day = "00:00" if written == "24:00" else written
        return format_time(time.fromisoformat(within_day), "short", locale=language.rules)
    return written.removeprefix("0")


def short_clock(written: str, language: PageLanguage, *, with_half: bool) -> str:
    """Write a time of day for a narrow cell: 8:30 and 13; on a 12-hour clock 8:30 and 1, or ``with_half`` 8:30 AM and 1 PM."""
    hour, _, minute = written.partition(":")
    half = ""
    if "h" in str(language.rules.time_formats["short"]):
        if with_half:
            half = NO_BREAK_SPACE + language.rules.day_periods["format"]["abbreviated"]["am" if int(hour) % 24 < 12 else "pm"]
        hour = str(int(hour) % 12 or 12)
    return (hour.lstrip("0") or "0") + (f":{minute}" if minute != "00" else "") + half
