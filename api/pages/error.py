"""The HTML page of an error, for browsers."""

from __future__ import annotations

import sqlite3
from typing import Any

from api.context import Context
from api.errors import ApiError
from api.http.response import Representation
from api.pages.page import frame, html, words


def error_page(context: Context, error: ApiError, path: str = "/") -> Representation:
    """Return an error at a path as an HTML page with the same status and sentence as its JSON."""
    return html(
        context,
        "error.html",
        {**error.headers, "Vary": "Accept"},
        error.status,
        code=error.code,
        sentence=error.description,
        suggestion=error.suggestion,
        **site_of(context, path),
    )


def site_of(context: Context, path: str) -> dict[str, Any]:
    """Return the frame of the page. Without the database it has no owner, and its links lead to the root of this host."""
    try:
        is_hebrew = f"{path}/".startswith("/he/") and context.store.has_hebrew
        language = "he" if is_hebrew else "en"
        # On a site of files no form is answered, and this page loads no script.
        values = frame(context, language)
        return {**values, "search": "" if context.service.is_static else values["publications_path"]}
    except (ApiError, sqlite3.DatabaseError):
        return {**words("en"), "root": ""}
