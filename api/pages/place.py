"""A place of work on a page: where it is, how to reach it, and when it is open."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import starmap
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

import orjson

from api.formats import json_ld
from api.page_language import PageLanguage
from api.pages.dates import short_clock
from api.pages.localized import localize
from api.pages.telephone import local_number, spaced_number, with_spaces_of
from db.languages import ARABIC, WEEK

# Sentences about the next opening and closures, for the script.
SENTENCES = (
    *("open_until", "opens_today", "opens_tomorrow", "opens_on_day", "opens_on_date"),
    *("by_appointment", "office", "office_open_until", "colon"),
    *("closed", "closed_today", "closed_for", "closed_until", "closed_indefinitely"),
)
# Hours after which a 12-hour clock repeats, the last hour of a day, and the hours at which places usually open. Without AM or PM,
# 8–12 is in the morning and 1–5 in the afternoon, but 6–9 could be either.
HALF_A_DAY, LAST_HOUR, DAYTIME = 12, 23, range(8, 17)
# The end of a closure until further notice, for the script.
FOREVER = "9999-12-31"
# Visitors must know about longer closures before anything else.
LONG_CLOSURE = timedelta(days=31)
# Classes of style.css by the maximum number of characters in a week; a day without hours is as wide as its name.
WEEK_SIZES, WEEK_CHARACTERS, SHORT_DAY = ("", " long", " longer", " longest"), (37, 47, 58), "10–13"
Spans = list[tuple[str, str]]


class Place:
    """A place of work in the language of a page.

    ``zone`` is the time zone of the clinic, for a place without opening hours.

    Attributes:
        document: its fields in the API, with their texts in this language.
        hours: its opening hours; empty if the owner gives none.
        closures: when it is closed, earliest first.
    """

    def __init__(self, document: Mapping[str, Any], language: PageLanguage, zone: str = "") -> None:
        self.document = localize(document, language)
        self.language = language
        self.hours: Mapping[str, Any] = self.document.get("hours", {})
        self.zone = self.hours.get("timezone", zone)
        self.closures: list[Mapping[str, Any]] = sorted(self.hours.get("closures", ()), key=itemgetter("from"))

    def __getitem__(self, name: str) -> Any:
        """A field by its name in the API. Templates write ``place.address``."""
        return self.document[name]

    @property
    def short_name(self) -> str:
        name: str = self.document.get("shortName") or self.document["name"]
        return name  # not str(), which would lose its language

    @property
    def is_online(self) -> bool:
        """Whether visits are by video or telephone."""
        return bool(self.document.get("online"))

    @property
    def is_closed(self) -> bool:
        """Whether it is closed until further notice. The script says whether that has begun."""
        return any("to" not in closure for closure in self.closures)

    @property
    def new_patients(self) -> str:
        """Whether new patients can come: ``yes``, ``no``, ``existing`` or ``referral``; "" if unknown or closed."""
        return "" if self.is_closed else str(self.document.get("newPatients", ""))

    @property
    def is_in_reach(self) -> bool:
        """Whether visitors can book or call, and it is not closed until further notice."""
        return not self.is_closed and ("bookingLinks" in self.document or "phone" in self.document)

    @property
    def booking_links(self) -> list[tuple[str, str]]:
        return booking_links(self.document, self.language)

    @property
    def local_number(self) -> str:
        """The telephone number as people write it inside the country of the place."""
        return self.other_number(self.document["phone"])

    @property
    def spaced_number(self) -> str:
        """The telephone number for callers from anywhere."""
        return spaced_number(self.document["phone"])

    def other_number(self, address: str) -> str:
        """The number of a ``tel:`` or ``sms:`` link, as people write it there; of any other link, ""."""
        scheme, _, number = address.rpartition(":")
        if scheme not in ("", "tel", "sms"):
            return ""
        number = with_spaces_of(number, self.document.get("phone", ""))
        return local_number(number, self.zone)

    @property
    def map_address(self) -> str:
        """A map: the owner's link, the coordinates, or a search for the address; empty without any or if the place is online."""
        if self.is_online:
            return ""
        if "mapLink" in self.document:
            return str(self.document["mapLink"])
        if "coordinates" in self.document:
            return map_url(self.document["coordinates"])
        return map_page("search", query=self.document["address"]) if self.document.get("address") else ""

    @property
    def directions(self) -> str:
        """A route. Without coordinates, the owner's map comes before the address; empty without any or if the place is online."""
        if self.is_online:
            return ""
        if "coordinates" in self.document:
            return map_page("directions", to="{latitude},{longitude}".format(**self.document["coordinates"]))
        if "mapLink" in self.document:
            return str(self.document["mapLink"])
        return map_page("directions", to=self.document["address"]) if self.document.get("address") else ""

    @property
    def has_doors(self) -> bool:
        """Whether it opens and closes. Home visits have hours, but no place."""
        return self.is_online or bool(self.directions)

    @property
    def week(self) -> list[tuple[str, Spans]]:
        """The days of the week, each with its opening and closing times, earliest first."""
        return week(self.hours, self.language.first_day)

    @property
    def short_week(self) -> list[tuple[int, str, list[str]]]:
        """Each day's number (Sunday is 0), short name, and opening hours in a short form: 8:30–13."""
        names = short_days(self.language)
        return [(WEEK.index(day), names[WEEK.index(day)], [*starmap(self.short_span, spans)]) for day, spans in self.week]

    def short_span(self, opens: str, closes: str) -> str:
        """``8:30–13``; on a 12-hour clock ``8:30–1`` or, if the numbers could mean other hours, ``8:30 AM–10 PM``.

        In Arabic, a reader could take ``9–2`` for two to nine, so every span says which half of the day it means.
        """
        first, last = int(opens[:2]), int(closes[:2])
        is_in_one_half = first // HALF_A_DAY == min(last, LAST_HOUR) // HALF_A_DAY
        is_ambiguous = last - first >= HALF_A_DAY or (is_in_one_half and first not in DAYTIME)
        with_half = is_ambiguous or self.language.script == ARABIC
        start = short_clock(opens, self.language, with_half=with_half and first // HALF_A_DAY != last // HALF_A_DAY)
        return f"{start}–{short_clock(closes, self.language, with_half=with_half)}"

    @property
    def long_closure(self) -> Mapping[str, Any] | None:
        """The last long closure, if there is any. The script says whether it is over."""
        return next(filter(is_long, reversed(self.closures)), None)

    @property
    def hours_for_script(self) -> dict[str, Any] | None:
        """What the script of the page needs to say whether the place is open; None without opening hours."""
        if not self.hours:
            return None
        return {
            "timezone": self.hours["timezone"],
            "week": [spans for _, spans in week(self.hours)],
            "closures": [(days["from"], days.get("to", FOREVER), days.get("reason", "")) for days in self.closures],
            "opens": self.has_doors,
            "byAppointment": self.has_doors and self.hours.get("byAppointment", False),
            "online": self.is_online,
        }


def hours_of_places(places: Sequence[Place], language: PageLanguage) -> str:
    """JSON for the script of the page, which says which places are open; empty without opening hours."""
    hours = {"places": [place.hours_for_script for place in places], "phrases": {key: language.phrases[key] for key in SENTENCES}}
    return json_ld.safe_in_html(orjson.dumps(hours)) if any(hours["places"]) else ""


def week_size(places: Iterable[Place]) -> str:
    """A class of style.css that says how wide the widest week is, so that all weeks of a page have one form."""
    weeks = (place.short_week for place in places if place.hours.get("weekly"))
    widths = (sum(max(map(len, [*spans, name, SHORT_DAY])) for _, name, spans in week) for week in weeks)
    return WEEK_SIZES[bisect_left(WEEK_CHARACTERS, max(widths, default=0))]


def booking_links(document: Mapping[str, Any], language: PageLanguage) -> list[tuple[str, str]]:
    """Pairs of label and address, of a person or a place. Links in the language of the page come first."""
    links = document.get("bookingLinks", {}).items()
    return sorted(links, key=lambda link: language.of_text(link[0]).code != language.code)


def links_beside_places(profile: Mapping[str, Any], places: Iterable[Place], language: PageLanguage) -> list[tuple[str, str]]:
    """The owner's links for booking, without addresses that a place has anyway."""
    taken = {address for place in places for _, address in place.booking_links}
    return [(label, address) for label, address in booking_links(profile, language) if address not in taken]


def map_url(coordinates: Mapping[str, float]) -> str:
    """The address of a map that shows a marker."""
    return "https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=17/{latitude}/{longitude}".format(**coordinates)


def map_page(name: str, **query: str) -> str:
    return f"https://www.openstreetmap.org/{name}?{urlencode(query)}"


def week(hours: Mapping[str, Any], first_day: str = WEEK[0]) -> list[tuple[str, Spans]]:
    """The days of the week from ``first_day`` on, each with its opening and closing times, earliest first."""
    start = WEEK.index(first_day)
    days = WEEK[start:] + WEEK[:start]
    return [(day, sorted((span["opens"], span["closes"]) for span in hours["weekly"] if day in span["days"])) for day in days]


def short_days(language: PageLanguage) -> list[str]:
    """Short names of the days, from Sunday on. Hebrew has letters here, because its abbreviations repeat the word for day."""
    names = language.rules.days["stand-alone"]
    width = "narrow" if any(" " in name for name in names["abbreviated"].values()) else "abbreviated"
    return [names[width][(number - 1) % len(WEEK)].rstrip(".") for number in range(len(WEEK))]


def is_long(closure: Mapping[str, Any]) -> bool:
    """Whether a closure lasts until further notice, or longer than a month."""
    first, last = closure["from"], closure.get("to")
    return not last or date.fromisoformat(last) - date.fromisoformat(first) > LONG_CLOSURE
