"""Opening hours: time zones, spans and closures."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.rules.hours import closure, opening_hours, timezone


def hours(*spans: tuple[str, str, str]) -> dict[str, Any]:
    return {"weekly": [{"days": days.split(), "opens": opens, "closes": closes} for days, opens, closes in spans]}


def test_time_zones_are_names_of_the_iana_database() -> None:
    assert list(timezone("Asia/Jerusalem")) == []
    for value in ("Israel Time", "asia/jerusalem", "localtime", "Factory"):
        assert list(timezone(value)) == [f'Expected the name of a time zone, got "{value}".']


def test_spans_may_touch() -> None:
    assert list(opening_hours(hours(("Monday", "08:00", "13:00"), ("Monday Friday", "13:00", "19:00")))) == []


def test_spans_close_after_they_open() -> None:
    for closes in ("14:00", "15:00"):
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


def test_a_span_is_named_in_one_overlap() -> None:
    """Not in one with each other: a thousand equal spans would give half a million sentences."""
    assert len(list(opening_hours(hours(*[("Monday", "08:00", "20:00")] * 1_000)))) == 999


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
