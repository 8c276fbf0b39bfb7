"""A page of the site: HTML, or Markdown for clients that prefer it; and the page of an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from api.context import Context, Handler
from api.errors import ApiError
from api.formats.format import year_and_locators
from api.http.response import HTML, MARKDOWN, Representation
from api.page_language import ENGLISH_ALONE, PageLanguage, page_language
from api.pages.discovery import Link, license_link, link_header, offered_paths
from api.pages.font_rules import early_fonts, font_rules
from api.pages.legal import legal_notices
from api.pages.localized import localize
from api.pages.templates import accent, asset_file, render
from api.pages.text_html import FUNCTIONS, capitalize_first, language_name, specialty_of
from db.file_format import DatabaseError
from db.publication import Publication
from db.publication.author import split_titles, unbroken_titles
from db.publication.identifiers import doi_url, searched_pmid
from db.store import Store
from db.uri import telephone_url
from look.typeface import font_files

# A meta element cannot have this directive (CSP Level 3, section 3.3).
NO_FRAMES = "; frame-ancestors 'none'"
# Load nothing from other hosts, and allow no script or style inside the page (CSP Level 3).
HTML_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'" + NO_FRAMES,
    "Referrer-Policy": "strict-origin-when-cross-origin",
}
# Pages in the order of the navigation: the key of the phrase for each, and its path in the first language.
PAGE_PATHS = {"home": "/", "publications": "/publications", "cv": "/cv"}
# Address of the Markdown of each page, by template.
MARKDOWN_PATHS = {"profile": "/index.md", "publications": "/publications.md", "cv": "/cv.md"}
# Longer titles leave no room for the name in the header.
MAX_TITLES_CHARACTERS = 8
# A list of fewer publications needs no search.
MIN_SEARCHED = 10
# Sections of the home page in the navigation.
HOME_SECTIONS = ("clinic", "services", "research")
# Maximum number of publications on the home page. A CV with no more than these, and no career, would repeat it.
MAX_HIGHLIGHTS = 5
# Functions for templates that are the same in every language.
LANGUAGE_FREE_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "capitalize_first": capitalize_first,
    "language_name": language_name,
    "specialty_of": specialty_of,
    "doi_url": doi_url,
    "searched_pmid": searched_pmid,
    "telephone_url": telephone_url,
    "notice_of": attrgetter("notice"),
    "source_of": year_and_locators,
}


def render_page(
    context: Context, template: str, translations: Mapping[str, str], links: Sequence[Link] = (), **variables: Any
) -> Representation:
    """Render ``template.html``, or ``template.md`` if the client prefers Markdown. ``links`` are to resources about the page.

    Every template can use the variables of :func:`layout_context`, ``path`` (of the page), ``translations`` (its paths by
    language, if it exists in several), and ``path_of``.
    """
    language = context.language
    links = [*(links or [license_link(context)]), *markdown_link(context, template)]
    variables = {
        "links": links,
        **(context.layout or layout_context(context)),
        "path": translations[language.code],
        "translations": translations if len(translations) > 1 else {},
        "path_of": partial(path_of, context, code=language.code),
        **variables,
    }
    headers = {"Content-Language": language.code, "Link": link_header(links)}
    if context.markdown:
        variables["address"] = context.address
        return Representation(render(context.application.templates, f"{template}.md", **variables), MARKDOWN, headers)
    return render_html(context, f"{template}.html", headers, **variables)


def markdown_link(context: Context, template: str) -> list[Link]:
    """The link to the Markdown of a page, if it has an address."""
    path = MARKDOWN_PATHS.get(template)
    if path not in offered_paths(context):
        return []
    params = {name: value for name, value in context.params.items() if value}
    return [Link("alternate", context.url(path, context.language.code, **params), "text/markdown")]


def as_markdown(handler: Handler) -> Handler:
    """Make the handler of a page's Markdown address. It ignores what the client prefers."""
    return lambda context: handler(replace(context, markdown=True))


def layout_context(context: Context) -> dict[str, Any]:
    """Values that every page uses: the owner, the site, its navigation, and the words of the language."""
    language, offered = context.language, offered_paths(context)
    paths = {name: context.address(path, language.code) for name, path in PAGE_PATHS.items() if path in offered}
    empty, profile = empty_pages(context.store), localize(context.store.current_profile, language)
    listed, names = split_titles(profile["name"])
    titles, name = " ".join(unbroken_titles(listed)), " ".join(names)
    return {
        **language_helpers(language),
        "site": localize(context.site, language),
        "base_url": context.base_url,
        "root": context.root,
        "origin": context.base_url.removesuffix(context.root),
        "is_static": context.application.is_static,
        "profile": profile,
        "owner_titles": titles,
        "owner_name": name,
        "short_name": name if len(titles) > MAX_TITLES_CHARACTERS else profile["name"],
        "home": paths["home"],
        "publications_path": paths["publications"],
        "has_publications": "publications" not in empty,
        "unlisted": [paths[name] for name in empty & paths.keys()],
        "updated": context.store.last_added,
        "type_names": context.labels("publications", "type"),
        "font_files": font_files(context.store.font_names()),
        "legal": [(notice.name, notice.address) for notice in legal_notices(context)],
        "embed_path": context.address("/embed", language.code) if "/embed" in offered else "",
        "contact_path": context.address("/contact.vcf", language.code) if "/contact.vcf" in offered else "",
        "navigation": [
            *((key, f"{paths['home']}#{name}") for name in HOME_SECTIONS if (key := section_key(context.store, name))),
            *((name, path) for name, path in paths.items() if name not in {"home", *empty}),
        ],
    }


