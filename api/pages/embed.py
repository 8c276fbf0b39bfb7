"""The list of publications for other sites: an HTML fragment, and a page that explains how to use it.

The fragment uses only elements and attributes that editors and sanitizers keep, written as they write them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any

from api.context import Context
from api.formats.citations import cite, end_with_period
from api.http.response import HTML, Representation
from api.pages.authors import render_authors
from api.pages.page import HTML_HEADERS, language_helpers, path_of, render_page, translations_of
from api.pages.templates import render
from api.pages.text_html import marked
from api.query.parameters import ADDED_FILTERS, JOURNAL, LIMIT, OFFSET, SORT, STYLE, YEAR, get_or_default
from db.publication import Publication
from db.text import NO_BREAK_SPACE

EMBED_PATH = "/embed/publications"
EMBED_PARAMETERS = (YEAR, JOURNAL, LIMIT, OFFSET, *ADDED_FILTERS, SORT, STYLE)
# Elements that many sanitizers remove, and characters that they write differently (HTML Living Standard, section 13.3).
REPLACEMENTS = {
    "<bdi>": '<span dir="auto">',
    "<bdi ": "<span ",
    "</bdi>": "</span>",
    "<b>": "<strong>",
    "</b>": "</strong>",
    "&#39;": "'",
    NO_BREAK_SPACE: "&nbsp;",
}
HTML_TAG = re.compile(r"<[^<>]*>")
# The other site's page needs a list with this id.
EXAMPLE_SCRIPT = """\
const answer = await fetch("ADDRESS");
for (const { title, landingPage } of (await answer.json()).publications.slice(0, 5)) {
  const link = Object.assign(document.createElement("a"), { href: landingPage, textContent: title });
  document.querySelector("#publications").appendChild(document.createElement("li")).append(link);
}"""


def embed(context: Context) -> Representation:
    """Show the addresses and the code to paste."""
    publications, _ = context.store.publications(limit=LIMIT.default, with_authors=True)
    code = context.language.code
    return render_page(
        context,
        "embed",
        translations_of(context, "/embed"),
        fragment_url=context.url(EMBED_PATH, code),
        filtered_url=context.url(EMBED_PATH, code, type=["review"], limit=10, style="apa"),
        feed_urls=dict.fromkeys([context.url("/feed.atom"), context.url("/feed.atom", type=["review"])]),
        script=EXAMPLE_SCRIPT.replace("ADDRESS", context.url("/api/publications", limit=5)),
        fragment=list_html(context, publications),
    )


def fragment(context: Context) -> Representation:
    """Answer with the publications that match; on a static site, with all publications."""
    if context.application.is_static:
        publications = context.store.all_publications(with_authors=True)
    else:
        limit, offset, sort = (get_or_default(parameter, context.params) for parameter in (LIMIT, OFFSET, SORT))
        publications, _ = context.store.publications(context.params, limit, offset, sort, with_authors=True)
    headers = {**HTML_HEADERS, "Content-Language": context.language.code}
    return Representation(list_html(context, publications).encode(), HTML, headers)


def list_html(context: Context, publications: Sequence[Publication]) -> str:
    """Render publications for a page of another site, with a link to the whole list. If they are in order of year, group them."""
    language = context.language
    items = [fragment_item(context, publication) for publication in publications]
    is_by_year = get_or_default(SORT, context.params) in ("-year", "year")
    years = groupby(items, lambda each: each["publication"].year if is_by_year else None)
    text = render(
        context.application.templates,
        "fragment.html",
        **language_helpers(language),
        years=[(year, [*group]) for year, group in years],
        list_url=context.url("/publications", language.code),
        total=context.store.total(),
        type_names=context.labels("publications", "type"),
        period_after=period_after,
    ).decode()
    for markup, replacement in REPLACEMENTS.items():
        text = text.replace(markup, replacement)
    # Inside a tag, a quotation mark would end the value of the attribute.
    return HTML_TAG.sub(lambda tag: tag[0].replace("&#34;", "&quot;"), text).replace("&#34;", '"')


def fragment_item(context: Context, publication: Publication) -> dict[str, Any]:
    """The values of a publication for the template. With a style, these include the citation before and after the title."""
    language = context.language
    code, direction = language.of_title(publication.title)
    authors = render_authors(publication, language)
    style = context.params.get(STYLE.name)
    return {
        "publication": publication,
        "title": publication.title_with_notice() if style else publication.title,
        "language": code,
        "direction": direction,
        "address": context.base_url + path_of(context, publication, language.code),
        "authors": authors.short,
        "notice": publication.notice,
        "citation": split_citation(publication, style) if style else None,
        "marked": partial(marked, language=language, within=code),
    }


def split_citation(publication: Publication, style: str) -> tuple[str, str]:
    """The citation before and after the title. An author or a journal can have the name of the title."""
    untitled = Publication({**publication.document, "title": "\0"})
    before = cite(untitled, style).partition(untitled.title_with_notice())[0]
    return before, cite(publication, style)[len(before) + len(publication.title_with_notice()) :]


def period_after(text: str) -> str:
    """A period, if the sentence lacks one."""
    return end_with_period(text)[len(text) :]
