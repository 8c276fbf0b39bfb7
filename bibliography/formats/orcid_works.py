"""Works of an ORCID record from its API (2.x and 3.0): groups of summaries, or whole works.

Source: ORCID's API documentation, "Works". A group is one work as several sources describe it. The summary that the owner prefers
has the highest ``display-index``; if several have it, the first counts. A summary has no authors, volume or pages.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bibliography import identifiers
from bibliography.formats import bibtex
from bibliography.formats.csl import as_text, first_field, object_at, objects_at
from bibliography.names import Name, read_names
from bibliography.record_types import PREPRINT_DOI, PREPRINT_SERVER, RecordType, record_type_of
from bibliography.reference import Location, Reference
from bibliography.values import find_year, strip_markup
from db.publication.author import split_authors
from db.text import letters

# Summaries of works have no authors.
NO_AUTHORS = 'On orcid.org, open the menu (three dots) of Works, choose "Export works to BibTeX", and import that file instead.'


def is_work(record: Any) -> bool:
    """Whether a record is a group of summaries, a summary, a whole work, or an entry of a response with several works."""
    return isinstance(record, dict) and not record.keys().isdisjoint(("work-summary", "put-code", "work", "putCode"))


def to_reference(record: dict[str, Any], location: Location) -> Reference:
    works = objects_at(record, "work-summary") or [object_at(record, "work") or record]
    # A group can join a preprint and its paper: then only the summaries of the paper count.
    works = by_preference([work for work in works if not is_preprint_work(work)] or works)
    preferred = works[0]
    cited = next(filter(None, (citation_cells(work, location) for work in works)), {})
    journal = next(filter(None, (text_at(work, "journal-title") for work in works)), cited.get("journal", ""))
    people = next(filter(None, ([*contributors(work)] for work in works)), None)
    dois = [*map(identifiers.find_doi, external_ids(works, "doi"))]
    return Reference.of(
        location,
        record_type_of(first_field(preferred, "type"), in_journal=bool(journal)),
        people or split_authors(cited.get("authors", "")),
        title=next(filter(None, (text_at(work, "title", "title") for work in works)), ""),
        journal=journal,
        year=next(filter(None, (find_year(text_at(work, "publication-date", "year")) for work in works)), ""),
        volume=cited.get("volume", ""),
        issue=cited.get("issue", ""),
        pages=cited.get("pages", ""),
        doi=most_frequent([doi for doi in dois if not PREPRINT_DOI.match(doi)] or dois),
        pmid=most_frequent(map(identifiers.find_pmid, external_ids(works, "pmid"))),
        url=identifiers.find_link([text_at(preferred, "url") or as_text(preferred.get("url"))]),
        advice=NO_AUTHORS,
    )


def is_preprint_work(work: dict[str, Any]) -> bool:
    """Whether a summary is a preprint's. The type does not decide: many preprints have the type of journal articles."""
    dois = [*map(identifiers.find_doi, external_ids([work], "doi"))]
    return (
        record_type_of(first_field(work, "type"), in_journal=False) == RecordType.PREPRINT
        or bool(PREPRINT_SERVER.match(text_at(work, "journal-title")))
        or bool(dois and all(map(PREPRINT_DOI.match, dois)))
    )


def text_at(work: dict[str, Any], *path: str) -> str:
    """The text at a path. ORCID wraps texts in objects: ``{"title": {"title": {"value": "Gout"}}}``."""
    return first_field(object_at(work, *path), "value")


def by_preference(works: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort works, or other versions of one activity: the preferred one first, and equal ones in their order."""
    return sorted(works, key=display_index, reverse=True)


def put_codes_of(works: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(filter(None, (first_field(work, "put-code") for work in works)))


def display_index(work: dict[str, Any]) -> int:
    """The ``display-index``, which some responses have as text."""
    index = first_field(work, "display-index")
    return int(index) if index.isascii() and index.isdigit() else 0


def contributors(work: dict[str, Any]) -> Iterator[Name | str]:
    """Yield the authors, which only a whole work has."""
    for contributor in objects_at(work, "contributors", "contributor"):
        role = first_field(object_at(contributor, "contributor-attributes"), "contributor-role").lower()
        if role in ("", "author", "co-author", "co_author", "principal-investigator") or "writing" in role:
            yield from read_names(text_at(contributor, "credit-name"))


def citation_cells(work: dict[str, Any], location: Location) -> Mapping[str, str]:
    """The cells of the BibTeX in a whole work, if it has the work's title: some BibTeX describes another work."""
    cited, title = object_at(work, "citation"), letters(strip_markup(text_at(work, "title", "title")))
    if first_field(cited, "citation-type").lower() == "bibtex":
        for record in bibtex.read(io.StringIO(first_field(cited, "citation-value")), location.file):
            if isinstance(record, Reference) and letters(record.cells.get("title", "")) == title:
                return record.cells
    return {}


def external_ids(works: Iterable[dict[str, Any]], kind: str) -> Iterator[str]:
    """Yield the works' own identifiers of a type. An identifier that is PART_OF belongs to the book or the journal."""
    for work in works:
        for identifier in objects_at(work, "external-ids", "external-id"):
            relation = first_field(identifier, "external-id-relationship").lower().replace("_", "-")
            if first_field(identifier, "external-id-type").lower() == kind and relation in ("self", "version-of", ""):
                yield first_field(identifier, "external-id-value")


def most_frequent(values: Iterable[str]) -> str:
    """The value that most summaries give, or the first of several. Most sources are right."""
    counts = Counter(filter(None, values))
    return max(counts, key=lambda value: counts[value], default="")
