"""The profile page: person, places of work, services, research, and selected publications."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from markupsafe import Markup

from api.context import Context
from api.formats import json_ld
from api.http.response import Representation
from api.page_language import PageLanguage
from api.pages.chart import Bar, bars, is_informative
from api.pages.cv_sections import CareerSection, former_position, group_by_section, highlights, training_entries
from api.pages.discovery import Link, author_links, service_links
from api.pages.localized import localize
from api.pages.page import MIN_SEARCHED, render_page, translations_of
from api.pages.place import Place, hours_of_places, links_beside_places, week_size
from api.pages.publication_items import Item, count_publications_about, find_highlights, link_to_list
from api.pages.schema_org import script_content
from api.pages.services import link_conditions, price_list
from api.pages.text_html import list_text, prose
from db.store import Store, Values

# The identifier of the section with the owner's books.
BOOKS = "cv-book"


def home(context: Context) -> Representation:
    """Show the profile. The owner's texts without a version in the page's language appear in the first language."""
    if any(context.params.values()):  # browsers also submit empty fields
        # Redirect to the list with the same query, as api/README.md promises.
        return Representation(b"", headers={"Location": link_to_list(context, context.params)}, status=308)
    store, language = context.store, context.language
    total, selected = store.total(), find_highlights(context)
    zone = store.document("clinic").get("hours", {}).get("timezone", "")
    places = [Place(document, language, zone) for document in store.places_on_pages()]
    # Services name their places in the first language.
    names = {document["name"]: place.short_name for document, place in zip(store.places_on_pages(), places, strict=True)}
    # A book comes before other featured entries.
    featured = sorted(group_by_section(highlights(store), context), key=lambda group: group.id != BOOKS)
    services = [(service.get("category", ""), localize(service, language)) for service in store.services()]
    categories = category_headings(services, context.labels("services", "category"))
    return render_page(
        context,
        "profile",
        translations_of(context, "/"),
        links=signposts(context),
        featured=featured,
        categories=categories,
        photo=[(context.address("/images/{name}", name=name), *size) for name, *size in store.photo()],
        og_locale=og_locale,
        former=former_position(store, language),
        places=places,
        office=store.document("clinic").get("phone"),
        in_reach=[place for place in places if place.is_in_reach],
        summary_of=partial(summary_of, places=places, language=language),
        split_biography=partial(split_biography, language=language),
        booking_links=partial(links_beside_places, places=places, language=language),
        hours=hours_of_places(places, language),
        week_size=week_size(places),
        services=price_list(services, categories, context.labels("services", "tags"), names),
        conditions=link_conditions(store.document("profile"), store.services(), language),
        research=localize(store.document("research"), language),
        areas=[
            (localize(area, language), *count_publications_about(context, area, total))
            for area in store.document("research")["areas"]
        ],
        training=training_entries(store, language),
        structured=script_content(context),
        selected=selected,
        publications=total,
        bars=chart(store) if total >= MIN_SEARCHED else [],
        order=order_of_parts(places, selected, featured),
    )


def order_of_parts(places: Sequence[Place], selected: Sequence[Item], featured: Sequence[CareerSection]) -> Sequence[str]:
    """The order of the page's parts. It begins with what matters most to patients, readers of papers, or readers of books."""
    if places:
        return ("conditions", "services", "about", "research", "publications", "career", "training")
    if selected and selected[0].publication.is_featured and not (featured and featured[0].id == BOOKS):
        return ("publications", "research", "about", "career", "conditions", "services", "training")
    return ("career", "publications", "research", "about", "conditions", "services", "training")


def summary_of(profile: Mapping[str, Any], places: Sequence[Place], language: PageLanguage) -> str:
    """One line for search engines: the first position and, for patients, where they can come, and whether new ones can."""
    sentences = [f"{position}." for position in profile["positions"][:1]]
    phrases = language.phrases
    names = [place.short_name for place in places]
    accepting = [place.short_name for place in places if place.new_patients == "yes"]
    answers = {place.new_patients for place in places}
    if len(places) == 1:
        names = [place.document.get("address") or place.short_name for place in places]
    if places:
        sentences.append(f"{list_text(names, language).removesuffix('.')}.")
    if len(answers) == 1 and all(answers):
        [answer] = answers
        sentences.append(f"{phrases['new_patients_' + answer]}.")
    elif accepting:
        sentences.append(f"{list_text(accepting, language)}{phrases['colon']}{phrases['new_patients_yes']}.")
    return " ".join(sentences)


def signposts(context: Context) -> list[Link]:
    """Links to the owner, data about the owner, and the API (signposting.org)."""
    data = Link("describedby", context.url("/profile.jsonld"), json_ld.JSON_LD_FORMAT.media_type)
    return [*author_links(context), data, *service_links(context)]


def chart(store: Store) -> list[Bar]:
    """Draw the publications of each year, if a chart is informative."""
    totals = dict(store.facets(names=("years",))["years"])
    return bars(totals, totals) if is_informative(totals) else []


def split_biography(biography: str, language: PageLanguage) -> tuple[Markup, list[Markup]]:
    """Render a biography: its first paragraph, for the top of the page, and the blocks after it."""
    blocks = prose(biography, language)
    return (blocks[0], blocks[1:]) if blocks and blocks[0].startswith("<p>") else (Markup(""), blocks)


def og_locale(code: str) -> str:
    """A language in the form of Open Graph: with the territory where most of its speakers live."""
    from babel.core import get_global

    locale = code.replace("-", "_")
    language, *_, territory = get_global("likely_subtags").get(locale, locale).split("_")
    return f"{language}_{territory}"


def category_headings(services: Iterable[tuple[str, Values]], labels: Mapping[str, str]) -> dict[str, str]:
    """Headings by category, in the order of the categories' first rows."""
    headings: dict[str, str] = {}
    for category, service in services:
        if category and headings.get(category, category) == category:  # one row with a version is enough
            headings[category] = labels.get(category, service["category"])
    return headings
