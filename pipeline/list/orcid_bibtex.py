"""BibTeX that ORCID imports.

Sources: the modal for BibTeX in ORCID/orcid-angular, which reads types (article, inproceedings, incollection), the identifiers
doi and pmid, and the address if there is neither; ORCID/bibtexParseJs, which counts every brace, even after a backslash. ORCID
reads UTF-8 and keeps ``&`` and ``%``, so nothing is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from db.publication.author import Author, parse_authors
from db.publication.identifiers import pmid_of
from db.publication.key import citation_key
from db.publication.types import ARTICLE, type_names

# ORCID would take them for LaTeX, or for the end of the value.
NOT_IN_VALUES = str.maketrans("", "", "\\{}")
COLUMNS = {"title": "title", "year": "year", "volume": "volume", "issue": "number", "pages": "pages", "publisher": "publisher"}


def orcid_bibtex(papers: Iterable[Mapping[str, str]]) -> str:
    return "\n".join(map(entry, papers))


def entry(cells: Mapping[str, str]) -> str:
    publication = {name: cell for name, cell in cells.items() if cell}
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in fields_of(publication))
    return f"@{type_names(publication).bibtex}{{{citation_key(publication)},\n{fields}}}\n"


def fields_of(publication: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield "author", " and ".join(map(author_name, parse_authors(publication["authors"])))
    yield "journal" if type_names(publication) is ARTICLE else "booktitle", publication["journal"].translate(NOT_IN_VALUES)
    yield from ((field, publication[name].translate(NOT_IN_VALUES)) for name, field in COLUMNS.items() if name in publication)
    identifiers = {"doi": publication.get("doi", ""), "pmid": pmid_of(publication.get("pubmed", ""))}
    for name, value in (identifiers | {"url": publication.get("url", "")}).items():
        if value and value == value.translate(NOT_IN_VALUES):
            yield name, value


def author_name(author: Author) -> str:
    """ORCID takes " and " for the end of a name, even in braces."""
    if author.literal:
        return f"{{{author.name.translate(NOT_IN_VALUES).replace(' and ', ' & ')}}}"
    return ", ".join(filter(None, (author.family, author.suffix, author.given)))
