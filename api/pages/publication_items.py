"""Publications as items of a list, which the list, the home page and the page of a publication share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from markupsafe import Markup

from api.context import Context
from api.page_language import ENGLISH
from api.pages.authors import render_authors
from api.pages.localized import localize
from api.pages.page import MAX_HIGHLIGHTS, MIN_SEARCHED, language_helpers, path_of
from api.pages.templates import render
from api.pages.text_html import marked, own_direction
from api.query.parameters import MAX_LONG_TEXT
from db.languages import versions
from db.publication import Publication

# Up to this many publications are on one page and filtered by script; longer lists are paged.
MAX_ON_ONE_PAGE = 500
PAGE_SIZE = 100
# The filter of the publications that the owner selects.
FEATURED_ONLY = {"featured": "true"}


class Item(NamedTuple):
    """A publication as an item of a list: the attributes and the content of the element."""

    publication: Publication
    attributes: Markup
    content: Markup


# What an item links to: the page of the publication, and pages about some of its authors by their positions.
ItemLinks = Callable[[Context, Publication], tuple[str, Mapping[int, str]]]


def links_within(context: Context, publication: Publication) -> tuple[str, Mapping[int, str]]:
    """Link to the publication's page on this site. Authors get no link here."""
    return context.root + path_of(context, publication, context.language.code), {}


def link_to_list(context: Context, params: Mapping[str, Any]) -> str:
    """Leave out parameters that are empty."""
    params = {name: value for name, value in params.items() if value not in ("", 0)}
    return context.root + context.address("/publications", context.language.code, **params)


def has_every_item(context: Context) -> bool:
    """Whether the page has all publications: if they are few, and on a site of files, where nothing answers a query."""
    return context.application.is_static or context.store.total() <= MAX_ON_ONE_PAGE


def all_items(context: Context, links: ItemLinks) -> tuple[list[tuple[Item, bool]], int]:
    """Render all publications. Return each with whether it matches the query, and the number of matches."""
    store = context.store
    matching = store.ids(context.params)
    rendered = render_items(context, store.all_publications(with_authors=True), links)
    return [(item, number in matching) for number, item in enumerate(rendered, start=1)], len(matching)


def page_of_items(context: Context) -> tuple[list[tuple[Item, bool]], int]:
    """Render one page of the matching publications, and count all matches."""
    offset = context.params.get("offset", 0)
    publications, total = context.store.publications(context.params, PAGE_SIZE, offset, with_authors=True)
    return [(item, True) for item in render_items(context, publications)], total


def find_highlights(context: Context) -> list[Item]:
    """Choose publications for the home page: the featured ones, or else the latest."""
    featured, _ = context.store.publications(FEATURED_ONLY, with_authors=True)
    listed = featured or context.store.publications(limit=MAX_HIGHLIGHTS, with_authors=True)[0]
    return render_items(context, listed, template="highlight.html")


def count_publications_about(context: Context, area: Mapping[str, Any], total: int) -> tuple[int, str]:
    """Count the publications on a research area by its keywords in every language, and link to their list.

    The count is 0 if the list is too short to have a search, because on a static site the link would show the whole list.
    """
    params = {"keywords": keywords_of(area)}
    is_searchable = context.store.is_filtered(params) and total >= MIN_SEARCHED
    return context.store.total(params) if is_searchable else 0, link_to_list(context, params)


def keywords_of(area: Mapping[str, Any]) -> str:
    """Write the keywords of a research area, in every language, as the filter takes them."""
    lists = [area.get("keywords", ()), *versions(area, "keywords").values()]
    return ", ".join([word.replace(",", " ") for words in lists for word in words])[:MAX_LONG_TEXT]


def render_items(
    context: Context,
    listed: Sequence[Publication],
    links: ItemLinks = links_within,
    template: str = "item.html",
) -> list[Item]:
    """Render publications as items."""
    if context.markdown:  # its templates need only the publication
        return [Item(publication, Markup(), Markup()) for publication in listed]
    language = context.language
    shared = {**language_helpers(language), "type_names": context.labels("publications", "type")}

    @cache
    def marked_within(code: str) -> Callable[..., Markup]:
        """Mark text within text in a language, and keep the result, because all items repeat the same words.

        The cache is typed: text in the first language can equal other text.
        """
        return lru_cache(typed=True)(partial(marked, language=language, within=code))

    made = []
    for publication in listed:
        code, direction = language.of_title(publication.title)
        address, author_pages = links(context, publication)
        summaries = {name: text for name, text in publication.document.items() if name.startswith("summary")}
        summary = localize(summaries, language).get("summary", "")
        content = render(
            context.application.templates,
            template,
            publication=Publication({**publication.document, "summary": summary}),
            notice=publication.notice,
            records=publication.related_links,
            authors=render_authors(publication, language, author_pages),
            address=address,
            own_direction=own_direction(direction, language),
            summaries=" ".join([publication.summary, *versions(publication.document, "summary").values()]),
            **{**shared, "marked": marked_within(code)},
        )
        attributes = Markup("") if code == ENGLISH.code else Markup(' lang="{}"').format(code)
        made.append(Item(publication, attributes, Markup(content.decode())))  # noqa: S704 - the template escapes
    return made
