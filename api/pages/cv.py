"""The curriculum vitae in English and Hebrew: a page that prints well, with all publications."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import groupby
from operator import itemgetter

from api.context import Context
from api.data.store import parsed
from api.handlers.resume import MAX_PUBLICATIONS
from api.http.representation import Representation
from api.pages.authors import author_list
from api.pages.page import PATHS, page
from api.pages.text import script_of
from db.names import Owner


def is_missing(language: str) -> Callable[[Context], bool]:
    """Return a function of the context: whether the page is long and must be rendered first."""
    return lambda context: context.is_large and key(context, language) not in context.store.snapshot.kept


def key(context: Context, language: str) -> Hashable:
    return "cv", language, context.markdown


def cv(context: Context, language: str) -> Representation:
    """Return the page in a language. It takes up to a second, so it is rendered once per snapshot of the data."""
    return context.store.snapshot.keep(key(context, language), lambda: rendered(context, language))


def rendered(context: Context, language: str) -> Representation:
    """Render the page in a language, with the publications by year."""
    store = context.store
    owner = Owner(store.values("profile"))
    _, items, total = store.publications(limit=MAX_PUBLICATIONS)
    publications = parsed(items)
    return page(
        context,
        "cv",
        {},
        path=PATHS["cv"][language],
        language=language,
        translations=PATHS["cv"],
        clinic=store.values("clinic"),
        years=[(year, list(group)) for year, group in groupby(publications, itemgetter("year"))],
        authors_of=lambda publication: author_list(publication, owner),
        script_of=script_of,
        total=total,
        missing=total - len(publications),
    )
