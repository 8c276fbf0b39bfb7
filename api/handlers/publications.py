"""What the endpoints about publications answer: a page of the list, the counts beside it, one publication, all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from api.context import Context
from api.data.fts import all_words, phrase
from api.data.store import containing
from api.errors import ApiError
from api.formats.citations import DEFAULT_STYLE, MOST_AT_ONCE
from api.formats.rendering import RENDERERS, Page
from api.handlers.downloads import download
from api.http.query_string import Parameter
from api.http.representation import Download, Representation, of_json
from api.parameters import FILTERS, FORMAT, LIMIT, MOST_VALUES, OFFSET, SORT
from db.identifiers import without_doi_prefix
from db.text import normalize

# Where none of these is set, nothing can contradict anything.
MAY_CONTRADICT = frozenset(("year_from", "year_to", "sort", "fields", "format", "style"))
# What the database is asked with, where that is not the value itself.
BOUND: dict[str, Callable[[str], Any]] = {
    "journal": lambda text: containing(normalize(text)) if text else "",
    "author": phrase,
    "q": all_words,
    "has_doi": lambda text: int(text == "true"),
}


def publications(context: Context) -> Representation:
    """One page of the list; the total and the neighbouring pages stand in the headers."""
    values = context.values
    refuse_contradictions(values)
    limit, offset = value_of(LIMIT, values), value_of(OFFSET, values)
    number, items, total = context.store.publications(filters(values), limit, offset, value_of(SORT, values))
    headers = {"X-Total-Count": str(total)}
    if link := page_links(context, limit, offset, total):
        headers["Link"] = link
    fields = values["fields"].split(",") if "fields" in values else None
    page = Page(items, number, headers, fields, values.get("style", DEFAULT_STYLE))
    return RENDERERS[value_of(FORMAT, values)].page(page)


def facets(context: Context) -> Representation:
    """How the publications that fit are spread over years, journals and authors."""
    values = context.values
    refuse_contradictions(values)
    bound = filters(values)
    counted = context.store.facets(bound, value_of(MOST_VALUES, values))
    total = context.store.total(bound)
    return of_json(
        {
            "count": total,
            **{
                facet: [{facet.removesuffix("s"): value, "count": count} for value, count in pairs]
                for facet, pairs in counted.items()
            },
        }
    )


def publication(context: Context) -> Representation:
    """The publication with the DOI of the path, in any of the forms in which people write DOIs."""
    values = context.values
    refuse_contradictions(values)
    return RENDERERS[value_of(FORMAT, values)].single(found(context), values.get("style", DEFAULT_STYLE))


def found(context: Context) -> str:
    """The JSON text of the publication with the DOI of the path.

    Raises:
        ApiError: there is none.
    """
    given: str = context.values["doi"]
    text = context.store.publication(without_doi_prefix(given))
    if text is None:
        raise ApiError("not_found", f'No publication has the DOI "{given[:100]}". All are listed at /api/publications.')
    return text


def value_of(parameter: Parameter, values: Mapping[str, Any]) -> Any:
    return values.get(parameter.name, parameter.schema["default"])


def filters(values: Mapping[str, Any]) -> dict[str, Any]:
    """The filters that are set, with what the database is asked for; a text without anything to look for is no filter."""
    bound = {
        parameter.name: BOUND[parameter.name](values[parameter.name]) if parameter.name in BOUND else values[parameter.name]
        for parameter in FILTERS
        if parameter.name in values
    }
    return {name: value for name, value in bound.items() if value != ""}


def refuse_contradictions(values: Mapping[str, Any]) -> None:
    """Refuse parameters that each are right and together make no sense.

    Raises:
        ApiError: the sentence names both.
    """
    if not MAY_CONTRADICT.intersection(values):
        return
    first, last, year = values.get("year_from"), values.get("year_to"), values.get("year")
    form = value_of(FORMAT, values)
    contradictions = (
        (first is not None and last is not None and first > last, f"year_from is {first}, later than year_to, which is {last}"),
        (first is not None and year is not None and year < first, f"year is {year}, before year_from, which is {first}"),
        (last is not None and year is not None and year > last, f"year is {year}, after year_to, which is {last}"),
        (values.get("sort") == "relevance" and not all_words(values.get("q", "")), "sort=relevance needs words in q"),
        ("style" in values and form != "citation", f"style is for format=citation, and format is {form}"),
        ("fields" in values and form not in ("json", "csv"), f"fields is for the formats json and csv, and format is {form}"),
        (
            form == "citation" and values.get("limit", 0) > MOST_AT_ONCE,
            f"limit is {values.get('limit')}, and with format=citation at most {MOST_AT_ONCE}; ask page by page",
        ),
    )
    for contradicts, sentence in contradictions:
        if contradicts:
            raise ApiError("invalid_parameter", f"The parameters contradict each other: {sentence}.")


def page_links(context: Context, limit: int, offset: int, total: int) -> str:
    """The Link header (RFC 8288) to the first, previous, next and last page, with all else kept; empty on the only page."""
    pages = {}
    if limit and offset > 0 and (before := max(offset - limit, 0)) < total:
        pages["prev"] = before
    if limit and offset + limit < total:
        pages["next"] = offset + limit
    if not pages:
        return ""
    # From where this page begins, if it is one; otherwise from the beginning.
    last = offset + (total - 1 - offset) // limit * limit if offset < total else (total - 1) // limit * limit
    pages = {"first": 0, **pages, "last": last}
    kept = {name: value for name, value in context.values.items() if name != "offset"}
    links = []
    for relation, start in pages.items():
        query = urlencode({**kept, **({"offset": start} if start else {})})
        links.append(f'<{context.base_url}/api/publications{"?" if query else ""}{query}>; rel="{relation}"')
    return ", ".join(links)


def export(name: str, media_type: str) -> Callable[[Context], Representation | Download]:
    """Answers with a file of all publications that the build made ready."""

    def answer(context: Context) -> Representation | Download:
        return download(context, name, media_type)

    return answer
