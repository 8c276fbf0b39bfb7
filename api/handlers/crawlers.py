"""Files for crawlers: robots.txt and the sitemap."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from api.context import Context
from api.http.representation import PLAIN, Representation

XML = "application/xml; charset=utf-8"
# The signals of contentsignals.org by their keys in site.yaml.
SIGNALS = {"search": "search", "aiInput": "ai-input", "aiTrain": "ai-train"}
# The profile page by language; x-default is for readers of other languages.
LANGUAGES = {"en": "/", "he": "/he", "x-default": "/"}
# sitemaps.org allows no more addresses in one file.
MAX_IN_SITEMAP = 50_000
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
{}
</urlset>
"""


def robots(context: Context) -> Representation:
    """Return what crawlers may read (RFC 9309) and use it for (contentsignals.org).

    The default is everything, because the licence allows everything.
    """
    signals = context.site.get("contentSignals", dict.fromkeys(SIGNALS, True))
    values = ", ".join([f"{SIGNALS[name]}={'yes' if allowed else 'no'}" for name, allowed in signals.items()])
    lines = [
        "User-agent: *",
        f"Content-Signal: {values}",
        # First, because some crawlers follow the first rule that matches, not the longest.
        "Disallow: /oauth/",
        "Allow: /",
        "",
        f"Sitemap: {context.base_url}/sitemap.xml",
        "",
    ]
    return Representation("\n".join(lines).encode(), PLAIN)


def sitemap(context: Context) -> Representation:
    """Return the addresses of the pages (sitemaps.org): the profile in each language, and as many of the latest publications
    with a DOI as a sitemap may hold.
    """
    base = escape(context.base_url)
    alternates = "".join(
        [f'<xhtml:link rel="alternate" hreflang="{language}" href="{base}{path}"/>' for language, path in LANGUAGES.items()]
    )
    profiles = [f"<url><loc>{base}{path}</loc>{alternates}</url>" for path in dict.fromkeys(LANGUAGES.values())]
    dois = context.store.dois(MAX_IN_SITEMAP - len(profiles))
    publications = [f"<url><loc>{base}/publications/{quote(doi, safe='')}</loc></url>" for doi in dois]
    return Representation(SITEMAP.format("\n".join([*profiles, *publications])).encode(), XML)
