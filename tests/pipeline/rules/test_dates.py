"""Dates, times and years."""

from __future__ import annotations

from datetime import UTC, datetime

from pipeline.rules.dates import instant, iso_date, not_after_next_year, not_past

NEXT_YEAR = datetime.now(UTC).year + 1
EXAMPLE = f"{NEXT_YEAR}-01-01T00:00:00Z"


def test_dates_are_written_year_month_day() -> None:
    assert list(iso_date("2024-02-29")) == []
    for value in ("2027-02-30", "21/04/2027", "20270421", "2027-W01-1"):
        assert list(iso_date(value)) == [f'Expected a date, got "{value}".']


def test_instants_are_in_utc() -> None:
    """RFC 3339."""
    assert list(instant("2027-10-31T00:00:00Z")) == list(instant("2024-02-29T23:59:59.5Z")) == []
    for value in ("2027-10-31", "31.10.2027", "2027-10-31T00:00:00", "2027-10-31T00:00:00+02:00", "2027-13-31T00:00:00Z"):
        assert list(instant(value)) == [f'Expected a date and time in UTC, got "{value}". Write it like {EXAMPLE}.']


def test_an_instant_in_the_past_has_expired() -> None:
    assert list(not_past("9999-01-01T00:00:00Z")) == list(not_past("yesterday")) == []
    assert list(not_past("2000-01-01T00:00:00Z")) == [
        f'"2000-01-01T00:00:00Z" has expired. Write a date within the next year, like {EXAMPLE}.'
    ]


def test_a_year_is_at_most_the_next() -> None:
    """Publications in press may have it."""
    assert list(not_after_next_year(NEXT_YEAR)) == []
    assert list(not_after_next_year(NEXT_YEAR + 1)) == [f'Expected a year up to {NEXT_YEAR}, got "{NEXT_YEAR + 1}".']
