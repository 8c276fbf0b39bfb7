"""The clinic's opening hours by day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def week(hours: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each day of the week with its opening and closing times, earliest first."""
    return [(day, sorted((span["opens"], span["closes"]) for span in hours["weekly"] if day in span["days"])) for day in DAYS]
