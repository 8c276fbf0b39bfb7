"""llms.txt: a summary of the site for language models (llmstxt.org)."""

from __future__ import annotations

from api.context import Context
from api.handlers.well_known import SECURITY
from api.http.representation import PLAIN, Representation
from api.pages.templates import render


def llms(context: Context) -> Representation:
    """Return the summary: the owner, how to read the site, and every address that answers."""
    absent = () if "security" in context.site else (SECURITY,)
    answering = [entry for entry in context.endpoints if 200 in entry.statuses and entry.path not in absent]
    pages = [endpoint for endpoint in answering if endpoint.negotiated]
    api = [endpoint for endpoint in answering if endpoint.in_api]
    text = render(
        context.service.templates,
        "llms.txt",
        site=context.site,
        base_url=context.base_url,
        profile=context.store.values("profile"),
        is_static=context.service.is_static,
        pages=pages,
        # llmstxt.org: a section of this name can be skipped if a shorter context is needed.
        sections={"Pages": pages, "API": api, "Optional": [entry for entry in answering if entry not in pages + api]},
        example=context.example,
    )
    return Representation(text, PLAIN)
