"""Rules for dates, years, time zones and opening hours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib import resources
from typing import Any

from db.career import NOW
from db.text import earliest_day, letters
from look.phrases import LANGUAGE_CODES
from pipeline.wording import quote

# Excel's German abbreviation and a Hebrew spelling, which CLDR lacks.
OTHER_MONTH_NAMES = {"mrz": 3, "מרס": 3}
MIN_MONTH_LETTERS = 3
# A year, a month or a day, as people and spreadsheets write it. Ambiguous forms say which number comes first. A form with a word
# is a date if the word is a month.
YYYY, MM, DD = "(?P<year>[0-9]{4})", "(?P<month>[0-9]{1,2})", "(?P<day>[0-9]{1,2})"
MMM, YY = rf"(?P<name>[^\W\d_]{{{MIN_MONTH_LETTERS},}})[.׳'’]?", "(?P<year>[0-9]{4}|[0-9]{2})"
ORDINAL_DAY, SEPARATOR = rf"{DD}(?:\.|er)?", "(?:[-/.]|,? (?:de )?)"
DATE_FORMS = tuple(
    (order, re.compile(form, re.IGNORECASE))
    for order, form in (
        ("", rf"{YYYY}(?:([-/.]) ?{MM}(?:\2 ?{DD}\.?(?:[ T]00:00(?::00(?:\.0+)?)?)?)?)?"),  # 2018-04, 2018-04-07 00:00:00
        ("", f"{MM}[-/.]{YYYY}"),  # 04/2018
        ("day", rf"{DD}([-/.]) ?{MM}\2 ?{YY}\.?"),  # most of the world
        ("month", f"{MM}/{DD}/{YY}"),  # the United States
        ("year", rf"(?P<year>[0-9]{{2}})([-/]){MM}\2{DD}"),
        ("", rf"{MMM}{SEPARATOR}{YY}(?: г\.)?"),  # Apr-18, Mai 23, апр.18, which Excel makes from 2018-04; abril de 2018
        ("", rf"{ORDINAL_DAY}{SEPARATOR}ב?{MMM}{SEPARATOR}{YY}(?: г\.)?"),  # 7-Apr-18, 7. April 2018, 7 de abril de 2018
        ("", f"{MMM} {DD},? {YYYY}"),  # April 7, 2018
    )
)
# A beginning and an end in one cell.
YEARS = re.compile("([12][0-9]{3}) ?[-–] ?([12][0-9]{3})")
# What people write for ``now``.
ONGOING = re.compile(
    r"(?:(?:(?:un)?till?|to|the|bis|jusqu[’']à|à|hasta|la|по|до|עד|حتى|إلى) ){0,2}"
    r"(?:present|now|today|current(?:ly)?|ongoing|date|heute|jetzt|dato|laufend|andauernd|derzeit(?:ig)?|aktuell|gegenwärtig"
    r"|gegenwart|aujourd[’']hui|présent|ce jour|en cours|actuel(?:lement)?|maintenant|actualidad|actual(?:mente)?|presente|hoy"
    r"|ahora|en curso|fecha|наст(?:оящее|\.)? ?(?:время|вр?\.)|н\. ?в\.?|н/в|сегодня(?:шний день)?|сейчас|сей день|текущее время"
    r"|היום|נמשך|כיום|הווה|עכשיו|כעת|הנוכחי|الآن|الحاضر|الوقت الحاضر|اليوم|حاليا|حاليًا|مستمر)(?!\w)",
    re.IGNORECASE,
)
# Opening hours that were confirmed longer ago get a warning.
CHECKED_DAYS = 180
# Two-digit years below this one belong to this century. No career of today began before 1950.
CENTURY = 50


def is_instant(value: str) -> bool:
    """Whether a text is a date and time in UTC (RFC 3339, section 5.6), to the second."""
    try:
        return f"{datetime.fromisoformat(value):%Y-%m-%dT%H:%M:%SZ}" == value
    except ValueError:
        return False


def is_time(value: str) -> bool:
    try:
        return time.fromisoformat(value).isoformat("minutes") == value
    except ValueError:
        return False


def is_date(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def iso_date(value: str) -> Iterator[str]:
    """Require a calendar date, written as YYYY-MM-DD."""
    if not is_date(value):
        yield wrong_date(value, "a date")


def wrong_date(value: str, expected: str) -> str:
    if len({*possible_dates(value).values()}) > 1:
        return f"The order of day, month and year is not clear in {quote(value)}."
    return f"Expected {expected}, got {quote(value)}."


def possible_dates(text: str) -> dict[str, str]:
    """The years, months or days that a text can mean, by the order of its numbers: two days for ``01/04/2018``."""
    matches = ((order, form.fullmatch(text)) for order, form in DATE_FORMS)
    dates = {order: date_of(**match.groupdict()) for order, match in matches if match}
    return {order: written for order, written in dates.items() if is_partial_date(written)}


def date_of(year: str, month: str = "", day: str | None = None, name: str = "") -> str:
    """Join the parts of a date as YYYY, YYYY-MM or YYYY-MM-DD; "" if ``name`` is not a month."""
    if len(year) == 2:
        year = f"{20 if int(year) < CENTURY else 19}{year}"
    number = month_numbers().get(letters(name)) if name else month
    return "" if name and not number else "-".join([year, *(f"{int(part):02}" for part in (number, day) if part)])


@cache
def month_numbers() -> dict[str, int]:
    """The numbers of months by name, in the languages of the pages, and by each beginning that only one month has.

    The names are CLDR's. Babel is imported on the first call, because most sources contain no names of months.
    """
    from babel import Locale

    numbers: dict[str, set[int]] = {name: {number} for name, number in OTHER_MONTH_NAMES.items()}
    for code in LANGUAGE_CODES:
        for context in Locale.parse(code).months.values():
            for number, name in (*context["abbreviated"].items(), *context["wide"].items()):
                for end in range(MIN_MONTH_LETTERS, len(word := letters(name)) + 1):
                    numbers.setdefault(word[:end], set()).add(number)
    return {name: number for name, (number, *others) in numbers.items() if not others}


def is_partial_date(text: str) -> bool:
    """Whether a text is a year, a month or a day of the calendar: YYYY, YYYY-MM or YYYY-MM-DD."""
    return len(text) in (4, 7, 10) and is_date(earliest_day(text))


def read_dates(column: Sequence[str]) -> list[str]:
    """Restore the dates that a spreadsheet rewrote in a column. Other cells are unchanged.

    An ambiguous cell is read in the order of day, month and year that the unambiguous cells have, if these agree.
    """
    dates = [{"": cell} if not cell or is_partial_date(cell) else possible_dates(cell) for cell in column]
    orders = {order for cell in dates if len(cell) == 1 for order in cell if order}
    order = orders.pop() if len(orders) == 1 else ""
    return [by_order(cell, order) or text for cell, text in zip(dates, column, strict=True)]


def by_order(dates: Mapping[str, str], order: str) -> str | None:
    """The only date; if there are several, the date in this order."""
    return next(iter(dates.values())) if len({*dates.values()}) == 1 else dates.get(order)


def partial_date(value: str) -> Iterator[str]:
    """Require a year, a month or a day."""
    if years := YEARS.fullmatch(value):
        yield f"{quote(value)} are two dates. Write {years[1]} into startDate and {years[2]} into endDate."
    elif not is_partial_date(value):
        yield wrong_date(value, "a year, a month or a day")


def partial_date_or_now(value: str) -> Iterator[str]:
    """Require a year, a month, a day, or ``now``."""
    if value != NOW:
        yield from partial_date(value)


def instant(value: str) -> Iterator[str]:
    """Require a date and time in UTC (RFC 3339)."""
    if not is_instant(value):
        yield f"Expected a date and time in UTC, got {quote(value)}. Write it like {next_year()}."


def not_past(value: str) -> Iterator[str]:
    """Advise against an expiry date that has passed. ``instant`` reports malformed dates."""
    if is_instant(value) and datetime.fromisoformat(value) <= datetime.now(UTC):
        yield f"{quote(value)} has expired. Write a date within the next year, like {next_year()}."


def next_year() -> str:
    """An example of an instant at most a year away."""
    return f"{datetime.now(UTC).year + 1}-01-01T00:00:00Z"


def not_after_next_year(value: int) -> Iterator[str]:
    """Require a year up to next year, which publications in press can have."""
    if value > (latest := datetime.now(UTC).year + 1):
        yield f"Expected a year up to {latest}, got {quote(value)}."


def timezone(value: str) -> Iterator[str]:
    """Require a time zone of the IANA database, the same on every machine. Its placeholder "Factory" is not a zone."""
    names = resources.files("tzdata").joinpath("zones").read_text(encoding="ascii").split()
    if value not in names or value == "Factory":
        yield f"Expected the name of a time zone, got {quote(value)}."


def opening_hours(value: Mapping[str, Any]) -> Iterator[str]:
    """Require spans that close after they open, and do not overlap. The schema reports malformed spans."""
    by_day: dict[str, list[tuple[str, str]]] = {}
    for days, opens, closes in spans(value):
        if closes <= opens:
            yield f"The hours {opens}-{closes} end before they begin. Split hours past midnight into two days."
            continue
        for day in dict.fromkeys(days):
            by_day.setdefault(day, []).append((opens, closes))
    for day, times in by_day.items():
        opens = closes = ""  # the span that closes last, so far
        for other_opens, other_closes in sorted(times):
            if other_opens < closes:
                yield f"On {day}, {opens}-{closes} and {other_opens}-{other_closes} overlap. Join them or change one."
            if other_closes > closes:
                opens, closes = other_opens, other_closes


def spans(value: Mapping[str, Any]) -> Iterator[tuple[list[str], str, str]]:
    """Yield the days and times of each well-formed span."""
    weekly = value.get("weekly")
    for span in weekly if isinstance(weekly, list) else ():
        if isinstance(span, dict) and isinstance(span.get("days"), list):
            opens, closes = str(span.get("opens")), str(span.get("closes"))
            if is_time(opens) and is_time(closes):
                yield [str(day) for day in span["days"]], opens, closes


def checked_hours(value: Mapping[str, Any]) -> Iterator[str]:
    """Advise the owner to confirm the hours twice a year. Wrong hours are the first thing that hurts patients."""
    checked = value.get("checked")
    if checked is None and value.get("weekly"):
        yield "Write under checked, as year-month-day, when you last confirmed these hours."
    if is_date(checked := str(checked)) and date.fromisoformat(checked) < datetime.now(UTC).date() - timedelta(days=CHECKED_DAYS):
        yield (
            f"These hours were checked on {checked}, more than {CHECKED_DAYS} days ago. "
            "Confirm them, and write today's date under checked."
        )


def closure(value: Mapping[str, Any]) -> Iterator[str]:
    """Require a closure that does not end before it begins."""
    yield from wrong_order("closure", value.get("from"), value.get("to"))


def announcement(value: Mapping[str, Any]) -> Iterator[str]:
    """Require an announcement that does not end before it begins."""
    yield from wrong_order("announcement", value.get("from"), value.get("until"))


def wrong_order(name: str, first: Any, last: Any) -> Iterator[str]:
    if is_date(str(first)) and is_date(str(last)) and last < first:
        yield f"The {name} ends ({last}) before it begins ({first}). Swap the two dates."


def not_over(value: Mapping[str, Any]) -> Iterator[str]:
    """Advise against an announcement that is over."""
    if is_date(last := str(value.get("until"))) and date.fromisoformat(last) < datetime.now(UTC).date():
        yield f"The announcement ended on {last}, and has been hidden since. Delete it, or change until."
