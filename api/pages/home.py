"""The profile page: person, places of work, services, research, and selected publications.

Its footer leads to the accessibility statement, which Israel's regulations on accessible services ask of clinics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from api.context import Context
from api.errors import ApiError
from api.formats import json_ld
from api.http.response import Representation
from api.page_language import PageLanguage
from api.pages.chart import Bar, bars
from api.pages.cv_sections import group_by_section, highlights
from api.pages.discovery import Link, author_links, service_links
from api.pages.list_page import MIN_CHART_YEARS
from api.pages.localization import prose
from api.pages.localized import localize
from api.pages.opening_hours import by_days, hours_of_places, long_closure, week
from api.pages.page import page, translations_of
from api.pages.publication_items import MIN_SEARCHED, count_publications_about, find_highlights, link_to_list
from api.pages.schema_org import map_url, script_content
from db.publication.author import split_titles
from db.publication.owner import monogram
from db.store import Store, Values


def home(context: Context) -> Representation:
    """Text of the owner without a version in its language is shown in the first one."""
    if any(context.values.values()):  # a browser also submits empty fields
        return redirect_to_list(context)
    store, language = context.store, context.language
    places = [localize(place, language) for place in store.places_on_pages()]
    services, total = store.services(), store.total()
    categories = category_headings(services, context.labels("services", "category"), language)
    return page(
        context,
        "profile",
        translations_of(context, "/"),
        links=signposts(context),
        featured=group_by_section(highlights(store), context.labels("cv", "section"), language),
        categories=categories,
        tags=context.labels("services", "tags"),
        monogram=monogram(localize(store.document("profile"), language)["name"]),
        photo=[(context.address("/images/{name}", name=name), *size) for name, *size in store.photo()],
        og_locale=og_locale,
        places=places,
        promise_of=partial(promise_of, language=language),
        split_titles=split_titles,
        booking_links=partial(booking_links, language=language),
        week=partial(week, first_day=language.first_day),
        by_days=partial(by_days, language=language),
        long_closure=long_closure,
        short_name=short_name,
        hours=hours_of_places(places, language),
        map_address=map_address,
        directions=directions,
        services=by_category(services, categories, language),
        place_names=place_names(store.places_on_pages(), language),
        research=localize(store.document("research"), language),
        areas=[
            (localize(area, language), *count_publications_about(context, area, total))
            for area in store.document("research")["areas"]
        ],
        structured=script_content(context),
        selected=find_highlights(context),
        publications=total,
        bars=chart(store) if total >= MIN_SEARCHED else [],
    )


def signposts(context: Context) -> list[Link]:
    """Link to the owner, the data about the owner, and the API (signposting.org)."""
    data = Link("describedby", context.url("/profile.jsonld"), json_ld.FORMAT.media_type)
    return [*author_links(context), data, *service_links(context)]


def redirect_to_list(context: Context) -> Representation:
    """Keep the query, because the home page held the list in earlier versions."""
    return Representation(b"", headers={"Location": link_to_list(context, context.values)}, status=308)


def accessibility(context: Context) -> Representation:
    """Return the statement: what was tested, the limits, and to whom to report a problem.

    Raises:
        ApiError: there is nobody to report to.
    """
    contact = context.site.get("accessibility")
    if contact is None:
        raise ApiError("not_found", "This site has no accessibility statement.")
    return page(context, "accessibility", translations_of(context, "/accessibility"), contact=localize(contact, context.language))


def chart(store: Store) -> list[Bar]:
    """Draw the publications of each year, if there are enough years."""
    totals = dict(store.facets(names=("years",))["years"])
    return bars(totals, totals) if len(totals) >= MIN_CHART_YEARS else []


def promise_of(biography: str, language: PageLanguage) -> tuple[Markup, list[Markup]]:
    """Render a biography: its first paragraph, for the top of the page, and the blocks after it."""
    blocks = prose(biography, language)
    return (blocks[0], blocks[1:]) if blocks and blocks[0].startswith("<p>") else (Markup(""), blocks)


def booking_links(values: Mapping[str, Any], language: PageLanguage) -> list[tuple[str, str]]:
    """Pairs of a label and an address: those in the language of the page first."""
    links = values.get("bookingLinks", {}).items()
    return sorted(links, key=lambda link: language.of(link[0])[0] != language.code)


def og_locale(code: str) -> str:
    """A language as networks want it (Open Graph): with the territory where most of its speakers are."""
    from babel.core import get_global

    locale = code.replace("-", "_")
    language, *_, territory = get_global("likely_subtags").get(locale, locale).split("_")
    return f"{language}_{territory}"


def short_name(place: Mapping[str, Any]) -> str:
    """Return what distinguishes a place from the others on a card, such as its city."""
    name: str = place.get("shortName") or place["name"]
    return name


def place_names(places: Iterable[Values], language: PageLanguage) -> dict[str, str]:
    """Return the short names of the places by the names under which services have them."""
    return {place["name"]: short_name(localize(place, language)) for place in places}


def map_address(place: Mapping[str, Any]) -> str:
    """A map of a place: the owner's, one of its coordinates, or a search of its address; empty without any."""
    if "mapLink" in place or "coordinates" in place:
        return str(place.get("mapLink") or map_url(place["coordinates"]))
    return map_page("search", query=place["address"]) if place.get("address") else ""


def directions(place: Mapping[str, Any]) -> str:
    """A route to a place; the owner's map, where only that knows where the place is; empty without any."""
    if "coordinates" in place:
        return map_page("directions", to="{latitude},{longitude}".format(**place["coordinates"]))
    if "mapLink" in place:
        return str(place["mapLink"])
    return map_page("directions", to=place["address"]) if place.get("address") else ""


def map_page(name: str, **query: str) -> str:
    return f"https://www.openstreetmap.org/{name}?{urlencode(query)}"


def category_headings(services: Sequence[Values], labels: Mapping[str, str], language: PageLanguage) -> dict[str, str]:
    """Name each category: labels, then the owner's headings in the order of their first rows."""
    headings = {**labels}
    for service in services:
        category = service.get("category", "")
        if category and headings.get(category, category) == category:  # one row with a version is enough
            headings[category] = localize(service, language)["category"]
    return headings


def by_category(services: Sequence[Values], headings: Iterable[str], language: PageLanguage) -> dict[str, list[Values]]:
    """Group services by category in the order of the headings; the last ones have none, and an empty key."""
    groups: dict[str, list[Values]] = {category: [] for category in (*headings, "")}
    for service in services:
        groups[service.get("category", "")].append(localize(service, language))
    return {category: group for category, group in groups.items() if group}
