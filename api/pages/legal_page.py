"""The page of a legal notice."""

from __future__ import annotations

from api.context import Context
from api.errors import ApiError, quotation
from api.http.response import Representation
from api.pages.legal import legal_notices
from api.pages.page import render_page
from api.query.query_string import Text

NOTICE_SLUG = Text("slug", "The name of the notice, in the letters of its address.", location="path")


def legal_page(context: Context) -> Representation:
    """Show the text of a notice.

    Raises:
        ApiError: there is no such notice.
    """
    slug = context.params["slug"]
    notices = legal_notices(context)
    position = next((number for number, notice in enumerate(notices) if slug and notice.slug == slug), None)
    if position is None:
        raise ApiError("not_found", f"This site has no legal notice {quotation(slug)}.")
    return render_page(context, "legal", translations(context, position), notice=notices[position])


def translations(context: Context, position: int) -> dict[str, str]:
    """Addresses of a notice by language. A language is missing if its notice at the same position has no page."""
    addresses = {}
    for language in context.store.languages:
        notices = legal_notices(context.in_language(language.code))
        if position < len(notices) and (slug := notices[position].slug):
            addresses[language.code] = context.address("/legal/{slug}", language.code, slug=slug)
    return addresses
