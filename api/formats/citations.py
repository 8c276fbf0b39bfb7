"""Publications as formatted citations, one per line, in the styles that medical journals ask for, as plain text.

Sources: Citing Medicine, 2nd edition, chapter 1, and the samples of the ICMJE (Vancouver); Publication Manual of the American
Psychological Association, 7th edition, chapters 9 and 10 (APA); AMA Manual of Style, 11th edition, chapter 3 (AMA). Titles keep
their capitals: no rule can tell which words are names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from api.formats.format import Format, year_and_locators
from api.http.response import PLAIN
from db.publication import Publication
from db.publication.author import CUT_OFF, Author, is_cut_off, parse_authors
from db.publication.pages import rewrite_ranges, without_shared_digits

# Vancouver and AMA shorten longer lists of persons, APA longer lists of authors.
MAX_PERSONS = 6
MAX_APA_AUTHORS = 20
ET_AL = Author(CUT_OFF)
# A text with these at its end, even within quotes, needs no period.
SENTENCE_ENDS, CLOSING_QUOTES = (".", "?", "!"), "\"'”’»"
# An article number, not a page: e0123456, n71, or more digits than a volume has pages.
ARTICLE_NUMBER = re.compile(r"[a-z]+[0-9]+|[0-9]{6,}")
ORDINALS = {"II": "2nd", "III": "3rd", "IV": "4th"}
NUMERALS = {"2nd": "II", "3rd": "III", "4th": "IV", "5th": "V"}
APA_SUFFIXES = {**NUMERALS, "Jr": "Jr.", "Sr": "Sr."}


class Style(NamedTuple):
    """A citation style.

    Attributes:
        title: its usual name.
        cite: the function that cites a publication.
    """

    title: str
    cite: Callable[[Publication], str]


def write_list(publications: Iterable[Publication], style: str = "vancouver") -> bytes:
    return "".join([f"{cite(publication, style)}\n" for publication in publications]).encode()


def cite(publication: Publication, style: str) -> str:
    """Cite a publication on one line; ``style`` is a key of ``STYLES``."""
    return STYLES[style].cite(publication)


def vancouver(publication: Publication) -> str:
    """``Levi RA, Example N. Title. Journal. 2021;12(3):101-9. doi: 10.5555/x. PubMed PMID: 1.``"""
    links = [f"doi: {publication.doi}."] if publication.doi else []
    if publication.pmid:
        links.append(f"PubMed PMID: {publication.pmid}.")
    medium = ""
    if not links and publication.url:
        medium = " [Internet]"
        links.append(f"Available from: {publication.url}")
    authors = vancouver_series(publication.authors)
    title = publication.title_with_notice() + (" [letter]" if publication.type == "letter" else "")
    if publication.is_in_book:
        source = [
            *book_sentences(publication, vancouver_series, "editor", medium),
            publication.volume and f"Vol. {publication.volume}",
            imprint_of(publication),
            publication.pages and f"p. {short_ranges(publication.pages)}",
        ]
    else:
        source = [short_journal_name(publication) + medium, year_and_locators(publication, short_ranges)]
    return " ".join([*sentences(authors, title, *source), *links])


def apa(publication: Publication) -> str:
    """``Levi, R. A., & Example, N. (2021). Title. Journal, 12(3), 101–109. https://doi.org/10.5555/x``"""
    if publication.is_in_book:
        source = [apa_book(publication), publication.publisher]
    else:
        number = publication.volume + (f"({publication.issue})" if publication.issue else "")
        source = [", ".join(filter(None, (publication.journal, number, apa_pages(publication.pages))))]
    authors = f"{end_with_period(apa_authors(publication.authors))} ({publication.year})"
    title = publication.title_with_notice() + (" [Letter to the editor]" if publication.type == "letter" else "")
    return " ".join([*sentences(authors, title, *source), publication.doi_url or publication.url]).rstrip()


def ama(publication: Publication) -> str:
    """``Levi RA, Example N. Title. Journal. 2021;12(3):101-109. doi:10.5555/x``"""
    authors = ama_series(publication.authors)
    link = f"doi:{publication.doi}" if publication.doi else publication.url
    if publication.is_in_book:
        imprint = imprint_of(publication) + (f":{full_ranges(publication.pages)}" if publication.pages else "")
        source = [*book_sentences(publication, ama_series, "ed"), publication.volume and f"Vol {publication.volume}", imprint]
    elif publication.volume or publication.issue or publication.pages:
        source = [short_journal_name(publication), year_and_locators(publication, full_ranges)]
    else:
        source = [short_journal_name(publication), f"Published online {publication.year}"]
    return " ".join([*sentences(authors, publication.title_with_notice(), *source), link]).rstrip()


STYLES = {"vancouver": Style("Vancouver", vancouver), "apa": Style("APA", apa), "ama": Style("AMA", ama)}


