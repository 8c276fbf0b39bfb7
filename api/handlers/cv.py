"""The curriculum vitae in English and Hebrew: a page that prints well, with all publications."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from api.context import Context
from api.handlers.resume import MAX_PUBLICATIONS
from api.http.response import Representation
from api.pages.authors import author_list
from api.pages.career import by_type, career, grouped
from api.pages.page import page, translations_of
from api.pages.text import script_of
from db.names import Owner


def cv(context: Context) -> Representation:
    """Return the page, with the entries by section and the publications by type and year."""
    store = context.store
    owner = Owner(store.values("profile"))
    publications, total = store.publications(limit=MAX_PUBLICATIONS)
    return page(
        context,
        "cv",
        translations_of(context, "/cv"),
        career=grouped(career(store), store.labels("cv", "section", context.language), context.language),
        places=store.places(),
        types=[
            (heading, [(year, list(of_year)) for year, of_year in groupby(group, itemgetter("year"))])
            for heading, group in by_type(publications, store.labels("publications", "type", context.language), context.language)
        ],
        authors_of=lambda publication: author_list(publication, owner, context.language),
        script_of=script_of,
        total=total,
        missing=total - len(publications),
    )
