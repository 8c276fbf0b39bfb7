"""Handlers for publications: a page of the list, its facets, and a single publication."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from api.context import Context
from api.endpoint import publication_path
from api.errors import ApiError
from api.formats.export_formats import DEFAULT_FORMAT, EXPORT_FORMATS
from api.formats.format import Format
from api.http.response import Representation, of_json
from api.query.parameters import FACET_LIMIT, FORMAT_NAME, LIMIT, OFFSET, SORT, get_or_default, page_offsets
from api.query.query_string import query_value
from db.publication import Publication

# Fields that every publication has in JSON, besides the required ones of the schema.
ALWAYS_SENT = ("key", "landingPage")
JSON_ENDING = ".json"


def publications(context: Context) -> Representation:
    """Answer with one page of the list. Headers give the total and link to other pages."""
    params = context.params
    limit, offset = get_or_default(LIMIT, params), get_or_default(OFFSET, params)
    form, options = format_of(context)
    with_authors = "authorList" in options.get("fields", ())
    page, total = context.store.publications(params, limit, offset, get_or_default(SORT, params), with_authors=with_authors)
    if "total" in form.options:
        options["total"] = total
    headers = {"X-Total-Count": str(total)}
    if link := page_links(context, limit, offset, total):
        headers["Link"] = link
    if form is DEFAULT_FORMAT or "landingPage" in options.get("fields", ()):
        page = with_landing_pages(context, page)
    return represent(form, form.write_list(page, **options), headers)


def facets(context: Context) -> Representation:
    """Count the matching publications by year, journal, author, type and authorship."""
    params = context.params
    counts = context.store.facets(params, get_or_default(FACET_LIMIT, params))
    body: dict[str, Any] = {"count": context.store.total(params)}
    for facet, pairs in counts.items():
        body[facet] = [{facet.removesuffix("s"): value, "count": count} for value, count in pairs]
    return of_json(body)


def publication(context: Context) -> Representation:
    """Answer with one publication. Its address can end with .json, as on a static site."""
    form, options = format_of(context)
    found, headers = context.publication(JSON_ENDING), {}
    if context.params["doi"].removesuffix("/").endswith(JSON_ENDING):
        headers["Link"] = context.canonical_link("/api/publications/{doi}", **{**context.params, "doi": found.identifier})
    if form is DEFAULT_FORMAT:
        [found] = with_landing_pages(context, [found])
    return represent(form, form.write_single(found, **options), headers, name=found.key)


def with_landing_pages(context: Context, publications: Iterable[Publication]) -> list[Publication]:
    """Add the absolute address of its page to each publication."""
    base, address = context.base_url, context.application.address
    return [
        Publication({**each.document, "landingPage": base + publication_path(address, each.identifier)}) for each in publications
    ]


def format_of(context: Context) -> tuple[Format, dict[str, Any]]:
    """The requested format and its options.

    Raises:
        ApiError: the request has an option of another format.
    """
    params = context.params
    form = EXPORT_FORMATS[get_or_default(FORMAT_NAME, params)]
    for option in ("style", "fields"):
        if option in params and option not in form.options:
            allowed = " or ".join([other.name for other in EXPORT_FORMATS.values() if option in other.options])
            given = f'{option} is "{query_value(params[option])}", which needs format={allowed}'
            raise ApiError("invalid_parameter", f"{given}, but format is {form.name}.")
    if "languages" in form.options:
        params = {**params, "languages": context.store.languages}
    if form is DEFAULT_FORMAT and "fields" in params:
        required = context.store.schemas["Publication"]["required"]
        params = {**params, "fields": {*params["fields"], *required, *ALWAYS_SENT}}
    return form, {name: params[name] for name in form.options if name in params}


def represent(form: Format, body: bytes, headers: Mapping[str, str], name: str = "publications") -> Representation:
    """Represent a body in a format. A browser would save it under ``name``."""
    file_name = form.file_name.replace("publications", name)
    named = {"Content-Disposition": f'inline; filename="{file_name}"'} if file_name else {}
    return Representation(body, form.media_type, {**named, **headers})


def page_links(context: Context, limit: int, offset: int, total: int) -> str:
    """The Link header (RFC 8288) with the first, previous, next and last page; "" if there is only one page."""
    others = {name: value for name, value in context.params.items() if name != "offset"}
    links = []
    for relation, start in page_offsets(limit, offset, total).items():
        params = {**others, **({"offset": start} if start else {})}
        links.append(f'<{context.url("/api/publications", **params)}>; rel="{relation}"')
    return ", ".join(links)
