"""Files for crawlers: robots.txt and the sitemap."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from api.context import Context
from api.handlers.downloads import document
from api.http.representation import PLAIN, Download, Representation
from api.pages.page import PATHS, path_to
from api.pages.phrases import LANGUAGES
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
    """Return the addresses of the pages and of as many of the latest publications as fit, in each language (sitemaps.org)."""
    store = context.store

    def pieces() -> Iterator[str]:
        languages = LANGUAGES if store.has_hebrew else LANGUAGES[:1]
        latest = store.identifiers(MAX_IN_SITEMAP // len(languages) - len(PATHS))
        publications = ({code: path_to(each, code) for code in LANGUAGES} for each in latest)
        pages = ({code: paths[code] for code in languages} for paths in chain(PATHS.values(), publications))
        return in_pieces(context.service.templates, SITEMAP, base_url=context.base_url, pages=pages)

    return document(context, SITEMAP, XML, pieces, {})
