"""The profile page: the whole profile on one page, in English and in Hebrew, with the publications to search."""

from __future__ import annotations

import json
from typing import Any

from api.context import Context
from api.formats.schema_org import embedded
from api.handlers.discovery import service_links
from api.handlers.publications import filters
from api.http.query_string import Parameter
from api.http.representation import Representation
from api.pages.chart import bars
from api.pages.clinic import map_address, week
from api.pages.page import FILES, STYLE_NAMES, address, page
from api.pages.phrases import CATEGORIES, DAYS, PHRASES, TAGS
from api.parameters import JOURNAL, OFFSET, YEAR, Q

PATHS = {"en": "/", "he": "/he"}
PAGE_SIZE = 50
# The longest list of journals to choose from.
MAX_JOURNALS = 100
# A browser submits the empty option of the form, too.
OPTIONAL_YEAR = Parameter(
    "year",
    "Only publications from this year. Empty: no filter.",
    {"type": "string", "pattern": "^(-?[0-9]+)?$"},
    lambda text: YEAR.parse(text) if text else "",
)
PARAMETERS = (Q, OPTIONAL_YEAR, JOURNAL, OFFSET)


def english(context: Context) -> Representation:
    return profile(context, "en")


def hebrew(context: Context) -> Representation:
    return profile(context, "he")


def profile(context: Context, language: str) -> Representation:
    """The page in a language. What the owner wrote in English only stands there in English."""
    store = context.store
    clinic = json.loads(store.document("clinic"))
    return page(
        context,
        "profile",
        {"Link": service_links(context)},
        language=language,
        path=PATHS[language],
        t=PHRASES[language],
        days=DAYS[language],
        categories=CATEGORIES[language],
        tags=TAGS[language],
        profile=json.loads(store.document("profile")),
        clinic=clinic,
        week=week(clinic["hours"]) if "hours" in clinic else [],
        map_address=map_address(clinic["coordinates"]) if "coordinates" in clinic else "",
        services=by_category(json.loads(b"[%b]" % store.services({}))),
        research=json.loads(store.document("research")),
        structured=embedded(context),
        **publications(context, f"{context.root}{PATHS[language]}"),
    )


def by_category(services: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The services by their category, both in the owner's order; those without one come under the empty name."""
    found: dict[str, list[dict[str, Any]]] = {}
    for service in services:
        found.setdefault(service.get("category", ""), []).append(service)
    return found


def publications(context: Context, path: str) -> dict[str, Any]:
    """The publications that fit the filters of the address, page by page, and what one can choose from."""
    store, values = context.store, context.values
    offset = values.get("offset", 0)
    _, items, total = store.publications(filters(values), PAGE_SIZE, offset)
    counted = store.facets({}, MAX_JOURNALS, ("years", "journals"))
    neighbours = {}
    if offset and offset - PAGE_SIZE < total:
        neighbours["prev"] = address(path, {**values, "offset": max(offset - PAGE_SIZE, 0)}, "publications")
    if offset + PAGE_SIZE < total:
        neighbours["next"] = address(path, {**values, "offset": offset + PAGE_SIZE}, "publications")
    return {
        "values": values,
        "total": total,
        "publications": json.loads(b"[%b]" % items),
        "bars": bars(counted["years"]),
        "years": counted["years"],
        "journals": counted["journals"],
        "neighbours": neighbours,
        "page_size": PAGE_SIZE,
        "cite_as": [*FILES[:3], *((style, f"format=citation&style={name}") for name, style in STYLE_NAMES.items())],
    }
