"""A page of the site: HTML, or Markdown for clients that prefer it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from api.context import Context, Service
from api.errors import ApiError
from api.formats.locators import year_and_locators
from api.http.representation import HTML, MARKDOWN, Representation
from api.pages.assets import accent, asset_path
from api.pages.phrases import PHRASES
from api.pages.templates import render
from api.pages.text import dates, marked, partial_date, twin, whole_words
from db.identifiers import doi_url
from db.keys import citation_key
from db.notices import notice_of

# Nothing from other hosts, and no script or style inside the page (CSP Level 3).
HTML_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}
# Pages in both languages, in the order of the navigation: the phrase that names each, and its paths.
PATHS = {
    "home": {"en": "/", "he": "/he"},
    "publications": {"en": "/publications", "he": "/he/publications"},
    "cv": {"en": "/cv", "he": "/he/cv"},
}
# The contact as a vCard in both languages.
CONTACT_PATHS = {"en": "/contact.vcf", "he": "/he/contact.vcf"}
# Sections of the home page in the navigation.
SECTIONS = ("clinic", "services", "research")


def page(
    context: Context,
    template: str,
    headers: Mapping[str, str],
    *,
    path: str,
    language: str = "en",
    translations: Mapping[str, str] | None = None,
    **values: Any,
) -> Representation:
    """Render ``template.html``, or ``template.md`` for a client that prefers Markdown.

    Every template can use what :func:`frame` returns, ``path`` (the page's own), ``translations`` (its paths by language, if it
    exists in several), and the functions below.

    Raises:
        ApiError: the page is in Hebrew, and the owner's data has no Hebrew.
    """
    require_hebrew(context, language, path)
    values = {
        **frame(context, language),
        "path": path,
        "translations": (context.store.has_hebrew and translations) or {},
        "origin": context.base_url.removesuffix(context.root),
        "is_static": context.service.is_static,
        "path_of": partial(path_of, language=language),
        "doi_url": doi_url,
        "notice_of": notice_of,
        "source_of": year_and_locators,
        "full_text": full_text,
        **values,
    }
    headers = {"Content-Language": language, **headers}
    if context.markdown:
        return Representation(render(context.service.templates, f"{template}.md", **values), MARKDOWN, headers)
    return html(context.service, f"{template}.html", headers, **values)


def require_hebrew(context: Context, language: str, path: str) -> None:
    """Check that there is Hebrew if a document is in Hebrew.

    Raises:
        ApiError: the owner's data has none.
    """
    if language == "he" and not context.store.has_hebrew:
        raise ApiError("not_found", f'There is nothing at "{path}", because this site has no Hebrew.')


def frame(context: Context, language: str) -> dict[str, Any]:
    """Return what every page uses: the owner, the site, its navigation, and the words of the language."""
    home = PATHS["home"][language]
    return {
        **words(language),
        "site": context.site,
        "base_url": context.base_url,
        "root": context.root,
        "profile": context.store.values("profile"),
        "home": home,
        "publications_path": PATHS["publications"][language],
        "contact_path": CONTACT_PATHS[language],
        "navigation": [
            *((name, f"{home}#{name}") for name in SECTIONS if name != "services" or context.store.services()),
            *((name, paths[language]) for name, paths in PATHS.items() if name != "home"),
        ],
    }


def words(language: str) -> dict[str, Any]:
    """Return the phrases of a language, and the functions that templates use for the owner's text.

    ``twin(values, "specialty")`` is a value in the language of the page; ``marked(text)`` is HTML that names the language of a
    text if it is another one, ``whole_words(name)`` the same
    with words whole; ``dates(first, last)`` and ``partial_date(iso)`` are dates as people write them.
    """
    of_language = (twin, marked, whole_words, dates, partial_date)
    functions = {function.__name__: partial(function, language=language) for function in of_language}
    return {"language": language, "t": PHRASES[language], **functions}


def html(
    service: Service, template: str, headers: Mapping[str, str], status: int = 200, *, root: str, **values: Any
) -> Representation:
    """Render an HTML document, with the headers that every one has. ``asset`` gives a template the address of a file."""
    own, color = service.templates, accent(values.get("site", {}))
    values |= {"problems": service.problems, "status": status, "root": root}
    text = render(own, template, asset=lambda name: root + asset_path(own, name, color), **values)
    return Representation(text, HTML, {**HTML_HEADERS, **headers}, status)


def path_of(publication: Mapping[str, Any], language: str = "en") -> str:
    """Return the path of a publication's page. Below ``/api`` the English one is the path of its data."""
    return path_to(publication.get("doi") or citation_key(publication), language)


def path_to(identifier: str, language: str = "en") -> str:
    """Return the path of the page of the publication with a DOI or citation key."""
    return f"{PATHS['publications'][language]}/{quote(identifier, safe='')}"


def full_text(publication: Mapping[str, Any]) -> str:
    """Return the address of the article; empty if it is the same as the DOI's."""
    url = str(publication.get("url", ""))
    return url if url != doi_url(publication.get("doi", "")) else ""
