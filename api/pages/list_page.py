"""The list of publications as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from api.context import Context
from api.formats.citations import STYLES
from api.formats.export_formats import DOWNLOAD_FORMATS, RECORD_FORMATS
from api.http.response import Representation
from api.pages.chart import Bar, bars, is_informative
from api.pages.discovery import Link
from api.pages.localized import localize
from api.pages.page import MIN_SEARCHED, render_page, translations_of
from api.pages.publication_items import (
    PAGE_SIZE,
    ItemLinks,
    all_items,
    has_every_item,
    keywords_of,
    link_to_list,
    links_within,
    page_of_items,
)
from api.query.parameters import FEATURED, HAS_DATA, JOURNAL, JOURNAL_IS, KEYWORDS, OFFSET, SUMMARY, TYPE, YEAR, Q, page_offsets

# With fewer matching publications, a chart would say nothing.
MIN_CHARTED = 5
# Number of journals to choose from, most frequent first.
MAX_JOURNALS = 100
# Downloads of one publication in the list: files for reference managers, then citations.
CITE_AS = [
    *((form.title, f"format={form.name}") for form in RECORD_FORMATS if form.download_id),
    *((style.title, f"format=citation&style={name}") for name, style in STYLES.items()),
]


LIST_PAGE_PARAMETERS = (Q, KEYWORDS, YEAR, TYPE, JOURNAL_IS, JOURNAL, FEATURED, SUMMARY, HAS_DATA, OFFSET)
# Filters of the form that are on or off, with the phrase that names each.
FLAGS = {FEATURED.name: "selected", SUMMARY.name: "in_plain_words", HAS_DATA.name: "with_data"}


def list_page(context: Context, item_links: ItemLinks = links_within, links: Sequence[Link] = ()) -> Representation:
    """Show the publications that match the query."""
    choices = context.store.facets(limit=MAX_JOURNALS, names=("years", "journals", "types"))
    totals = dict(choices["years"])
    is_complete = has_every_item(context)
    entries, total = all_items(context, item_links) if is_complete else page_of_items(context)
    areas = areas_by_keywords(context)
    chosen = {name for name, value in context.params.items() if value != "" and name != OFFSET.name}
    return render_page(
        context,
        "publications",
        translations_of(context, "/publications"),
        links,
        values=context.params,
        downloads=[(form.title, context.address(form.export_path)) for form in DOWNLOAD_FORMATS],
        cite_as=CITE_AS,
        total=total,
        is_complete=is_complete,
        years=[(year, list(group)) for year, group in groupby(entries, lambda pair: pair[0].publication.year)],
        is_searchable=bool(totals) and (bool(chosen) or sum(totals.values()) >= MIN_SEARCHED),
        chosen=chosen,
        areas=[(keywords, count) for keywords in areas if keywords and (count := context.store.total({"keywords": keywords}))],
        area_names=areas,
        flags=[(name, phrase, context.store.total({name: "true"})) for name, phrase in FLAGS.items()],
        bars=linked_chart(context, totals),
        min_charted=MIN_CHARTED,
        choices=choices,
        neighbors={} if is_complete else neighbors(context, total),
    )


def areas_by_keywords(context: Context) -> dict[str, str]:
    """Names of the research areas, by their keywords."""
    areas = context.store.document("research")["areas"]
    return {keywords_of(area): localize(area, context.language)["name"] for area in areas}


def linked_chart(context: Context, totals: Mapping[int, int]) -> list[tuple[Bar, str]]:
    """Pair each bar with the address of the list of its publications."""
    if sum(totals.values()) < MIN_SEARCHED or not is_informative(totals):
        return []
    params = {**context.params, "year": ""}
    is_filtered = context.store.is_filtered(params)
    counts = dict(context.store.facets(params, names=("years",))["years"]) if is_filtered else totals
    chosen = context.params.get("year")
    return [
        (bar, link_to_list(context, {**params, "offset": 0, "year": "" if bar.year == chosen else bar.year}))
        for bar in bars(totals, counts)
    ]


def neighbors(context: Context, total: int) -> dict[str, str]:
    """Link to the first, previous, next and last page of the list, if there are others."""
    offsets = page_offsets(PAGE_SIZE, context.params.get("offset", 0), total)
    return {relation: link_to_list(context, {**context.params, "offset": offset}) for relation, offset in offsets.items()}
