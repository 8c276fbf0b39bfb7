"""Rules for dates, times and years."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

from pipeline.messages import quote

# RFC 3339, section 5.6, in UTC, with capital letters.
INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")


def is_instant(value: str) -> bool:
    try:
        return bool(INSTANT.fullmatch(value)) and bool(datetime.fromisoformat(value))
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
