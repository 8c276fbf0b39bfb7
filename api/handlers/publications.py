"""What the endpoints about publications answer: a page of the list, the counts beside it, one publication, all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from api.context import Context
from api.data.fts import all_words, phrase
from api.data.store import containing
from api.errors import ApiError
from api.formats.format import Format
from api.formats.json import wrapped
from api.formats.registry import DEFAULT_FORMAT, FORMATS
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
    form, options = format_of(values)
    if form is DEFAULT_FORMAT and not options:
        text = wrapped(items.decode(), number)  # the database holds this JSON
    else:
        text = form.page(json.loads(b"[%b]" % items), **options)
    return formatted(form, text, headers)


def format_of(values: Mapping[str, Any]) -> tuple[Format, dict[str, Any]]:
    """Return the requested format with the options that it takes."""
    form = FORMATS[value_of(FORMAT, values)]
    options = {name: values[name] for name in form.options if name in values}
    if "fields" in options:
        options["fields"] = options["fields"].split(",")
    return form, options


def formatted(form: Format, text: str, headers: Mapping[str, str]) -> Representation:
    """Return text in a format, with the name under which a browser would save it."""
    name = {"Content-Disposition": f'inline; filename="{form.file_name}"'} if form.file_name else {}
    return Representation(text.encode(), form.media_type, {**name, **headers})


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
    form, options = format_of(values)
    return formatted(form, form.single(json.loads(found(context)), **options), {})


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
    form = FORMATS[value_of(FORMAT, values)]
    not_taken = [option for option in ("style", "fields") if option not in form.options]
    contradictions = (
        (first is not None and last is not None and first > last, f"year_from is {first}, later than year_to, which is {last}"),
        (first is not None and year is not None and year < first, f"year is {year}, before year_from, which is {first}"),
        (last is not None and year is not None and year > last, f"year is {year}, after year_to, which is {last}"),
        (values.get("sort") == "relevance" and not all_words(values.get("q", "")), "sort=relevance needs words in q"),
        *[(option in values, f"{option} is for {formats_with(option)}, and format is {form.name}") for option in not_taken],
        (
            "fields" in values and "fields" not in form.options,
            f"fields is for {formats_with('fields')}, and format is {form.name}",
        ),
        (
            form.limit is not None and values.get("limit", 0) > form.limit,
            f"limit is {values.get('limit')}, and with format={form.name} at most {form.limit}; ask page by page",
        ),
    )
    for contradicts, sentence in contradictions:
        if contradicts:
            raise ApiError("invalid_parameter", f"The parameters contradict each other: {sentence}.")


def formats_with(option: str) -> str:
    """Return the formats that take an option, as a value of the parameter ``format``."""
    return f"format={' or '.join([form.name for form in FORMATS.values() if option in form.options])}"


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
