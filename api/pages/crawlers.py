"""Files for crawlers: robots.txt and the sitemap."""

from __future__ import annotations

from api.context import Context
from api.http.representation import PLAIN, Representation
from api.pages.page import path_of
from api.pages.profile import PATHS
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
        signals={SIGNALS[name]: "yes" if allowed else "no" for name, allowed in signals.items()},
    )
    return Representation(text, PLAIN)


def sitemap(context: Context) -> Representation:
    """Return the addresses of the pages (sitemaps.org): the profile in each language, and as many of the latest publications
    with a DOI as a sitemap may hold.
    """
    publications = [path_of(doi) for doi in context.store.dois(MAX_IN_SITEMAP - len(PATHS))]
    text = render(context.service.templates, "sitemap.xml", base_url=context.base_url, profiles=PATHS, publications=publications)
    return Representation(text, XML)
