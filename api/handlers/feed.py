"""The Atom feed."""

from __future__ import annotations

from api.context import Context
from api.data.store import parsed
from api.formats.atom import atom
from api.http.representation import ATOM, Representation

MAX_IN_FEED = 50


def feed(context: Context) -> Representation:
    """Return the latest publications as an Atom feed."""
    store, site = context.store, context.site
    _, items, _ = store.publications(limit=MAX_IN_FEED)
    body = atom(
        parsed(items),
        base_url=context.base_url,
        title=site["name"],
        author=store.values("profile")["name"],
        rights=site["attribution"],
    )
    return Representation(body, ATOM)
