"""The curriculum vitae: a page that prints well, and a PDF.

Typst (typst.app) makes the PDF, with tags for screen readers (PDF/UA-1).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from api.context import Context
from api.errors import ApiError
from api.formats.format import year_and_locators
from api.formats.markdown import plain_text
from api.http.response import Representation
from api.page_language import ENGLISH, PageLanguage, language_beside
from api.pages.authors import fold_list, render_authors
from api.pages.cv_sections import authorship_counts, by_type, career, group_by_section
from api.pages.dates import partial_date, period
from api.pages.localized import localize
from api.pages.page import lacks_cv, render_page, translations_of
from api.pages.place import Place
from api.pages.publication_items import FEATURED_ONLY
from api.pages.telephone import spaced_number
from api.pages.templates import accent
from api.pages.text_html import common_language, list_text, specialty_of, spoken_languages, unbroken_text
from api.text_files import TEMPLATES_FOLDER, find_file
from db.languages import LATIN, RIGHT_TO_LEFT, comma_of, direction_of
from db.publication import Publication
from db.publication.author import CUT_OFF, is_cut_off
from db.store import NO_FILTERS, Store, Values
from look.typesetting import LimitError, TypesettingError, make_pdf

# The PDF then ends with the address of the list. More would take seconds to typeset and too many pages to print.
MAX_PDF_PUBLICATIONS = 1000
# A page with more publications shows the featured ones, then each type, folded.
MAX_UNFOLDED = 20
# In the PDF: of longer lists, the first authors, the owner and the last author.
MAX_PDF_AUTHORS = 12
# ISO 639: undetermined.
UNDETERMINED = "und"

logger = logging.getLogger(__name__)


def cv_page(context: Context) -> Representation:
    """Show the entries by section and the publications by type and year."""
    store, language = context.store, context.language
    publications = store.all_publications(with_authors=True)
    return render_page(
        context,
        "cv",
        translations_of(context, "/cv"),
        biography=biography(context),
        career=group_by_section(career(store), context),
        places=[Place(place, language) for place in reachable_places(store)],
        types=[
            (heading, len(group), [(year, list(of_year)) for year, of_year in groupby(group, attrgetter("year"))])
            for heading, group in by_type(publications, context)
        ],
        authors_of=lambda publication: render_authors(publication, language),
        title_language=lambda publication: language.of_title(publication.title),
        featured=[publication for publication in publications if publication.is_featured],
        total=len(publications),
        authorship=authorship_counts(publications, language),
        is_folded=len(publications) > MAX_UNFOLDED,
    )


def cv_pdf(context: Context, file: str = "cv.pdf", params: Mapping[str, Any] = NO_FILTERS) -> Representation:
    """Answer with the PDF, for the browser's viewer. The snapshot keeps a failure, because failing can take 20 seconds."""
    failures, key = context.snapshot.failures, (file, context.language.code)
    headers = {"Content-Disposition": f'inline; filename="{file}"', "Content-Language": context.language.code}
    if key not in failures:
        template, source = find_file("cv.typ", TEMPLATES_FOLDER, context.application.templates)
        try:
            return Representation(make_pdf(template, pdf_values(context, params), source.decode()), "application/pdf", headers)
        except TypesettingError as error:
            logger.error("/%s cannot be made: %s", file, error)
            reason = f": {error}. Shorten the longest texts." if isinstance(error, LimitError) else ". The reason was logged."
            failures[key] = f"The PDF of the CV cannot be made{reason}"
    raise ApiError("internal_error", failures[key])


def selected_cv_pdf(context: Context) -> Representation:
    """Answer with the PDF with the featured publications only.

    Raises:
        ApiError: no publication is featured.
    """
    if not context.store.total(FEATURED_ONLY):
        raise ApiError("not_found", "This profile has no selected publications. The whole curriculum vitae is at /cv.pdf.")
    return cv_pdf(context, "cv-selected.pdf", FEATURED_ONLY)


