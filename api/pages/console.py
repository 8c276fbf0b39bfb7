"""The page on which the API is tried: Swagger UI, installed with the service, on the description at /api/openapi.json."""

from __future__ import annotations

from api.context import Context
from api.http.representation import Representation
from api.pages.assets import asset_address
from api.pages.page import ON_HTML, html
from api.pages.templates import rendered

# Swagger UI shows a picture that an endpoint answers from memory.
POLICY = ON_HTML["Content-Security-Policy"].replace("img-src 'self' data:", "img-src 'self' data: blob:")


def console(context: Context) -> Representation:
    """The console. Its answer is HTML whatever is asked for: it is no page to be read."""
    text = rendered(
        context,
        "console.html",
        site=context.site,
        base_url=context.base_url,
        root=context.root,
        asset=lambda name: asset_address(context, name),
    )
    return html(text, {"Content-Security-Policy": POLICY})
