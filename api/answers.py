"""What each endpoint answers: from a request's context to a representation."""

from __future__ import annotations

from urllib.parse import urlencode

from api.context import Context
from api.download import download
from api.errors import RETRY_LATER, ApiError
from api.parameters import LIMIT, OFFSET
from api.representation import CSV, Download, Representation, of_json
from api.store import containing
from pipeline.layout import PUBLICATIONS_CSV
from pipeline.text import bare_doi, fold


def text(body: str) -> Representation:
    return Representation(body.encode())


def array(items: bytes) -> bytes:
    """An array in an object, of items that are indented already."""
    return b"[\n    %b\n  ]" % items if items else b"[]"


def home(context: Context) -> Representation:
    """The site has no page of its own: its address leads to the index, relative to wherever it is served."""
    return Representation(b"", "text/plain; charset=utf-8", {"Location": "api"}, 307)


def profile(context: Context) -> Representation:
    return text(context.store.document("profile"))


def clinic(context: Context) -> Representation:
    return text(context.store.document("clinic"))


def research(context: Context) -> Representation:
    return text(context.store.document("research"))


def publications(context: Context) -> Representation:
    """One page of the list; the total and the neighbouring pages stand in the headers."""
    values = context.values
    limit, offset = (values.get(parameter.name, parameter.schema["default"]) for parameter in (LIMIT, OFFSET))
    filters = {"year": values["year"]} if "year" in values else {}
    if values.get("journal"):
        filters["journal"] = containing(fold(values["journal"]))
    number, items, total = context.store.publications(filters, limit, offset)
    headers = {"X-Total-Count": str(total)}
    if link := page_links(context, limit, offset, total):
        headers["Link"] = link
    body = b'{\n  "count": %d,\n  "publications": %b\n}' % (number, array(items))
    return Representation(body, headers=headers)


def page_links(context: Context, limit: int, offset: int, total: int) -> str:
    """The Link header (RFC 8288) to the next and previous page, with the filters kept; empty where there is neither."""
    pages = {}
    if limit and offset + limit < total:
        pages["next"] = offset + limit
    if limit and offset > 0 and (before := max(offset - limit, 0)) < total:
        pages["prev"] = before
    if not pages:
        return ""
    kept = {name: value for name, value in context.values.items() if name != "offset"}
    links = []
    for relation, start in pages.items():
        query = urlencode({**kept, **({"offset": start} if start else {})})
        links.append(f'<{context.base_url}/api/publications{"?" if query else ""}{query}>; rel="{relation}"')
    return ", ".join(links)


def publication(context: Context) -> Representation:
    """The publication with the DOI of the path, in any of the forms in which people write DOIs."""
    given: str = context.values["doi"]
    found = context.store.publication(bare_doi(given))
    if found is None:
        raise ApiError("not_found", f'No publication has the DOI "{given[:100]}". All are listed at /api/publications.')
    return text(found)


def services(context: Context) -> Representation:
    return Representation(b'{\n  "services": %b\n}' % array(context.store.services(context.values)))


def status(context: Context) -> Representation:
    """The health of the service, from a probe at this moment; never cached."""
    ok, body = context.service.status()
    if ok:
        return of_json(body, {"Cache-Control": "no-cache"})
    return of_json(body, {"Cache-Control": "no-store", **RETRY_LATER}, 503)


def export_csv(context: Context) -> Representation | Download:
    """All publications as a download."""
    return download(context, PUBLICATIONS_CSV, CSV)
