"""Files for crawlers and language models: robots.txt, the sitemap and llms.txt."""

from __future__ import annotations

from itertools import chain

from api.context import Context
from api.handlers.well_known import SECURITY
from api.http.representation import PLAIN, Representation
from api.pages.page import PATHS, translations_of
from api.pages.phrases import LANGUAGES
from api.pages.templates import render

XML = "application/xml; charset=utf-8"
# The signals of contentsignals.org by their keys in site.yaml.
SIGNALS = {"search": "search", "aiInput": "ai-input", "aiTrain": "ai-train"}
# sitemaps.org allows no more addresses in one file.
MAX_IN_SITEMAP = 50_000


def robots(context: Context) -> Representation:
    """Return what crawlers may read (RFC 9309) and what they may use it for (contentsignals.org).

    The default is everything, because the licence allows everything.
    """
    signals = context.site.get("contentSignals", dict.fromkeys(SIGNALS, True))
    text = render(
        context.service.templates,
        "robots.txt",
        base_url=context.base_url,
        address=context.address,
        signals={SIGNALS[name]: "yes" if allowed else "no" for name, allowed in signals.items()},
    )
    return Representation(text, PLAIN)


def sitemap(context: Context) -> Representation:
    """Return the addresses of the pages and of as many of the latest publications as fit, in each language (sitemaps.org)."""
    languages = LANGUAGES if context.store.has_hebrew else LANGUAGES[:1]
    latest = context.store.identifiers(MAX_IN_SITEMAP // len(languages) - len(PATHS))
    publications = (translations_of(context, "/publications/{doi}", doi=identifier) for identifier in latest)
    translations = chain((translations_of(context, path) for path in PATHS.values()), publications)
    pages = ({code: paths[code] for code in languages} for paths in translations)
    return Representation(render(context.service.templates, "sitemap.xml", base_url=context.base_url, pages=pages), XML)


def llms(context: Context) -> Representation:
    """Return a summary for language models (llmstxt.org): the owner, how to read the site, and every address that answers."""
    absent = set() if "security" in context.site else {SECURITY}
    absent |= set() if "accessibility" in context.site else {"/accessibility", "/he/accessibility"}
    absent |= set() if context.store.places() else {entry.path for entry in context.endpoints if entry.schema == "Clinic"}
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
