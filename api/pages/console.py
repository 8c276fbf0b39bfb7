"""The interactive API console: Swagger UI, served from here, on the description at /api/openapi.json."""

from __future__ import annotations

from api.context import Context
from api.http.representation import Representation
from api.pages.page import HTML_HEADERS, html

# Swagger UI shows an image response from a blob: address.
POLICY = HTML_HEADERS["Content-Security-Policy"].replace("img-src 'self' data:", "img-src 'self' data: blob:")


def console(context: Context) -> Representation:
    """Return the console, in HTML only."""
    return html(
        context,
        "console.html",
        {"Content-Security-Policy": POLICY},
        root=context.root,
        site=context.site,
        base_url=context.base_url,
    )
