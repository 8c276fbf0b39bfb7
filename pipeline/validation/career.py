"""The curriculum vitae: the order of its entries, and the lists of the profile that are made from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pipeline.rules.times import NOW
from pipeline.schema.package import Source
from pipeline.validation.records import Record

# Stand for the month and the day of a date without them: a year comes before its months, and a month before its days.
LATEST = (13, 32)


def in_order(source: Source, entries: Iterable[Record]) -> list[Record]:
    """Return entries by section, the ongoing and the latest ones first, those without dates last, then as in the file.

    The sections that the schema knows come first; others are in the order of their first entry.
    """
    entries = list(entries)
    known = (value for field, value, _, _ in source.labels() if field == "section")
    headings = dict.fromkeys([*known, *(entry["section"] for entry in entries)])
    positions = {section: position for position, section in enumerate(headings)}
    return sorted(entries, key=lambda entry: (positions[entry["section"]], latest_first(entry)))


def latest_first(entry: Record) -> tuple[Any, ...]:
    """Return the sort key of an entry among those of its section."""
    dates = [padded(date) for date in (entry.get("startDate"), entry.get("endDate")) if date and date != NOW]
    latest = [-number for number in max(dates, default=())]
    return entry.get("endDate") != NOW, not latest, latest


def padded(date: str) -> tuple[int, ...]:
    """Return the numbers of a year, a month or a day."""
    numbers = [int(number) for number in date.split("-")]
    return (*numbers, *LATEST[len(numbers) - 1 :])
