"""The nearest address for a 404."""

from __future__ import annotations

import re
from collections.abc import Collection

from db.text import nearest

# What sites of another kind add to their addresses.
ENDING = re.compile(r"(?:/(?:index|default|home))?(?:\.(?:html?|php|aspx?|jsp|pdf|docx?|md|txt|json|xml))?$")
# Other words for pages and sections, of which the empty one is the home page.
SYNONYMS = {
    **dict.fromkeys(("/en", "/about", "/bio", "/profile"), ""),
    **dict.fromkeys(("/contact", "/clinic", "/appointment", "/appointments", "/hours"), "#clinic"),
    "/services": "#services",
    "/research": "#research",
    **dict.fromkeys(("/papers", "/articles", "/bibliography"), "/publications"),
    **dict.fromkeys(("/resume", "/vita", "/curriculum-vitae"), "/cv"),
    **dict.fromkeys(("/feed", "/rss", "/atom"), "/feed.atom"),
    **dict.fromkeys(("/api/authors", "/api/journals", "/api/years", "/api/types"), "/api/publications/facets"),
    **dict.fromkeys(("/docs", "/swagger", "/redoc"), "/api/docs"),
    "/vcard": "/contact.vcf",
}
# How similar an address must be (difflib), so that /admin is not taken for /api.
LEAST_SIMILARITY = 0.75
LONGEST = 100


def nearest_address(path: str, known: Collection[str]) -> str:
    """Return the known address that is nearest to a path: spelled otherwise, or with another ending; "" if no address is near."""
    asked = path[:LONGEST].lower().rstrip("/")
    page = ENDING.sub("", asked, count=1)
    language = "/he" if f"{page}/".startswith("/he/") else ""
    page = page.removeprefix(language)
    address = language + SYNONYMS.get(page, page)
    if (address.partition("#")[0] or "/") in known:
        return address if address.startswith("/") else f"/{address}"
    return nearest(asked, known, LEAST_SIMILARITY) or ""
