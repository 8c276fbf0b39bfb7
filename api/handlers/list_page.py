"""The list of publications as a page, in English and Hebrew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from markupsafe import Markup

from api.context import Context
from api.formats.citations import STYLES
from api.formats.format import year_and_locators
from api.formats.registry import EXPORTED, RECORD_FORMATS
from api.http.query_string import Parameter
from api.http.response import Representation
from api.pages.authors import author_list
from api.pages.chart import Bar, bars
from api.pages.page import full_text, page, path_of, translations_of
from api.pages.templates import render
from api.pages.text import PHRASES, marked, partial_date, prose, script_of, twin
from api.parameters import JOURNAL, JOURNAL_IS, KEYWORDS, LONGEST_NAME, OFFSET, TYPE, YEAR, Q, page_offsets
from db.publication.identifiers import doi_url, searched_pmid
from db.publication.notice import notice_of
from db.publication.owner import Owner

# Up to this many are all in one page, whose script shows and hides them. With more, it has this many at a time.
MAX_ON_ONE_PAGE = 500
PAGE_SIZE = 100
# The home page shows the featured publications or, without any, this many.
LATEST = 5
# A list of fewer publications needs no search, and a chart of these or of fewer years would say nothing.
MIN_SEARCHED = 10
MIN_CHART_YEARS = 4
# Number of journals to choose from, most frequent first.
MAX_JOURNALS = 100
# Downloads of one publication in the list: files for reference managers, then citations.
CITE_AS = [
    *((form.title, f"format={form.name}") for form in RECORD_FORMATS if form.export),
    *((style.title, f"format=citation&style={name}") for name, style in STYLES.items()),
]


class OptionalParameter(Parameter):
    """A parameter of a form: a browser also submits a field that is empty."""

    def parse(self, text: str) -> Any:
        return super().parse(text) if text else ""


PARAMETERS = (
    Q,
    KEYWORDS,
    OptionalParameter(YEAR.name, YEAR.description, YEAR.schema, YEAR.accepted),
    OptionalParameter(TYPE.name, TYPE.description, TYPE.schema, TYPE.accepted, listed=TYPE.listed),
    JOURNAL_IS,
    JOURNAL,
    OFFSET,
)


@dataclass(frozen=True)
class Item:
    """A publication as an item of a list: the attributes and the content of the element."""

    publication: Mapping[str, Any]
    attributes: Markup
    content: Markup


def moved(context: Context) -> Representation:
    """Return a redirect to the list with the same query, for the home page, which held the list in earlier versions."""
    return Representation(b"", headers={"Location": link(context, context.values)}, status=308)


def list_page(context: Context) -> Representation:
    """Return the page, with the publications that match the query."""
    choices = context.store.facets(limit=MAX_JOURNALS, names=("years", "journals", "types"))
    totals = dict(choices["years"])
    is_complete = has_every_item(context)
    entries, total = every_item(context) if is_complete else page_of_items(context)
    return page(
        context,
        "publications",
        translations_of(context, "/publications"),
        values=context.values,
        downloads=[(form.title, context.address(form.export_path)) for form in EXPORTED],
        cite_as=CITE_AS,
        total=total,
        is_complete=is_complete,
        years=[(year, list(group)) for year, group in groupby(entries, lambda pair: pair[0].publication["year"])],
        is_searchable=bool(totals) and (any(context.values.values()) or sum(totals.values()) >= MIN_SEARCHED),
        bars=chart(context, totals),
        choices=choices,
        neighbours={} if is_complete else neighbours(context, total),
    )


def chart(context: Context, totals: Mapping[int, int]) -> list[tuple[Bar, str]]:
    """Return the bars of the chart, each with the number of publications that its link leads to."""
    if sum(totals.values()) < MIN_SEARCHED or len(totals) < MIN_CHART_YEARS:
        return []
    values = {**context.values, "year": ""}
    is_filtered = context.store.is_filtered(values)
    counts = dict(context.store.facets(values, names=("years",))["years"]) if is_filtered else totals
    chosen = context.values.get("year")
    return [
        (bar, link(context, {**values, "offset": 0, "year": "" if bar.year == chosen else bar.year}))
        for bar in bars(totals, counts)
    ]


def has_every_item(context: Context) -> bool:
    """Whether the page has all publications: if they are few, and on a site of files, where nothing answers a query."""
    return context.application.is_static or context.store.total() <= MAX_ON_ONE_PAGE


def every_item(context: Context) -> tuple[list[tuple[Item, bool]], int]:
    """Return all publications, each with whether it matches the query, and the number of those that do."""
    store = context.store
    matching = store.ids(context.values)
    all_items = items(context, store.all_publications())
    return [(item, number in matching) for number, item in enumerate(all_items, start=1)], len(matching)


def selected(context: Context) -> list[Item]:
    """Return the publications for the home page: those that the owner features, or else the latest."""
    featured, _ = context.store.publications({"featured": "true"})
    return items(context, featured or context.store.publications(limit=LATEST)[0])


def on_area(context: Context, area: Mapping[str, Any], total: int) -> tuple[int, str]:
    """Return the number of publications on a research area, by its keywords in both languages, and the address of their list.

    A list whose ``total`` is too short to be searched counts none: on a site of files, the address would show all of it.
    """
    keywords = [word.replace(",", " ") for field in ("keywords", "keywordsHebrew") for word in area.get(field, ())]
    values = {"keywords": ", ".join(keywords)[:LONGEST_NAME]}
    is_searchable = context.store.is_filtered(values) and total >= MIN_SEARCHED
    return context.store.total(values) if is_searchable else 0, link(context, values)


def page_of_items(context: Context) -> tuple[list[tuple[Item, bool]], int]:
    """Return a page of the publications that match the query, and the number of all that do."""
    publications, total = context.store.publications(context.values, PAGE_SIZE, context.values.get("offset", 0))
    return [(item, True) for item in items(context, publications)], total


def items(context: Context, listed: Sequence[Mapping[str, Any]]) -> list[Item]:
    """Return publications as items of a list on a page."""
    language, owner = context.language, Owner(context.store.values("profile"))
    type_names = context.store.labels("publications", "type", language)
    made = []
    for publication in listed:
        code, direction = script_of(publication["title"])
        content = render(
            context.application.templates,
            "item.html",
            publication=publication,
            notice=notice_of(publication),
            authors=author_list(publication, owner, language),
            address=context.root + path_of(context, publication, language),
            language=language,
            t=PHRASES[language],
            partial_date=partial(partial_date, language=language),
            marked=partial(marked, language=code),
            doi_url=doi_url,
            searched_pmid=searched_pmid,
            source_of=year_and_locators,
            full_text=full_text,
            type_names=type_names,
            twin=partial(twin, language=language),
            prose=partial(prose, language=language),
        )
        attributes = Markup("") if direction == "ltr" else Markup(' lang="{}" dir="{}"').format(code, direction)
        made.append(Item(publication, attributes, Markup(content.decode())))  # noqa: S704  # nosec B704 - the template escapes
    return made


def neighbours(context: Context, total: int) -> dict[str, str]:
    """Return the addresses of the first, previous, next and last page of the list, if there are others."""
    offsets = page_offsets(PAGE_SIZE, context.values.get("offset", 0), total)
    return {relation: link(context, {**context.values, "offset": offset}) for relation, offset in offsets.items()}


def link(context: Context, values: Mapping[str, Any]) -> str:
    """Return a link to the list with the parameters that are set."""
    values = {name: value for name, value in values.items() if value not in ("", 0)}
    return context.root + context.address("/publications", context.language, **values)
