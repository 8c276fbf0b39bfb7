"""BibTeX in UTF-8, for LaTeX documents and reference managers.

Sources: BibTeXing and Designing BibTeX Styles (O. Patashnik, 1988) for names, braces and capitals; the biblatex manual,
section 2.2, for the verbatim fields doi and url. BibTeX counts every brace, even after a backslash, so macros
replace braces within text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from api.formats.format import Format
from db.publication import Publication
from db.publication.author import is_cut_off, parse_author, split_authors
from db.publication.pages import first_and_last_page
from db.publication.types import ARTICLE

LATEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "@": "{@}",
    **{char: f"\\{char}" for char in "$&%#_"},
    # LaTeX would join these with the next character into a ligature, such as two hyphens into a dash.
    **{char: f"{char}{{}}" for char in "-'`?!"},
}
LATEX_SPECIAL = re.compile(r"[\\{}^~<>|@$&%#_]|-(?=-)|'(?=')|[`?!](?=`)")
# A verbatim value has no escapes, so it cannot contain these. Many parsers read "@word(" as the start of the next entry.
NOT_VERBATIM = frozenset(r"\{}%@")
RANGE_HYPHEN = re.compile(r"(?<=[0-9])-(?=[A-Za-z]?[0-9])")


def write_list(publications: Iterable[Publication]) -> bytes:
    return "\n".join(map(bibtex_entry, publications)).encode()


def bibtex_entry(publication: Publication) -> str:
    fields = "".join([f"  {name:7} = {{{value}}},\n" for name, value in bibtex_fields(publication).items() if value])
    return f"@{publication.type_names.bibtex}{{{publication.key},\n{fields}}}\n"


def bibtex_fields(publication: Publication) -> dict[str, str]:
    """Fields of an entry and their values, without the outer braces; "" for an unknown value."""
    pages = "-".join(first_and_last_page(publication.pages))
    return {
        "title": bibtex_title(publication.title),
        "author": bibtex_authors(publication.authors),
        "journal" if publication.type_names is ARTICLE else "booktitle": escape_latex(publication.journal),
        "editor": publication.editors and bibtex_authors(publication.editors),
        "publisher": escape_latex(publication.publisher),
        "year": str(publication.year),
        "volume": escape_latex(publication.volume),
        "number": escape_latex(publication.issue),
        "pages": RANGE_HYPHEN.sub("--", escape_latex(pages)),
        "type": publication.genre,
        "doi": verbatim_doi(publication),
        "pmid": publication.pmid,
        "url": publication.url,
        "note": escape_latex(publication.notice.note) if publication.notice else "",
    }


def bibtex_title(text: str) -> str:
    """Put braces around words with capitals, because many styles lower-case the rest of a title."""
    first, *others = escape_latex(text).split(" ")
    if first[1:] != first[1:].lower():
        first = protect_case(first)
    return " ".join([first, *[word if word == word.lower() else protect_case(word) for word in others]])


def protect_case(word: str) -> str:
    """Put a word in braces; double braces if BibTeX would otherwise read an accented letter and change its case."""
    return f"{{{{{word}}}}}" if word.startswith("\\") else f"{{{word}}}"


def bibtex_authors(listed: str) -> str:
    return " and ".join(map(bibtex_author, split_authors(listed))) + (" and others" if is_cut_off(listed) else "")


def bibtex_author(name: str) -> str:
    """``Family, G. I.`` or ``Family, Jr, G. I.``. A name that is not a person's gets braces."""
    author = parse_author(name)
    if author.literal:
        return f"{{{escape_latex(name)}}}"
    return ", ".join(filter(None, (escape_latex(author.family), author.suffix, author.given)))


def escape_latex(text: str) -> str:
    """Escape text for LaTeX."""
    return LATEX_SPECIAL.sub(lambda special: LATEX_ESCAPES[special[0]], text)


def verbatim_doi(publication: Publication) -> str:
    """The DOI, or its address if a verbatim field cannot contain the DOI."""
    return publication.doi_url if NOT_VERBATIM & set(publication.doi) else publication.doi


BIBTEX_FORMAT = Format(
    name="bibtex",
    title="BibTeX",
    media_type="application/x-bibtex; charset=utf-8",
    file_name="publications.bib",
    write_list=write_list,
    download_id="exportBibtex",
)
