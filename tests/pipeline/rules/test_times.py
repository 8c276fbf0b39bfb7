"""Dates, years, time zones, opening hours and closures."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pipeline.rules.times import checked_hours, closure, not_past, opening_hours
from tests.support.messages import NEXT_YEAR

EXAMPLE = f"{NEXT_YEAR}-01-01T00:00:00Z"


def test_an_instant_in_the_past_has_expired() -> None:
    assert list(not_past("9999-01-01T00:00:00Z")) == list(not_past("yesterday")) == []
    assert list(not_past("2000-01-01T00:00:00Z")) == [
        f'"2000-01-01T00:00:00Z" has expired. Write a date within the next year, like {EXAMPLE}.'
    ]


def hours(*spans: tuple[str, str, str]) -> dict[str, Any]:
    return {"weekly": [{"days": days.split(), "opens": opens, "closes": closes} for days, opens, closes in spans]}


def test_spans_may_touch() -> None:
    assert list(opening_hours(hours(("Monday", "08:00", "13:00"), ("Monday Friday", "13:00", "19:00")))) == []


@pytest.mark.parametrize("closes", ["14:00", "15:00"])
def test_spans_close_after_they_open(closes: str) -> None:
    assert list(opening_hours(hours(("Monday", "15:00", closes)))) == [
        f"The hours 15:00-{closes} close before they open. Split hours past midnight into two days."
    ]


def test_each_overlap_is_named_with_its_day() -> None:
    """A long span also overlaps one that does not come next."""
    spans = hours(("Monday Tuesday", "08:00", "20:00"), ("Monday", "19:30", "21:00"), ("Monday Tuesday", "15:00", "19:00"))
    assert list(opening_hours(spans)) == [
        "On Monday, 08:00-20:00 and 15:00-19:00 overlap. Join them or change one.",
        "On Monday, 08:00-20:00 and 19:30-21:00 overlap. Join them or change one.",
        "On Tuesday, 08:00-20:00 and 15:00-19:00 overlap. Join them or change one.",
    ]


@pytest.mark.parametrize(
    "value",
    [{}, {"weekly": "x"}, {"weekly": ["x", {"days": "Monday"}, {"days": ["Monday"]}]}, hours(("Monday", "8:00", "7:00"))],
)
def test_malformed_hours_are_left_to_the_schema(value: dict[str, Any]) -> None:
    assert list(opening_hours(value)) == []


def test_a_closure_ends_after_it_begins() -> None:
    assert list(closure({"from": "2027-04-21", "to": "2027-04-21"})) == list(closure({"from": "tomorrow", "to": "today"})) == []
    assert list(closure({"from": "2027-04-21", "to": "2027-04-20"})) == [
        "The closure ends (2027-04-20) before it begins (2027-04-21). Swap the two dates."
    ]


def days_ago(days: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days=days)).isoformat()


def test_hours_are_checked_once_a_year() -> None:
    """Dates that are none are left to the schema."""
    assert [*checked_hours({"checked": days_ago(364)}), *checked_hours({"checked": "yesterday"})] == []
    old = days_ago(367)
    assert list(checked_hours({"checked": old})) == [
        f"These hours were checked on {old}, more than a year ago. Compare them with the clinic's, and change the date."
    ]
    assert list(checked_hours({})) == [
        "Write under checked, as year-month-day, when you last compared these hours with the clinic's."
    ]
