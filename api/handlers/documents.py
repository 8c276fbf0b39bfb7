"""What the endpoints answer, but those about publications: from a request's context to a representation."""

from __future__ import annotations

import json

from api.context import Context
from api.errors import RETRY_LATER
from api.formats.atom import atom
from api.http.representation import ATOM, Representation, array, of_json

MOST_IN_FEED = 50


def text(body: str) -> Representation:
    return Representation(body.encode())


def profile(context: Context) -> Representation:
    return text(context.store.document("profile"))


def clinic(context: Context) -> Representation:
    return text(context.store.document("clinic"))


def research(context: Context) -> Representation:
    return text(context.store.document("research"))


def services(context: Context) -> Representation:
    return Representation(b'{\n  "services": %b\n}' % array(context.store.services(context.values)))


def status(context: Context) -> Representation:
    """The health of the service, from a probe at this moment; never cached."""
    ok, body = context.service.status()
    if ok:
        return of_json(body, {"Cache-Control": "no-cache"})
    return of_json(body, {"Cache-Control": "no-store", **RETRY_LATER}, 503)


def feed(context: Context) -> Representation:
    """The newest publications as an Atom feed."""
    store, site = context.store, context.site
    _, items, _ = store.publications({}, MOST_IN_FEED, 0)
    body = atom(
        json.loads(b"[%b]" % items),
        base_url=context.base_url,
        title=site["name"],
        author=json.loads(store.document("profile"))["name"],
        rights=site["attribution"],
    )
    return Representation(body, ATOM)
