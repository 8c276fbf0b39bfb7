"""Write BibTeX, which ORCID imports, for the papers that the owner's ORCID record lacks.

Sources: the modal for BibTeX in ORCID/orcid-angular, which reads types (article, inproceedings, incollection), the identifiers
doi and pmid, and the address if there is neither; ORCID/bibtexParseJs, which counts every brace, even after a backslash. ORCID
reads UTF-8 and keeps ``&`` and ``%``, so nothing is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bibliography.gathering import Gathering
from bibliography.papers import Paper, PaperList, match
from bibliography.plan import REQUIRED_FIELDS
from bibliography.registries.orcid import Orcid
from bibliography.works import Work
from db.publication import Publication
from db.publication.author import Author, parse_authors
from db.publication.types import ARTICLE

# ORCID would read these as LaTeX, or as the end of the value.
NOT_IN_VALUES = str.maketrans("", "", "\\{}")
# Where owners add works to their record.
ORCID_WORKS_PAGE = "https://orcid.org/my-orcid?orcid={}"


def missing_at_orcid(gathering: Gathering, rows: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]] | None:
    """The publishable rows that the public ORCID record lacks; None if ORCID's answer was not complete."""
    if "orcid" not in gathering.question.searches or Orcid.name in gathering.failures:
        return None
    papers = {number: cells for number, cells in enumerate(rows) if all(cells.get(name) for name in REQUIRED_FIELDS)}
    listed = PaperList(papers)
    on_record = {paper.row for work in gathering.works if work.on_record for paper in papers_of(work, listed)}
    return [cells for number, cells in papers.items() if number not in on_record]


def papers_of(work: Work, listed: PaperList) -> list[Paper]:
    """The papers of the list that match a work or have its identifiers; if an identifier is mistaken, also the work's title."""
    decision = match(work.merge(0), listed)
    same_title = listed.by_key.get(decision.reference.identity.title) if work.mistake else None
    return [paper for paper in (decision.paper, same_title, *decision.others.values()) if paper]


def orcid_bibtex(papers: Iterable[Mapping[str, str]]) -> str:
    return "\n".join(map(orcid_entry, papers))


def orcid_entry(cells: Mapping[str, str]) -> str:
    publication = Publication(cells)
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in orcid_fields(publication))
    return f"@{publication.type_names.bibtex}{{{publication.key},\n{fields}}}\n"


def orcid_fields(publication: Publication) -> Iterator[tuple[str, str]]:
    yield "author", " and ".join(map(orcid_name, parse_authors(publication.authors)))
    texts = {
        "journal" if publication.type_names is ARTICLE else "booktitle": publication.journal,
        "title": publication.title,
        "year": str(publication.year),
        "volume": publication.volume,
        "number": publication.issue,
        "pages": publication.pages,
        "publisher": publication.publisher,
    }
    yield from ((name, text.translate(NOT_IN_VALUES)) for name, text in texts.items() if text)
    for name, value in (("doi", publication.doi), ("pmid", publication.pmid), ("url", publication.url)):
        if value and value == value.translate(NOT_IN_VALUES):
            yield name, value


def orcid_name(author: Author) -> str:
    """A name for BibTeX. ORCID splits names at " and ", even in braces, so an organization gets "&" instead."""
    if author.literal:
        return f"{{{author.name.translate(NOT_IN_VALUES).replace(' and ', ' & ')}}}"
    return ", ".join(filter(None, (author.family, author.suffix, author.given)))
