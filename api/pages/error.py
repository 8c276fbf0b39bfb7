"""The HTML page of an error, for browsers."""

from __future__ import annotations

import sqlite3
from http import HTTPStatus

from api.context import Context, Service
from api.errors import ApiError
from api.http.representation import Representation
from api.pages.page import html


def error_page(service: Service, error: ApiError) -> Representation:
    """Return an error as an HTML page with the same status and sentence as its JSON."""
    try:
        root = Context(service).root
    except (ApiError, sqlite3.DatabaseError):
        root = ""  # only the database knows it, and cannot be read: the links then lead to the root of this host
    return html(
        service,
        "error.html",
        {**error.headers, "Vary": "Accept"},
        error.status,
        reason=HTTPStatus(error.status).phrase.capitalize(),
        code=error.code,
        sentence=error.description,
        root=root,
    )
