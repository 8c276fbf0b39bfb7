"""Files for crawlers: robots.txt and the sitemap."""

from __future__ import annotations

from collections.abc import Iterator

from api.context import Context
from api.handlers.downloads import document
from api.http.representation import PLAIN, Download, Representation
from api.pages.page import PATHS, path_to
from api.pages.templates import in_pieces, render

SITEMAP = "sitemap.xml"
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


def sitemap(context: Context) -> Representation | Download:
    """Return the addresses of the pages (sitemaps.org), each in its languages, and as many of the latest publications as a
    sitemap may hold.
    """
    store = context.store

    def pieces() -> Iterator[str]:
        pages = [paths if store.has_hebrew else {"en": paths["en"]} for paths in PATHS.values()]
        publications = [path_to(identifier) for identifier in store.identifiers(MAX_IN_SITEMAP - sum(map(len, pages)))]
        return in_pieces(context.service.templates, SITEMAP, base_url=context.base_url, pages=pages, publications=publications)

    return document(context, SITEMAP, XML, pieces, {})
