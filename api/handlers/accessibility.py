"""The accessibility statement in English and Hebrew, which Israel's regulations on accessible services ask of clinics."""

from __future__ import annotations

from api.context import Context
from api.errors import ApiError
from api.http.response import Representation
from api.pages.page import page, translations_of


def accessibility(context: Context) -> Representation:
    """Return the statement: what was tested, the limits, and to whom to report a problem.

    Raises:
        ApiError: there is nobody to report to.
    """
    contact = context.site.get("accessibility")
    if contact is None:
        raise ApiError("not_found", "This site has no accessibility statement.")
    return page(context, "accessibility", translations_of(context, "/accessibility"), contact=contact)
