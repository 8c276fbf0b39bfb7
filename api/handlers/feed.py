"""The Atom feed."""

from __future__ import annotations

from api.context import Context
from api.formats.atom import atom
from api.http.representation import ATOM, Representation

MAX_IN_FEED = 50


def feed(context: Context) -> Representation:
    """Return the latest publications as an Atom feed."""
    store = context.store
    latest, _ = store.publications(limit=MAX_IN_FEED)
    body = atom(
        latest,
        url=context.url,
        author=store.values("profile")["name"],
        rights=context.site["attribution"],
    )
    return Representation(body, ATOM)
