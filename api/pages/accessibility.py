"""The accessibility statement. Israel's regulations on accessible services require it of clinics."""

from __future__ import annotations

from api.context import Context
from api.errors import ApiError
from api.http.response import Representation
from api.pages.localized import localize
from api.pages.page import render_page, translations_of


def accessibility(context: Context) -> Representation:
    """Show the statement: what the owner tested, its limits, and whom to tell about problems.

    Raises:
        ApiError: site.yaml has no contact for accessibility.
    """
    contact = context.site.get("accessibility")
    if contact is None:
        raise ApiError("not_found", "This site has no accessibility statement.")
    return render_page(
        context, "accessibility", translations_of(context, "/accessibility"), contact=localize(contact, context.language)
    )