def pdf_values(context: Context, params: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the template, in the document's language; null means no value. ``params`` filters the publications."""
    language, store = context.language, context.store
    profile = localize(store.document("profile"), language)
    places = [localize(place, language) for place in reachable_places(store)]
    publications, matching = store.publications(params, limit=MAX_PDF_PUBLICATIONS, with_authors=True)
    missing, added = matching - len(publications), store.last_added
    whole_list = language.count("all_publications", store.total()) + language.phrases["colon"].rstrip()
    return {
        "language": base_code(language.code),
        "direction": language.direction,
        "scripts": list(pdf_scripts(language)),
        "t": language.phrases,
        "paper": context.site.get("paper", "a4"),
        "accent": accent(context.site),
        **{name: profile.get(name) for name in ("name", "credentials")},
        "languages": list_text(spoken_languages(profile, language), language) or None,
        "specialty": specialty_of(profile),
        "places": [
            {
                "name": place["name"],
                "address": place.get("address"),
                "phone": place.get("phone") and spaced_number(place["phone"]),
            }
            for place in places
        ],
        "links": [{"text": text, "url": url} for text, url in contact_links(context, profile)],
        "biography": plain_text(text).split("\n") if (text := biography(context)) else None,
        "sections": list(pdf_sections(context)),
        "publications": [
            {"title": heading, "items": [pdf_item(publication, language) for publication in group]}
            for heading, group in by_type(publications, context)
        ],
        "publications_title": language.phrases["selected" if params else "publications"],
        "total": matching,
        "authorship": None if params else authorship_counts(publications, language) or None,
        "more_online": language.count("more_online", missing) if missing else whole_list if params else None,
        "updated": language.fill("updated", date=partial_date(added, language)) if added else None,
        "list_url": context.url("/publications", language.code),
    }


def biography(context: Context) -> str:
    """The owner's text, for a curriculum vitae that would otherwise be an empty page; "" for any other."""
    return localize(context.store.document("profile"), context.language).get("bio", "") if lacks_cv(context.store) else ""


def reachable_places(store: Store) -> list[Values]:
    """The places with an address or a telephone. Without both, such as home visits, they are only names."""
    return [place for place in store.places() if "address" in place or "phone" in place]


def base_code(code: str) -> str:
    """The language alone: Typst takes neither script nor territory."""
    return code.partition("-")[0]


def pdf_scripts(language: PageLanguage) -> Iterator[dict[str, str]]:
    """Yield each script with its language and direction: the page's script first, Latin last."""
    by_script = {each.script: each for each in reversed((language, *language.languages))}
    for script in sorted({*by_script, *RIGHT_TO_LEFT, LATIN}, key=lambda script: (script == LATIN, script != language.script)):
        code = by_script[script].code if script in by_script else ENGLISH.code if script == LATIN else UNDETERMINED
        yield {"script": script, "language": base_code(code), "direction": direction_of(script)}


def contact_links(context: Context, profile: Values) -> Iterator[tuple[str, str]]:
    """Yield text and address of the person's contacts and pages."""
    if "email" in profile:
        yield profile["email"], f"mailto:{profile['email']}"
    if "orcid" in profile:
        yield f"ORCID {profile['orcid']}", f"https://orcid.org/{profile['orcid']}"
    yield context.base_url, context.url("/", context.language.code)


def pdf_sections(context: Context) -> Iterator[dict[str, Any]]:
    """Yield the sections of the career with their entries."""
    for group in group_by_section(career(context.store), context):
        yield {
            "title": group.heading,
            "entries": [career_entry(entry, context.language) for entry in group.entries],
        }


def career_entry(entry: Values, language: PageLanguage) -> dict[str, Any]:
    texts = {field: entry.get(field) for field in ("title", "organization", "place", "note")}
    code, direction = common_language(texts.values(), language)
    return {
        "language": base_code(code),
        "direction": direction,
        "dates": period(entry, language),
        "url": entry.get("url"),
        **{field: text and unbroken_text(text, language) for field, text in texts.items()},
    }


def book_details(publication: Publication, language: PageLanguage) -> str:
    """What follows the title of the book: `` (ed. Cohen DA). Vol. 2. Example Press; 2021. p. 101-109``."""
    edited_by = language.count("edited_by", len(publication.editor_names)).replace("{names}", publication.editors)
    editors = f" ({edited_by})" if publication.editors else ""
    publisher = f"{publication.publisher}; " if publication.publisher else ""
    parts = [
        language.fill("in_volume", volume=publication.volume) if publication.volume else "",
        f"{publisher}{publication.year}",
        language.fill("on_pages", pages=publication.pages) if publication.pages else "",
    ]
    return ". ".join([editors, *filter(None, parts)])


def pdf_item(publication: Publication, language: PageLanguage) -> dict[str, Any]:
    """The values of a publication. They are in the language of its title, but its notice is in the document's language."""
    code, direction = language.of_title(publication.title)
    beside = language_beside(publication.title, language)
    listed, own = publication.author_names, publication.owner_positions
    authors = [{"name": name, "isOwner": index in own} for index, name in enumerate(listed)]
    if len(listed) > MAX_PDF_AUTHORS:
        authors = fold_list(authors, own, lambda number: {"name": beside.count("others", number), "isOwner": False})
    notice = publication.notice
    date = notice and notice.date
    return {
        "language": base_code(code),
        "direction": direction,
        "comma": comma_of(publication.authors),
        "authors": [*authors, {"name": CUT_OFF, "isOwner": False}] if is_cut_off(publication.authors) else authors,
        "title": publication.title,
        "journal": publication.journal,
        "source": year_and_locators(publication),
        "inBook": beside.phrases["in_book"] if publication.is_in_book else None,
        "bookDetails": book_details(publication, beside),
        "url": publication.doi_url,
        "doi": publication.doi or None,
        "notice": notice and f"{language.phrases[notice.kind]}{f' {partial_date(date, language)}' if date else ''}",
        "noticeDoi": (notice and notice.doi) or None,
    }
