"""The dates in a line of a CV: years, months, days, or periods such as ``2015-2019``, ``since 2018``, ``2018 - present``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.rules.times import NOW, ONGOING, possible_dates

# Whole names only: "Novartis 2018" has no month.
MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|ינואר|פברואר|מרץ|מרס|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)"
)
YEAR = r"(?:19|20)\d\d"
DATE = re.compile(
    # Neither a part of a number or word, nor an amount. A Hebrew preposition may begin the word.
    r"(?<![\w/])(?<!\d[.,])(?<![$€£₪] )(?<![$€£₪])"
    rf"(?:(?P<from>מ-?)|[בל]-?)?(?:(?:(?P<day>\d{{1,2}})[. -]+)?{MONTH}[ .,/-]*(?:(?P<day2>\d{{1,2}}),? )?(?P<year>{YEAR})"
    rf"|(?P<number>\d{{1,2}}(?P<dot>[./-])\d{{1,2}}(?P=dot){YEAR}|\d{{1,2}}[./-]{YEAR}|{YEAR}(?P<mark>[./-])\d{{1,2}}(?P=mark)\d{{1,2}}"
    rf"|{YEAR}[./-](?:0[1-9]|1[0-2])|{YEAR}))"
    r"(?!\w)(?!/(?!\d\d(?!\w)))(?![.,]\d)(?! ?(?:[$€£₪]|usd|eur|nis|שח|ש\"ח))",
    re.IGNORECASE,
)
DASH = r"\s*[-–—−־]\s*"
TO = re.compile(rf"{DASH}|\s+(?:to|until|till|through|ו?עד|bis|hasta|au?|à|по|до|إلى|حتى)\s+", re.IGNORECASE)
SHORT_END = re.compile(r"\s?([-–—−/])\s?(\d\d)(?![\w/.-])")
# Longer than a post lasts.
MAX_YEARS = 45
SINCE = re.compile(
    r"(?<!\w)(?:(?P<sure>since|seit|depuis|desde|с|منذ|החל|מאז|משנת)|from|von|ab|de|от)\s*$",
    re.IGNORECASE,
)
ONWARDS = re.compile(r"\s*(?:ואילך|onwards?)(?!\w)", re.IGNORECASE)
OPEN = re.compile(rf"{DASH}(?=$|[)\],;|:])|[-–—−־]\s+")
OPEN_END = "The end is open, so endDate is now"
REVERSED = "The later date comes first: the earlier one is the start"


@dataclass(frozen=True)
class Period:
    """Dates in a text, from ``first`` to ``last``; ``doubt`` says why they have several meanings, ``note`` what was decided."""

    start: str
    first: int
    last: int
    end: str = ""
    doubt: str = ""
    note: str = ""


def find_periods(text: str) -> list[Period]:
    """Return the dates and periods in a text."""
    periods: list[Period] = []
    for match in DATE.finditer(text):
        is_in_number = re.search(r"\d[-–]$", text[max(0, match.start() - 2) : match.start()])
        if not is_in_number and (not periods or match.start() >= periods[-1].last):
            periods.extend(period_at(text, match))
    return periods


def period_at(text: str, match: re.Match[str]) -> Iterator[Period]:
    """Yield the period that begins with a date."""
    start, doubt = meaning(match)
    if not (start or doubt):
        return
    since = SINCE.search(text, max(0, match.start() - 20), match.start())
    last, end, doubtful, note = end_after(text, match.end(), start)
    if not end and (since or match["from"]):
        end, note = NOW, "" if since and since["sure"] else OPEN_END
    written = text[match.start() : last]
    if not end and re.fullmatch(r"\d{4}[-/]\d\d", written) and (year := year_after(written[:4], written[5:])):
        doubt = f"{written} may be a month, or a period until {year}"
    if end not in ("", NOW) and end[: len(start)] < start[: len(end)]:
        start, end, note = end, start, REVERSED
    yield Period(start, since.start() if since else match.start(), last, end, doubt or doubtful, note)


def end_after(text: str, last: int, start: str) -> tuple[int, str, str, str]:
    """Return where the period ends in the text, its end, why it is doubtful, and what was decided."""
    if len(start) == 4 and (short := SHORT_END.match(text, last)):
        end = year_after(start, short[2])
        is_doubtful = not end or (short[1] == "/" and int(end) - int(start) > 1)
        return short.end(), end, f"{start}{short[0]} may be a period or a number" if is_doubtful else "", ""
    if separator := TO.match(text, last):
        if other := DATE.match(text, separator.end()):
            return other.end(), *meaning(other), ""
        if now := ONGOING.match(text, separator.end()):
            return now.end(), NOW, "", ""
    if onwards := ONWARDS.match(text, last):
        return onwards.end(), NOW, "", ""
    if dash := OPEN.match(text, last):
        return dash.end(), NOW, "", OPEN_END
    return last, "", "", ""


def meaning(match: re.Match[str]) -> tuple[str, str]:
    """Return the date that a text means, and a sentence if it has several meanings; nothing if it is no date."""
    parts = (match["day"] or match["day2"], match["name"], match["year"])
    number = match["number"] or "-".join(filter(None, parts))
    dates = {*possible_dates(number).values()}
    return ("", f"The order of day and month is not clear in {number}") if len(dates) > 1 else (next(iter(dates), ""), "")


def year_after(start: str, digits: str) -> str:
    """Return the year of two digits that ends a period; "" without one."""
    year = next(year for century in (0, 100) if (year := int(start[:2] + digits) + century) > int(start))
    return str(year) if year - int(start) <= MAX_YEARS else ""
