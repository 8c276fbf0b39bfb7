"""The rules of the clinic's place and hours, each broken alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.messages import edit, messages

NO_ZONE = "is not a known time zone. Write its name as continent and city, for example Asia/Jerusalem."

CLINIC = "clinic.yaml"
DATE_HINT = "Write year-month-day, for example 2026-09-12."
DAYS = "Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday"


@pytest.mark.parametrize("value", ["31,5", "31.5N", "31°30'", "+5", "1_000", "NaN", ".inf", "1e999", "３１.5", "true", "1" * 40])
def test_coordinates_are_decimal_numbers(folder: Path, value: str) -> None:
    """As a map on the web shows them; nothing else that a program would take for a number."""
    edit(folder, CLINIC, "latitude: 31.5", f"latitude: {value}")
    assert messages(folder) == [
        f'sources/clinic.yaml, line 17, coordinates.latitude: "{value}" is not a number. '
        "Write decimal degrees between -90 and 90, for example 31.5."
    ]


@pytest.mark.parametrize(("line", "name", "example", "limit"), [(17, "latitude", "31.5", 90), (18, "longitude", "34.75", 180)])
def test_coordinates_in_range(folder: Path, line: int, name: str, example: str, limit: int) -> None:
    """The poles and the date line are on the map, what lies beyond is not."""
    hint = f"Write decimal degrees between -{limit} and {limit}, for example {example}."
    place = f"sources/clinic.yaml, line {line}, coordinates.{name}:"
    edit(folder, CLINIC, f"{name}: {example}", f"{name}: {limit}")
    assert messages(folder) == []
    edit(folder, CLINIC, f"{name}: {limit}", f"{name}: -{limit}")
    assert messages(folder) == []
    edit(folder, CLINIC, f"{name}: -{limit}", f"{name}: {limit}.001")
    assert messages(folder) == [f'{place} "{limit}.001" is more than {limit}. {hint}']
    edit(folder, CLINIC, f"{name}: {limit}.001", f"{name}: -{limit}.001")
    assert messages(folder) == [f'{place} "-{limit}.001" is less than -{limit}. {hint}']


HOURS = {
    "one digit": (
        'opens: "15:00"',
        'opens: "8:30"',
        'line 35, hours.weekly[2].opens: "8:30" does not have the right form. '
        "Write hours and minutes with two digits each, for example 08:30.",
    ),
    "midnight as 24": (
        'closes: "19:00"',
        'closes: "24:00"',
        'line 36, hours.weekly[2].closes: "24:00" does not have the right form. '
        "Write hours and minutes with two digits each, for example 16:30.",
    ),
    "with a point": (
        'closes: "19:00"',
        "closes: 19.00",
        'line 36, hours.weekly[2].closes: "19.00" does not have the right form. '
        "Write hours and minutes with two digits each, for example 16:30.",
    ),
    "no closing time": (
        '      closes: "19:00"\n',
        "",
        "line 34, hours.weekly[2].closes: The value is missing. Write hours and minutes with two digits each, for example 16:30.",
    ),
    "closes before it opens": (
        'closes: "19:00"',
        'closes: "14:00"',
        'line 27, hours: "15:00-14:00" does not close after it opens. Split hours past midnight into two days.',
    ),
    "closes when it opens": (
        'closes: "19:00"',
        'closes: "15:00"',
        'line 27, hours: "15:00-15:00" does not close after it opens. Split hours past midnight into two days.',
    ),
    "no such day": (
        "[Friday]",
        "[friday]",
        f'line 37, hours.weekly[3].days[1]: "friday" is not allowed here. Write one of: {DAYS}.',
    ),
    "day twice": (
        "[Friday]",
        "[Friday, Friday]",
        'line 37, hours.weekly[3].days: An entry stands twice in "Friday, Friday". Keep one.',
    ),
    "unknown zone": (
        "Asia/Jerusalem",
        "Israel Time",
        f'line 28, hours.timezone: "Israel Time" {NO_ZONE}',
    ),
    "zone in another case": (
        "Asia/Jerusalem",
        "asia/jerusalem",
        f'line 28, hours.timezone: "asia/jerusalem" {NO_ZONE}',
    ),
    "the machine's own zone": (
        "Asia/Jerusalem",
        "localtime",
        f'line 28, hours.timezone: "localtime" {NO_ZONE}',
    ),
    "date of no calendar": (
        '"2027-04-21"',
        '"2027-02-30"',
        f'line 42, hours.closures[1].from: "2027-02-30" is not a date. {DATE_HINT}',
    ),
    "date day first": (
        '"2027-04-21"',
        '"21/04/2027"',
        f'line 42, hours.closures[1].from: "21/04/2027" is not a date. {DATE_HINT}',
    ),
    "date without hyphens": (
        '"2027-04-21"',
        "20270421",
        f'line 42, hours.closures[1].from: "20270421" is not a date. {DATE_HINT}',
    ),
    "closure ends before it begins": (
        '"2027-04-28"',
        '"2027-04-20"',
        "line 42, hours.closures[1]: The closure ends (2027-04-20) before it begins (2027-04-21). Exchange the two dates.",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), HOURS.values(), ids=HOURS)
def test_opening_hours_are_well_formed(folder: Path, old: str, new: str, message: str) -> None:
    """Times of two digits on known days in a known zone, each span closing after it opens; closures are dates."""
    edit(folder, CLINIC, old, new)
    assert messages(folder) == [f"sources/clinic.yaml, {message}"]


def test_a_closure_of_one_day(folder: Path) -> None:
    """It begins and ends on the same date."""
    edit(folder, CLINIC, '"2027-04-28"', '"2027-04-21"')
    assert messages(folder) == []


def test_opening_hours_do_not_overlap(folder: Path) -> None:
    """Each day is named; spans that touch are no fault."""
    edit(folder, CLINIC, 'opens: "15:00"', 'opens: "13:00"')
    assert messages(folder) == []
    edit(folder, CLINIC, 'opens: "13:00"', 'opens: "12:59"')
    assert messages(folder) == [
        f"sources/clinic.yaml, line 27, hours: On {day}, 08:30-13:00 and 12:59-19:00 overlap. Join them or change one."
        for day in ("Monday", "Wednesday")
    ]


def test_a_span_inside_another_that_does_not_come_next(folder: Path) -> None:
    """A long span overlaps every later one that it covers."""
    edit(folder, CLINIC, 'closes: "13:00"', 'closes: "20:00"')
    append_span = '    - days: [Monday]\n      opens: "19:30"\n      closes: "21:00"\n    - days: [Friday]'
    edit(folder, CLINIC, "    - days: [Friday]", append_span)
    assert messages(folder) == [
        "sources/clinic.yaml, line 27, hours: On Monday, 08:30-20:00 and 15:00-19:00 overlap. Join them or change one.",
        "sources/clinic.yaml, line 27, hours: On Monday, 08:30-20:00 and 19:30-21:00 overlap. Join them or change one.",
        "sources/clinic.yaml, line 27, hours: On Wednesday, 08:30-20:00 and 15:00-19:00 overlap. Join them or change one.",
    ]
