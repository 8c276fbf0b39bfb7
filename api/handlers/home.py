"""The profile page in English and Hebrew: person, clinic, services, research, and selected publications."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

import orjson

from api.context import Context
from api.formats.json_ld import safe_in_html
from api.handlers.list_page import moved, selected
from api.handlers.schema_org import embedded, map_url
from api.handlers.well_known import service_links
from api.http.representation import Representation
from api.pages.page import page, translations_of
from api.pages.phrases import DAYS, PHRASES, WEEK
from api.pages.text import twin
from db.names import monogram

# What the page says about the next opening.
OPENING = ("open_until", "opens_today", "opens_tomorrow", "opens_on_day", "opens_on_date", "closed", "closed_today", "closed_for")


def home(context: Context) -> Representation:
    """Return the page. Text of the owner that has no Hebrew version is shown in English."""
    if context.values:
        return moved(context)
    store, language = context.store, context.language
    clinic = store.values("clinic")
    return page(
        context,
        "profile",
        translations_of(context, "/"),
        headers={"Link": service_links(context)},
        days=DAYS[language],
        categories=store.labels("services", "category", language),
        tags=store.labels("services", "tags", language),
        monogram=monogram(twin(store.values("profile"), "name", language)),
        photo=[(context.address("/images/{name}", name=name), *size) for name, *size in store.photo()],
        clinic=clinic,
        week=week(clinic["hours"]) if "hours" in clinic else [],
        hours=hours(clinic["hours"], language) if "hours" in clinic else "",
        map_address=map_address(clinic),
        services=by_category(store.services()),
        research=store.values("research"),
        structured=embedded(context),
        selected=selected(context),
        publications=store.row_counts()["publications"],
    )


def week(hours: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each day of the week with its opening and closing times, earliest first."""
    return [(day, sorted((span["opens"], span["closes"]) for span in hours["weekly"] if day in span["days"])) for day in WEEK]


def hours(hours: Mapping[str, Any], language: str) -> str:
    """Return the JSON from which the script of the page says whether the clinic is open, with closures in the page's order."""
    closures = sorted(hours.get("closures", ()), key=itemgetter("from"))
    phrases = {key: PHRASES[language][key] for key in OPENING}
    if hours.get("byAppointment"):
        # Patients need an appointment even while the office is open.
        phrases |= {"frame": PHRASES[language]["office"], "open_until": PHRASES[language]["office_open_until"]}
    values = {
        "timezone": hours["timezone"],
        "week": [spans for _, spans in week(hours)],
        "closures": [(days["from"], days["to"], twin(days, "reason", language) or "") for days in closures],
        "phrases": phrases,
    }
    return safe_in_html(orjson.dumps(values).decode())


def map_address(clinic: Mapping[str, Any]) -> str:
    """Return the URL of a map of the clinic, by its coordinates or else its address."""
    if "coordinates" in clinic:
        return map_url(clinic["coordinates"])
    return f"https://www.openstreetmap.org/search?{urlencode({'query': clinic['address']})}"


def by_category(services: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Group services by category in the owner's order; the key of services without a category is empty."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for service in services:
        groups.setdefault(service.get("category", ""), []).append(service)
    return groups
