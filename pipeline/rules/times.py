"""Rules for dates, years, time zones and opening hours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib import resources
from typing import Any

from pipeline.messages import quote


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
        yield f"Expected a date, got {quote(value)}."


def instant(value: str) -> Iterator[str]:
    """Require a date and time in UTC (RFC 3339)."""
    if not is_instant(value):
        yield f"Expected a date and time in UTC, got {quote(value)}. Write it like {next_year()}."


def not_past(value: str) -> Iterator[str]:
    """Advise against an expiry date that has passed. Malformed dates are left to ``instant``."""
    if is_instant(value) and datetime.fromisoformat(value) <= datetime.now(UTC):
        yield f"{quote(value)} has expired. Write a date within the next year, like {next_year()}."


def next_year() -> str:
    """Return an instant that is in the future, and at most a year away."""
    return f"{datetime.now(UTC).year + 1}-01-01T00:00:00Z"


def not_after_next_year(value: int) -> Iterator[str]:
    """Require a year up to next year, which publications in press may have."""
    if value > (latest := datetime.now(UTC).year + 1):
        yield f"Expected a year up to {latest}, got {quote(value)}."


@cache
def timezones() -> frozenset[str]:
    """Return the names of the IANA database, the same on every machine; its placeholder "Factory" is not a zone."""
    names = resources.files("tzdata").joinpath("zones").read_text(encoding="ascii").split()
    return frozenset(names) - {"Factory"}


def timezone(value: str) -> Iterator[str]:
    """Require a name of the IANA time zone database."""
    if value not in timezones():
        yield f"Expected the name of a time zone, got {quote(value)}."


def opening_hours(value: Mapping[str, Any]) -> Iterator[str]:
    """Require spans that close after they open, and do not overlap. Malformed spans are left to the schema."""
    by_day: dict[str, list[tuple[str, str]]] = {}
    for days, opens, closes in spans(value):
        if closes <= opens:
            yield f"The hours {opens}-{closes} close before they open. Split hours past midnight into two days."
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
    """Advise to say when the hours were checked, at least once a year. Wrong hours are the first harm that a patient meets."""
    checked = value.get("checked")
    if checked is None:
        yield "Write under checked, as year-month-day, when you last compared these hours with the clinic's."
    elif is_date(str(checked)) and date.fromisoformat(checked) < datetime.now(UTC).date() - timedelta(days=365):
        yield f"These hours were checked on {checked}, more than a year ago. Compare them with the clinic's, and change the date."


def closure(value: Mapping[str, Any]) -> Iterator[str]:
    """Require a closure that does not end before it begins."""
    first, last = str(value.get("from")), str(value.get("to"))
    if is_date(first) and is_date(last) and last < first:
        yield f"The closure ends ({last}) before it begins ({first}). Swap the two dates."
