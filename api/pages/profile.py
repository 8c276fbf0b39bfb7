"""The profile page in English and Hebrew: person, clinic, services, research, and the list of publications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from api.context import Context
from api.data.store import parsed
from api.formats.citations import STYLES
from api.formats.schema_org import map_url
from api.handlers.schema_org import embedded
from api.handlers.well_known import service_links
from api.http.query_string import Parameter
from api.http.representation import Representation
from api.pages.chart import bars
from api.pages.page import FILES, page
from api.pages.phrases import DAYS, PHRASES, WEEK
from api.parameters import FILTERS, JOURNAL, OFFSET, YEAR, Q, select

PATHS = {"en": "/", "he": "/he"}
PAGE_SIZE = 50
# Number of journals to choose from, most frequent first.
MAX_JOURNALS = 100


class OptionalParameter(Parameter):
    """A parameter of a form: a browser also submits a field that is empty."""

    def parse(self, text: str) -> Any:
        return super().parse(text) if text else ""


PARAMETERS = (Q, OptionalParameter(YEAR.name, YEAR.description, YEAR.schema, YEAR.accepted), JOURNAL, OFFSET)


def english(context: Context) -> Representation:
    return profile(context, "en")


def hebrew(context: Context) -> Representation:
    return profile(context, "he")


def profile(context: Context, language: str) -> Representation:
    """Return the page in a language. Text of the owner that has no Hebrew version is shown in English."""
    store = context.store
    clinic = store.values("clinic")
    return page(
        context,
        "profile",
        {"Link": service_links(context)},
        language=language,
        path=PATHS[language],
        t=PHRASES[language],
        days=DAYS[language],
        categories=store.labels("services", "category", language),
        tags=store.labels("services", "tags", language),
        profile=store.values("profile"),
        clinic=clinic,
        week=week(clinic["hours"]) if "hours" in clinic else [],
        map_address=map_url(clinic["coordinates"]) if "coordinates" in clinic else "",
        services=by_category(parsed(store.services())),
        research=store.values("research"),
        structured=store.snapshot.keep("structured", lambda: embedded(context)),
        **publications(context, f"{context.root}{PATHS[language]}"),
    )


def week(hours: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each day of the week with its opening and closing times, earliest first."""
    return [(day, sorted((span["opens"], span["closes"]) for span in hours["weekly"] if day in span["days"])) for day in WEEK]


def link(path: str, values: Mapping[str, Any]) -> str:
    """Return the address of a page of the list, with the parameters that are set."""
    query = urlencode({name: value for name, value in values.items() if value not in ("", 0)})
    return f"{path}{'?' if query else ''}{query}#publications"


def by_category(services: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Group services by category in the owner's order; the key of services without a category is empty."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for service in services:
        groups.setdefault(service.get("category", ""), []).append(service)
    return groups


def publications(context: Context, path: str) -> dict[str, Any]:
    """Return one page of the publications that match the query, with the chart and the choices of the search form."""
    store, values = context.store, context.values
    offset = values.get("offset", 0)
    _, items, total = store.publications(select(FILTERS, values), PAGE_SIZE, offset)
    counts = store.snapshot.keep("choices", lambda: store.facets(limit=MAX_JOURNALS, names=("years", "journals")))
    neighbours = {}
    if offset and offset - PAGE_SIZE < total:
        neighbours["prev"] = link(path, {**values, "offset": max(offset - PAGE_SIZE, 0)})
    if offset + PAGE_SIZE < total:
        neighbours["next"] = link(path, {**values, "offset": offset + PAGE_SIZE})
    return {
        "values": values,
        "total": total,
        "publications": parsed(items),
        "bars": bars(counts["years"]),
        "years": counts["years"],
        "journals": counts["journals"],
        "neighbours": neighbours,
        "cite_as": [*FILES[:3], *((title, f"format=citation&style={style}") for style, (title, _) in STYLES.items())],
    }