def empty_pages(store: Store) -> set[str]:
    """The keys of pages that are empty or repeat the home page. Navigation, sitemap and search engines leave them out."""
    is_empty = {"publications": not store.row_counts["publications"], "cv": lacks_cv(store)}
    return {name for name in is_empty if is_empty[name]}


def lacks_cv(store: Store) -> bool:
    """Whether the curriculum vitae would only repeat the home page."""
    counts = store.row_counts
    return not counts["cv_entries"] and counts["publications"] <= MAX_HIGHLIGHTS


def section_key(store: Store, name: str) -> str:
    """The key of the phrase for a section of the home page; empty if the section is empty."""
    if name == "services":
        return name if store.row_counts["services"] else ""
    values = store.document(name)
    key = "clinics" if any(not place.get("online") for place in values.get("locations", ())) else name
    return key if any(values.values()) else ""


def language_helpers(language: PageLanguage) -> dict[str, Any]:
    """The phrases of a language, and the functions that templates use for the owner's text.

    - ``marked(text)`` writes text as HTML, and names its language if it isn't the page's. ``capitalized(label)`` also capitalizes
      it. ``whole_words(title)`` keeps hyphenated words on one line, ``whole_name(name)`` also a particle and the word after it.
    - ``unbroken(title)`` returns text. No line of it begins with French punctuation.
    - ``marked_specialty(profile)`` writes profession and specialty, and ``prose(text)`` renders Markdown as a list of blocks.
    - ``common_language(texts)`` returns the language and direction that the parts of a line share.
    - ``language_beside(title)`` returns the language of words beside a title.
    - ``count_phrase(key, number)`` puts a number into a phrase.
    - The others write dates, times and lists.
    """
    functions = {function.__name__: partial(function, language=language) for function in FUNCTIONS}
    words = {
        "language": language.code,
        "font_script": language.script,
        "direction": language.direction,
        "locale": language.tag,
        "t": language.phrases,
        "count_phrase": language.count,
    }
    return {**words, **LANGUAGE_FREE_FUNCTIONS, **functions}


def render_html(
    context: Context, template: str, headers: Mapping[str, str], status: int = 200, *, root: str, **variables: Any
) -> Representation:
    """Render an HTML document, and add the headers of all pages. ``asset`` gives templates the address of a file."""
    application, color = context.application, accent(variables.get("site", {}))
    fonts = variables.get("font_files", {})
    rules, early = font_rules(fonts), early_fonts(fonts, variables.get("font_script", ""))

    def asset_path(name: str) -> str:
        return f"{root}{context.address('/assets/{name}', name=name)}"

    def asset(name: str) -> str:
        return f"{asset_path(name)}?{asset_file(application.templates, name, color, rules).digest}"

    headers = {**HTML_HEADERS, **headers}
    # Static hosts can omit headers.
    policy = headers["Content-Security-Policy"].removesuffix(NO_FRAMES) if application.is_static else ""
    variables |= {"preview": application.preview, "status": status, "root": root, "address": context.address, "asset": asset}
    variables["fonts"] = [asset_path(name) for name in early]
    body = render(application.templates, template, policy=policy, **variables)
    return Representation(body, HTML, headers, status)


def error_page(context: Context, error: ApiError, path: str) -> Representation:
    """Show an error at a path, with the status and sentence of its JSON."""
    return render_html(
        context,
        "error.html",
        {**error.headers, "Vary": "Accept"},
        error.status,
        code=error.code,
        sentence=error.description,
        suggestion=error.suggestion,
        **error_context(context, path),
    )


def error_context(context: Context, path: str) -> dict[str, Any]:
    """Values for an error page. Without a database, the page has no owner, and links go to the root of this host."""
    try:
        # A static site answers no form, and this page loads no script.
        variables = layout_context(context.in_language(path.lstrip("/").partition("/")[0]))
        is_searchable = context.store.row_counts["publications"] >= MIN_SEARCHED and not context.application.is_static
        homes = translations_of(context, "/")
        return {**variables, "translations": homes, "search": variables["publications_path"] if is_searchable else ""}
    except DatabaseError:
        return {**language_helpers(page_language(ENGLISH_ALONE, [ENGLISH_ALONE])), "root": ""}


def translations_of(context: Context, path: str, **params: Any) -> dict[str, str]:
    """Addresses of a page by language."""
    return {language.code: context.address(path, language.code, **params) for language in context.store.languages}


def path_of(context: Context, publication: Publication, code: str = "") -> str:
    return context.address("/publications/{doi}", code, doi=publication.identifier)
