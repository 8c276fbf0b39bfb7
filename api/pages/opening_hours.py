"""Opening hours: by day, by days that share them, and for the script of the home page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from operator import itemgetter
from typing import Any

import orjson

from api.formats import json_ld
from api.page_language import PageLanguage
from api.pages.dates import short_clock
from db.languages import WEEK

# Sentences about the next opening and closures.
OPENING = ("open_until", "opens_today", "opens_tomorrow", "opens_on_day", "opens_on_date")
CLOSED = ("closed", "closed_today", "closed_for", "closed_until", "closed_indefinitely")
# The end of a closure until further notice, for the script.
FOREVER = "9999-12-31"
# Visitors must know about longer closures before anything else.
LONG_CLOSURE = timedelta(days=31)
Spans = list[tuple[str, str]]


def week(hours: Mapping[str, Any], first_day: str = WEEK[0]) -> list[tuple[str, Spans]]:
    """The days of the week, each with its opening and closing times, earliest first."""
    start = WEEK.index(first_day)
    days = WEEK[start:] + WEEK[:start]
    return [(day, sorted((span["opens"], span["closes"]) for span in hours["weekly"] if day in span["days"])) for day in days]


def short_week(hours: Mapping[str, Any], language: PageLanguage) -> list[tuple[int, str, list[str]]]:
    """Each day's number (Sunday is 0), short name, and opening hours in a short form: 8:30–13."""
    names = short_days(language)
    return [
        (
            WEEK.index(day),
            names[WEEK.index(day)],
            [f"{short_clock(opens, language)}–\u200b{short_clock(closes, language)}" for opens, closes in spans],
        )
        for day, spans in week(hours, language.first_day)
    ]


def short_days(language: PageLanguage) -> list[str]:
    """Short names of the days, from Sunday on. Hebrew has letters here, because its abbreviations repeat the word for day."""
    names = language.rules.days["stand-alone"]
    width = "narrow" if any(" " in name for name in names["abbreviated"].values()) else "abbreviated"
    return [names[width][(number - 1) % len(WEEK)].rstrip(".") for number in range(len(WEEK))]


def hours_of_places(places: Sequence[Mapping[str, Any]], language: PageLanguage) -> str:
    """JSON for the script of the page, which says which places are open; empty without opening hours."""
    hours = [place_hours(place["hours"], language) if "hours" in place else None for place in places]
    return json_ld.safe_in_html(orjson.dumps(hours)) if any(hours) else ""


def place_hours(hours: Mapping[str, Any], language: PageLanguage) -> dict[str, Any]:
    """The opening hours of a place for the script. Closures have the page's order."""
    closures = sorted(hours.get("closures", ()), key=itemgetter("from"))
    phrases = {key: language.phrases[key] for key in (*OPENING, *CLOSED)}
    if hours.get("byAppointment"):
        # Patients need an appointment even while the office is open.
        phrases |= {"frame": language.phrases["office"], "open_until": language.phrases["office_open_until"]}
    return {
        "timezone": hours["timezone"],
        "week": [spans for _, spans in week(hours)],
        "closures": [(days["from"], days.get("to", FOREVER), days.get("reason", "")) for days in closures],
        "phrases": phrases,
    }


def long_closure(place: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The last long closure of a place, if there is any. The script says whether it is over."""
    closures = sorted(place.get("hours", {}).get("closures", ()), key=itemgetter("from"))
    return next(filter(is_long, reversed(closures)), None)


def is_long(closure: Mapping[str, Any]) -> bool:
    """Whether a closure lasts until further notice, or longer than a month."""
    first, last = closure["from"], closure.get("to")
    with suppress(ValueError):  # a database that someone edited can have any text
        return not last or date.fromisoformat(last) - date.fromisoformat(first) > LONG_CLOSURE
    return False