def sentences(*parts: str | None) -> Iterator[str]:
    """Yield the known parts, each with a period."""
    return map(end_with_period, filter(None, parts))


def end_with_period(text: str) -> str:
    return text if text.rstrip(CLOSING_QUOTES).endswith(SENTENCE_ENDS) else f"{text}."


def short_journal_name(publication: Publication) -> str:
    """The journal's abbreviation, or its name, which can itself be one. Vancouver and AMA write it without periods."""
    words = (word[:-1] if word.endswith(".") and word[-2:-1].isalnum() else word for word in publication.journal.split(" "))
    return publication.abbreviation or " ".join(words)


def book_sentences(publication: Publication, series: Callable[[str], str], role: str, medium: str = "") -> list[str]:
    """Two sentences about a book: ``In: Levi R, Cohen DA, editors`` and its title."""
    title = publication.journal + medium
    if not publication.editors:
        return [f"In: {title}"]
    number = "s" if len(publication.editor_names) > 1 else ""
    return [f"In: {series(publication.editors)}, {role}{number}", title]


def imprint_of(publication: Publication) -> str:
    return "; ".join(filter(None, (publication.publisher, str(publication.year))))


def apa_book(publication: Publication) -> str:
    """``In R. Levi & D. A. Cohen (Eds.), Title of the book (Vol. 2, pp. 101–109)``"""
    pages = apa_pages(publication.pages)
    if pages and not pages.startswith("Article"):
        pages = f"pp. {pages}" if re.search("[–,]", pages) else f"p. {pages}"
    located = ", ".join(filter(None, (publication.volume and f"Vol. {publication.volume}", pages)))
    title = publication.journal + (f" ({located})" if located else "")
    if not (editors := publication.editors):
        return f"In {title}"
    listed = [f"{editor.given} {editor.family} {editor.suffix}".strip() or editor.name for editor in parse_authors(editors)]
    if is_cut_off(editors):
        return f"In {', '.join(listed)}, et al. (Eds.), {title}"
    if len(listed) == 1:
        return f"In {listed[0]} (Ed.), {title}"
    comma = "," if len(listed) > 2 else ""
    return f"In {', '.join(listed[:-1])}{comma} & {listed[-1]} (Eds.), {title}"


def authors_in_series(authors: str, write: Callable[[Author], str], limit: int) -> str:
    """Join the authors, with semicolons around organizations. If there are too many persons, keep the first ``limit``."""
    listed = parse_authors(authors)
    persons = [author for author in listed if not author.collective]
    count = len(persons) + is_cut_off(authors)
    if count > MAX_PERSONS or is_cut_off(authors):
        groups = [author for author in listed if author.collective]
        first = persons[: limit if count > MAX_PERSONS else None]
        listed = [*first, ET_AL, *groups] if first else [*groups, ET_AL]
    text = write(listed[0])
    for before, author in pairwise(listed):
        text += ("; " if before.collective or author.collective else ", ") + write(author)
    return text


def vancouver_series(authors: str) -> str:
    return authors_in_series(authors, vancouver_name, limit=6)


def ama_series(authors: str) -> str:
    return authors_in_series(authors, ama_name, limit=3)


def vancouver_name(person: Author) -> str:
    """Family name, at most two initials, and the suffix, with an ordinal instead of a Roman numeral."""
    return f"{person.family} {person.initials[:2]} {ORDINALS.get(person.suffix, person.suffix)}".strip() or person.name


def ama_name(person: Author) -> str:
    return f"{person.family} {person.initials} {NUMERALS.get(person.suffix, person.suffix)}".strip() or person.name


def apa_authors(authors: str) -> str:
    names = list(map(apa_name, parse_authors(authors)))
    if is_cut_off(authors):
        return ", ".join([*names[: MAX_APA_AUTHORS - 1], "et al."])
    if len(names) > MAX_APA_AUTHORS:
        return f"{', '.join(names[: MAX_APA_AUTHORS - 1])}, … {names[-1]}"
    return ", & ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def apa_name(person: Author) -> str:
    parts = (person.family, person.given, APA_SUFFIXES.get(person.suffix, person.suffix))
    return ", ".join(filter(None, parts)) or person.name


def apa_pages(pages: str) -> str:
    return f"Article {pages}" if ARTICLE_NUMBER.fullmatch(pages) else rewrite_ranges(pages, lambda first, last: f"{first}–{last}")


def full_ranges(pages: str) -> str:
    return rewrite_ranges(pages, lambda first, last: f"{first}-{last}")


def short_ranges(pages: str) -> str:
    return rewrite_ranges(pages, lambda first, last: f"{first}-{without_shared_digits(last, first)}")


CITATION_FORMAT = Format(
    name="citation",
    title="Citation",
    media_type=PLAIN,
    write_list=write_list,
    options=frozenset(("style",)),
)
